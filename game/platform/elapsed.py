"""Elapsed seconds, with the time during which the computer slept counted separately.

Every system has a clock that counts while the computer sleeps and one that does not; the difference
is the sleep. A busy computer, a stopped process or a window being dragged by its title bar is not
sleep, because both clocks count.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

# Seconds of the shortest sleep; smaller differences come from the clocks themselves or from a time
# server's correction.
LEAST_SLEEP_S = 3.0
TICKS_A_SECOND = 10_000_000  # ticks of QueryUnbiasedInterruptTime

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Elapsed:
    """The time since the last look: `seconds` awake, and additional seconds `asleep`."""

    seconds: float
    asleep: float = 0.0


class ElapsedTime:
    """Compares two clocks, in seconds: `awake` stops during sleep, `always` continues."""

    def __init__(self, awake: Clock | None = None, always: Clock | None = None) -> None:
        known = clocks()
        self._awake, self._always = awake or known[0], always or known[1]
        self._last = self._awake(), self._always()

    def look(self) -> Elapsed:
        """Return the time that has passed since the last look."""
        before, self._last = self._last, (self._awake(), self._always())
        seconds = max(0.0, self._last[0] - before[0])
        asleep = self._last[1] - before[1] - seconds
        return Elapsed(seconds, asleep if asleep >= LEAST_SLEEP_S else 0.0)


def clocks() -> tuple[Clock, Clock]:
    """Return this system's clock that stops during sleep, and the one that continues."""
    if sys.platform == "win32":
        return _windows_awake, time.monotonic
    if sys.platform == "darwin":
        return _posix("CLOCK_UPTIME_RAW"), _posix("CLOCK_MONOTONIC")
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.monotonic, _posix("CLOCK_BOOTTIME")
    return time.monotonic, time.time


def _posix(name: str) -> Clock:
    number: int = getattr(time, name)
    return lambda: time.clock_gettime(number)


def _windows_awake() -> float:
    ticks = ctypes.c_ulonglong()
    ctypes.windll.kernel32.QueryUnbiasedInterruptTime(ctypes.byref(ticks))  # type: ignore[attr-defined,unused-ignore]
    return ticks.value / TICKS_A_SECOND
