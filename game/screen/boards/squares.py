"""The board of squares: tiles of two by two laid in a frame, each cut from its own plank.

Pure numpy and geometry. Walls and goals are not part of the body: see `walls`.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from game.pictures.lines import UNITS, XY
from game.pictures.squares import CORNER, FRAME, TILE_CORNER, square_side
from game.screen.boards import light
from game.screen.boards.board_render import Area, BoardPainter, Layers
from game.screen.boards.grain import WoodGrain
from game.screen.boards.shapes import Grid, coverage, rounded_box, smooth

GAP = 1.4  # from a tile's edge to the middle of the joint


class TilesPainter(BoardPainter):
    """Tiles of two by two squares with an engraved cross."""

    frame_width = FRAME

    @cached_property
    def _tiles(self) -> list[tuple[XY, WoodGrain]]:
        """Centre and plank of each tile; cut, direction and tint differ from tile to tile."""
        count = self.topology.size // 2
        side = 2 * square_side(self.topology)
        random = np.random.default_rng(17)
        tiles = []
        for index in range(count * count):
            column, row = index % count, index // count
            centre = ((column - (count - 1) / 2) * side, (row - (count - 1) / 2) * side)
            tiles.append((centre, self._plank(column + row, random)))
        return tiles

    def _plank(self, diagonal: int, random: np.random.Generator) -> WoodGrain:
        cut_x, cut_y, tint = random.random(3)
        if self.theme.flat:
            shade = self.board.field[diagonal % 2 % len(self.board.field)]
            return WoodGrain("", (shade,))
        return WoodGrain(
            self.grain,
            self.board.field,
            upright=bool(random.random() < 0.55),
            cut=(cut_x * UNITS, cut_y * UNITS),
            tint=0.955 + 0.09 * tint,
        )

    def paint(self, area: Area) -> Layers:
        dark = light.rgb(self.board.engraving) * np.float32(0.6)
        colours = np.broadcast_to(dark, (*area.x.shape, 3)).copy()
        height = np.full(area.x.shape, -3.0, np.float32)
        for centre, plank in self._tiles:
            self._lay(area, colours, height, centre, plank)
        half = UNITS / 2
        edge = rounded_box(area.x, area.y, half - 1, half - 1, CORNER)
        rim = rounded_box(area.x, area.y, half - FRAME, half - FRAME, 2)
        return Layers(colours, height, edge, rim)

    def _lay(self, area: Area, colours: Grid, height: Grid, centre: XY, plank: WoodGrain) -> None:
        """Put one tile on its part of the area."""
        reach = square_side(self.topology)
        first, last = np.searchsorted(area.xs, [centre[0] - reach, centre[0] + reach])
        top, bottom = np.searchsorted(area.ys, [centre[1] - reach, centre[1] + reach])
        if first >= last or top >= bottom:
            return
        part = (slice(int(top), int(bottom)), slice(int(first), int(last)))
        x, y = area.x[part] - centre[0], area.y[part] - centre[1]
        inside = rounded_box(x, y, reach - GAP, reach - GAP, TILE_CORNER)
        wood = plank.sample(area.xs[part[1]], area.ys[part[0]])
        cross = np.minimum(np.abs(x), np.abs(y))
        half = self.board.engraving_px / 2
        line = coverage(half - cross, area.px) * self.board.engraving_alpha
        wood = light.mix(wood, light.rgb(self.board.engraving), line)
        colours[part] = light.mix(colours[part], wood, coverage(inside, area.px))
        bevel = 3.0 * (smooth(0, 3.2, inside) - 1) - smooth(half + 0.9, half - 0.3, cross)
        height[part] = np.where(inside > 0, bevel, -3.0)
