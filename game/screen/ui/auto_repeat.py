"""Auto-repeat of a held button: it acts at once, and again after a moment."""

from __future__ import annotations

from dataclasses import dataclass

REPEAT_DELAY_S, REPEAT_INTERVAL_S = (
    0.42,
    0.075,
)  # seconds to the second time, and between the others


@dataclass
class AutoRepeat:
    """The state of auto-repeat; `way` is the step that is held, 0 for none."""

    way: int = 0
    _wait: float = REPEAT_DELAY_S

    def begin(self, way: int) -> None:
        """Begin to hold; the first action is the caller's."""
        self.way, self._wait = way, REPEAT_DELAY_S

    def end(self) -> None:
        """Stop repeating."""
        self.way = 0

    def due(self, dt: float) -> int:
        """Return how often it acts in these seconds."""
        if not self.way:
            return 0
        self._wait -= dt
        count = 0
        while self._wait <= 0:
            self._wait += REPEAT_INTERVAL_S
            count += 1
        return count
