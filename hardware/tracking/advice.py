"""Advice about a board that differs: faults, tasks, and the piece in the air.  Pure.

A turn made elsewhere becomes hand movements.  In one movement a hand carries a piece, puts one down
or turns one over.  The board's image is compared with the images between the movements, and with
those in which the next movement's piece is in the air.  So the advice can always name the next
movement and any other faults.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from game.rules.base import Action, State
from game.rules.events import Cleared, Event, Flipped, Jumped, Piece, Placed, Slid, Stepped
from game.rules.topology import Point
from hardware.tracking.debounce import Debouncer
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import find_faults
from hardware.tracking.move_search import PlayLine, distance, extend
from hardware.tracking.sensor_image import EMPTY, SensorImage, SensorModel
from hardware.tracking.tracker_events import (
    Execute,
    Fault,
    Lifted,
    TakeBack,
    TrackerEvent,
    needs_no_answer,
)

EXTRA_PIECE = 3.1  # weight of a superfluous piece: it counts more than a missing one
MAX_WALK_FAULTS = 3  # with more faults a board shows something else altogether

Pieces = dict[Point, Piece]


@dataclass(frozen=True)
class HandWalkStep:
    """The board between two movements, after `done` movements and `actions` complete actions.

    `held`: the piece of the next movement is in the air.
    """

    done: int
    actions: int
    pieces: Pieces
    held: bool = False


def movements(
    sensors: SensorModel, state: State, actions: Sequence[Action]
) -> tuple[list[Fault], list[HandWalkStep]]:
    """Return the hand movements of a turn, and the moments before and after each lift."""
    todo: list[Fault] = []
    pieces = dict(sensors.game.pieces(state))
    moments = [HandWalkStep(0, 0, pieces)]
    for number, action in enumerate(actions):
        step = sensors.game.play(state, action)
        state = step.state
        for event in step.events:
            if isinstance(event, Cleared):
                # The round is over: clearing the board is not part of the turn.
                return todo, moments
            for movement in _by_hand(event):
                if _unseen(sensors, movement, pieces):
                    continue
                todo.append(movement)
                if movement.kind != "place":
                    lifted = movement.source or movement.point
                    pieces = {point: piece for point, piece in pieces.items() if point != lifted}
                    if sensors.index[movement.point] not in sensors.ignored:
                        moments.append(HandWalkStep(len(todo) - 1, number, pieces, held=True))
                assert movement.piece is not None
                pieces = {**pieces, movement.point: movement.piece}
                moments.append(HandWalkStep(len(todo), number, pieces))
        moments[-1] = replace(moments[-1], actions=number + 1)
    return todo, moments


def _unseen(sensors: SensorModel, movement: Fault, pieces: Pieces) -> bool:
    """Return whether this movement turns a counter over unnoticed by any sensor.

    The program cannot wait for such a movement.
    """
    if movement.kind != "turn":
        return False
    blind = sensors.index[movement.point] in sensors.ignored
    return blind or sensors.face(pieces[movement.point]) == sensors.face(movement.piece)


def _by_hand(event: Event) -> Iterator[Fault]:
    """Yield the hand movement that makes this event happen."""
    if isinstance(event, Placed):
        yield Fault("place", event.point, event.piece)
    elif isinstance(event, Flipped):
        yield Fault("turn", event.point, event.after)
    elif isinstance(event, (Jumped, Stepped)):
        yield Fault("move", event.target, event.piece, event.source)
    elif isinstance(event, Slid):
        yield Fault("move", event.path[-1], event.piece, event.path[0])


def task_for(
    sensors: SensorModel,
    state: State,
    actions: Sequence[Action],
    shown: SensorImage,
    before: Execute | None = None,
) -> Execute | None:
    """Return the next task that makes a board play `actions` from `state`.

    None if the board shows something else altogether.

    `before` is the previous task: if several moments look alike, the first that is not earlier
    counts.
    """
    todo, moments = movements(sensors, state, actions)
    reached = len(todo) - len(before.movements) if before and before.actions == actions else 0
    images = [sensors.image_of(moment.pieces) for moment in moments]
    apart = [distance(shown, image, EXTRA_PIECE) for image in images]
    nearest = [moment for moment, far in zip(moments, apart) if far == min(apart)]
    coming = [moment for moment in nearest if moment.done >= reached]
    order = attrgetter("done", "held")
    now = min(coming, key=order) if coming else max(nearest, key=order)
    faults = find_faults(sensors, now.pieces, shown)
    rest = todo[now.done :]
    if len(faults) > MAX_WALK_FAULTS or not (rest or faults):
        return None
    astray = _astray(sensors, faults, rest, shown) if now.held else None
    if astray is not None:  # The movement continues from the point where the piece was set down.
        faults = tuple(fault for fault in faults if fault is not astray)
        rest = [replace(rest[0], source=astray.point), *rest[1:]]
    held = now.held and astray is None
    return Execute(tuple(actions), now.actions, faults, tuple(rest), held)


def _astray(
    sensors: SensorModel, faults: Sequence[Fault], rest: Sequence[Fault], shown: SensorImage
) -> Fault | None:
    """Return the fault of the next movement's piece, if that piece was set down elsewhere."""
    if rest[0].kind != "move":
        return None
    face = sensors.face(rest[0].piece)
    alike = [f for f in faults if f.kind == "remove" and shown[sensors.index[f.point]] == face]
    return alike[0] if alike else None


