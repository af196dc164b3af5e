"""Options of the games work on a board: a free pass, a free opening, the sizes of Libra."""

from __future__ import annotations

import random

import pytest

from game.rules.base import Game, State
from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.tracker_events import Ambiguous, Pressed
from tests.hardware.tracking.tracker_board import Board, turns
from tools.rig.exercise import rehearse


def movement_begins(game: Game) -> State:
    """Return More or Less with all counters placed at random, and a legal jump."""
    rng = random.Random(1)
    state = game.start()
    while game.legal(state)[0].kind == "place":
        state = game.play(state, rng.choice(game.legal(state))).state
    assert any(action.kind == "jump" for action in game.legal(state))
    return state


def a_board() -> Board:
    game = parse_setup("more-or-less pass=free")
    return Board(game, movement_begins(game))


def test_the_button_pressed_twice_at_the_start_of_a_turn_passes() -> None:
    board = a_board()
    (question,) = board.press()
    assert isinstance(question, Ambiguous)
    assert [board.game.turn_text(actions) for actions in question.alternatives] == ["pass"]
    assert turns(board.press()) == ["pass"]


def test_a_pass_can_be_answered_on_the_screen() -> None:
    board = a_board()
    board.press()
    board.tracker.choose(0)
    assert turns(board.wait(0.1)) == ["pass"]


def test_a_needless_press_passes_nothing_and_the_turn_is_played() -> None:
    board = a_board()
    board.press()
    board.tracker.choose(None)
    jump = next(a for a in board.game.legal(board.state) if a.kind == "jump")
    face = board.faces[board.game.topology.index[jump.points[0]]]
    board.put(jump.points[0], 0)
    board.put(jump.points[-1], face)
    assert turns(board.seen) == []
    assert board.tracker.mode == "play"


def test_without_the_option_the_button_at_the_start_of_a_turn_does_nothing() -> None:
    game = parse_setup("more-or-less")
    assert Board(game, movement_begins(game)).press() == [Pressed()]


@pytest.mark.parametrize(
    "setup",
    [
        "more-or-less pass=free",
        "multiplicity size=4 opening=free",
        "libra size=2 mode=duel",
        "libra size=5 mode=target target=12",
        "libra size=6 mode=duel",
    ],
)
def test_every_turn_of_a_clumsy_hand_is_read_exactly(setup: str) -> None:
    game = parse_setup(setup)
    match = Match(two_people(setup), game=game)
    board = SimulatedBoard(BoardIdentity(game.topology.name, len(game.topology)), 3)
    account = rehearse(match, board, 3, longest=40).play()
    assert account.wrong == ""
    assert account.turns > 5
