"""Choreography: turns events of the rules into a timeline of movements, which a player shows.

All functions are pure. `stage_turn` returns the timeline of some actions, hop by hop. For any time,
in seconds from its start, a `Timeline` gives the resting pieces, the moving pieces and the sounds.
At the end of a timeline, the pieces are those that result from folding the events.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from game.rules import events as ev
from game.rules.events import Event, Piece, fold
from game.rules.topology import Point
from game.screen.animation import movements as moves
from game.screen.animation.movements import Arc, Movement, Place, Sprite, Vec
from game.screen.ui import easing

# Durations in milliseconds, from the design concept.
PLACE, STONE = 220, 180
JUMP, FLIP, FLIP_AT = 360, 320, 0.55
# Duration of a train's hop relative to the hop before it, and the shortest duration in
# milliseconds.
FASTER, SHORTEST = 0.92, 200
SLIDE = 110  # milliseconds per point of a slide
STEP, LEAP, CLIMB, DOUBLE_CLIMB = 200, 340, 420, 560
MARKER, CROSS_FADE, SWEEP = 400, 120, 900
COMBO_IN, COMBO_HOLD, COMBO_OUT = 180, 500, 240
ROUND_PAUSE, END_PAUSE = 1400, 700
# HELD_BREATH is the wait in milliseconds before the action that ends a game; SLOW_MOTION is the
# factor by which that action takes longer. From hop SHAKE_FROM on, each hop of a train shakes the
# picture for SHAKE_S seconds, by SHAKE_PX more than the hop before, up to SHAKE_MOST_PX. Pixels are
# those of a board of 768 px.
HELD_BREATH, SLOW_MOTION = 450, 2.4
SHAKE_FROM, SHAKE_PX, SHAKE_MOST_PX, SHAKE_S = 5, 1.2, 8.0, 0.22


@dataclass(frozen=True, slots=True)
class MotionStyle:
    """How to move: speed, scale and style.

    - `speed` divides all durations; 0 is no animation
    - `reduced`: reduced motion
    - `unit`: the board's size over 768 px
    - `style`: the kind of pieces ("counter", "pawn", "stone")
    - `hop`: number of jumps made earlier in the same turn, from which the pitch continues to rise
    - `carried`: a person has already moved the first piece to its target; only the rest is animated
    - `stakes`: slow down the action that ends the game, and shake the picture on long trains
    """

    speed: float = 1.0
    reduced: bool = False
    unit: float = 1.0
    style: str = "counter"
    hop: int = 0
    carried: bool = False
    stakes: bool = False


@dataclass(frozen=True, slots=True)
class SoundCue:
    """A sound at `time`: its `name`, and the `step` of its rising pitch."""

    time: float
    name: str
    step: int = 0


@dataclass(frozen=True, slots=True)
class Combo:
    """The counter of a train at one moment: "x6", its size (1 at rest), its alpha, its place."""

    count: int
    size: float
    alpha: float
    at: Vec


@dataclass(frozen=True, slots=True)
class AnimationFrame:
    """The pieces to draw at one moment: those at rest, and those that move, lowest first."""

    resting: dict[Point, Piece]
    moving: list[Sprite]


@dataclass(frozen=True, slots=True)
class _Count:
    """A hop of a train; its counter turned over at `time`; `count` is its number in the train."""

    time: float
    count: int
    at: Vec


@dataclass(frozen=True)
class Timeline:
    """Movements in order of their starts; `duration` is the end of the last movement.

    `starts` are the times at which the turn's actions begin. `shakes` are the times at which the
    picture is shaken, each time with the strength in pixels.
    """

    movements: tuple[Movement, ...] = ()
    cues: tuple[SoundCue, ...] = ()
    counts: tuple[_Count, ...] = ()
    starts: tuple[float, ...] = ()
    duration: float = 0.0
    speed: float = 1.0
    events: tuple[Event, ...] = field(default=())
    shakes: tuple[tuple[float, float], ...] = ()

    def shake(self, time: float) -> tuple[int, int]:
        """Return by how many pixels, right and down, the picture is shifted at `time`."""
        begun = [shake for shake in self.shakes if shake[0] <= time]
        if not begun or time - begun[-1][0] >= SHAKE_S:
            return 0, 0
        start, strength = begun[-1]
        share = (time - start) / SHAKE_S
        left = strength * (1 - share) ** 2
        swing = math.cos(6 * math.pi * share)
        return round(left * swing * 0.6), round(left * swing)

    @property
    def decided(self) -> float:
        """Time at which the final position is at rest; `duration` if the game goes on."""
        ends = (one.start for one in self.movements if isinstance(one.event, ev.GameEnded))
        return next(ends, self.duration)

    @property
    def ends_game(self) -> bool:
        return any(isinstance(event, ev.GameEnded) for event in self.events)

    def picture(self, before: Mapping[Point, Piece], time: float) -> AnimationFrame:
        """Return the resting and moving pieces at `time`; `before` are the pieces at the start."""
        resting = dict(before)
        moving: list[Sprite] = []
        for movement in self.movements:
            if time >= movement.end:
                resting = fold(resting, (movement.event,))
        for movement in self.movements:
            if movement.start <= time < movement.end:
                for point in movement.hides:
                    resting.pop(point, None)
                moving.extend(movement.sprites(movement.share(time)))
        moving.sort(key=lambda sprite: sprite.height)
        return AnimationFrame(resting, moving)

    def cues_between(self, after: float, until: float) -> Iterator[SoundCue]:
        """Return the cues later than `after` and not later than `until`."""
        return (cue for cue in self.cues if after < cue.time <= until)

    def begun(self, time: float) -> int:
        """Return how many actions have begun at `time`."""
        return bisect_right(self.starts, time)

    def combo(self, time: float) -> Combo | None:
        """Return the train's counter at `time`; it stays a moment after the last movement."""
        shown = [count for count in self.counts if count.time <= time]
        if not shown:
            return None
        last = shown[-1]
        age = (time - last.time) * 1000 * max(self.speed, 1e-9)
        if age < COMBO_IN:
            return Combo(last.count, easing.back(age / COMBO_IN), 1.0, last.at)
        age -= COMBO_IN
        if age < COMBO_HOLD:
            return Combo(last.count, 1.0, 1.0, last.at)
        age -= COMBO_HOLD
        if age >= COMBO_OUT:
            return None
        return Combo(last.count, 1.0, 1 - easing.out(age / COMBO_OUT), last.at)

    @property
    def combo_end(self) -> float:
        """The time at which the last counter of a train has disappeared."""
        if not self.counts or self.speed <= 0:
            return self.duration
        return self.counts[-1].time + (COMBO_IN + COMBO_HOLD + COMBO_OUT) / 1000 / self.speed

    def marker(self, seat: int, place: int, time: float) -> float:
        """Return the place of `seat`'s marker at `time`; `place` is where the marker began."""
        position = float(place)
        for one in self.movements:
            if isinstance(one, moves.Marker) and one.seat == seat and time >= one.start:
                position = one.position(time)
        return position


