"""For ways home in Less, the helper's tables agree with walking step by step."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from game.games.less.engine.tables import binomial_table, number_of
from game.games.less.rules import HOME, Less
from game.games.less.screen.ways_home import WaysHome
from game.rules import State
from game.rules.registry import parse_setup
from tests.support.running import children_of
from tests.support.waiting import until


@pytest.fixture
def answered_once() -> None:
    """Turn the cache of answers off, because these tests are about the helpers."""


def wait(met: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Wait for the helper process until `met` returns a true value, and return this value."""
    assert until(lambda: met() is not None, seconds), "no answer"
    return met()


def race(game: Less) -> State:
    """Return a position in which one side, having headed for its corner, is home."""
    dice, state = random.Random(1), game.start()
    xy = game.topology.xy

    def far(after: State, seat: int) -> float:
        goal = [xy[p] for p in game.goal(seat)]
        own = [xy[p] for p, piece in game.pieces(after).items() if piece.seat == seat]
        return sum(min(abs(x - a) + abs(y - b) for a, b in goal) for x, y in own)

    while not (state[HOME] or state[HOME + 1]):
        seat = game.to_move(state)
        keen = seat == 0 or dice.random() < 0.3
        choices = [game.play(state, action).state for action in game.legal(state)]
        state = min(choices, key=lambda s: (far(s, seat) if keen else 0, dice.random()))
    return state


def test_placements_are_numbered_without_gaps() -> None:
    numbers = sorted(
        number_of(binomial_table(), a, b, c, d)
        for d in range(8) for c in range(d) for b in range(c) for a in range(b)
    )  # fmt: skip
    assert numbers == list(range(70))


def test_distances_fall_to_nothing_at_home_and_races_are_exact() -> None:
    game = parse_setup("less block=off walls=" + "0" * 60)
    assert isinstance(game, Less)
    ways = WaysHome(game)
    start = wait(lambda: ways.distance(game.start(), 0))
    assert start == ways.distance(game.start(), 1)
    assert 16 <= start <= 32
    assert ways.exact(game.start()) is None, "nobody is home yet"
    state = race(game)
    home = 0 if state[HOME] else 1
    assert ways.distance(state, home) == 0
    assert not game.over(state)
    assert wait(lambda: ways.exact(state)) >= 1


def test_a_race_asks_for_the_newest_position_alone() -> None:
    """Each action makes a new position, and none of them leaves a helper behind."""
    game = parse_setup("less block=off walls=" + "0" * 60)
    assert isinstance(game, Less)
    before = children_of(os.getpid())
    ways = WaysHome(game)
    ways.close()
    state, positions = race(game), list[State]()
    while len(positions) < 8:
        positions.append(state)
        state = game.advance(state, game.legal(state)[0])
    for one in positions:
        assert ways.exact(one) is None
        assert until(lambda: len(children_of(os.getpid()) - before) == 1)
    ways.close()
    assert until(lambda: not children_of(os.getpid()) - before)
