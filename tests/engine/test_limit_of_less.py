"""Near the limit of turns in Less, the search evaluates positions correctly."""

from __future__ import annotations

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.kernels.alphabeta import SURE
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.search_tree import TreeConfig
from game.engine.search.solver import Solver
from game.games.less.engine.evaluation import caught, moves_left
from game.games.less.engine.race import way_home
from game.games.less.rules import (
    BOARD,
    HOME,
    LEFT,
    MOVES,
    TURN_LIMIT,
)
from game.rules import Game, State
from game.rules.kernel import SEAT, TURNS
from game.rules.registry import parse_setup
from tests.engine.engine_tools import brute_value, play_randomly, race

SETUPS = (
    "less seed=4",
    "less block=off seed=4",
    "less reading=first seed=4",
    "less seats=4 seed=4",
    "less seats=4 block=off seed=4",
)


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def late(game: Game, seed: int, turns: int, actions: int = 40) -> State:
    """Return a random position at the start of a turn, `turns` turns before the limit."""
    state = play_randomly(game, game.start(), actions, seed)
    while game.turn_begun(state):
        state = play_randomly(game, state, 1, seed)
    return at_turn(state, TURN_LIMIT - turns)


def at_turn(state: State, turn: int) -> State:
    found = list(state)
    found[TURNS] = turn
    return tuple(found)


@pytest.mark.parametrize("setup", SETUPS)
@pytest.mark.parametrize("seed", range(3))
def test_the_last_turn_is_known_exactly(setup: str, seed: int) -> None:
    """Alpha-beta, the tree and the strongest bot's turn all agree with brute force."""
    game = parse_setup(setup)
    state = late(game, seed, 1, actions=6 + 20 * seed)
    value = brute_value(game, state)
    own = value if state[SEAT] % 2 == 0 else 1 - value
    found = Solver(game, profile_of(game), False, 1).search(state, 1)
    assert found is not None
    assert own == (0.5 if found == 0 else float(found > 0))
    assert found == 0 or abs(found) >= SURE
    bot = make_bot(game, EngineOptions(seed=5), lambda text: None)
    turn = bot.think(state, SearchLimits(nodes=1500), lambda analysis: None, StopSignal()).best
    for action in turn:
        state = game.play(state, action).state
    assert game.over(state)
    assert brute_value(game, state) == value


@pytest.mark.parametrize("setup", SETUPS)
def test_moves_left_are_those_that_can_be_made(setup: str) -> None:
    game = parse_setup(setup)
    for turns, begun in ((1, 0), (2, 0), (5, 0), (5, 1)):
        state = play_randomly(game, late(game, 3, turns), begun, 2)
        if begun:
            assert game.turn_begun(state), "the turn goes on"
        expected = [0, 0]
        seat = state[SEAT]
        for turn in range(turns):
            expected[(seat + turn) % 2] += state[LEFT] if turn == 0 else MOVES
        assert [moves_left(state, side) for side in (0, 1)] == expected


def test_alone_on_its_way_a_side_has_all_turns() -> None:
    game = parse_setup("less seed=5")
    state = at_turn(race(game, ["c1", "c3", "d4", "f6"]), TURN_LIMIT - 4)
    assert moves_left(state, 1) == 4 * MOVES


def test_who_comes_home_too_late_is_lost_and_does_not_search_for_a_way() -> None:
    """By the first reading of the rules, the same position is a draw."""
    for reading, low, high in (("second", 0.9, 1.0), ("first", 0.45, 0.55)):
        game = parse_setup(f"less reading={reading} seed=5")
        state = at_turn(race(game, ["c5", "c6", "d5", "d6"]), TURN_LIMIT - 3)
        found = way_home(game, state)
        assert not found.exact
        assert not found.actions
        tree = ActionTree(game, profile_of(game), TreeConfig(False, 50_000, 3))
        tree.start(state)
        tree.grow(200)
        assert low <= tree.value() <= high


def test_who_sits_at_home_until_the_limit_is_caught() -> None:
    """Near the limit, White is still on its first squares; Black has left its own, not yet home."""
    game = parse_setup("less walls=" + "0" * 60)
    state = list(game.start())
    start = [square for square, piece in enumerate(state[BOARD:]) if piece == 2]
    for square in start:
        state[BOARD + square] = 0
    for square in (14, 15, 20, 21):  # the middle of the board
        assert state[BOARD + square] == 0
        state[BOARD + square] = 2
    state[TURNS], state[SEAT] = TURN_LIMIT - 4, 0
    sitting = tuple(state)
    assert sitting[HOME] == sitting[HOME + 1] == 0
    assert caught(game.tables, sitting, 0)
    assert not caught(game.tables, sitting, 1)
    for setup, low, high in (("", 0.0, 0.3), ("block=off ", 0.45, 0.55)):
        other = parse_setup(f"less {setup}walls=" + "0" * 60)
        tree = ActionTree(other, profile_of(other), TreeConfig(False, 50_000, 3))
        tree.start(sitting)
        tree.grow(150)
        assert low <= tree.value() <= high
