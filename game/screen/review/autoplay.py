"""Autoplay in a review: a line that is played out, the game replayed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.table.history import Turn
from game.table.mistakes import Mistake
from game.table.study import Study

LINE_PAUSE_S = 0.7  # between two turns of a line
REPLAY_PAUSE_S = 0.9  # seconds between two turns while the game is replayed


@dataclass
class PlayedLine:
    """A line of `turns` from the position looked at, of which `shown` lie on the board."""

    turns: Sequence[Turn]
    shown: int = 0


class AutoPlay:
    """Autoplay: `line` is the line that is played out, `point` the turning point looked at."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self.points: list[Mistake] = []
        self.point: Mistake | None = None
        self.line: PlayedLine | None = None
        self.replaying = False
        self._waited = 0.0

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

    def play(self, turns: Sequence[Turn]) -> None:
        """Play a line out from the position looked at; its first turn is due at once."""
        self.line, self._waited = PlayedLine(turns), LINE_PAUSE_S

    def replay(self) -> None:
        """Let the turns of the game pass from the position looked at."""
        self.replaying, self._waited = True, 0.0

    def update(self, dt: float, at_rest: bool) -> bool:
        """Let time pass; True when one more turn is to be shown."""
        line = self.line
        ends = line is not None and line.shown == len(line.turns)
        if not self.moving or ends or not at_rest:
            self._waited = 0.0
            return False
        self._waited += dt
        if self._waited < (REPLAY_PAUSE_S if line is None else LINE_PAUSE_S):
            return False
        self._waited = 0.0
        if line is not None:
            line.shown += 1
        else:
            self.replaying = self._study.on()
        return True
