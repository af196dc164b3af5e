"""The player of a timeline: a turn on its way to the board, forwards or backwards.  No pygame.

It says how many of its actions have begun to move, so that panels keep step with the eye.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.rules.events import Event, Piece
from game.rules.topology import Point
from game.screen.animation.choreography import (
    AnimationFrame,
    Combo,
    MotionStyle,
    SoundCue,
    Timeline,
    stage_turn,
)
from game.screen.animation.movements import Arc, Place, Vec

WATCHED = 0.8  # seconds for which a train's counter is read
FLIGHT = 8  # places of a flight that it keeps clear of


@dataclass
class TimelinePlayer:
    """A timeline of `steps` actions and the time it has reached."""

    before: dict[Point, Piece]
    timeline: Timeline
    steps: int = 0
    backwards: bool = False
    time: float = 0.0
    _heard: float = field(default=-1.0)

    @property
    def done(self) -> bool:
        """All movement is over; the counter of a train may still be fading."""
        return self.time >= self.timeline.duration

    @property
    def begun(self) -> int:
        """How many of the actions move, or have moved."""
        return self.steps if self.done else min(self.timeline.begun(self.time), self.steps)

    @property
    def gone(self) -> bool:
        """Nothing is left to be seen."""
        return self.done and (self.backwards or self.time >= self.timeline.combo_end)

    def update(self, dt: float) -> list[SoundCue]:
        """Move on by `dt` seconds and return the sounds that are due."""
        self.time += dt
        if self.backwards:
            return []
        cues = list(self.timeline.cues_between(self._heard, self.time))
        self._heard = max(self._heard, self.time)
        return cues

    def skip(self) -> None:
        """Go to the end at once."""
        self.time = max(self.time, self.timeline.combo_end)
        self._heard = self.time

    @property
    def picture(self) -> AnimationFrame:
        time = self.timeline.duration - self.time if self.backwards else self.time
        return self.timeline.picture(self.before, time)

    @property
    def combo(self) -> Combo | None:
        return None if self.backwards else self.timeline.combo(self.time)

    @property
    def arcs(self) -> list[tuple[Vec, Vec, float]]:
        """Ways of the jumps that are in the air: start, end, height."""
        if self.backwards:
            return []
        return [
            (movement.source, movement.target, movement.top)
            for movement in self.timeline.movements
            if isinstance(movement, Arc) and movement.start <= self.time < movement.end
        ]

    @property
    def busy(self) -> tuple[Vec, ...]:
        """Places that whoever watches a train looks at: where it goes on to, above all."""
        counts = [count.time for count in self.timeline.counts if count.time <= self.time]
        since = counts[-1] if counts else 0.0
        return tuple(
            (sprite.at[0] + sprite.lean, sprite.at[1] - sprite.height)
            for movement in self.timeline.movements
            if isinstance(movement, Arc)
            and since - 0.3 < movement.end
            and movement.start < since + WATCHED
            for sprite in (movement.sprites(part / FLIGHT)[-1] for part in range(FLIGHT + 1))
        )

    def marker(self, seat: int, place: int) -> float:
        """Return where a marker stands that began on `place`."""
        time = self.timeline.duration - self.time if self.backwards else self.time
        return self.timeline.marker(seat, place, time)


def perform(
    before: Mapping[Point, Piece],
    events: Sequence[Sequence[Event]],
    place: Place,
    manner: MotionStyle,
    backwards: bool = False,
) -> TimelinePlayer:
    """Return the player of some actions, by the events of each, from the pieces `before`.

    `backwards` they are undone, back to these pieces.
    """
    timeline = stage_turn(events, place, manner, before)
    return TimelinePlayer(dict(before), timeline, 0 if backwards else len(events), backwards)
