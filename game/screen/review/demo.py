"""A line of turns played out on the board one after the other, without being part of the game."""

from __future__ import annotations

from collections.abc import Sequence

from game.table.history import Turn

LINE_PAUSE_S = 0.7  # seconds between two turns


class LinePlayback:
    """`turns` go on from the position looked at, `shown` of them lie on the board."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.turns = tuple(turns)
        self.shown = 0
        self._waited = LINE_PAUSE_S

    @property
    def running(self) -> bool:
        return self.shown < len(self.turns)

    def update(self, dt: float, at_rest: bool) -> bool:
        """Time passes; True when one more turn is to be shown."""
        if not at_rest or not self.running:
            self._waited = 0.0
            return False
        self._waited += dt
        if self._waited < LINE_PAUSE_S:
            return False
        self._waited = 0.0
        self.shown += 1
        return True
