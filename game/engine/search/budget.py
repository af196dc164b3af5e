"""Time management: how much of a turn's time and nodes is left.  The clock is passed in."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from game.engine.search.analysis import SearchLimits, StopSignal

TURNS_AHEAD = 14  # a clock is spread over so many turns
MOST_SHARE = 0.3  # of what is left on a clock, with the gain
STRETCH = 2.5  # a turn that is worth it takes so many times its share,
AMPLE = 10.0  # with so many seconds on the clock
RESERVE = 0.5  # seconds of a clock that are not shared out, for what a turn costs besides,
RESERVED = 0.75  # but not more of it than this
SCANT = 0.06  # seconds on a clock with which no more time is spent on thought
LEAST = 0.0002  # seconds: the turn that comes to mind
OVERHEAD = 0.02  # seconds of a movetime kept back for messages,
OVERHEAD_SHARE = 0.2  # but not more of it than this
HURRY = 0.01  # seconds below which nothing is done but to find a turn


def seconds_for_turn(limits: SearchLimits, side: int) -> float | None:
    """Return seconds to spend on this turn as a rule, or None when time is no limit."""
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
    """Return seconds to spend where a turn is worth more than the `seconds` of the rule."""
    if limits.movetime is not None or limits.clock is None or limits.clock[side] < AMPLE:
        return seconds
    return max(seconds, min(seconds * STRETCH, limits.clock[side] * MOST_SHARE))


class Budget:
    """What is left of the limits of one turn."""

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
        """Return whether a turn that is worth it may take more time."""
        return self.deadline != self._latest

    def stretch(self) -> None:
        """Take all the time that a turn may take."""
        self.deadline = self._latest

    def part(self, share: float) -> tuple[float | None, int | None]:
        """Return (deadline, total nodes) at which `share` of what is left now is used up."""
        deadline, nodes = self.deadline, self.nodes
        if deadline is not None:
            now = self._clock()
            deadline = now + (deadline - now) * share
        if nodes is not None:
            nodes = self.spent + max(1, round((nodes - self.spent) * share))
        return deadline, nodes

    def rest(self, limits: SearchLimits) -> SearchLimits:
        """Return the limits of this turn without what is spent."""
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
        """Return seconds until the deadline."""
        return math.inf if deadline is None else max(0.0, deadline - self._clock())

    def used_up(self, deadline: float | None, nodes: int | None) -> bool:
        if self._signal.stopped:
            return True
        if nodes is not None and self.spent >= nodes:
            return True
        return deadline is not None and self._clock() >= deadline
