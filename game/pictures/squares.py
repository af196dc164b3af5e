"""Geometry of a board of squares: squares, pieces, names on the frame."""

from __future__ import annotations

from game.pictures.lines import UNITS, XY
from game.rules.topology import Point, Topology

FRAME = 0.034 * UNITS
CORNER = 10.0
TILE_CORNER = 5.0
PIECE_SHARE = 0.62


def square_side(topology: Topology) -> float:
    """Return the side of a square in board units."""
    return (UNITS - 2 * FRAME) / topology.size


def places(topology: Topology) -> dict[Point, XY]:
    """Return the centres of the squares in board units, y downwards."""
    side, middle = square_side(topology), (topology.size - 1) / 2
    at = {}
    for point in topology.points:
        column, row = ord(point[0]) - ord("a"), int(point[1:]) - 1
        at[point] = ((column - middle) * side, (middle - row) * side)
    return at


def piece_diameter(topology: Topology) -> float:
    return PIECE_SHARE * square_side(topology)


def cell_reach(topology: Topology) -> float:
    """Return the distance from a square's centre to its sides."""
    return square_side(topology) / 2


def labels(topology: Topology) -> list[tuple[str, XY]]:
    """Return the places of file names below and rank names on the left, in board units."""
    side, middle = square_side(topology), (topology.size - 1) / 2
    rim = UNITS / 2 - FRAME / 2
    named = []
    for i in range(topology.size):
        named.append((chr(ord("a") + i), ((i - middle) * side, rim)))
        named.append((str(i + 1), (-rim, (middle - i) * side)))
    return named
