"""Sensors that may be out of order. Pure; time is passed in.

A sensor that contradicts all others for long is doubted: a person is asked whether the pieces are
placed right. A weak magnet or a bad joint makes a sensor flicker faster than a hand can make it.
Such a point never settles, so it makes no turn; but a person must learn which point it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from hardware.tracking.move_search import PlayLine
from hardware.tracking.sensor_image import ANY, EMPTY, SensorImage, SensorModel
from hardware.tracking.tracker_events import Doubt

DOUBT_DELAY_S = 15.0  # seconds until a sensor is doubted
# seconds until a doubt if a piece may be in a hand, or nobody is at the board
SLOW_DOUBT_DELAY_S = 45.0

FLICKER_WINDOW_S = 2.5
# Changes within FLICKER_WINDOW_S that count as flickering; lifting a piece three times a second
# makes 15.
FLICKER_CHANGES = 18
CALM_AFTER_S = 4.0  # seconds with fewer changes until a point is trusted again


class DoubtfulSensors:
    """The sensors that may be at fault; each image is doubted once."""

    def __init__(self, sensors: SensorModel) -> None:
        self.sensors = sensors
        self._doubted: SensorImage | None = None

    def of(
        self, shown: SensorImage, still: float, lines: Sequence[PlayLine], patient: bool = False
    ) -> Doubt | None:
        """Return the doubt about an image in which nothing has changed for `still` seconds.

        `lines` are the turns that may have been played, the likeliest first.
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


class FlickerWatch:
    """Points that flicker: more changes in a short time than a hand can make."""

    def __init__(self) -> None:
        self._changes: dict[int, deque[float]] = {}
        self._until: dict[int, float] = {}

    def changed(self, point: int, now: float) -> None:
        """Note that the sensor of a point changed."""
        times = self._changes.setdefault(point, deque(maxlen=FLICKER_CHANGES))
        times.append(now)
        if len(times) == FLICKER_CHANGES and now - times[0] <= FLICKER_WINDOW_S:
            self._until[point] = now + CALM_AFTER_S

    def points(self, now: float) -> tuple[int, ...]:
        """Return the points that flicker, in order."""
        for point in [point for point, until in self._until.items() if until < now]:
            del self._until[point]
        return tuple(sorted(self._until))