def stage_turn(
    actions: Sequence[Sequence[Event]],
    place: Place,
    manner: MotionStyle = MotionStyle(),
    pieces: Mapping[Point, Piece] | None = None,
) -> Timeline:
    """Return the timeline of the events of several actions, one after the other.

    `place` returns the pixel of a point. `pieces` are the pieces before the events; they are needed
    only if the events clear the board.
    """
    director = _Director(place, manner, pieces)
    starts = []
    for action in actions:
        director.hold_breath(action)
        starts.append(director.time)
        for number, event in enumerate(action):
            director.add(event, action[number + 1 :])
    return director.timeline(tuple(starts), tuple(e for action in actions for e in action))


class _Director:
    """Schedules movements one after the other; it knows how long each kind takes."""

    def __init__(
        self, place: Place, manner: MotionStyle, pieces: Mapping[Point, Piece] | None
    ) -> None:
        self.place = place
        self.manner = manner
        self.time = 0.0  # start of the next action
        self.settled = 0.0  # end of all movements so far
        self.hop = manner.hop
        self.carried = manner.carried
        self.slowed = 1.0  # factor on the durations of the action that ends the game
        self.shakes: list[tuple[float, float]] = []
        # Start, end, source and target of the jump whose counter turns over next.
        self.jump: tuple[float, float, Vec, Vec] | None = None
        self.movements: list[Movement] = []
        self.cues: list[SoundCue] = []
        self.counts: list[_Count] = []
        # Pieces on the board before the event that is being added; None if unknown.
        self.lying = None if pieces is None else dict(pieces)

    def timeline(self, starts: tuple[float, ...], events: tuple[Event, ...]) -> Timeline:
        cues = tuple(sorted(self.cues, key=lambda cue: cue.time))
        end, speed = max(self.time, self.settled), self.manner.speed
        whole = tuple(self.movements), cues, tuple(self.counts), starts, end, speed, events
        return Timeline(*whole, tuple(self.shakes))

    def hold_breath(self, action: Sequence[Event]) -> None:
        """Delay and slow down an action that moves pieces and ends the game."""
        ends = any(isinstance(event, ev.GameEnded) for event in action)
        moved = any(isinstance(event, MOVED) for event in action)
        self.slowed = 1.0
        if ends and moved and self.manner.stakes and not (self.manner.reduced or self.carried):
            self.time = max(self.time, self.settled) + self._seconds(HELD_BREATH)
            self.slowed = SLOW_MOTION

    def add(self, event: Event, later: Sequence[Event]) -> None:
        """Add the movement of `event`; `later` are the events of the same action that follow it."""
        self._movement(event, later)
        if self.lying is not None:
            self.lying = fold(self.lying, (event,))

    def _movement(self, event: Event, later: Sequence[Event]) -> None:
        if self.carried and isinstance(event, (ev.Placed, ev.Jumped, ev.Slid, ev.Stepped)):
            self._set_down(event)
        elif isinstance(event, ev.Placed):
            self._placed(event)
        elif isinstance(event, ev.Jumped):
            self._jumped(event, any(isinstance(e, ev.Flipped) for e in later))
        elif isinstance(event, ev.Flipped):
            self._flipped(event)
        elif isinstance(event, ev.Slid):
            self._slid(event)
        elif isinstance(event, ev.Stepped):
            self._stepped(event)
        elif isinstance(event, ev.MarkerMoved):
            self._marker(event)
        else:
            self._other(event, later)

    def _seconds(self, milliseconds: float) -> float:
        return milliseconds / 1000 / self.manner.speed if self.manner.speed > 0 else 0.0

    def _length(self, milliseconds: float) -> float:
        return self._seconds(CROSS_FADE if self.manner.reduced else milliseconds * self.slowed)

    def _lay(self, movement: Movement, cue: str = "", step: int = 0, at_end: bool = True) -> None:
        self.movements.append(movement)
        self.settled = max(self.settled, movement.end)
        if cue:
            self.cues.append(SoundCue(movement.end if at_end else movement.start, cue, step))

    def _shown(self, full: Movement, piece: Piece, *way: Vec) -> Movement:
        """Return `full`, or under reduced motion a fade from the start to the end of `way`."""
        if not self.manner.reduced:
            return full
        gone, come = [(piece, at) for at in way[:-1]], [(piece, way[-1])]
        return moves.Fade(full.start, full.end, full.event, full.hides, tuple(gone), tuple(come))

    def _placed(self, event: ev.Placed) -> None:
        self.time = self.settled = max(self.time, self.settled)
        length = self._length(STONE if self.manner.style == "stone" else PLACE)
        at, span = self.place(event.point), (self.time, self.time + length, event, (event.point,))
        full = moves.Drop(*span, event.piece, at, self.manner.unit)
        movement = self._shown(full, event.piece, at)
        self._lay(movement)
        self.cues.append(SoundCue(self.time + length * 0.4, "place"))
        self.time = movement.end

    def _set_down(self, event: ev.Placed | ev.Jumped | ev.Slid | ev.Stepped) -> None:
        """Show a piece that a person has moved: it is at its target without any animation."""
        self.carried = False
        self._lay(moves.Pause(self.time, self.time, event), "place")
        if isinstance(event, ev.Jumped):
            way = self.place(event.source), self.place(event.target)
            self.jump = (self.time, self.time, *way)

    def _jumped(self, event: ev.Jumped, turns: bool) -> None:
        length = self._length(max(SHORTEST, JUMP * FASTER**self.hop) if turns else LEAP)
        source, target = self.place(event.source), self.place(event.target)
        top = moves.arc_height(source, target, self.manner.unit)
        lift = moves.LIFT if self.manner.style == "counter" else 0.25
        span = (self.time, self.time + length, event, (event.source, event.target))
        full = moves.Arc(*span, event.piece, source, target, top, lift)
        movement = self._shown(full, event.piece, source, target)
        self.cues.append(SoundCue(movement.start, "lift", self.hop))
        self._lay(movement, "land" if turns else "leap", self.hop)
        self.jump = (movement.start, movement.end, source, target) if turns else None
        self.time = movement.end
        if turns and self.manner.stakes and not self.manner.reduced and self.hop >= SHAKE_FROM - 1:
            strength = min(SHAKE_MOST_PX, SHAKE_PX * (self.hop + 2 - SHAKE_FROM))
            self.shakes.append((movement.end, strength * self.manner.unit))

    def _flipped(self, event: ev.Flipped) -> None:
        start, end, source, target = self.jump or (self.time, self.time, (0.0, 0.0), (1.0, 0.0))
        at, hides = self.place(event.point), (event.point,)
        self.hop += 1
        movement: Movement
        if self.manner.reduced:
            self.time, begin = self.time + self._length(FLIP), self.time
            movement = moves.Fade(
                begin, self.time, event, hides, ((event.before, at),), ((event.after, at),)
            )
        else:
            begin = start + FLIP_AT * (end - start)
            length = (end - start) * FLIP / JUMP if end > start else self._length(FLIP)
            span = (begin, begin + length if self.manner.speed > 0 else begin, event, hides)
            axis = moves.direction(source, target)
            movement = moves.Turnover(*span, event.before, event.after, at, axis, self.manner.unit)
        self._lay(movement, "flip", self.hop)
        if self.hop > 1:
            self.counts.append(_Count(movement.start, self.hop, at))
            self.cues.append(SoundCue(movement.start, "combo", self.hop))
        self.jump = None

    def _slid(self, event: ev.Slid) -> None:
        path = tuple(self.place(point) for point in event.path)
        end = self.time + self._length(SLIDE * (len(path) - 1))
        hides = (event.path[0], event.path[-1])
        full = moves.Glide(self.time, end, event, hides, event.piece, path)
        movement = self._shown(full, event.piece, path[0], path[-1])
        self._lay(movement, "slide", at_end=False)
        self.time = movement.end

    def _stepped(self, event: ev.Stepped) -> None:
        length = self._length((STEP, CLIMB, DOUBLE_CLIMB)[event.walls])
        way = self.place(event.source), self.place(event.target)
        span = (self.time, self.time + length, event, (event.source, event.target))
        full: Movement = moves.Glide(*span, event.piece, way)
        if event.walls:
            share = moves.WALL_REST * 1000 / (CLIMB if event.walls == 1 else DOUBLE_CLIMB)
            full = moves.Climb(*span, event.piece, *way, event.walls, self.manner.unit, share)
        movement = self._shown(full, event.piece, *way)
        self._lay(movement, "climb" if event.walls else "step", event.walls)
        self.time = movement.end

    def _marker(self, event: ev.MarkerMoved) -> None:
        self.slowed = 1.0  # the board is already at rest: only the marker moves
        start = max(self.time, self.settled)
        end = start + self._length(MARKER)
        self._lay(moves.Marker(start, end, event, (), event.seat, event.place), "marker")
        self.time = end

    def _other(self, event: Event, later: Sequence[Event]) -> None:
        start = max(self.time, self.settled)
        if isinstance(event, ev.Cleared):
            lying = self.lying or {}
            pieces = tuple((lying[p], self.place(p)) for p in event.points if p in lying)
            length = self._length(SWEEP)
            self._lay(moves.Sweep(start, start + length, event, event.points, pieces), "sweep")
        elif isinstance(event, ev.RoundEnded):
            # After the last round the game ends: the board stays, and the result needs no pause
            # before it.
            last = any(isinstance(other, ev.GameEnded) for other in later)
            end = start if last else start + self._seconds(ROUND_PAUSE)
            self._lay(moves.Pause(start, end, event), "round", at_end=False)
        elif isinstance(event, ev.GameEnded):
            end = start + self._seconds(END_PAUSE)
            self._lay(moves.Pause(start, end, event), "end", at_end=False)
        else:
            self._lay(moves.Pause(start, start, event), _QUIET.get(type(event), ""))
            if isinstance(event, ev.TurnEnded):
                self.hop = 0
        self.time = max(self.time, self.settled if not isinstance(event, ev.TurnEnded) else 0.0)


