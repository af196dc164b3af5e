"""Second thoughts: a piece that is taken up again right after it was set down.  Pure.

A turn that nothing could extend is taken as soon as it lies there, so that answers come fast.  A
hand that then lifts the very piece again, within CORRECTION_GRACE_S, has not taken a turn back: it
has not finished yet.  Nobody is asked, and clocks and engines hear of it as of any undone turn.

Where the next player may lift pieces too, to move them or to turn them over, the lift alone says
nothing: the turn is corrected when the piece comes down somewhere else.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.tracking.debounce import Touch
from hardware.tracking.move_search import PlayLine
from hardware.tracking.sensor_image import EMPTY, SensorImage, SensorModel

CORRECTION_GRACE_S = (
    1.5  # seconds after setting a piece down in which lifting it again corrects the turn
)


class Correction:
    """Remembers where the last turn landed, and when."""

    def __init__(self, sensors: SensorModel) -> None:
        self.sensors = sensors
        self._landed: tuple[int, float] | None = None
        self._pieces = 0  # on the board after the turn
        self._by_lifting = False

    def forget(self) -> None:
        """No turn has just been made here."""
        self._landed = None

    def turn_made(self, line: PlayLine, touches: Sequence[Touch], now: float) -> None:
        """This turn is over; `touches` are those that made it."""
        self._landed = None
        self._pieces = _lying(line.image)
        self._by_lifting = all(
            action.points and action.source is None for action in self.sensors.legal(line.state)
        )
        for action in reversed(line.actions):
            if action.target is not None:
                point = self.sensors.index[action.target]
                times = [t.time for t in touches if t.point == point and t.face != EMPTY]
                self._landed = (point, times[-1] if times else now)
                break

    def is_made(self, touches: Sequence[Touch], shown: SensorImage) -> bool:
        """Was the piece that landed last lifted again at once, and does that say something?"""
        if self._landed is None:
            return False
        if not self._by_lifting and _lying(shown) < self._pieces:
            return False
        point, covered = self._landed
        lifted: float | None = None
        for touch in touches:
            if touch.point == point and touch.time > covered:
                # Put back it lies there as before; the grace is that of the first time.
                lifted = touch.time if touch.face == EMPTY else None
        return lifted is not None and lifted - covered <= CORRECTION_GRACE_S


def _lying(image: SensorImage) -> int:
    return sum(map(bool, image))
