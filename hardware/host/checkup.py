"""The diagnosis of a board: collects raw readings, finds weak and flickering points.  Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from hardware.wire.messages import Calibration, GetReadings, Health, Message, Readings

POINTS_PER_REQUEST = 12  # points read by one request
NOISE_LIMIT = 12  # ADC counts; a noisier point flickers
PRESS, RELEASE = 60, 40  # ADC counts: thresholds unless the calibration has others
WEAK_BELOW = 100  # ADC counts; a magnet that moves a sensor less is weak
TRACE_LENGTH = 120  # number of kept values of the chosen point


@dataclass(frozen=True, slots=True)
class Concern:
    """A point that needs a look.  `kind` is "flickers", "weak" or "stuck"."""

    point: int
    kind: str
    value: int
    noise: int


class Checkup:
    """The newest reading of each of `points` sensors, and the trace of the chosen one."""

    def __init__(self, points: int) -> None:
        self.points = points
        self.values = [0] * points  # signed deviation from the baseline
        self.noise = [0] * points
        self.seen = [False] * points
        self.stuck: set[int] = set()
        self.chosen = 0
        self.trace: deque[int] = deque(maxlen=TRACE_LENGTH)
        self.rounds = 0
        self.scan_us = 0
        self.saves = 0  # writes to the board's memory, which wears out; 0: unknown
        self.press, self.release = PRESS, RELEASE
        self._next = 0
        self._turn = 0  # requests made

    def request(self) -> GetReadings:
        """Return the next command to send: points in turn, with the chosen one in between."""
        self._turn += 1
        if self._turn % 2 == 0 and self.rounds:
            return GetReadings(first=self.chosen, count=1)
        first, self._next = self._next, self._next + POINTS_PER_REQUEST
        if self._next >= self.points:
            self._next = 0
            self.rounds += 1
        return GetReadings(first=first, count=min(POINTS_PER_REQUEST, self.points - first))

    def on_message(self, message: Message) -> None:
        """Store what an answer of the board contains."""
        if isinstance(message, Readings):
            for offset, reading in enumerate(message.readings):
                point = message.first + offset
                if point < self.points:
                    self.values[point] = reading.value - reading.baseline
                    self.noise[point] = reading.noise
                    self.seen[point] = True
                    if point == self.chosen:
                        self.trace.append(self.values[point])
        elif isinstance(message, Calibration) and message.press:
            self.press, self.release = message.press, message.release
        elif isinstance(message, Health):
            self.stuck = set(message.stuck_points)
            self.scan_us = message.scan_us
            self.saves = message.saves

    def choose(self, point: int) -> None:
        """Start tracing another point."""
        if point != self.chosen:
            self.chosen = point
            self.trace.clear()

    def warnings(self, states: Sequence[int] = ()) -> list[Concern]:
        """Return points that need a look, the worst first."""
        found = [
            Concern(point, self._kind(point, states), self.values[point], self.noise[point])
            for point in range(self.points)
            if self.seen[point] and self._kind(point, states)
        ]
        order = ("stuck", "flickers", "weak")
        return sorted(found, key=lambda one: (order.index(one.kind), -one.noise, one.point))

    def _kind(self, point: int, states: Sequence[int]) -> str:
        if point in self.stuck or (point < len(states) and states[point] > 2):
            return "stuck"
        if self.noise[point] > NOISE_LIMIT:
            return "flickers"
        lying = point < len(states) and states[point] in (1, 2)
        return "weak" if lying and 0 < abs(self.values[point]) < WEAK_BELOW else ""

    def report(self, labels: Sequence[str]) -> list[dict[str, object]]:
        """Return everything known, point by point, for a file."""
        return [
            {
                "point": point,
                "label": labels[point] if point < len(labels) else "",
                "value": self.values[point],
                "noise": self.noise[point],
                "warning": self._kind(point, ()),
            }
            for point in range(self.points)
        ]