MOVED = (ev.Placed, ev.Jumped, ev.Slid, ev.Stepped)
_QUIET: dict[type, str] = {
    ev.Bid: "bid",
    ev.Passed: "pass",
    ev.SideChosen: "pass",
    ev.SideHome: "home",
    ev.PhaseChanged: "phase",
}


WATCHED = 0.8  # seconds that people need to read a train's counter
# Number of samples of a jump's path, which the counter must not cover.
FLIGHT = 8


@dataclass
class TimelinePlayer:
    """A timeline of `steps` actions, and the time that has been reached in it."""

    before: dict[Point, Piece]
    timeline: Timeline
    steps: int = 0
    backwards: bool = False
    time: float = 0.0
    _heard: float = field(default=-1.0)
    # Cache of the picture, which each frame needs several times.
    _seen: tuple[float, AnimationFrame] | None = None

    @property
    def done(self) -> bool:
        """True when all movement is over; the counter of a train may still be fading."""
        return self.time >= self.timeline.duration

    @property
    def decided(self) -> bool:
        """True when the final position is at rest; after that comes only a pause to look at it."""
        return self.done or (not self.backwards and self.time >= self.timeline.decided)

    @property
    def begun(self) -> int:
        """Number of actions that have begun to move."""
        return self.steps if self.done else min(self.timeline.begun(self.time), self.steps)

    @property
    def gone(self) -> bool:
        """True when nothing is left to show."""
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
        """Go to the end immediately."""
        self.time = max(self.time, self.timeline.combo_end)
        self._heard = self.time

    @property
    def _shown_time(self) -> float:
        return self.timeline.duration - self.time if self.backwards else self.time

    @property
    def picture(self) -> AnimationFrame:
        now = self._shown_time
        if self._seen is None or self._seen[0] != now:
            self._seen = now, self.timeline.picture(self.before, now)
        return self._seen[1]

    @property
    def combo(self) -> Combo | None:
        return None if self.backwards else self.timeline.combo(self.time)

    @property
    def shake(self) -> tuple[int, int]:
        """Pixels, right and down, by which the picture is shifted."""
        return (0, 0) if self.backwards else self.timeline.shake(self.time)

    @property
    def arcs(self) -> list[tuple[Vec, Vec, float]]:
        """Paths of the jumps that are in the air: start, end, height."""
        if self.backwards:
            return []
        return [
            (movement.source, movement.target, movement.top)
            for movement in self.timeline.movements
            if isinstance(movement, Arc) and movement.start <= self.time < movement.end
        ]

    @property
    def busy(self) -> tuple[Vec, ...]:
        """Places where people look during a train, above all the path of the next jump."""
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
        """Return the present place of a seat's marker; `place` is where the marker began."""
        return self.timeline.marker(seat, place, self._shown_time)


def perform(
    before: Mapping[Point, Piece],
    events: Sequence[Sequence[Event]],
    place: Place,
    manner: MotionStyle,
    backwards: bool = False,
) -> TimelinePlayer:
    """Return the player of some actions, given each action's events and the pieces `before` them.

    With `backwards` the actions are undone, and the animation ends with the pieces `before`.
    """
    timeline = stage_turn(events, place, manner, before)
    return TimelinePlayer(dict(before), timeline, 0 if backwards else len(events), backwards)
