"""Playouts of Multiplicity and Libra: what they count is what lies in the end."""

from __future__ import annotations

import math

import pytest

from game.engine.games.libra import evaluation as libra
from game.engine.games.libra import profile as libra_profile
from game.engine.games.multiplicity.filling import LOG, SAME, lead_after, lead_in_sets
from game.engine.games.multiplicity.profile import PROFILE
from game.engine.search.profile import LEAST_WORK
from game.rules import Libra, Multiplicity
from game.rules.groups import count_groups
from game.rules.libra import BOARD, NEIGHBOURS
from game.rules.multiplicity import EMPTY, OPEN, PHASE
from tests.engine.engine_tools import play_randomly


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [Multiplicity(3), Multiplicity(4, full=True)])
def test_the_lead_is_that_of_the_products(game: Multiplicity, seed: int) -> None:
    cells = len(game.topology)
    state = play_randomly(game, game.start(), 2 * cells // 3, seed)
    assert state[PHASE] == OPEN
    x = PROFILE.own_tables(game, False)
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


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", [Libra(3), Libra(4, obstacles=("d4", "a4"))])
def test_rounds_of_libra_are_counted_as_the_rules_count(game: Libra, seed: int) -> None:
    cells = len(game.topology)
    state = play_randomly(game, game.start(), seed, seed)
    x, codes = libra_profile.PROFILE.own_tables(game, False), 3 * cells + 2
    found = []
    for fill in (libra.fill, libra.fill_sets):
        rng, seen = [seed + 1], [0] * (2 * codes)
        work = [0] * libra_profile.PROFILE.work_size(game)
        groups = fill(game.tables, x, list(state), rng, work, seen, 7)
        found.append((groups, rng[0], tuple(seen)))
    assert found[0] == found[1]
    board = list(state[BOARD : BOARD + cells])
    for cell in range(cells):
        for colour in (0, 1):
            if found[0][2][cell + colour * cells] == 7:
                assert board[cell] == 0
                board[cell] = 1 + colour
    assert found[0][0] == count_groups(game.tables[NEIGHBOURS], board, 0, cells, [0] * 2 * cells)
