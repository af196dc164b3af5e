"""Cuts boards that are too large to solve into regions that are not. Names no game."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.topology import Point, hexagon

GAMES = 20  # games by the referee that verify a bound


def cut(size: int, counts: Sequence[int]) -> list[Sequence[Point]]:
    """Return regions with these numbers of cells, in the order of labels; one number is odd."""
    points = hexagon(size).points
    found: list[Sequence[Point]] = []
    for count in counts:
        found.append(points[:count])
        points = points[count:]
    assert not points
    assert sum(len(cells) % 2 for cells in found) == 1
    return found


def odd(regions: Sequence[Sequence[Point]]) -> int:
    """Return the index of the region with an odd number of cells."""
    return next(at for at, cells in enumerate(regions) if len(cells) % 2 == 1)


def region_with(regions: Sequence[Sequence[Point]], point: Point) -> int:
    """Return the index of the region with this cell."""
    return next(at for at, cells in enumerate(regions) if point in cells)
