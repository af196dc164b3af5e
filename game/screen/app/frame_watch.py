"""Whether this computer keeps up with the frames that it draws."""

from __future__ import annotations

from collections import deque

TOO_LONG_S = 1 / 30  # of the processor for one frame: half of the frames a second are lost
WATCHED = 240  # frames: four seconds of motion, longer where they do not hold


class FrameWatch:
    """Tells from the processor time of the last frames drawn whether frames hold.

    Processor time, so that a strong computer that is busy with something else is none that is weak.
    The median counts: a frame that lays out a scene may take long on any computer.
    """

    def __init__(self, watched: int = WATCHED, too_long_s: float = TOO_LONG_S) -> None:
        self._late: deque[bool] = deque(maxlen=watched)
        self._too_long_s = too_long_s

    def drawn(self, seconds: float) -> None:
        """Note a frame that took the processor so many seconds."""
        self._late.append(seconds > self._too_long_s)

    @property
    def too_slow(self) -> bool:
        """Whether more than half of the frames watched took too long; never before all are seen."""
        late = self._late
        return len(late) == late.maxlen and 2 * sum(late) > len(late)
