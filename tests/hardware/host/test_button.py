"""Short, long and very long presses of a button are recognised even if half of them get lost."""

from __future__ import annotations

import pytest

from hardware.host.board_driver import BoardDriver
from hardware.simulator.board import SimulatedBoard
from hardware.tracking.debounce import LONG, VERY_LONG, ButtonHold
from hardware.tracking.tracker_events import Pressed, TrackerEvent

STEP_S = 0.01


class HeldBoard:
    """A driver without a game, and a simulated board; messages of the types in `drop` are lost."""

    def __init__(self) -> None:
        self.board, self.driver, self.now = SimulatedBoard(), BoardDriver(), 0.0
        self.cut = False
        self.driver.opened()
        self.run(3.0)

    def run(self, seconds: float) -> list[TrackerEvent]:
        until = self.now + seconds - 1e-9
        while self.now < until:
            self.now += STEP_S
            sent = self.board.advance(self.now)
            self.driver.receive(b"" if self.cut else sent, self.now)
            self.board.feed(self.driver.step(self.now), self.now)
        out = list(self.driver.readings)
        self.driver.readings.clear()
        return out

    def press(self, seconds: float) -> list[TrackerEvent]:
        self.board.press(self.now, seconds)
        return self.run(seconds + 1.0)


@pytest.mark.parametrize(
    ("seconds", "heard"),
    [
        (0.0, [Pressed()]),
        (0.9, [Pressed()]),
        (1.2, [Pressed(LONG)]),
        (4.5, [Pressed(LONG)]),
        (5.5, [Pressed(LONG), Pressed(VERY_LONG)]),
    ],
)
def test_a_press_counts_by_how_long_it_lasts(seconds: float, heard: list[TrackerEvent]) -> None:
    board = HeldBoard()
    assert board.press(seconds) == heard
    assert board.press(0.1) == [Pressed()], "and the next one is a press of its own"


def test_a_long_press_counts_while_it_lasts() -> None:
    board = HeldBoard()
    board.board.press(board.now, 3.0)
    assert board.run(1.2) == [Pressed(LONG)]


def test_a_release_that_was_lost_makes_no_long_press() -> None:
    board = HeldBoard()
    board.board.press(board.now, 0.2)
    assert board.run(0.1) == []
    board.cut = True
    assert board.run(0.3) == []
    board.cut = False
    assert board.run(6.0) == [Pressed()]


def test_a_pulled_cable_ends_a_press() -> None:
    board = HeldBoard()
    board.board.press(board.now, 0.5)
    board.run(0.1)
    board.driver.closed()
    board.driver.opened()
    assert board.run(6.0) == []


def test_where_nothing_is_lost_the_boards_clock_decides() -> None:
    hold = ButtonHold()
    for seconds, length in ((0.3, 0), (1.5, LONG), (7.0, VERY_LONG)):
        hold.down(500)
        assert hold.look(500 + round(1000 * seconds), up=True) == length
    assert hold.look(30_000, up=True) is None
    hold.down(0)
    assert hold.look(900) is None
    assert hold.look(1_100) == LONG
    assert hold.look(2_000) is None, "once"
    assert hold.look(2_100, up=True) is None


def test_a_press_is_short_when_one_of_its_reports_may_be_missing() -> None:
    hold = ButtonHold()
    hold.down(0)
    assert hold.lost() == 0
    assert hold.lost() is None
    assert hold.look(100, up=True) is None, "it was told"
