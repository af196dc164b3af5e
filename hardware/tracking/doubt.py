"""When a single sensor stands against all the others for long, it may be the culprit.  Pure.

Nothing is concluded here: a person is asked whether the board lies right.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.tracking.move_search import PlayLine
from hardware.tracking.sensor_image import ANY, EMPTY, SensorImage, SensorModel
from hardware.tracking.tracker_events import Doubt

DOUBT_DELAY_S = 15.0  # seconds until a sensor is doubted
SLOW_DOUBT_DELAY_S = (
    45.0  # the same where a piece may be in somebody's hand, or nobody is at the board
)


class DoubtfulSensors:
    """Doubts each image once."""

    def __init__(self, sensors: SensorModel) -> None:
        self.sensors = sensors
        self._doubted: SensorImage | None = None

    def of(
        self, shown: SensorImage, still: float, lines: Sequence[PlayLine], patient: bool = False
    ) -> Doubt | None:
        """The doubt about an image nothing has changed for `still` seconds.

        `lines` are what may have been played, the likelier first.
        """
        if still < (SLOW_DOUBT_DELAY_S if patient else DOUBT_DELAY_S) or shown == self._doubted:
            return None
        for line in lines:
            point = _only_one_against(shown, line.image)
            if point is not None:
                self._doubted = shown
                label = self.sensors.points[point]
                piece = self.sensors.game.pieces(line.state).get(label)
                return Doubt(label, line.actions, piece, shown[point] != EMPTY)
        return None


def _only_one_against(shown: SensorImage, image: SensorImage) -> int | None:
    against = [n for n, (seen, face) in enumerate(zip(shown, image)) if seen != face]
    alone = len(against) == 1 and ANY not in (shown[against[0]], image[against[0]])
    return against[0] if alone else None
