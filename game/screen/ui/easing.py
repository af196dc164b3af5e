"""Easing curves and a tween. Pure: time is a parameter, in seconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

CONTACT = 0.45  # share of a fall's time after which it hits the ground

Curve = Callable[[float], float]  # from the share of the time, 0 to 1, to the share of the way


def out(t: float) -> float:
    """Ease out: fast, then slowing down."""
    return 1 - (1 - t) ** 3


def in_out(t: float) -> float:
    """Ease in and out: from rest to rest."""
    return 4 * t**3 if t < 0.5 else 1 - (2 - 2 * t) ** 3 / 2


def arc(t: float) -> float:
    """Rise from 0 to 1 in the middle, and fall back to 0: the height of a jump."""
    return 4 * t * (1 - t)


def back(t: float) -> float:
    """Overshoot: go a little beyond the end, then return to it."""
    return 1 + 2.7 * (t - 1) ** 3 + 1.7 * (t - 1) ** 2


def glide(t: float) -> float:
    """Ease in and out more evenly than `in_out`, so that flying things keep their speed."""
    return (t + t * t * (3 - 2 * t)) / 2


def fall(t: float) -> float:
    """Fall from 1, hit at CONTACT of the time, and bounce slightly, one time."""
    if t < CONTACT:
        return 1 - (t / CONTACT) ** 2
    return 0.09 * arc(min(1.0, (t - CONTACT) / (0.85 - CONTACT))) if t < 0.85 else 0.0


def sine(t: float) -> float:
    """Rise from 0 to 1 in the middle, and fall back; for pulses, with `t` wrapped to 0..1."""
    return (1 - math.cos(2 * math.pi * t)) / 2


@dataclass
class Tween:
    """A number that changes from `start` to `end` in `seconds` along `curve`."""

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
