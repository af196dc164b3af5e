"""Playouts of Multiplicity and Libra count what is on the board at the end."""

from __future__ import annotations

import math
from typing import Any

import pytest

from game.engine.kernels import mcts
from game.engine.search.action_search import ActionTree
from game.engine.search.profile import LEAST_WORK
from game.engine.search.search_tree import TreeConfig
from game.games.libra.engine import evaluation as libra
from game.games.libra.engine import profile as libra_profile
from game.games.libra.engine.evaluation import cells_pairs_triples, even_groups, surplus
from game.games.libra.rules import (
    BOARD,
    FIRST,
    MORE_SEAT,
    NEIGHBOURS,
    ROUND,
    Libra,
)
from game.games.multiplicity.engine.evaluation import (
    LOG,
    SAME,
    lead_after,
    lead_in_sets,
)
from game.games.multiplicity.engine.profile import PROFILE
from game.games.multiplicity.rules import EMPTY, OPEN, PHASE, Multiplicity
from game.rules.groups import count_groups
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
    fills: tuple[Any, ...] = (lead_after, lead_in_sets)
    for fill in fills:
        rng, out, seen = [seed + 1], [0] * (cells + 2), [0] * (2 * cells)
        s = played if fill is lead_after else list(state)
        work = [0] * LEAST_WORK
        lead = fill(game.tables, x, s, rng, out, work, seen, 7)
        leads.append(lead)
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
    fills: tuple[Any, ...] = (libra.fill, libra.fill_sets)
    for fill in fills:
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


# -- what is even in Libra -------------------------------------------------------------------------

BLOCKED = Libra(5, obstacles=("e5", "e4", "d5"))


@pytest.mark.parametrize("side", range(2, 9))
def test_cells_that_touch_are_counted(side: int) -> None:
    free, pairs, triples = cells_pairs_triples(side, ())
    assert free == len(Libra(side).topology)
    assert pairs == 9 * side * side - 15 * side + 6
    assert triples == 6 * (side - 1) ** 2


def test_grey_counters_touch_nothing() -> None:
    whole, blocked = cells_pairs_triples(5, ()), cells_pairs_triples(5, BLOCKED.obstacles)
    assert blocked == (whole[0] - 3, whole[1] - 15, whole[2] - 13)
    assert even_groups(BLOCKED) > even_groups(Libra(5)) + 0.5


@pytest.mark.parametrize("game", [Libra(4), BLOCKED, Libra(8)])
def test_playouts_make_too_many_groups_until_the_board_is_full(game: Libra) -> None:
    free = len(game.topology) - len(game.obstacles)
    beyond = [surplus(game, empty) for empty in range(free + 1)]
    assert beyond == sorted(beyond)
    assert beyond[0] == 0
    assert beyond[-1] > 0.3


def playouts(tree: ActionTree, games: int) -> float:
    """Return the mean value for side 0 of this many playouts from the root."""
    total, worker = 0.0, tree.workers[0]
    box = worker.box
    out, work, seen = box[mcts.OUT], box[mcts.WORK], box[mcts.SEEN]
    for stamp in range(1, games + 1):
        state = list(tree.root)
        total += tree.code.rollout(tree.t, worker.x, state, worker.rng, out, work, seen, stamp)
    return total / games


@pytest.mark.parametrize("game", [Libra(3), Libra(4), Libra(5), BLOCKED, Libra(7)])
def test_an_empty_board_is_even(game: Libra) -> None:
    """A duel plays the same board twice with the roles swapped, so its chances are even."""
    tree = ActionTree(game, libra_profile.PROFILE, TreeConfig(False, 1000, 5))
    tree.start(game.start())
    assert playouts(tree, 250) == pytest.approx(0.5, abs=0.08)


def test_a_second_round_is_as_even_as_the_first_was() -> None:
    """Equal sides make five or six groups on this board, so it is easier to beat five than six."""
    game, shown = Libra(4), []
    for first in (5, 6):
        state = list(game.start())
        state[ROUND], state[FIRST], state[MORE_SEAT] = 2, first, 0
        tree = ActionTree(game, libra_profile.PROFILE, TreeConfig(False, 1000, 5))
        tree.start(tuple(state))
        shown.append(playouts(tree, 250))
    assert 0.8 > shown[0] > 0.5 > shown[1] > 0.2
