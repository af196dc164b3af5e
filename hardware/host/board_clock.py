"""When something happened at the board, in the host's time.  Pure: time is passed in.

A busy machine reads a line late, and then several events at once; how long a piece lay on a point
is told by the board's own milliseconds.  The two clocks run apart (a ceramic resonator by half a
per cent), so only the last few messages are compared, and what came quickest counts.
"""

from __future__ import annotations

from collections import deque

SAMPLES = 6  # messages that are compared
MAX_SETBACK_S = 0.5  # seconds an event is set back at most
MAX_DRIFT_S = 2.0  # seconds: clocks that differ more within the samples are not to be trusted


class BoardClock:
    """Feed it every message with milliseconds; ask it for the time of events."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, float]] = deque(maxlen=SAMPLES)

    def forget(self) -> None:
        """Another board, or the same after a restart."""
        self._samples.clear()

    def heard(self, ms: int, now: float) -> None:
        """A message that the board sent at `ms` has come in."""
        if self._samples and ms < self._samples[-1][0]:
            self._samples.clear()  # it has restarted, or begun at 0 again after 49 days
        self._samples.append((ms, now))

    def time_of(self, ms: int, now: float) -> float:
        """When the board sent this message, which has come in now; `now` if it cannot be told."""
        self.heard(ms, now)
        lags = [heard - sent / 1000 for sent, heard in self._samples]
        if self._samples[0][0] == ms or max(lags) - min(lags) > MAX_DRIFT_S:
            return now
        return max(now - MAX_SETBACK_S, min(now, ms / 1000 + min(lags)))
