"""How the readings of a board wander over hours: temperature, supply, lights.  Pure; from a seed.

All sensors wander together (the room, the supply), and each a little by itself.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

MINUTE = 60.0


@dataclass(frozen=True)
class Climate:
    """In ADC counts.  `step` is how far all readings wander a minute, at most `most` from where
    they began; `own` likewise of one sensor, by one count now and then; `per_light` is what each
    lit light takes from all of them, at most `sag`; `noise` is of single readings, both ways."""

    most: int = 20
    step: int = 1
    own: int = 5
    per_light: float = 0.4
    sag: int = 8
    noise: int = 2


class Weather:
    """`at` gives how far each of `points` sensors reads from its calibration."""

    def __init__(self, points: int, seed: int, climate: Climate | None = None) -> None:
        self.climate = climate or Climate()
        self._random = random.Random(seed)
        self._common, self._way = 0, 1
        self._own = [0] * points
        self._minute = 0
        self._lit = 0
        self._told: tuple[int, ...] | None = None

    def at(self, now: float, lit: int) -> tuple[int, ...] | None:
        """The readings of all sensors, with so many lights lit; None if nothing has changed."""
        sag = min(self.climate.sag, round(lit * self.climate.per_light))
        if int(now / MINUTE) == self._minute and sag == self._lit and self._told:
            return None
        while self._minute < int(now / MINUTE):
            self._minute += 1
            self._pass_minute()
        self._lit = sag
        self._told = tuple(self._common + own - sag for own in self._own)
        return self._told

    def _pass_minute(self) -> None:
        """To one end, and back from there, or earlier when the weather changes."""
        climate = self.climate
        if abs(self._common + self._way * climate.step) > climate.most or self._likely(0.02):
            self._way = -self._way
        self._common += self._way * climate.step
        for point, own in enumerate(self._own):
            if self._likely(0.1):
                self._own[point] = max(-climate.own, min(climate.own, own + self._either()))

    def _likely(self, share: float) -> bool:
        return self._random.random() < share

    def _either(self) -> int:
        return self._random.choice((-1, 1))
