"""Connected stones of one colour, for outlines and numbers.  Pure."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.events import Piece
from game.rules.topology import Point, Topology


def groups_of(board: Topology, pieces: Mapping[Point, Piece]) -> list[frozenset[Point]]:
    """Groups of like pieces, from the top of the board down, left to right."""
    left = dict(pieces)
    found = []
    for point in sorted(pieces, key=lambda p: (-board.xy[p][1], board.xy[p][0])):
        if point in left:
            found.append(_flood(board, left, point))
    return found


def _flood(board: Topology, left: dict[Point, Piece], start: Point) -> frozenset[Point]:
    """The group of `start`; its points are taken out of `left`."""
    colour = left.pop(start).colour
    group, todo = {start}, [start]
    while todo:
        for other in board.neighbours[todo.pop()]:
            if other in left and left[other].colour == colour:
                del left[other]
                group.add(other)
                todo.append(other)
    return frozenset(group)
