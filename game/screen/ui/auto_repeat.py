"""A press that is held: it acts at once, and again and again after a moment."""

from __future__ import annotations

from dataclasses import dataclass

REPEAT_DELAY_S, REPEAT_INTERVAL_S = (
    0.42,
    0.075,
)  # seconds to the second time, and between the others


@dataclass
class AutoRepeat:
    """`way` is what is held: a step, 0 for nothing."""

    way: int = 0
    _wait: float = REPEAT_DELAY_S

    def begin(self, way: int) -> None:
        """The press begins; its first time is the caller's."""
        self.way, self._wait = way, REPEAT_DELAY_S

    def end(self) -> None:
        """Let go."""
        self.way = 0

    def due(self, dt: float) -> int:
        """How often it acts in these seconds."""
        if not self.way:
            return 0
        self._wait -= dt
        count = 0
        while self._wait <= 0:
            self._wait += REPEAT_INTERVAL_S
            count += 1
        return count
