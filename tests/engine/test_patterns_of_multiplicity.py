"""In Multiplicity, the pattern of a cell's neighbours gives the prior of a stone there."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from game.games.multiplicity.engine.evaluation import (
    FIRST,
    KINDS,
    OTHER,
    OUTSIDE,
    OWN,
    PATTERNS,
    PROMISES,
    RING,
    UNIT,
    UNSURE,
    VOID,
    WEIGHTS,
    alike,
    kept,
    kind_of,
    look,
    prior,
    read_patterns,
)
from game.games.multiplicity.engine.profile import PROFILE
from game.games.multiplicity.rules import BOARD, Multiplicity
from game.rules import State
from game.rules.groups import SIDES
from game.rules.kernel import SEAT
from game.rules.topology import ways_of
from tests.engine.engine_tools import play_randomly

GAMES = [Multiplicity(3), Multiplicity(4), Multiplicity(6), Multiplicity(4, bound=False)]


def lying_round(number: int) -> list[int]:
    return [number >> 2 * way & 3 for way in range(SIDES)]


def priors(game: Multiplicity, state: State) -> dict[int, float]:
    """Return the prior of each legal action, by its code."""
    x, work = PROFILE.own_tables(game, False), [0] * PROFILE.work_size(game)
    look(game.tables, x, state, work)
    codes = [action.code for action in game.legal(state)]
    return {code: prior(game.tables, x, state, code, work) for code in codes}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.setup)
def test_a_pattern_is_what_lies_round_a_cell(game: Multiplicity) -> None:
    board, x = game.topology, PROFILE.own_tables(game, False)
    for seed in range(6):
        state = play_randomly(game, game.start(), 3 * seed + 1, seed)
        work = [0] * PROFILE.work_size(game)
        read_patterns(game.tables, x, state, work)
        seen = {0: VOID, state[SEAT] + 1: OWN, 2 - state[SEAT]: OTHER}
        for label in board.points:
            stones = [state[BOARD + board.index[other]] for other in board.neighbours[label]]
            lying = [seen[stone] for stone in stones] + [OUTSIDE] * (SIDES - len(stones))
            assert Counter(lying_round(work[RING + board.index[label]])) == Counter(lying)


def test_patterns_are_alike_however_the_board_lies() -> None:
    assert sum(len(same) for same in alike()) == 3**6 + 6 * 3**4 + 6 * 3**3
    for same in alike():
        ring = lying_round(same[0])
        for way in (ring, ring[::-1]):
            for turn in range(SIDES):
                turned = way[turn:] + way[:turn]
                assert sum(lying << 2 * at for at, lying in enumerate(turned)) in same


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.setup)
def test_promises_are_the_same_from_all_sides(game: Multiplicity) -> None:
    """A game and its mirror image have equal priors; the best action has the highest."""
    first = PROFILE.own_tables(game, False)[WEIGHTS][FIRST] / 1000.0
    way = list(ways_of(game.topology))[-1]
    dice = random.Random(game.setup)
    state = image = game.start()
    while not game.over(state):
        here, there = priors(game, state), priors(game, image)
        turned = {game.topology.index[way[game.action(code).text]]: code for code in here}
        assert {code: there[code] for code in turned} == {c: here[turned[c]] for c in turned}
        if kind_of(state) == UNSURE:
            assert set(here.values()) == {-1.0}
        else:
            assert max(here.values()) == first
            assert min(here.values()) >= 0.0
        action = dice.choice(game.legal(state))
        state = game.advance(state, action)
        image = game.advance(image, game.parse_action(image, way[action.text]))


def test_every_kind_of_stone_has_its_promises() -> None:
    table = PROFILE.own_tables(Multiplicity(3), False)[PROMISES]
    assert len(table) == len(KINDS) * PATTERNS
    for kind, name in enumerate(KINDS):
        learned = kept()[name]
        assert len(learned) == len(alike())
        assert len(set(learned)) > 3, "inside, edge and corner differ"
        for same, worth in zip(alike(), learned, strict=True):
            assert {table[kind * PATTERNS + one] for one in same} == {round(UNIT * worth)}
