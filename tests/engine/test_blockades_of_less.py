"""In blockades of Less, the engine knows what pieces gain and risk by waiting in their corner."""

from __future__ import annotations

import random

import pytest

from game.engine.bots.make import make_bot
from game.engine.bots.options import EngineOptions
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.engine.search.turns import ways_to_finish
from game.games.less.engine.evaluation import holds
from game.games.less.rules import (
    ARRIVED,
    BLOCKED,
    BOARD,
    GOAL,
    LEFT,
    MOVES,
    REASON,
    SPENT,
    TURN_LIMIT,
)
from game.rules import Game, State
from game.rules.kernel import P2_WIN, RESULT, SEAT, TURNS
from game.rules.registry import parse_setup

OPEN = "less walls=" + "0" * 60
OPEN_TEAMS = "less seats=4 walls=" + "0" * 112


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def standing(game: Game, pieces: dict[int, str], seat: int, turn: int = 40) -> State:
    """Return a position with these pieces; both sides have used equally many moves."""
    state = [0] * len(game.first)
    state[LEFT], state[SEAT], state[TURNS] = MOVES, seat, turn
    state[SPENT] = state[SPENT + 1] = 30
    for owner, squares in pieces.items():
        for label in squares.split():
            square = game.topology.index[label]
            state[BOARD + square] = owner + 1
            state[ARRIVED + owner] += game.tables[GOAL][square] == owner + 1
    return tuple(state)


def thought(game: Game, state: State, nodes: int = 200) -> tuple[Analysis, State]:
    """Return the strongest bot's analysis, and the position after its turn."""
    bot = make_bot(game, EngineOptions(seed=5), lambda text: None)
    found = bot.think(state, SearchLimits(nodes=nodes), lambda analysis: None, StopSignal())
    for action in found.best:
        state = game.advance(state, action)
    return found, state


def can_be_caught(game: Game, state: State) -> bool:
    """Return whether the side to move can end the game by the home-block rule."""
    ways = ways_to_finish(game, state, 10_000, random.Random(1))
    return any(after[REASON] == BLOCKED for _, after in ways)


def waiting(game: Game, state: State, seat: int) -> int:
    """Return the number of the seat's pieces on squares where its pieces began."""
    first = game.first[BOARD:]
    return sum(here == began == seat + 1 for here, began in zip(state[BOARD:], first, strict=True))


# White's last piece in its corner, e1, can be caught.
CORNERED = {0: "e1 a4 b4 c6", 1: "f1 f2 d2 c3"}
# Seat 0's last piece in its corner, a1, can be caught.
TEAMS = {0: "a1 e6 f6 g5", 1: "d5 e4 f3 g2", 2: "b6 c6 c7 d7", 3: "a2 b2 d1 e3"}


def test_the_last_piece_leaves_before_the_home_block_rule_catches_it() -> None:
    game = parse_setup(OPEN)
    state = standing(game, CORNERED, 0)
    ways = list(ways_to_finish(game, state, 10_000, random.Random(2)))
    some = random.Random(3).sample(ways, 20)
    assert any(can_be_caught(game, after) for _, after in some), "there is something to avoid"
    _, after = thought(game, state)
    assert not can_be_caught(game, after)


def test_it_leaves_also_when_the_catcher_comes_three_turns_later() -> None:
    game = parse_setup(OPEN_TEAMS)
    _, after = thought(game, standing(game, TEAMS, 0))
    assert waiting(game, after, 0) == 0


@pytest.mark.parametrize(("setup", "seat"), [(OPEN, 1), (OPEN_TEAMS, 3)])
def test_one_piece_in_the_corner_is_caught(setup: str, seat: int) -> None:
    game = parse_setup(setup)
    pieces = CORNERED if game.seats == 2 else TEAMS
    found, after = thought(game, standing(game, pieces, seat))
    assert found.proof == "win"
    assert after[REASON] == BLOCKED
    assert after[RESULT] == P2_WIN


# White keeps Black out of the corner, but is far behind.
HELD = {0: "e1 f1 c3 d4", 1: "e2 f2 d1 d2"}


def test_two_pieces_hold_a_corner_whose_rest_the_other_has_filled() -> None:
    game = parse_setup(OPEN)
    held = standing(game, HELD, 0)
    assert holds(game.tables, held, 0)
    assert not holds(game.tables, held, 1)
    assert not holds(game.tables, game.first, 0), "nobody has come yet"
    assert not holds(game.tables, standing(game, HELD, 0, TURN_LIMIT - 2), 0), "it has to leave"
    open_ = standing(game, {**HELD, 1: "e2 c2 d1 d2"}, 0)
    assert not holds(game.tables, open_, 0), "there is room for one more"
    one = standing(game, {**HELD, 0: "e1 d3 c3 d4"}, 0)
    assert not holds(game.tables, one, 0), "one piece is caught"


def test_partners_hold_a_corner_together() -> None:
    game = parse_setup(OPEN_TEAMS)
    pieces = {0: "h1 c3 c4 d4", 2: "g1 e5 e6 f6", 1: "g2 h2 f1 f2", 3: "a1 a2 b1 b2"}
    assert holds(game.tables, standing(game, pieces, 0), 0)


def test_who_is_behind_holds_its_corner() -> None:
    """Without the blockade White loses the race: Black needs three moves, White twenty."""
    game = parse_setup(OPEN)
    _, after = thought(game, standing(game, HELD, 0, 100), 300)
    assert waiting(game, after, 0) == 2


def test_a_blockade_is_broken_by_who_has_the_last_turn() -> None:
    game = parse_setup(OPEN)
    state = standing(game, HELD, 0, TURN_LIMIT - 6)
    while not game.over(state):
        _, state = thought(game, state, 150)
    assert state[RESULT] == P2_WIN
