"""A clock that a test moves on."""

from __future__ import annotations


class ManualClock:
    """Stands still until a test sets `now`; `step` are the seconds that each look takes."""

    def __init__(self, now: float = 100.0, step: float = 0.0) -> None:
        self.now, self.step = now, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
