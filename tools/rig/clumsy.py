"""Clumsy hands that play given turns on a board the way people do. For tests and benches.

`ClumsyHand.turn` returns the gestures of one turn: lifting, setting down, waiting, pressing the
button.  Its habits, each drawn from a seed: it slides pieces over other points, lifts some and
puts them back, tries a wrong square first, nudges neighbours, turns counters over early, late or
in any order, and skips hops of a train.  The gestures always end in exactly the given turn.

Other hands rearrange the gestures of a hand that moves one piece at a time: they hold two pieces in
the air, or slide pieces. The final position, the pieces and the order of the lifts do not change.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.rules.base import Action, Game, State
from game.rules.events import Cleared, Event, Flipped, Jumped, Placed, Slid, Stepped
from game.rules.topology import Point
from hardware.tracking.move_search import MoveSearch, follow, root
from hardware.tracking.sensor_image import ANY, EMPTY, SensorModel

# Seconds for which a sliding piece covers a point that it passes.
PASSING_S = (0.03, 0.12)
BETWEEN_MOVEMENTS_S = (0.3, 0.9)  # seconds between two movements
# Seconds for which a stone rests on a point before it is moved to the intended one.
HESITATION_S = (0.25, 1.3)
NOTICED_AFTER_S = 2.2  # seconds until somebody notices a counter that was not turned over

OVERLAP_S = (0.01, 0.1)  # seconds for which a slid piece covers both points


@dataclass(frozen=True, slots=True)
class Put:
    """Shows a face of a piece on a point from now on, or empties the point (EMPTY)."""

    point: Point
    face: int


@dataclass(frozen=True, slots=True)
class Wait:
    """The hand does nothing for this many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class PressButton:
    """The button is pressed."""


Gesture = Put | Wait | PressButton


@dataclass(frozen=True)
class Habits:
    """The probability of each kind of clumsiness, 0 to 1."""

    slide: float = 0.3
    lift_and_replace: float = 0.25
    wrong_square: float = 0.25
    nudge: float = 0.2
    late_flips: float = 0.4
    early_flips: float = 0.2
    straight_down: float = 0.3
    needless_button: float = 0.1
    # Late flips are made only after the screen has complained.
    forgetful: float = 0.1
    second_thoughts: float = 0.15  # a stone rests on another empty point before it is placed
    pace: tuple[float, float] = BETWEEN_MOVEMENTS_S  # seconds between two movements


