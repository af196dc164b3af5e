"""Check whether this computer draws frames fast enough."""

from __future__ import annotations

from collections import deque

# Seconds of processor time per frame from which on every second frame is lost.
TOO_LONG_S = 1 / 30
WATCHED = 240  # frames: four seconds of motion, or more on a slow computer


class FrameWatch:
    """Detects from the processor time of the last frames whether this computer is too slow.

    It counts processor time, because a strong computer may be busy with other programs. The median
    counts, because the layout of a scene may take long on any computer.
    """

    def __init__(self, watched: int = WATCHED, too_long_s: float = TOO_LONG_S) -> None:
        self._late: deque[bool] = deque(maxlen=watched)
        self._too_long_s = too_long_s

    def drawn(self, seconds: float) -> None:
        """Record a frame that took `seconds` of processor time."""
        self._late.append(seconds > self._too_long_s)

    @property
    def too_slow(self) -> bool:
        """True if more than half of the last frames took too long; False before WATCHED frames."""
        late = self._late
        return len(late) == late.maxlen and 2 * sum(late) > len(late)
