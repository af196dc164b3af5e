"""Time management: how much of a turn's time and nodes is left. The clock is passed in."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from game.engine.search.analysis import SearchLimits, StopSignal

TURNS_AHEAD = 14  # The time on the clock is spread over this many turns.
MOST_SHARE = 0.3  # A turn takes at most this share of the time on the clock.
STRETCH = 2.5  # A critical turn may take this many times its usual time.
AMPLE = 10.0  # minimum seconds on the clock for stretching a turn
RESERVE = 0.5  # seconds on the clock that each turn keeps back for overhead
RESERVED = 0.75  # RESERVE is at most this share of the clock.
SCANT = 0.06  # With this many seconds or fewer on the clock, a turn takes only LEAST.
# Shortest time of a turn in seconds; the first visits then decide.
LEAST = 0.0002
OVERHEAD = 0.02  # seconds of a movetime kept back for messages
OVERHEAD_SHARE = 0.2  # OVERHEAD is at most this share of a movetime.
HURRY = 0.01  # With fewer seconds, the bot only finds a turn and skips everything else.


def seconds_for_turn(limits: SearchLimits, side: int) -> float | None:
    """Return the usual time for this turn in seconds, or None if time is no limit."""
    if limits.movetime is not None:
        return limits.movetime - min(OVERHEAD, limits.movetime * OVERHEAD_SHARE)
    if limits.clock is None:
        return None
    left, gain = limits.clock[side], limits.increment[side]
    least = max(0.0, min(LEAST, left / 50))
    if left <= SCANT:
        return least
    share = (left - min(RESERVE, left * RESERVED)) / TURNS_AHEAD + 0.8 * gain
    return min(share, left * MOST_SHARE)


def stretched(seconds: float, limits: SearchLimits, side: int) -> float:
    """Return the time in seconds for a critical turn, from the usual `seconds`."""
    if limits.movetime is not None or limits.clock is None or limits.clock[side] < AMPLE:
        return seconds
    return max(seconds, min(seconds * STRETCH, limits.clock[side] * MOST_SHARE))


class Budget:
    """The time and nodes that are left for one turn."""

    def __init__(
        self, limits: SearchLimits, side: int, signal: StopSignal, clock: Callable[[], float]
    ) -> None:
        self._signal, self._clock = signal, clock
        self.began = clock()
        self.deadline: float | None = None
        self._latest: float | None = None
        self.hurried = self.breathless = False
        seconds = seconds_for_turn(limits, side)
        if seconds is not None:
            self.deadline = self.began + seconds
            self._latest = self.began + stretched(seconds, limits, side)
            self.hurried = seconds < HURRY
            self.breathless = seconds <= LEAST and limits.nodes is None
        self.nodes = limits.nodes
        self.spent = 0

    @property
    def elapsed(self) -> float:
        return self._clock() - self.began

    @property
    def elastic(self) -> bool:
        """Whether a critical turn may take more time."""
        return self.deadline != self._latest

    def stretch(self) -> None:
        """Move the deadline to the latest time that the turn may take."""
        self.deadline = self._latest

    def part(self, share: float) -> tuple[float | None, int | None]:
        """Return the deadline and the total nodes after which `share` of the rest is used up."""
        deadline, nodes = self.deadline, self.nodes
        if deadline is not None:
            now = self._clock()
            deadline = now + (deadline - now) * share
        if nodes is not None:
            nodes = self.spent + max(1, round((nodes - self.spent) * share))
        return deadline, nodes

    def rest(self, limits: SearchLimits) -> SearchLimits:
        """Return the limits of this turn, less the time and nodes already spent."""
        gone = self.elapsed
        clock = limits.clock
        if clock is not None:
            clock = (max(0.0, clock[0] - gone), max(0.0, clock[1] - gone))
        return replace(
            limits,
            movetime=None if limits.movetime is None else max(0.0, limits.movetime - gone),
            nodes=None if limits.nodes is None else max(1, limits.nodes - self.spent),
            clock=clock,
        )

    def until(self, deadline: float | None) -> float:
        """Return the seconds until the deadline."""
        return math.inf if deadline is None else max(0.0, deadline - self._clock())

    def used_up(self, deadline: float | None, nodes: int | None) -> bool:
        if self._signal.stopped:
            return True
        if nodes is not None and self.spent >= nodes:
            return True
        return deadline is not None and self._clock() >= deadline
