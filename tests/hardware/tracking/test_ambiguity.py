"""Two turns that end alike remain ambiguous unless something that the player did decides."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.rules.base import Action
from game.rules.registry import parse_setup
from hardware.tracking.tracker_events import Ambiguous
from tests.hardware.tracking.tracker_board import Board, turns
from tools.rig.clumsy import Gesture, Put, Wait
from tools.rig.exercise import alike, landings_made

GAME = parse_setup("less walls=" + "0" * 60)


def actions(text: str) -> Sequence[Action]:
    return GAME.parse_turn(GAME.start(), text)


def moves(*steps: str, rest: float = 0.4) -> list[Gesture]:
    """Return gestures that carry pieces: "e2-d2" lifts a piece, sets it down and waits."""
    out: list[Gesture] = []
    for step in steps:
        source, target = step.split("-")
        out += [Put(source, 0), Wait(0.2), Put(target, 1), Wait(rest)]
    return out


def test_a_nudge_and_a_piece_that_goes_to_and_fro_could_be_told_either_way() -> None:
    made = moves("e1-d1", "d1-e1", "f2-f3", "f3-f2", "e2-d2")
    assert alike(made, actions("f2-f3,f3-f2,e2-d2"), actions("e1-d1,d1-e1,e2-d2"))


@pytest.mark.parametrize(
    ("made", "other"),
    [
        (("f2-f3", "f3-f2", "e2-d2"), "e1-d1,d1-e1,e2-d2"),  # impossible: e1 was never touched
        # Impossible: the steps have another order.
        (("f2-f3", "f3-f2", "e2-d2"), "e2-d2,f2-f3,f3-f2"),
        (("e2-e2", "e1-d1", "d1-d2"), "e2-d2,e1-e2"),  # impossible: e1 moved, not e2
    ],
)
def test_what_a_hand_did_speaks_for_one(made: tuple[str, ...], other: str) -> None:
    meant = ",".join(step for step in made if step != "e2-e2")
    assert not alike(moves(*made), actions(meant), actions(other))
    assert not alike(moves(*made), actions(other), actions(meant))


def test_two_ways_to_where_a_piece_is_set_straight_down_look_the_same() -> None:
    made = moves("e2-d3")
    assert alike(made, actions("e2-d2,d2-d3"), actions("e2-e3,e3-d3"))


def test_a_landing_on_the_way_tells_them_apart() -> None:
    made = moves("e2-d2", "d2-d3")
    assert not alike(made, actions("e2-d2,d2-d3"), actions("e2-e3,e3-d3"))


def test_a_piece_that_only_passes_over_a_point_does_not_land_there() -> None:
    assert landings_made(moves("e2-e3", "e3-d3", rest=0.1)) == [("e2", "d3")]
    assert landings_made(moves("e2-e3", "e3-e2", rest=0.1)) == []
    assert landings_made([Put("c3", 1), Wait(0.5), Put("c3", 0), Put("c4", 1)]) == [
        (None, "c3"),
        (None, "c4"),
    ]


ROTATION = ("a1-a3", "a2-a1", "a3-a2")


def rotated() -> Board:
    """Return a board on which three equal pieces have changed places, so that it looks the same."""
    board = Board(parse_setup("less seats=4 walls=" + "0" * 112))
    for step in ROTATION:
        source, target = step.split("-")
        board.put(source, 0)
        board.put(target, 1, 0.6)
    return board


def test_like_pieces_that_have_changed_places_are_asked_about() -> None:
    board = rotated()
    questions = [said for said in board.seen if isinstance(said, Ambiguous)]
    assert [board.game.turn_text(one) for q in questions for one in q.alternatives] == [
        ",".join(ROTATION)
    ]
    assert turns(board.press()) == [",".join(ROTATION)]


def test_who_has_only_put_them_back_plays_on() -> None:
    board = rotated()
    board.put("b1", 0)
    assert turns(board.put("c1", 1, 1.0), complete=False) == ["b1-c1"]


def test_two_movements_that_are_undone_are_no_rotation() -> None:
    board = Board(parse_setup("less seats=4 walls=" + "0" * 112))
    for source, target in (("a1", "a3"), ("a2", "a1"), ("a1", "a2"), ("a3", "a1")):
        board.put(source, 0)
        board.put(target, 1, 0.6)
    board.wait(2.0)
    assert not any(isinstance(said, Ambiguous) for said in board.seen)
