"""The hexagon of cells: a body with its corner on top, engraved cells, a dish in each.

Pure numpy and geometry.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from game.pictures.hexagons import APOTHEM, CORNER, DISH, FRAME, cell_side, places
from game.pictures.lines import XY
from game.rules.topology import Point
from game.screen.boards import light
from game.screen.boards.board_render import Area, BoardPainter, Layers
from game.screen.boards.grain import WoodGrain
from game.screen.boards.shapes import SQRT3, Grid, coverage, flat_hexagon, pointed_hexagon, smooth


class CellsPainter(BoardPainter):
    """Field, engraved cells and dishes of a hexagon."""

    frame_width = FRAME

    @cached_property
    def _places(self) -> Mapping[Point, XY]:
        return places(self.topology)

    def paint(self, area: Area) -> Layers:
        board, side = self.board, cell_side(self.topology)
        half, dish = board.engraving_px / 2, side * DISH
        lines, centres = self._distances(area, side)
        colours: Grid = WoodGrain(self.grain, board.field).sample(area.xs, area.ys)
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
        """Return distances to the nearest cell border and cell centre, exact within the cells."""
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
