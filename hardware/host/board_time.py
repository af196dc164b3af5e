"""The time of a board: the moment up to which its messages have reported what happened. Pure.

A busy machine or line delivers events late and in bursts. So rests, durations and order at a board
are judged by the board's time. It follows the times in the board's messages, not the moments when
they are read.

The time has ticks of `TICK_MS` of the board's own milliseconds. Code that thinks once a tick comes
to the same conclusions, no matter how the messages were split and delayed. Between two messages the
board is asked for its state, so that the time goes on while something waits for it.

Some boards have no clock (always 0 ms), or one that stops or jumps. Their messages are timed by
their arrival. The same applies to a board that answers nothing, and while there is no board.
"""

from __future__ import annotations

from collections.abc import Iterator

TICK_MS = 10
HOLD_S = 3.5  # seconds to wait for a board that answers; it counts as silent after 3
# Maximum milliseconds of a gap that are replayed tick by tick: those at the end of the gap.
LONGEST_CATCH_UP_MS = 10_000
# A message's time may run ahead of its arrival by this many seconds, because the message before may
# have come late.
BELIEVED_S = 10.0
# Longest time in seconds between two messages of equal time; beyond it the clock has stopped.
STANDING_S = 0.2


def _exact(ms: int) -> float:
    """Return milliseconds as seconds whose differences are exact, wherever they begin.

    Times that are a whole number of seconds apart have the same number of 1024ths of a second.
    """
    seconds, rest = divmod(ms, 1000)
    return seconds + round(rest * 1.024) / 1024


class BoardTime:
    """A clock whose `now`, in seconds from an arbitrary start, never goes back."""

    def __init__(self) -> None:
        self._ms = 0  # the current time
        self._offset_ms = 0  # milliseconds, in whole seconds, that are added to the board's clock
        self._told_ms: int | None = None  # time in the last message; None before the first
        self._anchor = 0, 0.0  # a moment in this time, and the same moment on our clock
        self.heard_at: float | None = None  # when the last message with a time arrived

    @property
    def now(self) -> float:
        return _exact(self._ms)

    def forget(self) -> None:
        """Forget the board's clock: the line or the board is new, or the board has restarted."""
        self._told_ms = self.heard_at = None

    def at(self, now: float) -> float:
        """Return an estimate of the board's time at `now` of our clock."""
        return _exact(max(self._ms, self._by_arrival(now)))

    def told(self, ms: int, arrived: float) -> int:
        """Accept the time in a message; return it in milliseconds of this clock, for `ticks`."""
        when = self._by_arrival(arrived)
        if self._believes(ms, arrived):
            when = ms + self._offset_ms
        elif ms:
            behind = max(self._ms, when) - ms
            self._offset_ms = 1000 * -(-behind // 1000)
            when = ms + self._offset_ms
        self._told_ms = ms
        self.heard_at = arrived
        self._anchor = max(self._ms, when), arrived
        return self._anchor[0]

    def until(self, now: float, waits: bool, hold: float = HOLD_S) -> int:
        """Return the time in milliseconds that the clock may reach now, although no message came.

        With `waits`, a message is expected, and the clock stops for up to `hold` seconds after the
        last message.
        """
        if waits and self.heard_at is not None and self._told_ms and now - self.heard_at < hold:
            return self._ms
        return max(self._ms, self._by_arrival(now))

    def after(self, seconds: float) -> int:
        """Return the time this many seconds from now, in milliseconds."""
        return self._ms + round(1000 * seconds)

    def of(self, ms: int) -> int | None:
        """Return the time that a message with `ms` would set; None if it is not believed."""
        known = self._told_ms is not None and ms >= self._told_ms > 0
        return ms + self._offset_ms if known else None

    def ticks(self, until: int) -> Iterator[float]:
        """Advance the time to `until`, and yield the ticks on the way."""
        self._ms = max(self._ms, until - LONGEST_CATCH_UP_MS)
        while (tick := (self._ms // TICK_MS + 1) * TICK_MS) <= until:
            self._ms = tick
            yield _exact(tick)
        self._ms = max(self._ms, until)

    def _by_arrival(self, now: float) -> int:
        there, here = self._anchor
        return there + max(0, round(1000 * (now - here)))

    def _believes(self, ms: int, arrived: float) -> bool:
        """Return whether this time is a plausible successor of the last one."""
        if not ms or self._told_ms is None or self.heard_at is None:
            return False
        passed, waited = (ms - self._told_ms) / 1000, arrived - self.heard_at
        if passed == 0:
            return waited < STANDING_S
        return 0 < passed < waited + BELIEVED_S
