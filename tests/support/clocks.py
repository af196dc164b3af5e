"""A clock that the test sets."""

from __future__ import annotations


class ManualClock:
    """A clock that shows `now`, which the test sets; each reading adds `step` seconds."""

    def __init__(self, now: float = 100.0, step: float = 0.0) -> None:
        self.now, self.step = now, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
