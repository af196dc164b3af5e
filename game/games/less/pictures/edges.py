"""Where walls stand and goals lie on a board of Less."""

from __future__ import annotations

from collections.abc import Mapping

from game.games.less.walls import edges_in_order
from game.pictures import squares
from game.rules.events import Piece
from game.rules.topology import Point, Topology

Edge = tuple[Point, Point]


def wall_edges(topology: Topology, digits: str) -> dict[Edge, int]:
    """Return every inner edge, as its two squares, with its walls (0 where `digits` are short)."""
    side = topology.size

    def label(column: int, row: int) -> Point:
        return f"{chr(ord('a') + column)}{side - row}"

    edges = {}
    for number, (column, row, way) in enumerate(edges_in_order(side)):
        other = (column + 1, row) if way == "e" else (column, row + 1)
        count = int(digits[number]) if number < len(digits) else 0
        edges[label(column, row), label(*other)] = count
    return edges


def goals(topology: Topology, start: Mapping[Point, Piece]) -> dict[Point, Piece]:
    """For each goal square a piece of those that go there: homes mirrored through the centre."""
    at = squares.places(topology)
    by_place = {(round(x), round(y)): point for point, (x, y) in at.items()}
    return {
        by_place[-round(at[point][0]), -round(at[point][1])]: piece
        for point, piece in start.items()
    }
