"""Debouncing: from sensor changes to a settled image, point by point.  Pure: time is passed in.

The firmware has debounced the sensors already.  Here a change counts only when a point has kept its
new state for the settle time.  A counter that slides across a point, a nudge or the shadow of a
hand is not a move.  Each point settles by itself, so a quick reply elsewhere delays nothing.  The
touches are kept in order from the unsettled changes, because they show the course of a train.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SHORT, LONG, VERY_LONG = 0, 1, 2  # lengths of a press of the button
HELD_S = (1.0, 5.0)  # seconds from which a press is LONG or VERY_LONG
DEBOUNCE_S = 0.22  # seconds that a point must keep a state
# Seconds within which many changes make a point restless; a restless point settles later.
RESTLESS_WINDOW_S = 3.0
# This many changes make a point restless: the first number if nothing else is touched in between
# (hands try a point, go on and return), the second otherwise (two points may flicker together).
RESTLESS_CHANGES, RESTLESS_CHANGES_CROWDED = 5, 12
RESTLESS_DEBOUNCE_S = 2.0


@dataclass(frozen=True, slots=True)
class Touch:
    """Point number `point` changed to `face` at `time` seconds."""

    time: float
    point: int
    face: int


class Debouncer:
    """The raw and settled faces of `size` points, and the touches since the last `forget`."""

    def __init__(self, size: int, settle: float = DEBOUNCE_S) -> None:
        self.settle = settle
        self.known = False  # whether a whole image has been seen
        self.gap = False  # whether touches may be missing since the last `forget`
        self.raw = [0] * size
        self.faces = [0] * size
        self.touches: list[Touch] = []
        self._ignored: set[int] = set()
        self.changed = 0.0  # time of the last change of any point
        self._since: dict[int, float] = {}
        self._lately: dict[int, deque[float]] = {}  # times of each point's last changes
        # Times of the last changes of `_touched_last`, with no other point touched in between.
        self._in_a_row: deque[float] = deque(maxlen=RESTLESS_CHANGES)
        self._touched_last: int | None = None
        self._restless: set[int] = set()  # points that changed too often

    def event(self, point: int, face: int, now: float) -> None:
        """Note the change of one point."""
        if not self.known or not 0 <= point < len(self.raw) or self.raw[point] == face:
            return
        if point in self._ignored:
            return
        self.raw[point] = face
        self.touches.append(Touch(now, point, face))
        self.changed = now
        self._since[point] = now
        self._note_restless(point, now)

    def _note_restless(self, point: int, now: float) -> None:
        """Note whether a point changes more often than a hand can change it."""
        if point != self._touched_last:
            self._touched_last = point
            self._in_a_row.clear()
        lately = self._lately.setdefault(point, deque(maxlen=RESTLESS_CHANGES_CROWDED))
        for times in (self._in_a_row, lately):
            times.append(now)
        if any(map(_crowded, (self._in_a_row, lately))):
            self._restless.add(point)
        else:
            self._restless.discard(point)

    def ignore(self, points: Iterable[int]) -> None:
        """Ignore these points, and drop their earlier touches."""
        self._ignored.update(points)
        self.touches = [touch for touch in self.touches if touch.point not in self._ignored]
        for point in self._ignored:
            self._since.pop(point, None)

    def heed(self, faces: Mapping[int, int]) -> None:
        """Stop ignoring these points, which have shown these faces for a long time."""
        self._ignored.difference_update(faces)
        for point, face in faces.items():
            self.raw[point] = self.faces[point] = face

    def whole(self, faces: Sequence[int], now: float) -> None:
        """Note the whole state of the board; it counts even if events differ or were missed."""
        if self.known:
            for point, face in enumerate(faces):
                self.event(point, face, now)
            return
        self.known = True
        self.raw, self.faces = list(faces), list(faces)
        self.changed = now
        self._since.clear()

    def advance(self, now: float) -> bool:
        """Let points settle; return whether the settled image changed."""
        due = [p for p, since in self._since.items() if now - since >= self._patience(p)]
        before = self.faces.copy() if due else self.faces
        for point in due:
            del self._since[point]
            self.faces[point] = self.raw[point]
        return before != self.faces

    def _patience(self, point: int) -> float:
        """Return how long a point must keep its state."""
        return RESTLESS_DEBOUNCE_S if point in self._restless else self.settle

    def settling_until(self, time: float) -> list[int]:
        """Return the points that changed at that time or before and have not settled yet."""
        return [point for point, since in self._since.items() if since <= time]

    def forget(self, until: float | None = None) -> None:
        """Forget the touches, up to a time, because they have been understood."""
        if until is None:
            self.touches.clear()
        else:
            self.touches = [touch for touch in self.touches if touch.time > until]
        self.gap = False


def _crowded(times: deque[float]) -> bool:
    """Return whether the deque is full and all its times lie within RESTLESS_WINDOW_S."""
    return len(times) == times.maxlen and times[-1] - times[0] <= RESTLESS_WINDOW_S


class ButtonHold:
    """The time for which the button is held, by the board's clock: SHORT, LONG or VERY_LONG."""

    def __init__(self) -> None:
        self._down_ms: int | None = None
        self._told = SHORT

    @property
    def lasts(self) -> bool:
        return self._down_ms is not None

    def down(self, ms: int) -> None:
        self._down_ms, self._told = ms, SHORT

    def look(self, ms: int, up: bool = False) -> int | None:
        """Return the length of the press at `ms`, if not reported yet; `up`: the press ends."""
        if self._down_ms is None:
            return None
        length = sum(ms - self._down_ms >= 1000 * least for least in HELD_S)
        news = length > self._told or (up and not self._told)
        self._told = max(length, self._told)
        self._down_ms = None if up else self._down_ms
        return length if news else None

    def lost(self) -> int | None:
        """Note that reports may be missing: end a press that lasts, which counts as short."""
        down_ms, self._down_ms = self._down_ms, None
        return SHORT if down_ms is not None and not self._told else None
