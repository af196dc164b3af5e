"""The sensors of a simulated board: scans, debouncing, and what can go wrong with them.  Pure.

Faces are 0 empty, 1 or 2 the face up.  A sensor blind to sides sees 0 or 1.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from hardware.wire.protocol import SensorReading

EQUAL_SCANS = 3  # scans that must agree before a change counts
OUT_OF_ORDER = 3  # the state of a sensor that says nothing
MIDDLE, STRENGTH = 512, 190  # ADC counts: nothing near, and what a magnet adds


@dataclass
class Troubles:
    """What can be switched wrong.

    `noise` is the share of bad samples, 0 to 1; `stuck` maps points to the face their sensors show
    whatever lies there (3: it is out of order); `weak` are points whose magnets are seen half of
    the time.
    """

    noise: float = 0.0
    stuck: dict[int, int] = field(default_factory=dict)
    weak: set[int] = field(default_factory=set)


class SimulatedSensors:
    """`size` points.  `truth` is what lies there, `states` what the board believes."""

    def __init__(self, size: int, blind: bool, rng: random.Random) -> None:
        self.blind = blind
        self.truth = [0] * size
        self.states = [0] * size
        self.troubles = Troubles()
        self._random = rng
        self._restless: dict[int, tuple[int, int]] = {}  # point -> candidate, equal scans so far

    def power_up(self) -> None:
        """Start the board: what lies there is known before anything is sent."""
        self.states = [self._seen(face) for face in self.truth]
        self._restless.clear()

    def clear(self, size: int) -> None:
        """Become another board, empty, of this size."""
        self.truth = [0] * size

    def resize(self, size: int) -> None:
        """Add points at the end, or remove the last ones."""
        self.truth = (self.truth + [0] * size)[:size]
        self.states = (self.states + [0] * size)[:size]
        self._restless.clear()

    def scan(self) -> list[int]:
        """Look at every sensor once; return the points whose `states` have changed, in order."""
        bad = self._bad_samples()
        if not bad and not self._restless and self._plain and self.truth == self.states:
            return []
        changed = []
        for point in self._worth_a_look(bad):
            face = self.troubles.stuck.get(point, self.truth[point])
            if point in self.troubles.weak and self._random.random() < 0.5:
                face = 0
            if self._debounce(point, self._seen(bad.get(point, face))):
                changed.append(point)
        return changed

    def reading(self, point: int) -> SensorReading:
        """Return what the converter measures at a point, in ADC counts."""
        face = self.troubles.stuck.get(point, self.truth[point])
        strength = STRENGTH // 3 if point in self.troubles.weak else STRENGTH - point % 7
        value = MIDDLE + (0, strength, -strength, 0)[face] + self._random.randint(-2, 2)
        noise = min(255, self._random.randint(1, 4) + int(400 * self.troubles.noise))
        return SensorReading(value, MIDDLE, noise)

    def stuck_points(self) -> tuple[int, ...]:
        """Return a flag per point: 1 if its sensor is stuck."""
        return tuple(int(point in self.troubles.stuck) for point in range(len(self.truth)))

    def _seen(self, face: int) -> int:
        return min(face, 1) if self.blind and face != OUT_OF_ORDER else face

    @property
    def _plain(self) -> bool:
        return not self.troubles.stuck and not self.troubles.weak

    def _worth_a_look(self, bad: Mapping[int, int]) -> list[int]:
        """Return points where something may happen; the others show what they showed before."""
        if not self._plain or self.blind:
            return list(range(len(self.truth)))
        differing = [p for p, face in enumerate(self.truth) if face != self.states[p]]
        return sorted({*bad, *self._restless, *differing})

    def _debounce(self, point: int, face: int) -> bool:
        """Take in one sample of a point; return whether its state has changed."""
        if face == self.states[point]:
            self._restless.pop(point, None)
            return False
        candidate, scans = self._restless.get(point, (face, 0))
        scans = scans + 1 if candidate == face else 1
        self._restless[point] = (face, scans)
        if scans < EQUAL_SCANS:
            return False
        del self._restless[point]
        self.states[point] = face
        return True

    def _bad_samples(self) -> dict[int, int]:
        """Return the points whose sample is bad in this scan, with what they show."""
        noise = self.troubles.noise
        bad: dict[int, int] = {}
        if noise <= 0:
            return bad
        point = self._skip(noise)
        while point < len(self.truth):
            bad[point] = self._random.randrange(3)
            point += 1 + self._skip(noise)
        return bad

    def _skip(self, share: float) -> int:
        """Return how many good samples come before the next bad one."""
        return int(math.log(1.0 - self._random.random()) / math.log(1.0 - min(share, 0.99)))
