"""Where a point lies on its board, in the words of the field: centre, edge, corner and between."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from game.platform.i18n import N_
from game.rules import Point, Topology

CENTRE, INNER, HALFWAY, OUTER, EDGE, CORNER = (
    "centre",
    "inner",
    "halfway",
    "outer",
    "edge",
    "corner",
)
CORNER_WAYS = 3  # ways that lead from the corner of a hexagon
PLACES = {
    CENTRE: N_("centre"),
    INNER: N_("near the centre"),
    HALFWAY: N_("halfway"),
    OUTER: N_("near the edge"),
    EDGE: N_("edge"),
    CORNER: N_("corner"),
}


@lru_cache(maxsize=64)
def steps_from(board: Topology, point: Point) -> Mapping[Point, int]:
    """Return the steps along neighbours from a point to every other."""
    steps, ring = {point: 0}, [point]
    while ring:
        ring = list(dict.fromkeys(n for p in ring for n in board.neighbours[p] if n not in steps))
        steps.update(dict.fromkeys(ring, steps[next(reversed(steps))] + 1))
    return steps


def place(board: Topology, point: Point) -> str:
    """Return the place of a point on a hexagon, one of PLACES."""
    assert board.centre is not None
    steps = steps_from(board, board.centre)
    ring, last = steps[point], max(steps.values())
    if ring == last:
        return CORNER if len(board.neighbours[point]) == CORNER_WAYS else EDGE
    return {0: CENTRE, last - 1: OUTER, 1: INNER}.get(ring, HALFWAY)
