"""The painters of bodies: boards of straight lines, of squares laid as tiles, of hexagonal cells.

Pure numpy and geometry. The painter of lines draws any board of labelled points and lines, not only
decagons. Walls and goals are not part of the body: see `fittings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from game.pictures import hexagons, lines, squares
from game.pictures.label_placement import segment_distance
from game.pictures.lines import BODY, FIELD, RIM_POINTS, UNITS, XY, Chord
from game.rules.topology import Point
from game.screen.boards import light
from game.screen.boards.board_render import Area, BoardPainter, Layers
from game.screen.boards.grain import WoodGrain
from game.screen.boards.shapes import (
    Grid,
    at_height,
    coverage,
    flat_hexagon,
    pointed_hexagon,
    rounded_box,
    smooth,
)

NEAR = 12.0  # reach of the engraving round a line or point, in board units
GAP = 1.4  # distance from a tile's edge to the middle of the joint, in board units


class LinesPainter(BoardPainter):
    """Field, inlay and engraving of a board of lines."""

    frame_width = BODY - FIELD

    @cached_property
    def _places(self) -> Mapping[Point, XY]:
        return lines.places(self.topology)

    @cached_property
    def _segments(self) -> Sequence[Chord]:
        return lines.segments(self.topology)

    @cached_property
    def _chords(self) -> Sequence[Chord]:
        return lines.rim_chords(self._segments)

    @cached_property
    def _short_chords(self) -> Sequence[Chord]:
        return lines.star_chords(self._chords)

    def paint(self, area: Area) -> Layers:
        radius = np.hypot(area.x, area.y)
        colours = self.marquetry(area, radius)
        engraved, points = self.distances(area)
        half = self.board.engraving_px / 2
        hole = self.board.point_radius_px
        ink = light.rgb(self.board.engraving)
        colours = light.mix(
            colours, ink, coverage(half - engraved, area.px) * self.board.engraving_alpha
        )
        dot = coverage(hole - points, area.px)
        colours = light.mix(colours, light.rgb(self.board.point), dot)
        height = -1.5 * smooth(half + 0.9, half - 0.3, engraved)
        height -= 2.2 * smooth(hole + 1, hole - 2, points)
        if not self.theme.flat:
            ring = smooth(0.9, 0.2, np.abs(radius - (FIELD - 5.5)))
            colours = light.mix(colours, ink, ring * np.float32(0.35))
        return Layers(colours, height, BODY - radius, FIELD - radius)

    def marquetry(self, area: Area, radius: Grid) -> Grid:
        """Return the colours of two woods; the second wood is inside an odd number of chords."""
        field = WoodGrain(self.grain, self.board.field).sample(area.xs, area.ys)
        if not self.board.inlay or not self._short_chords:
            return field
        second = WoodGrain(
            "veneer" if self.grain == "maple" else self.grain,
            self.board.inlay,
            upright=True,
            cut=(211.0, 97.0),
        ).sample(area.xs, area.ys)
        odd = np.zeros(area.x.shape, bool)
        for (ax, ay), (bx, by) in self._chords:
            odd ^= ((by - ay) * (area.xs - ax))[None, :] < ((bx - ax) * (area.ys - ay))[:, None]
        beyond = np.zeros(area.x.shape, np.int8)
        for (ax, ay), (bx, by) in self._short_chords:
            flip = 1 if ax * by - ay * bx > 0 else -1
            across = (flip * (bx - ax) * (area.ys - ay))[:, None]
            beyond += across < (flip * (by - ay) * (area.xs - ax))[None, :]
        odd &= (beyond <= 1) & (radius < RIM_POINTS)
        return np.where(odd[..., None], second, field)

    def distances(self, area: Area) -> tuple[Grid, Grid]:
        """Return distances to the nearest line and the nearest point, exact only if short."""
        engraved = np.full(area.x.shape, 1e3, np.float32)
        points = np.full(area.x.shape, 1e3, np.float32)
        for a, b in self._segments:
            _nearer(engraved, area, a, b)
        for place in self._places.values():
            _nearer(points, area, place, place)
        return engraved, points


def _nearer(distances: Grid, area: Area, a: XY, b: XY) -> None:
    """Lower `distances` to those of the segment a-b, in columns where a-b crosses the band."""
    low, high = float(area.ys[0]) - NEAR, float(area.ys[-1]) + NEAR
    if max(a[1], b[1]) < low or min(a[1], b[1]) > high:
        return
    ends = [at_height(a, b, low), at_height(a, b, high)]
    first, last = np.searchsorted(area.xs, [min(ends) - NEAR, max(ends) + NEAR])
    if first >= last:
        return
    part = (slice(None), slice(int(first), int(last)))
    near = segment_distance(area.x[part], area.y[part], a, b)
    np.minimum(distances[part], near, out=distances[part])


class TilesPainter(BoardPainter):
    """Tiles of two by two squares with an engraved cross."""

    frame_width = squares.FRAME

    @cached_property
    def _tiles(self) -> list[tuple[XY, WoodGrain]]:
        """Centre and plank of each tile; cut, direction and tint differ from tile to tile."""
        count = self.topology.size // 2
        side = 2 * squares.square_side(self.topology)
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
        edge = rounded_box(area.x, area.y, half - 1, half - 1, squares.CORNER)
        rim = rounded_box(area.x, area.y, half - squares.FRAME, half - squares.FRAME, 2)
        return Layers(colours, height, edge, rim)

    def _lay(self, area: Area, colours: Grid, height: Grid, centre: XY, plank: WoodGrain) -> None:
        """Paint one tile on its part of the area."""
        reach = squares.square_side(self.topology)
        first, last = np.searchsorted(area.xs, [centre[0] - reach, centre[0] + reach])
        top, bottom = np.searchsorted(area.ys, [centre[1] - reach, centre[1] + reach])
        if first >= last or top >= bottom:
            return
        part = (slice(int(top), int(bottom)), slice(int(first), int(last)))
        x, y = area.x[part] - centre[0], area.y[part] - centre[1]
        inside = rounded_box(x, y, reach - GAP, reach - GAP, squares.TILE_CORNER)
        wood = plank.sample(area.xs[part[1]], area.ys[part[0]])
        cross = np.minimum(np.abs(x), np.abs(y))
        half = self.board.engraving_px / 2
        line = coverage(half - cross, area.px) * self.board.engraving_alpha
        wood = light.mix(wood, light.rgb(self.board.engraving), line)
        colours[part] = light.mix(colours[part], wood, coverage(inside, area.px))
        bevel = 3.0 * (smooth(0, 3.2, inside) - 1) - smooth(half + 0.9, half - 0.3, cross)
        height[part] = np.where(inside > 0, bevel, -3.0)


class CellsPainter(BoardPainter):
    """Field, engraved cells and dishes of a hexagon."""

    frame_width = hexagons.FRAME

    @cached_property
    def _places(self) -> Mapping[Point, XY]:
        return hexagons.places(self.topology)

    def paint(self, area: Area) -> Layers:
        board, side = self.board, hexagons.cell_side(self.topology)
        half, dish = board.engraving_px / 2, side * hexagons.DISH
        borders, centres = self.distances(area)
        colours: Grid = WoodGrain(self.grain, board.field).sample(area.xs, area.ys)
        hollow = smooth(dish + 1.2, dish - 1.2, centres) * board.dish_alpha
        tint = light.rgb(board.dish)
        colours = light.mix(colours, tint if self.theme.flat else colours * tint, hollow)
        line = coverage(half - borders, area.px) * board.engraving_alpha
        colours = light.mix(colours, light.rgb(board.engraving), line)
        height = -1.1 * smooth(half + 0.9, half - 0.3, borders)
        height -= 2.2 * smooth(dish + 3, dish - 4.5, centres)
        edge = pointed_hexagon(area.x, area.y, hexagons.APOTHEM, hexagons.CORNER)
        return Layers(
            colours,
            height,
            edge,
            pointed_hexagon(area.x, area.y, hexagons.APOTHEM - hexagons.FRAME),
        )

    def distances(self, area: Area) -> tuple[Grid, Grid]:
        """Return distances to the nearest cell border and cell centre, exact within the cells."""
        borders = np.full(area.x.shape, 1e3, np.float32)
        centres = np.full(area.x.shape, 1e3, np.float32)
        apothem = hexagons.cell_reach(self.topology)
        reach = hexagons.cell_side(self.topology) + 3
        for cx, cy in self._places.values():
            if cy + reach < area.ys[0] or cy - reach > area.ys[-1]:
                continue
            first, last = np.searchsorted(area.xs, [cx - reach, cx + reach])
            part = (slice(None), slice(int(first), int(last)))
            x, y = area.x[part] - cx, area.y[part] - cy
            border = np.abs(flat_hexagon(x, y, apothem))
            np.minimum(borders[part], border, out=borders[part])
            np.minimum(centres[part], np.hypot(x, y), out=centres[part])
        return borders, centres
