"""Debouncing: from sensor changes to a settled image, point by point.  Pure: time is passed in.

The firmware has debounced already.  Here a change counts only when a point has kept its new state
for the settle time: a counter that slides across a point, a nudge or the shadow of a hand is no
move.  Each point settles by itself, so a quick reply elsewhere delays nothing.  The touches, in
order, are kept from the unsettled changes: they tell how a train went.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

SHORT, LONG, VERY_LONG = 0, 1, 2  # presses of the button
HELD_S = (1.0, 5.0)  # seconds from which a press is LONG, and VERY_LONG
DEBOUNCE_S = 0.22  # seconds a point must keep a state
RESTLESS_WINDOW_S = 3.0  # seconds within which many changes make a point restless: it settles later
# So many changes make a point restless with nothing else touched in between (hands try a point, go
# on and return), or with other points touched (two may flicker at once).
RESTLESS_CHANGES, RESTLESS_CHANGES_CROWDED = 5, 12
RESTLESS_DEBOUNCE_S = 2.0


@dataclass(frozen=True, slots=True)
class Touch:
    """Point number `point` changed to `face` at `time` seconds."""

    time: float
    point: int
    face: int


class Debouncer:
    """Raw and settled faces of `size` points, and the touches since the last `forget`."""

    def __init__(self, size: int, settle: float = DEBOUNCE_S) -> None:
        self.settle = settle
        self.known = False  # a whole image has been seen
        self.gap = False  # touches may be missing since the last `forget`
        self.raw = [0] * size
        self.faces = [0] * size
        self.touches: list[Touch] = []
        self._ignored: set[int] = set()
        self.changed = 0.0  # when anything changed last
        self._since: dict[int, float] = {}
        self._lately: dict[int, deque[float]] = {}  # when a point changed, the last times
        # Likewise, of `_touched_last` alone.
        self._in_a_row: deque[float] = deque(maxlen=RESTLESS_CHANGES)
        self._touched_last: int | None = None
        self._restless: set[int] = set()  # points whose last change was one too many

    def event(self, point: int, face: int, now: float) -> None:
        """Take in the change of one point."""
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
        """Note whether a point comes and goes as no hand makes it."""
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
        """Ignore these points: nothing they show is a touch, nor was."""
        self._ignored.update(points)
        self.touches = [touch for touch in self.touches if touch.point not in self._ignored]
        for point in self._ignored:
            self._since.pop(point, None)

    def heed(self, faces: Mapping[int, int]) -> None:
        """Heed points again that were ignored, and have shown these faces for long."""
        self._ignored.difference_update(faces)
        for point, face in faces.items():
            self.raw[point] = self.faces[point] = face

    def whole(self, faces: Sequence[int], now: float) -> None:
        """Take in the whole state of the board: the truth, whatever events said or missed."""
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
        """Return the points still settling that changed at that time or before."""
        return [point for point, since in self._since.items() if since <= time]

    def forget(self, until: float | None = None) -> None:
        """Forget the touches (up to a time): what they told has been understood."""
        if until is None:
            self.touches.clear()
        else:
            self.touches = [touch for touch in self.touches if touch.time > until]
        self.gap = False


def _crowded(times: deque[float]) -> bool:
    """Return whether as many changes as are kept lie within RESTLESS_WINDOW_S."""
    return len(times) == times.maxlen and times[-1] - times[0] <= RESTLESS_WINDOW_S


class ButtonHold:
    """How long the button is held, by the board's clock: SHORT, LONG or VERY_LONG."""

    def __init__(self) -> None:
        self._down_ms: int | None = None
        self._told = SHORT

    @property
    def lasts(self) -> bool:
        return self._down_ms is not None

    def down(self, ms: int) -> None:
        self._down_ms, self._told = ms, SHORT

    def look(self, ms: int, up: bool = False) -> int | None:
        """Return what the press is at `ms`, where that is news; `up`: it ends."""
        if self._down_ms is None:
            return None
        length = sum(ms - self._down_ms >= 1000 * least for least in HELD_S)
        news = length > self._told or (up and not self._told)
        self._told = max(length, self._told)
        self._down_ms = None if up else self._down_ms
        return length if news else None

    def lost(self) -> int | None:
        """Note that a report may be missing: a press that lasts was a short one."""
        down_ms, self._down_ms = self._down_ms, None
        return SHORT if down_ms is not None and not self._told else None
