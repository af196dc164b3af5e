"""What runs by itself on the board of a review: lines that are played out, the game replayed."""

from __future__ import annotations

from game.screen.review.analyst import EngineLine
from game.screen.review.at_review import AtReview
from game.screen.review.demo import LinePlayback
from game.screen.review.story import PLAYED
from game.table.history import Turn
from game.table.mistakes import Mistake

REPLAY_PAUSE_S = 0.9  # seconds between two turns while the game is replayed


class AutoPlay:
    """`demo` is the line that is played out, `point` the turning point looked at."""

    def __init__(self, at: AtReview) -> None:
        self._at = at
        self.points: list[Mistake] = []
        self.point: Mistake | None = None
        self.demo: LinePlayback | None = None
        self.replaying = False
        self._wait = 0.0

    @property
    def moving(self) -> bool:
        """Does anything run by itself?"""
        return self.demo is not None or self.replaying

    def stop(self) -> bool:
        """End it all; False when there was nothing."""
        there = self.moving or self.point is not None
        self.demo, self.replaying, self.point = None, False, None
        return there

    def show(self, point: Mistake) -> None:
        """The position before a mistake, with what was played and what was better."""
        self._at.go(point.number)
        self.point = point
        self._at.refresh()

    def show_next(self) -> None:
        """The next of the turning points."""
        if self.points:
            here = self.points.index(self.point) if self.point in self.points else -1
            self.show(self.points[(here + 1) % len(self.points)])

    def play_point(self, point: Mistake, which: str) -> None:
        """Play one of the two lines of a turning point out."""
        self._at.go(point.number)
        self.point = point
        self._begin(LinePlayback(point.played if which == PLAYED else point.better))

    def play_line(self, line: EngineLine) -> None:
        """Play a line of the engine's out."""
        self._at.rest()
        self._begin(LinePlayback(line.turns))

    def play_turn(self, turn: Turn) -> None:
        """Play a turn of the game out, from the position before it."""
        self._at.go(turn.number - 1)
        self._begin(LinePlayback((turn,)))

    def _begin(self, demo: LinePlayback) -> None:
        self._at.lay()
        self.demo = demo
        self._at.refresh()

    def replay(self) -> None:
        """Let the turns of the game pass by themselves, from the start if the end is shown."""
        at = self._at
        at.rest()
        if not at.study.tree.node(at.study.here).lines:
            at.study.go(0)
        self._wait = 0.0
        at.lay()
        self.replaying = True
        at.refresh()

    def update(self, dt: float, at_rest: bool) -> None:
        """Time passes; one more turn is shown when it is time."""
        if self.demo is not None and self.demo.update(dt, at_rest):
            self._at.lay()
        if not self.replaying or not at_rest:
            return
        self._wait += dt
        if self._wait >= REPLAY_PAUSE_S:
            self._wait = 0.0
            self.replaying = self._at.study.on()
            self._at.lay()
