"""Jobs of the board check that a person does step by step: lights test and calibration.

Pure: the scene sends what a job asks for, and shows its status.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.platform.i18n import _
from hardware.wire.messages import Calibration, CalibrationResult, CalibrationStep

STEPS = (CalibrationStep.EMPTY, CalibrationStep.FACE_ONE, CalibrationStep.FACE_TWO)
UNUSABLE = (CalibrationResult.WEAK, CalibrationResult.SAME_SIDE)


@dataclass(frozen=True)
class JobStatus:
    """The card of a job: its name, its progress (in words and 0 to 1), what to do now."""

    icon: str
    title: str
    count: str
    share: float
    words: str


class LightsTest:
    """The test of the lights of `points`; `point` is the one asked about."""

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
        """Return the status; `label` is the point's."""
        count = _("{number} of {points}").format(number=self.point + 1, points=self.points)
        words = _("Does {point} glow white now?").format(point=label)
        return JobStatus("sun", _("Lights test"), count, self.point / self.points, words)


class CalibrationRun:
    """The calibration at `point`: what is empty, then one side of a counter and the other.

    A board that senses no sides learns only what is empty.
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
        """Go on to the next step.  Return False if this one must be repeated."""
        self.measuring = False
        if answer.result in UNUSABLE:
            return False
        self.number += 1
        return True

    def status(self, label: str, face: Callable[[int], str]) -> JobStatus:
        """Return the status; `label` is the point's, `face` names the side of a counter."""
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
        return _("Turn that counter on {point} over.").format(point=label)
