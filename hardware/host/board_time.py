"""The time of a board: how far it has told what happened.  Pure.

A busy machine or line brings events late, many at once, and a table cannot wait for either.  So
whatever is judged at a board (what rests, how long, in which order) is judged by this time, which
goes on as the messages of the board say, and not by when they are read.

The time has ticks of `TICK_MS` of the board's own milliseconds.  Whoever thinks once a tick comes
to the same conclusions however the messages were cut and delayed.  Between two messages the board
is asked for its state, so that the time goes on while something waits for it.

A board without a clock (always 0 ms, or one that stands still or jumps) is timed by the arrival of
its messages.  So is one that answers nothing, and the time without a board.
"""

from __future__ import annotations

from collections.abc import Iterator

TICK_MS = 10
HOLD_S = 3.5  # seconds for which a board that answers is waited for; it counts as silent after 3
LONGEST_CATCH_UP_MS = 10_000  # that are lived through tick by tick; of a longer gap only the end
BELIEVED_S = 10.0  # seconds that a message may seem early, since the one before it came so late
STANDING_S = 0.2  # seconds between two messages of the same time, for a clock that stands still


def _exact(ms: int) -> float:
    """Return milliseconds in seconds whose differences are exact, wherever they begin.

    Times that are a whole number of seconds apart are the same 1024ths of a second.
    """
    seconds, rest = divmod(ms, 1000)
    return seconds + round(rest * 1.024) / 1024


class BoardTime:
    """`now`, in seconds from no particular beginning, which never goes back."""

    def __init__(self) -> None:
        self._ms = 0  # now
        self._offset_ms = 0  # of the board's clock; whole seconds
        self._told_ms: int | None = None  # by the last message; None before one
        self._anchor = 0, 0.0  # a moment in this time, and when that was for us
        self.heard_at: float | None = None  # when a message last told a time

    @property
    def now(self) -> float:
        return _exact(self._ms)

    def forget(self) -> None:
        """Forget the board's clock: another line, another board, or the same after a restart."""
        self._told_ms = self.heard_at = None

    def at(self, now: float) -> float:
        """Return what time it may be at the board by our clock."""
        return _exact(max(self._ms, self._by_arrival(now)))

    def told(self, ms: int, arrived: float) -> int:
        """Take in the time of a message; return it, for `ticks`."""
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
        """Return how far time may go on without a message; `waits` for one that is to come."""
        if waits and self.heard_at is not None and self._told_ms and now - self.heard_at < hold:
            return self._ms
        return max(self._ms, self._by_arrival(now))

    def after(self, seconds: float) -> int:
        """Return the time in so many seconds."""
        return self._ms + round(1000 * seconds)

    def of(self, ms: int) -> int | None:
        """Return the time that a message of the board would tell; None if it is not believed."""
        known = self._told_ms is not None and ms >= self._told_ms > 0
        return ms + self._offset_ms if known else None

    def ticks(self, until: int) -> Iterator[float]:
        """Let time go on to `until`, and yield the ticks on the way."""
        self._ms = max(self._ms, until - LONGEST_CATCH_UP_MS)
        while (tick := (self._ms // TICK_MS + 1) * TICK_MS) <= until:
            self._ms = tick
            yield _exact(tick)
        self._ms = max(self._ms, until)

    def _by_arrival(self, now: float) -> int:
        there, here = self._anchor
        return there + max(0, round(1000 * (now - here)))

    def _believes(self, ms: int, arrived: float) -> bool:
        """Return whether a time goes on from the last one."""
        if not ms or self._told_ms is None or self.heard_at is None:
            return False
        passed, waited = (ms - self._told_ms) / 1000, arrived - self.heard_at
        if passed == 0:
            return waited < STANDING_S
        return 0 < passed < waited + BELIEVED_S
