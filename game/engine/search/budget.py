"""How much of a turn's time and nodes may still be spent.  The clock is passed in."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.engine.search.analysis import Limits, StopSignal

TURNS_AHEAD = 14  # a clock is spread over so many turns
MOST_SHARE = 0.3  # of what is left on a clock, with the gain
LEAST = 0.01  # seconds, or less when a clock has hardly more
OVERHEAD = 0.02  # seconds kept back of each turn for messages


def seconds_for_turn(limits: Limits, side: int) -> float | None:
    """Seconds to spend on this turn, or None when time is no limit."""
    if limits.movetime is not None:
        return max(LEAST, limits.movetime - OVERHEAD)
    if limits.clock is None:
        return None
    left, gain = limits.clock[side], limits.increment[side]
    share = left / TURNS_AHEAD + 0.8 * gain
    return max(min(LEAST, left / 50), min(share, left * MOST_SHARE) - OVERHEAD)


class Budget:
    """What is left of the limits of one turn."""

    def __init__(
        self, limits: Limits, side: int, signal: StopSignal, clock: Callable[[], float]
    ) -> None:
        self._signal, self._clock = signal, clock
        self.began = clock()
        seconds = seconds_for_turn(limits, side)
        self.deadline = None if seconds is None else self.began + seconds
        self.nodes = limits.nodes
        self.spent = 0

    @property
    def elapsed(self) -> float:
        return self._clock() - self.began

    def part(self, share: float) -> tuple[float | None, int | None]:
        """(deadline, total nodes) at which `share` of what is left now is used up."""
        deadline, nodes = self.deadline, self.nodes
        if deadline is not None:
            now = self._clock()
            deadline = now + (deadline - now) * share
        if nodes is not None:
            nodes = self.spent + max(1, round((nodes - self.spent) * share))
        return deadline, nodes

    def until(self, deadline: float | None) -> float:
        """Seconds until the deadline."""
        return math.inf if deadline is None else max(0.0, deadline - self._clock())

    def used_up(self, deadline: float | None, nodes: int | None) -> bool:
        if self._signal.stopped:
            return True
        if nodes is not None and self.spent >= nodes:
            return True
        return deadline is not None and self._clock() >= deadline
