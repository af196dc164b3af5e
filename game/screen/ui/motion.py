"""Easing curves and a tween.  Pure: time is passed in, in seconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Curve = Callable[[float], float]


def linear(t: float) -> float:
    return t


def out(t: float) -> float:
    return 1 - (1 - t) ** 3


def in_out(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def arc(t: float) -> float:
    return 4 * t * (1 - t)


def back(t: float) -> float:
    return 1 + 2.7 * (t - 1) ** 3 + 1.7 * (t - 1) ** 2


def settle(t: float) -> float:
    return 1 - math.cos(9 * t) * math.exp(-6 * t)


def sine(t: float) -> float:
    """0, up to 1 in the middle, back to 0; for pulses, with `t` wrapped to 0..1."""
    return (1 - math.cos(2 * math.pi * t)) / 2


@dataclass
class Tween:
    """A number on its way from `start` to `end` in `seconds` along `curve`."""

    start: float
    end: float
    seconds: float
    curve: Curve = out
    age: float = 0.0

    def update(self, dt: float) -> None:
        self.age = min(self.age + dt, self.seconds)

    @property
    def done(self) -> bool:
        return self.age >= self.seconds

    @property
    def value(self) -> float:
        if self.done:
            return self.end
        return self.start + (self.end - self.start) * self.curve(self.age / self.seconds)
