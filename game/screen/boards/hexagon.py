"""The hexagon of cells: a slab with its corner on top, engraved cells, a dish in each.

Pure numpy and geometry.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from game.rules.topology import Point, Topology
from game.screen.boards import light
from game.screen.boards.grain import Wood
from game.screen.boards.shapes import (
    SQRT3,
    Grid,
    coverage,
    flat_hexagon,
    pointed_hexagon,
    smooth,
)
from game.screen.boards.slab import UNITS, Area, Layers, Slab
from game.theme import BoardColours, Theme

XY = tuple[float, float]

FRAME = 0.029 * UNITS
APOTHEM = (UNITS / 2 - 1) * SQRT3 / 2
CORNER = 5.0  # radius of the slab's corners
DISH = 0.70  # of a cell's side
STONE = 1.40  # diameter, of a cell's side


def cell_side(topology: Topology) -> float:
    """Side of a cell in board units."""
    rows = 2 * topology.size - 1
    return (UNITS - 2 * FRAME - 8) / (SQRT3 * rows + 0.55)


def places(topology: Topology) -> dict[Point, XY]:
    """Centres of the cells in board units, y down."""
    unit = cell_side(topology) * max(1.0, SQRT3 * (topology.size - 1))
    return {p: (x * unit, -y * unit) for p, (x, y) in topology.xy.items()}


def piece_diameter(topology: Topology) -> float:
    return STONE * cell_side(topology)


def slab(topology: Topology, theme: Theme, board: BoardColours, grain: str) -> Slab:
    """The body of this board."""
    painter = CellsPainter(topology, theme, board, grain)
    return Slab(painter, theme, board, frame_width=FRAME)


def labels(topology: Topology) -> list[tuple[str, XY]]:
    """Letters below the columns and numbers on the right, on the frame, in board units."""
    at = places(topology)
    columns: dict[str, XY] = {}
    rows: dict[str, XY] = {}
    for point, place in at.items():
        letter, number = point[0], point[1:]
        if letter not in columns or place[1] > columns[letter][1]:
            columns[letter] = place
        if number not in rows or place[0] > rows[number][0]:
            rows[number] = place
    side = cell_side(topology)
    drop = side * SQRT3 / 2
    reach = APOTHEM - FRAME / 2
    named = [
        (letter, _slide_to(place, (0.0, 1.0), reach, drop)) for letter, place in columns.items()
    ]
    for number, place in rows.items():
        named.append((number, _slide_to(place, (SQRT3 / 2, -0.5), reach, drop)))
    return named


def _slide_to(place: XY, direction: XY, apothem: float, least: float) -> XY:
    """From a cell outwards until the middle of the frame."""
    x, y = place
    step = least
    for stride in (16.0, 0.5):  # long strides first, then back one and on in short ones
        while step < UNITS:
            px, py = x + direction[0] * step, y + direction[1] * step
            if max(abs(px), abs(py) * SQRT3 / 2 + abs(px) / 2) >= apothem:
                break
            step += stride
        if stride > 1:
            step = max(least, step - stride)
    return px, py


@dataclass(frozen=True, eq=False)
class CellsPainter:
    """Field, engraved cells and dishes of a hexagon."""

    topology: Topology
    theme: Theme
    board: BoardColours
    grain: str

    @cached_property
    def _places(self) -> Mapping[Point, XY]:
        return places(self.topology)

    def paint(self, area: Area) -> Layers:
        board, side = self.board, cell_side(self.topology)
        half, dish = board.engraving_px / 2, side * DISH
        lines, centres = self._distances(area, side)
        colours: Grid = Wood(self.grain, board.field).sample(area.xs, area.ys)
        hollow = smooth(dish + 1.2, dish - 1.2, centres) * board.dish_alpha
        tint = light.rgb(board.dish)
        colours = light.mix(colours, tint if self.theme.flat else colours * tint, hollow)
        line = coverage(half - lines, area.px) * board.engraving_alpha
        colours = light.mix(colours, light.rgb(board.engraving), line)
        height = -1.1 * smooth(half + 0.9, half - 0.3, lines)
        height -= 2.2 * smooth(dish + 3, dish - 4.5, centres)
        edge = pointed_hexagon(area.x, area.y, APOTHEM, CORNER)
        return Layers(colours, height, edge, pointed_hexagon(area.x, area.y, APOTHEM - FRAME))

    def _distances(self, area: Area, side: float) -> tuple[Grid, Grid]:
        """Distances to the nearest cell border and cell centre, exact within the cells."""
        lines = np.full(area.x.shape, 1e3, np.float32)
        centres = np.full(area.x.shape, 1e3, np.float32)
        apothem, reach = side * SQRT3 / 2, side + 3
        for cx, cy in self._places.values():
            if cy + reach < area.ys[0] or cy - reach > area.ys[-1]:
                continue
            first, last = np.searchsorted(area.xs, [cx - reach, cx + reach])
            part = (slice(None), slice(int(first), int(last)))
            x, y = area.x[part] - cx, area.y[part] - cy
            border = np.abs(flat_hexagon(x, y, apothem))
            np.minimum(lines[part], border, out=lines[part])
            np.minimum(centres[part], np.hypot(x, y), out=centres[part])
        return lines, centres


def corners(centre: XY, side: float) -> list[XY]:
    """Corners of a cell, for focus frames."""
    return [
        (centre[0] + side * math.cos(i * math.pi / 3), centre[1] + side * math.sin(i * math.pi / 3))
        for i in range(6)
    ]
