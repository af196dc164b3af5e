"""What to say of a board that differs: faults, tasks, pieces in the air.  Pure."""

from __future__ import annotations

from game.rules.base import Action, State
from game.rules.topology import Point
from hardware.tracking.faults import find_faults
from hardware.tracking.move_search import Line, distance, extend, root
from hardware.tracking.position import Position
from hardware.tracking.sensor_image import EMPTY, Picture, Sight
from hardware.tracking.tracker_events import Execute, Fault, Lifted


def complaint(sight: Sight, almost: State, now: State, shown: Picture) -> tuple[Fault, ...]:
    """What to do about a board nothing explains: finish the turn that it almost shows, when only
    counters are to be turned over, else whatever is less work: that or going back."""
    forward = find_faults(sight, sight.game.pieces(almost), shown)
    back = find_faults(sight, sight.game.pieces(now), shown)
    if all(fault.kind == "turn" for fault in forward):
        return forward
    return min(forward, back, key=len)


def next_task(
    sight: Sight, position: Position, shown: Picture, faults: tuple[Fault, ...]
) -> Execute | None:
    """How far the board is with a turn that was made elsewhere; None if it shows something else."""
    if position.played:
        line, actions = root(sight, position.state), position.played
    elif position.before and position.last:
        line, actions = root(sight, position.before[-1]), position.last
    else:
        return None
    pictures = [line.picture]
    for action in actions:
        line = extend(sight, line, action)
        pictures.append(line.picture)
    apart = [distance(shown, picture) for picture in pictures]
    step = max(number for number in range(len(pictures)) if apart[number] == min(apart))
    if step == len(actions) and len(faults) > 2:
        return None
    while step and not _landed(sight, actions[step - 1], pictures[step], shown):
        step -= 1
    for number, action in enumerate(actions[:step]):
        if (
            action.source is None
            and action.points
            and not _landed(sight, action, line.picture, shown)
        ):
            step = number  # pieces that are placed may be placed in any order
            break
    return Execute(actions, step, faults)


def _landed(sight: Sight, action: Action, after: Picture, shown: Picture) -> bool:
    """Does the board show what this action set down?"""
    if not action.points:
        return False
    landing = sight.index[action.points[-1]]
    return shown[landing] == after[landing]


def only_gone(before: Picture, shown: Picture) -> int | None:
    """The one point that was emptied, if nothing else differs."""
    gone = [number for number, (seen, face) in enumerate(zip(shown, before)) if seen != face]
    return gone[0] if len(gone) == 1 and shown[gone[0]] == EMPTY else None


def may_start(sight: Sight, state: State, point: Point) -> bool:
    """May the seat to move begin with the piece on this point?"""
    return any(action.source == point for action in sight.legal(state))


def in_the_air(sight: Sight, turn: Line, shown: Picture) -> bool:
    """Is one piece that may move lifted, and nothing else but turned counters different?"""
    moved = [
        number
        for number, (seen, face) in enumerate(zip(shown, turn.picture))
        if seen != face and EMPTY in (seen, face)
    ]
    if len(moved) != 1 or shown[moved[0]] != EMPTY:
        return False
    return may_start(sight, turn.state, sight.points[moved[0]])


def piece_lifted(sight: Sight, turn: Line, raw: Picture) -> Lifted | None:
    """The piece in the air and where it may land, if it is one that may move."""
    gone = only_gone(turn.picture, raw)
    if gone is None:
        return None
    point = sight.points[gone]
    legal = sight.legal(turn.state)
    targets = dict.fromkeys(action.points[-1] for action in legal if action.source == point)
    return Lifted(point, tuple(targets)) if targets else None
