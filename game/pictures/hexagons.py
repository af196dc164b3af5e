"""Geometry of a board of hexagonal cells: cells, stones, names on the frame."""

from __future__ import annotations

import math

from game.pictures.lines import UNITS, XY
from game.rules.topology import Point, Topology

SQRT3 = math.sqrt(3)
FRAME = 0.029 * UNITS
APOTHEM = (UNITS / 2 - 1) * SQRT3 / 2
CORNER = 5.0  # radius of the slab's corners
DISH = 0.70  # radius, as a share of a cell's side
STONE = 1.40  # diameter, as a share of a cell's side


def cell_side(topology: Topology) -> float:
    """Return the side of a cell in board units."""
    rows = 2 * topology.size - 1
    return (UNITS - 2 * FRAME - 8) / (SQRT3 * rows + 0.55)


def places(topology: Topology) -> dict[Point, XY]:
    """Return the centres of the cells in board units, y downwards."""
    unit = cell_side(topology) * max(1.0, SQRT3 * (topology.size - 1))
    return {p: (x * unit, -y * unit) for p, (x, y) in topology.xy.items()}


def piece_diameter(topology: Topology) -> float:
    return STONE * cell_side(topology)


def cell_reach(topology: Topology) -> float:
    """Return the distance from a cell's centre to its sides."""
    return cell_side(topology) * SQRT3 / 2


def labels(topology: Topology) -> list[tuple[str, XY]]:
    """Return letters below the columns and numbers on the right, on the frame, in board units."""
    at = places(topology)
    columns: dict[str, XY] = {}
    rows: dict[str, XY] = {}
    for point, place in at.items():
        letter, number = point[0], point[1:]
        if letter not in columns or place[1] > columns[letter][1]:
            columns[letter] = place
        if number not in rows or place[0] > rows[number][0]:
            rows[number] = place
    drop, reach = cell_reach(topology), APOTHEM - FRAME / 2
    below, aside = (0.0, 1.0), (SQRT3 / 2, -0.5)
    return [
        *((name, _slide_to(place, below, reach, drop)) for name, place in columns.items()),
        *((name, _slide_to(place, aside, reach, drop)) for name, place in rows.items()),
    ]


def _slide_to(place: XY, direction: XY, apothem: float, least: float) -> XY:
    """Return the place in the middle of the frame that is reached from a cell in this direction."""
    x, y = place
    step = least
    # Take long strides to the frame, go back by one, and go on in short strides.
    for stride in (16.0, 0.5):
        while step < UNITS:
            px, py = x + direction[0] * step, y + direction[1] * step
            if max(abs(px), abs(py) * SQRT3 / 2 + abs(px) / 2) >= apothem:
                break
            step += stride
        if stride > 1:
            step = max(least, step - stride)
    return px, py