CAREFUL = Habits(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


class ClumsyHand:
    """One person's hand, at a board with the sensors of the model `sensors`."""

    def __init__(self, sensors: SensorModel, seed: int = 0, habits: Habits | None = None) -> None:
        self.sensors = sensors
        self.game: Game = sensors.game
        self.habits = habits or Habits()
        self._random = random.Random(seed)
        self._lying: dict[Point, int] = {}
        self._latest: Point | None = None  # where this hand last set a piece down

    def turn(self, state: State, actions: Sequence[Action]) -> list[Gesture]:
        """Return the gestures that make this turn from the position `state`."""
        self._lying = self._faces(state)
        moves: list[Gesture] = []
        if self._likely(self.habits.lift_and_replace):
            moves += self._lift_and_replace()
        if self._likely(self.habits.nudge):
            moves += self._nudge(state)
        moves += self._make(state, actions)
        if self._needs_button(state, actions) or self._likely(self.habits.needless_button):
            moves += [self._pause(), PressButton()]
        return moves

    def clear(self, state: State) -> list[Gesture]:
        """Return the gestures that remove all pieces of `state`, as between two rounds."""
        faces = self._faces(state)
        points = [point for point, face in faces.items() if face not in (EMPTY, ANY)]
        self._random.shuffle(points)
        return [move for point in points for move in (Put(point, EMPTY), Wait(0.1))]

    def set_out(self, state: State) -> list[Gesture]:
        """Return the gestures that put the pieces of a position on an empty board."""
        return [Put(p, face) for p, face in self._faces(state).items() if face not in (EMPTY, ANY)]

    # -- the turn itself -------------------------------------------------------------------------

    def _make(self, state: State, actions: Sequence[Action]) -> Iterator[Gesture]:
        """Yield the gestures of each action.

        Counters are flipped at a random moment of the turn, and some landings of hops are skipped.
        """
        here = state
        owed: list[Flipped] = []
        mood = self._random.random()
        habits = self.habits
        steps: list[tuple[Action, tuple[Event, ...]]] = []
        for action in actions:
            step = self.game.play(here, action)
            steps.append((action, step.events))
            here = step.state
        flips = [e for _action, events in steps for e in events if isinstance(e, Flipped)]
        winding = _winding(steps) or not self._telling(state, steps)
        early = mood < habits.early_flips and not winding
        late = not early and mood < habits.early_flips + habits.late_flips and not winding
        if early:
            self._random.shuffle(flips)
            yield from self._turn_over(flips)
        for number, (_action, events) in enumerate(steps):
            skip = not winding and self._may_skip(steps, number)
            skip = skip and self._likely(habits.straight_down)
            for event in events:
                if isinstance(event, Flipped):
                    owed.append(event)
                else:
                    yield from self._do(event, skip)
            if owed and not late and not early:
                yield from self._turn_over(owed)
                owed = []
        if late:
            if owed and self._likely(habits.forgetful):
                yield Wait(NOTICED_AFTER_S)
            self._random.shuffle(owed)
            yield from self._turn_over(owed)

    def _telling(self, state: State, steps: Sequence[tuple[Action, tuple[Event, ...]]]) -> bool:
        """Return whether sensors identify this turn even if some landings are skipped."""
        if len(steps) < 2 or all(action.kind == "place" for action, _events in steps):
            return True
        start = root(self.sensors, state)
        actions = tuple(action for action, _events in steps)
        end = follow(self.sensors, start, actions)
        ends = (actions[0].points[:1], *(action.points[-1:] for action in actions))
        touched = {self.sensors.index[point] for points in ends for point in points}
        touched |= {n for n, f in enumerate(end.image) if f != start.image[n]}
        search = MoveSearch(self.sensors, start, end.image, touched, 400)
        while not search.run(400):
            pass
        same = [line for line in search.exact if line.actions[: len(actions)] != actions]
        shorter = [line for line in same if line.actions != actions[:-1]]
        return not shorter and search.left > 0

    def _may_skip(self, steps: Sequence[tuple[Action, tuple[Event, ...]]], number: int) -> bool:
        """Return whether this action's landing may be skipped, because the same piece moves on."""
        if number + 1 >= len(steps):
            return False
        action, following = steps[number][0], steps[number + 1][0]
        return len(action.points) > 1 and following.source == action.target

    def _do(self, event: Event, skip: bool) -> Iterator[Gesture]:
        if isinstance(event, Placed):
            face = self.sensors.face(event.piece)
            yield from self._wrong_square_first(event.point, face)
            if self._likely(self.habits.second_thoughts):
                yield from self._elsewhere_first(event.point, face, HESITATION_S)
            yield from self._set_down(event.point, face)
        elif isinstance(event, (Jumped, Stepped)):
            yield from self._carry(event.source, event.target, self.sensors.face(event.piece), skip)
        elif isinstance(event, Slid):
            face = self.sensors.face(event.piece)
            yield from self._carry(event.path[0], event.path[-1], face, skip)

    def _carry(self, source: Point, target: Point, face: int, skip: bool) -> Iterator[Gesture]:
        if self._lying.get(source, EMPTY) != EMPTY:
            yield Put(source, EMPTY)
            self._lying[source] = EMPTY
            yield self._pause()
        if skip:
            return
        yield from self._wrong_square_first(target, face)
        if self._likely(self.habits.slide):
            yield from self._slide_over(source, target, face)
        yield from self._set_down(target, face)

    def _set_down(self, point: Point, face: int) -> Iterator[Gesture]:
        yield Put(point, face)
        self._lying[point] = face
        self._latest = point
        yield self._pause()

    def _turn_over(self, flips: Sequence[Flipped]) -> Iterator[Gesture]:
        for flip in flips:
            yield Put(flip.point, EMPTY)
            yield Wait(self._random.uniform(0.08, 0.5))
            face = self.sensors.face(flip.after)
            yield Put(flip.point, face)
            self._lying[flip.point] = face
            yield self._pause()

    # -- clumsiness ------------------------------------------------------------------------------

    def _lift_and_replace(self) -> Iterator[Gesture]:
        lying = [point for point, face in self._lying.items() if face not in (EMPTY, ANY)]
        if lying:
            point = self._random.choice(lying)
            yield Put(point, EMPTY)
            yield Wait(self._random.uniform(0.1, 1.8))
            yield Put(point, self._lying[point])
            yield self._pause()

    def _nudge(self, state: State) -> Iterator[Gesture]:
        """Let a piece slip to an empty neighbour and put it back, unless the slip would be a turn.

        The hand's latest piece is left alone, because moving it again would correct the turn.
        """
        slips = [
            (point, other)
            for point, face in self._lying.items()
            if face not in (EMPTY, ANY) and point != self._latest
            for other in self.sensors.game.topology.neighbours[point]
            if self._lying.get(other, EMPTY) == EMPTY
        ]
        ends = {(a.source, a.target) for a in self.game.legal(state) if self._ends(state, a)}
        slips = [slip for slip in slips if slip not in ends]
        if slips:
            point, other = self._random.choice(slips)
            face = self._lying[point]
            yield Put(point, EMPTY)
            yield Put(other, face)
            yield Wait(self._random.uniform(0.1, 2.5))
            yield Put(other, EMPTY)
            yield Wait(0.1)
            yield Put(point, face)
            yield self._pause()

    def _ends(self, state: State, action: Action) -> bool:
        after = self.game.play(state, action).state
        return self.game.turn_ended(state, after)

    def _wrong_square_first(self, target: Point, face: int) -> Iterator[Gesture]:
        """Try another empty point first, but too briefly for the tracker to accept it."""
        if self._likely(self.habits.wrong_square):
            yield from self._elsewhere_first(target, face, PASSING_S)

    def _elsewhere_first(
        self, target: Point, face: int, rest: tuple[float, float]
    ) -> Iterator[Gesture]:
        """Set the piece down on some other empty point for a while."""
        empty = [
            point
            for point in self.sensors.points
            if self._lying.get(point, EMPTY) == EMPTY and point != target
        ]
        if empty:
            point = self._random.choice(empty)
            yield Put(point, face)
            yield Wait(self._random.uniform(*rest))
            yield Put(point, EMPTY)
            yield Wait(self._random.uniform(*PASSING_S))

    def _slide_over(self, source: Point, target: Point, face: int) -> Iterator[Gesture]:
        """Pass over an empty neighbour of the target."""
        neighbours = self.sensors.game.topology.neighbours[target]
        free = [p for p in neighbours if self._lying.get(p, EMPTY) == EMPTY and p != source]
        for point in free[:1]:
            yield Put(point, face)
            yield Wait(self._random.uniform(*PASSING_S))
            yield Put(point, EMPTY)

    # -- inside ----------------------------------------------------------------------------------

    def _needs_button(self, state: State, actions: Sequence[Action]) -> bool:
        """Return whether only the button can show that the turn is over."""
        return bool(actions) and not actions[-1].points

    def _faces(self, state: State) -> dict[Point, int]:
        return dict(zip(self.sensors.points, self.sensors.image(state)))

    def _likely(self, share: float) -> bool:
        return self._random.random() < share

    def _pause(self) -> Wait:
        return Wait(self._random.uniform(*self.habits.pace))


def _winding(steps: Sequence[tuple[Action, tuple[Event, ...]]]) -> bool:
    """Return whether a train comes back to a point or turns a counter twice.

    In such a train no landing may be skipped.
    """
    landings = [action.points[-1] for action, _events in steps if action.points]
    landings += [action.points[0] for action, _events in steps[:1] if action.points]
    turned = [e.point for _action, events in steps for e in events if isinstance(e, Flipped)]
    return len(set(landings)) < len(landings) or len(set(turned)) < len(turned)


def random_turn(game: Game, state: State, rng: random.Random) -> list[Action]:
    """Return a random legal turn."""
    actions: list[Action] = []
    begun = state
    while not game.turn_ended(begun, state):
        action = rng.choice(game.legal(state))
        actions.append(action)
        state = game.play(state, action).state
    return actions


def cleared(events: Sequence[Event]) -> bool:
    """Return whether the board was cleared for another round."""
    return any(isinstance(event, Cleared) for event in events)


class TwoHanded(ClumsyHand):
    """A hand that lifts the next piece before it sets down this one."""

    def turn(self, state: State, actions: Sequence[Action]) -> list[Gesture]:
        """Return the gestures of a turn, with two pieces lifted at a time where possible."""
        return lifted_in_pairs(super().turn(state, actions))


class Sliding(ClumsyHand):
    """A hand that slides every piece: the target is covered before the source is left."""

    def turn(self, state: State, actions: Sequence[Action]) -> list[Gesture]:
        """Return the gestures of a turn in which every piece slides."""
        return slid(super().turn(state, actions), random.Random(len(actions)))


def lifted_in_pairs(gestures: Sequence[Gesture]) -> list[Gesture]:
    """Change each lift, set down, lift, set down into lift, lift, set down, set down."""
    out = list(gestures)
    at = 0
    while at + 7 < len(out):
        first, second = _carry(out[at : at + 4]), _carry(out[at + 4 : at + 8])
        if first and second and not set(first) & set(second):
            lift, pause, lay, rest, lift_2, pause_2, lay_2, rest_2 = out[at : at + 8]
            out[at : at + 8] = [lift, pause, lift_2, pause_2, lay, rest, lay_2, rest_2]
            at += 7
        at += 1
    return out


def slid(gestures: Sequence[Gesture], rng: random.Random) -> list[Gesture]:
    """Change each lift, wait, set down into set down, a moment, lift."""
    out = list(gestures)
    for at in range(len(out) - 3):
        if _carry(out[at : at + 4]):
            lift, _pause, lay = out[at : at + 3]
            out[at : at + 3] = [lay, Wait(rng.uniform(*OVERLAP_S)), lift]
    return out


def _carry(gestures: Sequence[Gesture]) -> tuple[str, str] | None:
    """Return source and target if these gestures move one piece, else None."""
    match gestures:
        case [Put(source, 0), Wait(), Put(target, face), Wait()]:
            return (source, target) if face != EMPTY and source != target else None
    return None
