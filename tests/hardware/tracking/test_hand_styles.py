"""The order in which points are lifted and covered decides between turns that end alike.

A turn of Less has three steps, and many turns reach the same position. The record must match the
movements that the board sensed, whether the player is fast, slides pieces or holds two at a time.
"""

from __future__ import annotations

import pytest

from game.rules.registry import parse_setup
from tests.hardware.tracking.clumsy_games import HANDS, clumsy_game
from tests.hardware.tracking.tracker_board import Board, turns


@pytest.mark.parametrize("hand", [name for name in HANDS if name != "clumsy"])
@pytest.mark.parametrize("setup", ["less seed={seed}", "less seats=4 seed={seed}"])
def test_the_record_is_what_the_hands_made(setup: str, hand: str) -> None:
    account = clumsy_game(setup, 0, longest=24, hand=hand)
    assert account.wrong == ""
    assert account.turns > 20
    assert account.ambiguous <= 1  # two pieces held at the same time may come down in either order


OPEN = "less walls=" + "0" * 60  # no walls; white on e1, f1, e2, f2


@pytest.mark.parametrize(
    ("touches", "turn"),
    [
        ("-e2 -e1 +d2 +d1 -f2 +e2", "e2-d2,e1-d1,f2-e2"),
        ("-e1 -e2 +d1 +d2 -f2 +e2", "e1-d1,e2-d2,f2-e2"),
        ("-e2 +d2 -f2 -e1 +e2 +d1", "e2-d2,f2-e2,e1-d1"),
        ("-e1 +d1 -d1 +e1 -e2 +d2", "e1-d1,d1-e1,e2-d2"),
    ],
)
@pytest.mark.parametrize("pause", [0.1, 0.3, 0.6])
def test_lifts_and_landings_in_their_order(touches: str, turn: str, pause: float) -> None:
    assert read(touches, turn, pause) == [turn]


def test_a_quick_slide_to_and_fro() -> None:
    turn = "e1-d1,d1-e1,e2-d2"
    assert read("+d1 -e1 +e1 -d1 +d2 -e2", turn, 0.1) == [turn]


def read(touches: str, meant: str, pause: float) -> list[str]:
    """Return the turns read from these touches; if the board asks for a choice, choose `meant`."""
    board = Board(parse_setup(OPEN))
    for touch in touches.split():
        board.put(touch[1:], 1 if touch[0] == "+" else 0, pause)
    board.wait(3.0)
    if not turns(board.seen):  # a piece that left its square and came back may have been a slip
        board.press()
    if board.tracker.choices:
        texts = [board.game.turn_text(line.actions) for line in board.tracker.choices]
        board.tracker.choose(texts.index(meant))
        board.wait(0.1)
    return turns(board.seen)
