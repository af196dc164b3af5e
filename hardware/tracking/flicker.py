"""Points that flicker: more changes in a short time than a hand can make.  Pure; time is passed in.

A weak magnet or a bad joint makes a sensor come and go.  Such a point never settles, so it makes
no turn; but somebody must be told which one it is.
"""

from __future__ import annotations

from collections import deque

FLICKER_WINDOW_S = 2.5  # seconds
FLICKER_CHANGES = 8  # changes within that time: lifted and set down four times
CALM_AFTER_S = 4.0  # seconds without so many changes until a point is trusted again


class FlickerWatch:
    """Feed it every change; ask it which points flicker."""

    def __init__(self) -> None:
        self._changes: dict[int, deque[float]] = {}
        self._until: dict[int, float] = {}

    def changed(self, point: int, now: float) -> None:
        """The sensor of a point changed."""
        times = self._changes.setdefault(point, deque(maxlen=FLICKER_CHANGES))
        times.append(now)
        if len(times) == FLICKER_CHANGES and now - times[0] <= FLICKER_WINDOW_S:
            self._until[point] = now + CALM_AFTER_S

    def points(self, now: float) -> tuple[int, ...]:
        """The points that flicker, in order."""
        for point in [point for point, until in self._until.items() if until < now]:
            del self._until[point]
        return tuple(sorted(self._until))
