"""The test of the joints finds every kind of fault on a simulated board."""

from __future__ import annotations

import pytest

from hardware.host.joint_test import OPEN_S, JointTest
from hardware.host.layouts import points_of
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.messages import Sensing

LABELS = points_of("squares-6")
STEP_S = 0.02
REACH_S, REST_S = 0.4, 0.7  # seconds on the way between two points, and on each point


def number(label: str) -> int:
    return LABELS.index(label)


class Hand:
    """A hand with a magnet that goes to each point that the test requests."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board, self.test, self.now = board, JointTest(36, LABELS), 0.0
        self.board.advance(0.0)

    def rest(self, seconds: float, until_next: bool = True) -> None:
        asked, end = self.test.point, self.now + seconds
        while self.now < end and not (until_next and self.test.point != asked):
            self.now += STEP_S
            self.board.advance(self.now)
            self.test.look(self.board.sensors.states, self.now)

    def play(self) -> dict[int, str]:
        self.rest(5.0)
        while not self.test.done:
            asked = self.test.point
            self.rest(REACH_S)
            if self.test.point == asked:
                self.board.set(asked, 1)
                self.rest(OPEN_S + REST_S)
                self.board.set(asked, 0)
        return self.test.faults


@pytest.fixture(params=[Sensing.SIDE, Sensing.OCCUPANCY], ids=["sides", "switches"])
def hand(request: pytest.FixtureRequest) -> Hand:
    return Hand(SimulatedBoard(BoardIdentity("squares-6", 36, sensing=request.param)))


def test_a_good_board_is_ready_within_a_minute(hand: Hand) -> None:
    assert hand.play() == {}
    assert hand.test.verdict == "Ready: every point is heard."
    assert hand.now < 60


def test_past_the_last_point_nothing_is_left_to_skip() -> None:
    test = JointTest(2, LABELS, only=[1])
    test.look([0, 0], 1.0)
    test.look([0, 0], 2.0)
    assert test.point == 1, "the first is not asked for"
    for now in (3.0, 4.0):
        test.skip(now)
        assert test.done
        assert test.faults == {1: f"{LABELS[1]}: nothing is heard"}


def test_open_joints(hand: Hand) -> None:
    hand.board.troubles.wired |= {number("c2"): (), number("f6"): ()}
    assert list(hand.play().values()) == ["c2: nothing is heard", "f6: nothing is heard"]
    assert hand.test.verdict == "2 points to check"


def test_swapped_wires(hand: Hand) -> None:
    a, b = number("a1"), number("b1")
    hand.board.troubles.wired |= {a: (b,), b: (a,)}
    assert list(hand.play().values()) == ["a1: b1 is heard", "b1: a1 is heard"]


def test_ghosts(hand: Hand) -> None:
    hand.board.troubles.wired[number("d1")] = (number("d1"), number("a3"))
    assert list(hand.play().values()) == ["a3: d1, a3 are heard together"]


def test_a_point_that_is_always_on(hand: Hand) -> None:
    hand.board.troubles.stuck |= {number("a1"): 1, number("e5"): 1}
    assert list(hand.play().values()) == ["a1: always on", "e5: always on"]


def test_a_weak_magnet_or_joint(hand: Hand) -> None:
    hand.board.troubles.weak.add(number("b4"))
    assert list(hand.play().values()) == ["b4: intermittent"]


def test_a_point_is_skipped_by_hand(hand: Hand) -> None:
    hand.rest(1.0)
    assert hand.test.point == 0
    hand.test.skip(hand.now)
    assert (hand.test.point, hand.test.faults) == (1, {0: "a1: nothing is heard"})


def test_the_board_is_cleared_first(hand: Hand) -> None:
    hand.board.set(7, 1)
    hand.rest(1.0, until_next=False)
    assert hand.test.point == -1
    hand.test.skip(hand.now)
    assert hand.test.point == -1
    hand.board.set(7, 0)
    hand.rest(1.0)
    assert hand.test.point == 0


def test_a_magnet_on_the_way_is_no_fault(hand: Hand) -> None:
    hand.rest(1.0)
    for point in (3, 2, 1):
        hand.board.set(point, 1)
        hand.rest(0.5)
        hand.board.set(point, 0)
        hand.rest(0.2)
    assert hand.play() == {}


def test_points_that_the_board_does_not_have_are_not_heard() -> None:
    test = JointTest(2, ("a1", "b1"))
    for step in range(200):
        test.look((0, 0, 1), step * STEP_S)
    assert (test.point, test.faults) == (0, {})
