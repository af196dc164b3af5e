"""A take-back is offered at the board, and is answered by the button or by the next turn."""

from __future__ import annotations

from game.rules.registry import parse_setup
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.guidance import edge, lights_for
from hardware.tracking.tracker_events import Agreed, Pressed, TakeBack
from hardware.wire.palette import Light
from tests.hardware.tracking.tracker_board import Board, offers, played, turns

SETUP = "multiplicity size=3"


def put_back(board: Board) -> TakeBack:
    """Lay the first stone and remove it later; return the take-back that is offered."""
    board.put("c3", 1, 2.0)
    board.tell("c3")
    (offer,) = offers(board.put("c3", 0, 2.0))
    assert (offer.turns, offer.instead, offer.agreed) == (1, (), False)
    return offer


def test_the_button_says_yes() -> None:
    board = Board(parse_setup(SETUP))
    offer = put_back(board)
    (yes,) = offers(board.press())
    assert yes.agreed
    assert yes.proposal == offer.proposal
    board.tell()
    assert Agreed() in board.wait(0.5)
    assert Pressed() not in board.seen
    assert turns(board.put("b2", 1)) == ["b2"]


def test_the_turn_made_again_says_no() -> None:
    board = Board(parse_setup(SETUP))
    put_back(board)
    assert Agreed() in board.put("c3", 1, 1.0)
    assert Pressed() in board.press(), "nothing is asked any more"
    assert [offer for offer in offers(board.seen) if offer.agreed] == []
    assert turns(board.put("c2", 2), complete=False) == ["c2"]


def test_another_turn_made_from_there_says_yes_and_is_played() -> None:
    board = Board(parse_setup(SETUP))
    put_back(board)
    (yes,) = offers(board.put("b2", 1, 2.0))
    assert (yes.agreed, yes.turns) == (True, 1)
    assert [action.text for action in yes.instead] == ["b2"]
    board.tell("b2")
    board.wait(0.5)
    assert board.tracker.mode == "play"
    assert turns(board.put("b3", 2), complete=False) == ["b3"]


def test_two_turns_put_back_against_a_program_and_another_one_made() -> None:
    game = parse_setup(SETUP)
    before = played(game, "c3", "c2,e1")
    board = Board(game, played(game, "c3"), hands=frozenset({0}))
    start, program = game.start(), tuple(game.parse_turn(played(game, "c3"), "c2,e1"))
    hand = frozenset({0})
    board.tracker.set_position(
        ExpectedPosition(game, before, (), (start, played(game, "c3")), program, hand)
    )
    board.put("c2", 2)
    assert Agreed() in board.put("e1", 2)
    for point in ("e1", "c2"):
        board.put(point, 0)
    (offer,) = offers(board.put("c3", 0, 2.0))
    assert offer.turns == 2
    (yes,) = offers(board.put("b2", 1, 2.0))
    assert (yes.agreed, yes.turns, yes.start) == (True, 2, start)
    assert [action.text for action in yes.instead] == ["b2"]


def test_a_declined_take_back_is_not_agreed_to_by_the_button() -> None:
    board = Board(parse_setup(SETUP))
    put_back(board)
    board.tracker.decline()
    assert offers(board.press()) == []


def test_its_lights_are_like_no_others() -> None:
    game = parse_setup(SETUP)
    rim, last = edge(game.topology), game.parse_turn(game.start(), "c3")
    lit = lights_for(TakeBack(1), None, last, (), rim)
    assert lit == {**dict.fromkeys(rim, Light.CHOICE_A), "c3": Light.CHOICE_B}
