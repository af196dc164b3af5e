"""The driver of a board follows the match in simulated time, with the right lights and words."""

from __future__ import annotations

import pytest

from game.rules.base import Game, State
from game.rules.registry import parse_setup
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.track import MARKER_HINT_DELAY_S
from hardware.tracking.tracker_events import Agreed, BoardMismatch, Pressed, TrackerEvent, TurnSoFar
from hardware.wire.palette import Light
from tools.rig.table import STEP_S, SteppedLine

GAME = parse_setup("multiplicity size=3")
INDEX = GAME.topology.index


def after(*texts: str) -> State:
    state = GAME.start()
    for text in texts:
        state = GAME.play(state, GAME.parse_action(state, text)).state
    return state


class FollowedBoard:
    """A driver that follows a game and its simulated board; no match accepts its readings."""

    def __init__(self, game: Game = GAME, layout: str = "hexagon-3", points: int = 19) -> None:
        self.board = SimulatedBoard(BoardIdentity(layout, points), 1)
        self.line = SteppedLine(self.board)
        self.driver = self.line.driver
        self.driver.set_position(ExpectedPosition(game, game.start()))
        self.run(2.0)

    def run(self, seconds: float) -> list[TrackerEvent]:
        """Let time pass; return the readings since the last call."""
        for _step in range(round(seconds / STEP_S)):
            self.line.pass_step()
        out = list(self.driver.readings)
        self.driver.readings.clear()
        return out

    def lit(self, point: str) -> int:
        return self.board.light_of(INDEX[point])


@pytest.fixture
def followed() -> FollowedBoard:
    return FollowedBoard()


def test_what_the_match_says_is_thought_about_before_any_time_has_passed(
    followed: FollowedBoard,
) -> None:
    assert followed.driver.said is None
    followed.driver.set_position(ExpectedPosition(GAME, after("c3")))
    followed.driver.step(followed.line.now)
    said = followed.driver.said
    assert isinstance(said, BoardMismatch)
    assert [(fault.kind, fault.point) for fault in said.faults] == [("place", "c3")]


def test_what_the_match_says_before_it_has_heard_a_reading_is_not_listened_to(
    followed: FollowedBoard,
) -> None:
    driver = followed.driver
    heard = driver.reported
    followed.board.set(INDEX["c3"], 1)
    (read,) = followed.run(1.0)
    assert isinstance(read, TurnSoFar)
    assert driver.reported == heard + 1
    driver.set_position(ExpectedPosition(GAME, GAME.start()), heard)
    driver.refuse(ExpectedPosition(GAME, GAME.start()), "an old refusal", heard)
    assert followed.run(1.0) == []
    assert driver.sentences() == ()
    driver.refuse(ExpectedPosition(GAME, GAME.start()), "not now", heard + 1)
    followed.run(0.1)
    assert driver.sentences() == ("not now", "Take the piece off c3")
    driver.set_position(ExpectedPosition(GAME, after("c3")), heard + 1)
    followed.run(0.5)
    assert driver.sentences() == ()


def test_a_board_that_does_not_fit_says_why_until_a_game_fits(followed: FollowedBoard) -> None:
    driver = followed.driver
    large = parse_setup("multiplicity size=5")
    driver.set_position(ExpectedPosition(large, large.start()))
    followed.run(0.5)
    assert "hexagon-3 with 19 points; this game needs hexagon-5" in driver.trouble
    assert (driver.said, driver.view, driver.sentences(), driver.doubted) == (None, None, (), ())
    followed.board.press(followed.line.now)
    assert followed.run(1.0) == [Pressed()], "who uses the board beside a game hears its button"
    driver.set_position(ExpectedPosition(GAME, GAME.start()))
    assert followed.run(1.0) == [Agreed()]
    assert driver.trouble == ""


def test_a_sensor_that_shows_something_else_is_a_difference_before_it_is_a_reading(
    followed: FollowedBoard,
) -> None:
    assert followed.driver.differences() == {}
    followed.board.set(INDEX["b2"], 1)
    followed.run(0.06)
    (found,) = followed.driver.differences().items()
    assert found[0] == "b2"
    assert found[1] is not None
    assert found[1].colour == "white"


def test_what_is_lit_is_what_is_shown_else_what_guides(followed: FollowedBoard) -> None:
    driver = followed.driver
    driver.set_position(ExpectedPosition(GAME, after("c3")))
    followed.run(0.5)
    assert followed.lit("c3") == Light.PLACE
    driver.shown = {"a5": Light.GOOD}
    followed.run(0.5)
    assert (followed.lit("c3"), followed.lit("a5")) == (Light.OFF, Light.GOOD)
    driver.marks = {INDEX["c1"]: Light.WRONG, 99: Light.WRONG}
    followed.run(0.5)
    assert (followed.lit("a5"), followed.lit("c1")) == (Light.OFF, Light.WRONG)
    driver.marks, driver.shown = None, None
    followed.run(0.5)
    assert (followed.lit("c1"), followed.lit("c3")) == (Light.OFF, Light.PLACE)


def test_a_marker_on_a_readable_track_is_followed_beside_the_pieces() -> None:
    game = parse_setup("more-or-less")
    points = len(game.topology)
    followed = FollowedBoard(game, "decagon-81+track", points + 24)
    seventh = points + 12 + 6  # green-7
    followed.board.set(seventh, 2)
    followed.run(MARKER_HINT_DELAY_S - 1)
    assert followed.driver.hints() == ()
    followed.run(3.0)
    assert followed.driver.hints() == ("Slide the green marker back to its start",)
    assert followed.board.light_of(seventh) == Light.REMOVE
    assert followed.driver.sentences() == ()
    followed.board.set(seventh, 0)
    followed.board.set(0, 1)
    followed.run(0.6)
    assert followed.driver.hints() == ()
    assert followed.board.light_of(seventh) == Light.OFF


def test_without_a_line_time_goes_on_and_what_was_touched_is_read_when_it_is_back(
    followed: FollowedBoard,
) -> None:
    followed.line.unplug()
    followed.board.set(INDEX["c3"], 1)
    assert followed.run(2.0) == []
    assert not followed.driver.connected
    assert followed.driver.step(followed.line.now) == b""
    followed.line.plug()
    (read,) = followed.run(2.0)
    assert isinstance(read, TurnSoFar)
    assert GAME.turn_text(read.actions) == "c3"
