"""The pace of the trailer: how long a turn takes, where time runs slower.  No drawing, no clock.

Times are in seconds of the trailer, whatever the speed of animation that a person has set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.rules import Game
from game.screen.animation.choreography import MotionStyle, Timeline, stage_turn
from game.screen.attract.clips import Cut
from game.screen.plugin.registry import look_of
from game.table.history import Turn

OPENING_S = 1.4  # the board with the name of the game, before anything moves
TURN_PAUSE_S, DECIDING_PAUSE_S, CLOSING_S = (
    0.7,
    1.2,
    3.4,
)  # after a turn, before the one that decides, at the end
RATE, SLOW = 0.8, 0.3  # of the choreography's time: as a rule, and where it is decided


@dataclass(frozen=True, slots=True)
class Warp:
    """How the trailer's time runs on a timeline: slower between `slow` and `settled`."""

    slow: float
    settled: float
    end: float

    @property
    def length(self) -> float:
        """Seconds until the timeline has come to its end."""
        return self.slow / RATE + (self.settled - self.slow) / SLOW + self._rest / RATE

    @property
    def _rest(self) -> float:
        return self.end - self.settled

    def at(self, seconds: float) -> float:
        """Return the timeline's own time after so many seconds."""
        first, middle = self.slow / RATE, (self.settled - self.slow) / SLOW
        if seconds < first:
            return seconds * RATE
        if seconds < first + middle:
            return self.slow + (seconds - first) * SLOW
        return min(self.end, self.settled + (seconds - first - middle) * RATE)


def warp(timeline: Timeline, action: int | None = None) -> Warp:
    """Even time, or slow motion from the beginning of the turn's `action` until all is at rest."""
    slow = timeline.duration if action is None else timeline.starts[action]
    return Warp(slow, timeline.duration, max(timeline.duration, timeline.combo_end))


class Pace:
    """How long the turns of a game are on the screen."""

    def __init__(self, game: Game) -> None:
        self._manner = MotionStyle(style=look_of(game).style)

    def turn(self, turn: Turn, action: int | None = None) -> float:
        """Seconds of a turn; of one that is decided by its `action`."""
        events = [entry.events for entry in turn.entries]
        timeline = stage_turn(events, lambda _point: (0.0, 0.0), self._manner)
        return warp(timeline, action).length

    def seconds(self, turns: Sequence[Turn]) -> float:
        """Seconds of these turns with the breaths between them."""
        return sum(self.turn(turn) + TURN_PAUSE_S for turn in turns)

    def whole(self, turns: Sequence[Turn], cut: Cut) -> float:
        """Seconds from the first picture of a game to the next game."""
        before, after = turns[cut.enter : cut.turn], turns[cut.turn + 1 : cut.leave]
        deciding = DECIDING_PAUSE_S + self.turn(turns[cut.turn], cut.action)
        return OPENING_S + self.seconds(before) + deciding + self.seconds(after) + CLOSING_S
