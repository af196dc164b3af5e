"""The playouts of Multiplicity: what they count is what lies in the end."""

from __future__ import annotations

import math

import pytest

from game.engine.games.multiplicity.evaluation import tables
from game.engine.games.multiplicity.filling import LOG, SAME, lead_after, lead_in_sets
from game.engine.search.profile import LEAST_WORK
from game.rules import Multiplicity
from game.rules.multiplicity import EMPTY, OPEN, PHASE
from tests.engine.engine_tools import play_randomly


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [Multiplicity(3), Multiplicity(4, full=True)])
def test_the_lead_is_that_of_the_products(game: Multiplicity, seed: int) -> None:
    cells = len(game.topology)
    state = play_randomly(game, game.start(), 2 * cells // 3, seed)
    assert state[PHASE] == OPEN
    x = tables(game, False)
    played = list(state)
    leads, dice = [], []
    for fill in (lead_after, lead_in_sets):
        rng, out, seen = [seed + 1], [0] * (cells + 2), [0] * (2 * cells)
        s = played if fill is lead_after else list(state)
        leads.append(fill(game.tables, x, s, rng, out, [0] * LEAST_WORK, seen, 7))
        dice.append((rng[0], tuple(seen)))
    assert leads[0] == leads[1]
    assert dice[0] == dice[1]
    tally = game.tally(tuple(played))
    assert leads[0] == pytest.approx(LOG * math.log(tally["white"] / tally["black"]), abs=SAME)
    assert dice[0][1].count(7) == state[EMPTY] - int(not game.full)
