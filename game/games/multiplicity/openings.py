"""Openings of Multiplicity: the places of the last stones of the first turns.

The first turn has one stone. In later turns, the last stone is the free stone, while free stones
can be placed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.openings.naming import CORNER, MOST_PARTS, PLACES, Naming, place, steps_from
from game.platform.i18n import N_
from game.rules import Game, Point, Topology

# Corners, seen from the corner of the first stone.
NEXT, FAR, OPPOSITE = "next", "far", "opposite"
WORDS = {
    **PLACES,
    NEXT: N_("alongside"),
    FAR: N_("diagonal"),
    OPPOSITE: N_("opposite"),
}


def parts(game: Game, turns: Sequence[Sequence[str]]) -> list[str]:
    """Return the places of the last stones of the first turns."""
    board = game.topology
    stones = [turn[-1] for turn in turns[:MOST_PARTS]]
    if not all(stone in board.index for stone in stones):
        return []
    return [_part(board, stones[0], stone) for stone in stones]


def _part(board: Topology, first: Point, stone: Point) -> str:
    found = place(board, stone)
    if found != CORNER or stone == first or place(board, first) != CORNER:
        return found
    if steps_from(board, first)[stone] == board.size - 1:
        return NEXT
    (x, y), (u, v) = board.xy[first], board.xy[stone]
    return OPPOSITE if math.isclose(math.dist((x, y), (-u, -v)), 0, abs_tol=1e-6) else FAR


NAMING = Naming(parts, WORDS, tuple(PLACES))
