"""The state of a sensor board in words: names of points, pieces, problems."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.platform.i18n import _, ngettext
from game.rules.base import Game
from game.rules.topology import Point
from game.screen.menus.check.board import PointReading
from hardware.host.board_messages import name_of
from hardware.host.checkup import Checkup, Concern
from hardware.host.conversation import BoardReport
from hardware.host.joint_test import JointTest
from hardware.host.layouts import labels_of
from hardware.tracking.sensor_image import SensorModel
from hardware.wire.messages import Calibration, CalibrationResult, CalibrationStep, Sensing, Welcome

STEPS = (CalibrationStep.EMPTY, CalibrationStep.FACE_ONE, CalibrationStep.FACE_TWO)
UNUSABLE = (CalibrationResult.WEAK, CalibrationResult.SAME_SIDE)


@dataclass(frozen=True)
class JobStatus:
    """The content of a job's card: name, progress (in words and from 0 to 1), instruction."""

    icon: str
    title: str
    count: str
    share: float
    words: str


class LightsTest:
    """The test of the lights of `points`; `point` is the light being tested now."""

    def __init__(self, points: int) -> None:
        self.points = points
        self.point = 0
        self.dark: list[int] = []

    @property
    def done(self) -> bool:
        return self.point >= self.points

    def answer(self, shines: bool) -> None:
        if not shines:
            self.dark.append(self.point)
        self.point += 1

    def status(self, label: str) -> JobStatus:
        """Return the status; `label` is the name of the point."""
        count = _("{number} of {points}").format(number=self.point + 1, points=self.points)
        words = _("Does {point} glow white now?").format(point=label)
        return JobStatus("sun", _("Lights test"), count, self.point / self.points, words)


def joint_status(test: JointTest, label: str) -> JobStatus:
    """Return the status of a test of the joints; `label` is the name of the requested point."""
    number = max(0, test.point)
    count = _("{number} of {points}").format(number=number + 1, points=test.points)
    asked = _("Put the magnet on {point}.").format(point=label)
    words = asked if test.point >= 0 else _("Take everything off the board.")
    return JobStatus("board", _("Test the joints"), count, number / test.points, words)


class CalibrationRun:
    """The calibration at `point`: first the empty point, then both sides of a counter.

    A board that cannot sense sides calibrates only the empty point.
    """

    def __init__(self, point: int, sides: bool) -> None:
        self.point = point
        self.steps = STEPS if sides else STEPS[:1]
        self.number = 0
        self.measuring = False

    @property
    def step(self) -> CalibrationStep:
        return self.steps[self.number]

    @property
    def done(self) -> bool:
        return self.number >= len(self.steps)

    def apply(self, answer: Calibration) -> bool:
        """Go on to the next step. Return False if this step must be repeated."""
        self.measuring = False
        if answer.result in UNUSABLE:
            return False
        self.number += 1
        return True

    def status(self, label: str, face: Callable[[int], str]) -> JobStatus:
        """Return the status; `label` is the point's name, `face` names a side of the counter."""
        count = _("{number} of {points}").format(number=self.number + 1, points=len(self.steps))
        share = (self.number + (0.5 if self.measuring else 0.0)) / len(self.steps)
        words = _("The board measures…") if self.measuring else self._to_do(label, face)
        return JobStatus("gear", _("Calibration"), count, share, words)

    def _to_do(self, label: str, face: Callable[[int], str]) -> str:
        if self.step == CalibrationStep.EMPTY:
            return _("Take everything off the board. The board learns what empty is.")
        if self.step == CalibrationStep.FACE_ONE:
            words = _("Lay one counter on {point}: {face} up.")
            return words.format(point=label, face=face(1))
        return _("Flip that counter on {point}.").format(point=label)


MAX_NAMED_CONCERNS = 6  # maximum number of concerns in the summary


class BoardDiagnosis:
    """Texts about the board that sent `welcome`, None before any board; `checkup` has readings."""

    def __init__(self, game: Game, checkup: Checkup, welcome: Welcome | None) -> None:
        self.game, self.checkup, self.welcome = game, checkup, welcome
        self.sensors = SensorModel(game)
        layout = welcome.layout if welcome is not None else game.topology.name
        self.joints: Mapping[int, str] = {}  # faults that the test of the joints has found
        self.points = labels_of(layout, checkup.points) or game.topology.points

    @property
    def sides(self) -> bool:
        """True if the board senses which side of a piece is up."""
        return self.welcome is not None and self.welcome.sensing == Sensing.SIDE

    def label(self, point: int) -> Point:
        points = self.points
        return points[point] if point < len(points) else str(point)

    def face(self, state: int) -> str:
        """Return the colour that is up at a point with this state; "" for none."""
        piece = self.sensors.piece(state, self.game.start()) if state in (1, 2) else None
        return piece.colour if piece else ""

    def face_name(self, state: int) -> str:
        names = {"black": _("black"), "white": _("white"), "green": _("green")}
        return names.get(self.face(state), "")

    def readings(self, states: Sequence[int]) -> list[PointReading]:
        """Return the readings of all points, for both the board and the column."""
        check = self.checkup
        words = {concern.point: self._concern(concern) for concern in check.warnings(states)}
        words |= self.joints
        return [
            PointReading(
                point,
                self.label(point),
                check.values[point],
                check.noise[point],
                self.face(states[point] if point < len(states) else 0),
                check.seen[point],
                words.get(point, ""),
            )
            for point in range(check.points)
        ]

    def _concern(self, concern: Concern) -> str:
        words = {
            "flickers": _("{point} flickers"),
            "weak": _("{point}: weak magnet"),
            "stuck": _("{point}: sensor out of order"),
        }[concern.kind]
        return words.format(point=self.label(concern.point))

    def connection(self, look: BoardReport) -> tuple[str, str]:
        """Return the state of the connection, and details of the board."""
        welcome = self.welcome
        if look.connection != "connected" or welcome is None:
            return _("Not connected"), look.words
        words = _("Connected, {known} of {points} points")
        title = words.format(known=sum(self.checkup.seen), points=welcome.points)
        notes = [
            f"{name_of(welcome)} {welcome.major}.{welcome.minor}",
            _("senses sides") if self.sides else _("senses occupancy"),
        ]
        if self.checkup.scan_us:
            count = round(1_000_000 / self.checkup.scan_us)
            scans = ngettext("{count} scan a second", "{count} scans a second", count)
            notes.append(scans.format(count=count))
        if self.checkup.saves:
            count = self.checkup.saves
            stored = ngettext("stored {count} time", "stored {count} times", count)
            notes.append(stored.format(count=count))
        if look.latency is not None:
            notes.append(look.latency.words)
        return title, " · ".join(notes)

    def summary(self, concerns: Sequence[str]) -> str:
        """Return the state of the whole board."""
        if concerns:
            return "; ".join(concerns[:MAX_NAMED_CONCERNS])
        if self.welcome is None:
            return _("Boards are found automatically, or named when a match is set up.")
        return _("All points are fine. Choose one to watch it.")

    def legend(self) -> list[tuple[str, str]]:
        """Return (colour, text) for each kind of disc."""
        if self.welcome is not None and not self.sides:
            return [(self.face(1), _("occupied")), ("", _("empty"))]
        faces = [(self.face(state), self.face_name(state)) for state in (1, 2)]
        known = [(face, _("{face} up").format(face=name)) for face, name in faces if name]
        return [*known, ("", _("empty"))]
