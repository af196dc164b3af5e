"""Could anything on a board have told two records of one turn apart?  For tests.

Judged from what the hand did, not from what the tracker saw of it.  A record leaves something
unexplained: movements that it does not contain, and landings that it claims and no hand made.  Two
records that end in the same position and leave equally much unexplained look the same to any
observer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.rules.base import Action
from game.rules.topology import Point
from tools.rig.clumsy import Gesture, Put, Wait

REST_S = 0.17  # seconds; what lies shorter only passes over a point

Touched = tuple[Point, bool]  # a point, and whether it was covered (else emptied)
PieceLanding = tuple[
    Point | None, Point
]  # where the piece lay before the turn, and where it landed


def landings_made(gestures: Iterable[Gesture], first_lifted: bool = False) -> list[PieceLanding]:
    """Return every landing of a piece in the air that stayed for a moment, in order.

    Of several pieces in the air the one lifted last comes down first, or the one `first_lifted`.
    """
    carried: list[tuple[Point | None, Point | None]] = []  # which piece, and where it last rested
    lying: dict[Point, tuple[Point | None, Point | None]] = {}  # the same of pieces set down
    covered: dict[Point, float] = {}
    rested: list[PieceLanding] = []
    now = 0.0
    for gesture in gestures:
        if isinstance(gesture, Wait):
            now += gesture.seconds
        elif isinstance(gesture, Put) and gesture.face == 0:
            piece, place = lying.pop(gesture.point, (gesture.point, gesture.point))
            if now - covered.pop(gesture.point, -REST_S) >= REST_S:
                carried.append((piece, gesture.point))
            else:  # it only passed over this point
                carried.append((piece, place))
                if place != gesture.point:
                    rested.pop()
        elif isinstance(gesture, Put):
            piece, place = carried.pop(-1 + first_lifted) if carried else (None, None)
            lying[gesture.point], covered[gesture.point] = (piece, place), now
            if place != gesture.point:
                rested.append((piece, gesture.point))
    return rested


def landings_told(actions: Iterable[Action]) -> list[PieceLanding]:
    """Return every landing a record speaks of."""
    piece_on: dict[Point, Point | None] = {}
    told: list[PieceLanding] = []
    for action in actions:
        if action.target is not None:
            source = action.source
            piece = None if source is None else piece_on.pop(source, source)
            piece_on[action.target] = piece
            told.append((piece, action.target))
    return told


def unexplained(made: Sequence[object], told: Sequence[object]) -> int:
    """Return what was made and not told, and what was told and not made, in this order."""
    rows = [list(range(len(told) + 1))]
    for number, one in enumerate(made, 1):
        row = [number]
        for place, other in enumerate(told, 1):
            least = min(rows[-1][place], row[-1]) + 1
            row.append(rows[-1][place - 1] if one == other else least)
        rows.append(row)
    return rows[-1][-1]


def touches_made(gestures: Iterable[Gesture]) -> list[Touched]:
    """Return every point that was emptied or covered, in order."""
    return [(put.point, put.face != 0) for put in gestures if isinstance(put, Put)]


def touches_told(actions: Iterable[Action]) -> list[Touched]:
    """Return every point that a record empties or covers, in order."""
    told: list[Touched] = []
    for action in actions:
        if action.target is not None:
            if action.source is not None:
                told.append((action.source, False))
            told.append((action.target, True))
    return told


def alike(gestures: Sequence[Gesture], one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Return whether the hand's gestures speak for neither of two records.

    Neither where pieces were set down, whichever of two in the air came down first, nor the bare
    order in which points were emptied and covered.
    """
    return _unexplained_by(gestures, one) == _unexplained_by(gestures, other)


def _unexplained_by(gestures: Sequence[Gesture], record: Sequence[Action]) -> tuple[int, int]:
    """Return what a record leaves unexplained of the landings, and of the bare touches."""
    ways = [landings_made(gestures, first_lifted) for first_lifted in (False, True)]
    landings = min(unexplained(made, landings_told(record)) for made in ways)
    return landings, unexplained(touches_made(gestures), touches_told(record))