def complaint(
    sensors: SensorModel, almost: State, now: State, shown: SensorImage
) -> tuple[Fault, ...]:
    """Return the faults to mend on a board that nothing explains.

    If only counters must be turned over to finish the turn that the board almost shows, the faults
    finish the turn. Otherwise they finish it or go back, whichever needs fewer movements.
    """
    forward = find_faults(sensors, sensors.game.pieces(almost), shown)
    back = find_faults(sensors, sensors.game.pieces(now), shown)
    if all(fault.kind == "turn" for fault in forward):
        return forward
    return min(forward, back, key=len)


def out_of_turn(sensors: SensorModel, now: State, shown: SensorImage) -> bool:
    """Return whether pieces were moved, and none of them belongs to the seat to move."""
    pieces, mover = sensors.game.pieces(now), sensors.game.to_move(now)
    differing = [
        (label, face, pieces.get(label))
        for label, face, wanted in zip(sensors.points, shown, sensors.image(now))
        if face != wanted
    ]
    gone = [piece for _label, face, piece in differing if face == EMPTY and piece is not None]
    come = [face for _label, face, piece in differing if face != EMPTY and piece is None]
    others = [piece for piece in gone if piece.seat not in (None, mover)]
    return bool(gone) and others == gone and sorted(map(sensors.face, gone)) == sorted(come)


def next_task(
    sensors: SensorModel, position: ExpectedPosition, shown: SensorImage, said: TrackerEvent | None
) -> Execute | None:
    """Return how far the board is with a turn made elsewhere; None if it shows something else.

    `said` is the tracker's last announcement, perhaps the task so far.
    """
    before = said if isinstance(said, Execute) else None
    if position.played:
        return task_for(sensors, position.state, position.played, shown, before)
    if position.before and position.last:
        return task_for(sensors, position.before[-1], position.last, shown, before)
    return None


def is_followed(said: TrackerEvent | None, position: ExpectedPosition) -> bool:
    """Return whether the match has reached the position that a correction by hand requested."""
    if not isinstance(said, TakeBack) or not needs_no_answer(said):
        return False
    if position.played or not said.instead:
        return (position.state, position.played) == (said.start, said.instead)
    return (position.before[-1:], position.last) == ((said.start,), said.instead)


def only_gone(before: SensorImage, shown: SensorImage) -> int | None:
    """Return the one point that was emptied, if nothing else differs."""
    gone = [number for number, (seen, face) in enumerate(zip(shown, before)) if seen != face]
    return gone[0] if len(gone) == 1 and shown[gone[0]] == EMPTY else None


def may_start(sensors: SensorModel, state: State, point: Point) -> bool:
    """Return whether the seat to move may begin with the piece on this point."""
    return any(action.source == point for action in sensors.legal(state))


def passes_freely(sensors: SensorModel, state: State, turn: Sequence[Action]) -> bool:
    """Return whether a turn from `state` is a pass, though something else could be played."""
    passed = [action.kind for action in turn] == ["pass"]
    return passed and len(sensors.legal(state)) > 1


def in_the_air(sensors: SensorModel, turn: PlayLine, shown: SensorImage) -> bool:
    """Return whether one movable piece is lifted; counters turned over may differ, too."""
    moved = [
        number
        for number, (seen, face) in enumerate(zip(shown, turn.image))
        if seen != face and EMPTY in (seen, face)
    ]
    if len(moved) != 1 or shown[moved[0]] != EMPTY:
        return False
    return may_start(sensors, turn.state, sensors.points[moved[0]])


def piece_lifted(sensors: SensorModel, turn: PlayLine, raw: SensorImage) -> Lifted | None:
    """Return the piece in the air and where it may land, if that piece may move."""
    gone = only_gone(turn.image, raw)
    if gone is None:
        return None
    point = sensors.points[gone]
    legal = sensors.legal(turn.state)
    targets = dict.fromkeys(action.points[-1] for action in legal if action.source == point)
    return Lifted(point, tuple(targets)) if targets else None


def taken_back_to(
    sensors: SensorModel, base: PlayLine, turn: PlayLine, shown: SensorImage
) -> PlayLine | None:
    """Return the earlier moment of this turn that the board shows, if it shows one.

    A piece that goes back to its old point counts as taken back, even if moving it back is legal.
    A player who means such a move presses the button.
    """
    line = base
    for action in turn.actions:
        if line.image == shown:
            return line
        line = extend(sensors, line, action)
    return None


def rotated_to(sensors: SensorModel, turn: PlayLine, shown: SensorImage) -> list[PlayLine]:
    """Return whole turns that swap like pieces and end with this movement; one at most."""
    ends = [extend(sensors, turn, action) for action in sensors.legal(turn.state)]
    return [line for line in ends if line.ended and line.image == shown][:1]


class LiftedPiece:
    """The piece in the air right now, before anything settles; for guidance only.

    `now` is the lifted piece of the seat to move; None if there is none.
    """

    def __init__(self, sensors: SensorModel, debouncer: Debouncer) -> None:
        self.sensors, self.debouncer = sensors, debouncer
        self.now: Lifted | None = None
        self._looked_at = -1.0  # time of the debouncer's last change at the last look

    def look(self, turn: PlayLine, expected: bool) -> Lifted | None:
        """Look at the raw sensors; return the piece that has just been lifted, if there is one.

        `expected`: a person is to move, so that a lift means something.
        """
        if self._looked_at == self.debouncer.changed and self.now is None:
            return None
        before, self.now = self.now, None
        if expected:
            raw = self.sensors.observed(self.debouncer.raw)
            self.now = piece_lifted(self.sensors, turn, raw)
        self._looked_at = self.debouncer.changed
        return self.now if self.now != before else None
