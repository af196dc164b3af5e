"""A turn made elsewhere as hand movements, and how far a board is with it.  Pure.

A movement is one thing that one hand does: it carries a piece, lays one or turns one over.  What a
board shows is compared with the pictures between the movements, and with those in which the piece
of the next movement is in the air, so that it is always said what comes next and what lies wrong
beside that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from game.rules.base import Action, State
from game.rules.events import Cleared, Event, Flipped, Jumped, Piece, Placed, Slid, Stepped
from game.rules.topology import Point
from hardware.tracking.faults import find_faults
from hardware.tracking.move_search import distance
from hardware.tracking.sensor_image import SensorImage, SensorModel
from hardware.tracking.tracker_events import Execute, Fault

EXTRA_PIECE = 3.1  # weight of a piece too many: a worse sign than a missing one
MAX_WALK_FAULTS = 3  # faults beyond which a board shows something else altogether

Pieces = dict[Point, Piece]


@dataclass(frozen=True)
class HandWalkStep:
    """The board between two movements: `done` of them are made, of `actions` actions.

    `held`: the piece of the next movement is in the air.
    """

    done: int
    actions: int
    pieces: Pieces
    held: bool = False


def movements(
    sensors: SensorModel, state: State, actions: Sequence[Action]
) -> tuple[list[Fault], list[HandWalkStep]]:
    """Return what hands do in a turn, and the moments before and after each lift."""
    todo: list[Fault] = []
    pieces = dict(sensors.game.pieces(state))
    moments = [HandWalkStep(0, 0, pieces)]
    for number, action in enumerate(actions):
        step = sensors.game.play(state, action)
        state = step.state
        for event in step.events:
            if isinstance(event, Cleared):
                return todo, moments  # a round is over: what is cleared is no part of the turn
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
    """Return whether no sensor would see that a counter has been turned over.

    Nobody could wait for it then.
    """
    if movement.kind != "turn":
        return False
    blind = sensors.index[movement.point] in sensors.ignored
    return blind or sensors.face(pieces[movement.point]) == sensors.face(movement.piece)


def _by_hand(event: Event) -> Iterator[Fault]:
    """Return what a hand does so that this happens."""
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
    """Return what is to be done next so that a board makes `actions` from `state`.

    None if it shows something else altogether.

    `before` is the task so far: of moments that look alike the one counts that comes next.
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
    if astray is not None:  # it goes on from where it was set down
        faults = tuple(fault for fault in faults if fault is not astray)
        rest = [replace(rest[0], source=astray.point), *rest[1:]]
    held = now.held and astray is None
    return Execute(tuple(actions), now.actions, faults, tuple(rest), held)


def _astray(
    sensors: SensorModel, faults: Sequence[Fault], rest: Sequence[Fault], shown: SensorImage
) -> Fault | None:
    """Return where the piece of the next movement lies, if it was set down elsewhere."""
    if rest[0].kind != "move":
        return None
    face = sensors.face(rest[0].piece)
    alike = [f for f in faults if f.kind == "remove" and shown[sensors.index[f.point]] == face]
    return alike[0] if alike else None
