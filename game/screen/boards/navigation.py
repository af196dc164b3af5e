"""Navigation on a board by arrow keys.  Pure, in the board's own coordinates."""

from __future__ import annotations

import math
from functools import cache

from game.rules.topology import Point, Topology

WIDEST = math.radians(62)  # of an arrow's direction: a neighbour further aside is not meant
WIDEST_FAR = math.radians(48)  # for points that are no neighbours


def step(board: Topology, here: Point, dx: int, dy: int) -> Point | None:
    """Return the point an arrow key leads to from `here`; `dx`, `dy` are of the screen (y down).

    First along lines to neighbours, else to the nearest point that lies that way, so that every
    point can be reached.
    """
    wanted = math.atan2(-dy, dx)
    beside = list(board.neighbours.get(here, ()))
    best = _best(board, here, beside, wanted, WIDEST, 0.0)
    if best is not None:
        return best
    others = [p for p in board.points if p != here]
    return _best(board, here, others, wanted, WIDEST_FAR, 1.0)


def _best(
    board: Topology, here: Point, others: list[Point], wanted: float, widest: float, far: float
) -> Point | None:
    """Return the point most in the direction; `far` weighs its distance too."""
    x, y = board.xy[here]
    best, least = None, math.inf
    for point in others:
        px, py = board.xy[point]
        turn = _turn(math.atan2(py - y, px - x) - wanted)
        off = abs(turn)
        cost = off + far * math.hypot(px - x, py - y) * 4
        # Of two cells equally far aside take them in turn, column by column: a row stays a row.
        cost += 1e-4 if (turn > 0) == (_column(board, here) % 2 == 0) else 0.0
        if off <= widest and cost < least - 1e-9:
            best, least = point, cost
    return best


def _column(board: Topology, point: Point) -> int:
    """Return the number of the point's column, from the left."""
    return _columns(board)[round(board.xy[point][0], 6)]


@cache
def _columns(board: Topology) -> dict[float, int]:
    places = sorted({round(x, 6) for x, _y in board.xy.values()})
    return {x: number for number, x in enumerate(places)}


def _turn(angle: float) -> float:
    """Return the same angle within -pi to pi."""
    return (angle + math.pi) % (2 * math.pi) - math.pi
