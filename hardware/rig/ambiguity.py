"""Could anything on a board have told two records of one turn apart?  For tests.

Judged from what the hand did, not from what the tracker saw of it: the hand knows which piece it
carried.  A record leaves something unexplained: movements that it does not contain, and landings
that it claims and no hand made.  Two records that end in the same position and leave equally much
unexplained look the same to any observer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.rules.base import Action
from game.rules.topology import Point
from hardware.rig.clumsy import Gesture, Put, Wait

REST = 0.17  # seconds; what lies shorter only passes over a point

Landing = tuple[Point | None, Point]  # where the piece lay before the turn, and where it landed


def landings_made(moves: Iterable[Gesture]) -> list[Landing]:
    """Every landing of a piece in the air that stayed for a moment, in order."""
    carried: list[tuple[Point | None, Point | None]] = []  # which piece, and where it last rested
    lying: dict[Point, tuple[Point | None, Point | None]] = {}  # the same of pieces set down
    covered: dict[Point, float] = {}
    rested: list[Landing] = []
    now = 0.0
    for move in moves:
        if isinstance(move, Wait):
            now += move.seconds
        elif isinstance(move, Put) and move.face == 0:
            piece, place = lying.pop(move.point, (move.point, move.point))
            if now - covered.pop(move.point, -REST) >= REST:
                carried.append((piece, move.point))
            else:  # it only passed over this point
                carried.append((piece, place))
                if place != move.point:
                    rested.pop()
        elif isinstance(move, Put):
            piece, place = carried.pop() if carried else (None, None)
            lying[move.point], covered[move.point] = (piece, place), now
            if place != move.point:
                rested.append((piece, move.point))
    return rested


def landings_told(actions: Iterable[Action]) -> list[Landing]:
    """Every landing a record speaks of."""
    piece_on: dict[Point, Point | None] = {}
    told: list[Landing] = []
    for action in actions:
        if action.target is not None:
            source = action.source
            piece = None if source is None else piece_on.pop(source, source)
            piece_on[action.target] = piece
            told.append((piece, action.target))
    return told


def unexplained(made: Sequence[Landing], told: Sequence[Landing]) -> int:
    """Landings made and not told, and landings told and not made, in this order."""
    rows = [list(range(len(told) + 1))]
    for number, one in enumerate(made, 1):
        row = [number]
        for place, other in enumerate(told, 1):
            least = min(rows[-1][place], row[-1]) + 1
            row.append(rows[-1][place - 1] if one == other else least)
        rows.append(row)
    return rows[-1][-1]


def alike(moves: Sequence[Gesture], one: Sequence[Action], other: Sequence[Action]) -> bool:
    """Do the hand's movements speak for neither of two records?"""
    made = landings_made(moves)
    return unexplained(made, landings_told(one)) == unexplained(made, landings_told(other))
