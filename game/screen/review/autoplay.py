"""Autoplay in a review: a line that is played out, the game replayed."""

from __future__ import annotations

from collections.abc import Sequence

from game.table.history import Turn
from game.table.mistakes import Mistake
from game.table.study import Study

LINE_PAUSE_S = 0.7  # between two turns of a line
REPLAY_PAUSE_S = 0.9  # seconds between two turns while the game is replayed


class LinePlayback:
    """A line of `turns` from the position looked at, of which `shown` lie on the board."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self.turns = tuple(turns)
        self.shown = 0
        self._waited = LINE_PAUSE_S

    @property
    def running(self) -> bool:
        return self.shown < len(self.turns)

    def update(self, dt: float, at_rest: bool) -> bool:
        """Let time pass; True when one more turn is to be shown."""
        if not at_rest or not self.running:
            self._waited = 0.0
            return False
        self._waited += dt
        if self._waited < LINE_PAUSE_S:
            return False
        self._waited = 0.0
        self.shown += 1
        return True


class AutoPlay:
    """Autoplay: `line` is the line that is played out, `point` the turning point looked at."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self.points: list[Mistake] = []
        self.point: Mistake | None = None
        self.line: LinePlayback | None = None
        self.replaying = False
        self._wait = 0.0

    @property
    def moving(self) -> bool:
        """True while anything runs by itself."""
        return self.line is not None or self.replaying

    @property
    def next_point(self) -> Mistake | None:
        """The turning point after the one looked at; after the last comes the first."""
        if not self.points:
            return None
        here = self.points.index(self.point) if self.point in self.points else -1
        return self.points[(here + 1) % len(self.points)]

    def stop(self) -> bool:
        """End it all; False when there was nothing."""
        there = self.moving or self.point is not None
        self.line, self.replaying, self.point = None, False, None
        return there

    def replay(self) -> None:
        """Let the turns of the game pass from the position looked at."""
        self._wait, self.replaying = 0.0, True

    def update(self, dt: float, at_rest: bool) -> bool:
        """Let time pass; True when one more turn is to be shown."""
        if self.line is not None and self.line.update(dt, at_rest):
            return True
        if not self.replaying or not at_rest:
            return False
        self._wait += dt
        if self._wait < REPLAY_PAUSE_S:
            return False
        self._wait = 0.0
        self.replaying = self._study.on()
        return True
