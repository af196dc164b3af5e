"""Outlines round groups of stones: one line that flows round stones and their bonds.

Every stone owns the pixels that are nearer to it than to the others of its group. The line in these
pixels depends only on which of the six cells around the stone belong to the group. So an outline is
composed of small tiles, at most 64 of a kind, each made a single time. Tiles meet without a seam
because all of them are placed at whole pixels. Lengths are pixels.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pygame import Surface

from game.pictures.lines import XY
from game.platform.theme import Colour
from game.rules.topology import Point
from game.screen.boards.piece_render import PAD, Pixels
from game.screen.boards.shapes import SQRT3, Grid, coverage
from game.screen.boards.sprites import surface
from game.screen.ui.paint import LruCache

Offsets = tuple[tuple[int, int], ...]

ROUND_STONE = 0.80  # radius of the line round a stone, in sides of a cell
# Half the width of the neck between two stones, in sides of a cell.
ALONG_BOND = 0.46
LINE = 3.2  # width of the line in board units
CASING = 7.0
WAYS = 6  # number of a cell's neighbours

_tiles = LruCache(12 << 20)


@dataclass(frozen=True, slots=True)
class OutlineTile:
    """One stone's part of an outline.

    `members` are the offsets, in whole pixels, of the stone's neighbours in the group, ordered by
    angle. `half` is 0.5 if the middle of a stone is the middle of a pixel.
    """

    members: Offsets
    half: float
    side: float
    k: float  # px per board unit
    colour: Colour
    casing: Colour


class Outliner:
    """Cuts groups of one board into tiles.

    `places` are the centres of the cells relative to the board's corner, `side` is a cell's side,
    and `k` is pixels per board unit. `diameter` is the stones' diameter; lines are centred on the
    sprite of a stone.
    """

    def __init__(self, places: Mapping[Point, XY], side: float, k: float, diameter: int) -> None:
        self.side, self.k = side, k
        width = diameter + 2 * PAD
        self.half = width % 2 / 2
        self._at = {
            point: (round(x - width / 2) + width // 2, round(y - width / 2) + width // 2)
            for point, (x, y) in places.items()
        }
        self._near = {point: self._ring(point, places) for point in places}

    def _ring(self, point: Point, places: Mapping[Point, XY]) -> tuple[Point, ...]:
        """Return the cells that touch this cell, ordered by angle."""
        x, y = places[point]
        reach = 1.2 * SQRT3 * self.side
        near = [
            (math.atan2(oy - y, ox - x), other)
            for other, (ox, oy) in places.items()
            if other != point and math.hypot(ox - x, oy - y) < reach
        ]
        return tuple(other for _angle, other in sorted(near))

    def tiles(
        self, group: Collection[Point], colour: Colour, casing: Colour
    ) -> Iterator[tuple[OutlineTile, tuple[int, int]]]:
        """Yield the tiles of one group, each with its stone's place in whole pixels."""
        for point in group:
            x, y = self._at[point]
            members = tuple(
                (self._at[other][0] - x, self._at[other][1] - y)
                for other in self._near[point]
                if other in group
            )
            if len(members) < WAYS:
                yield OutlineTile(members, self.half, self.side, self.k, colour, casing), (x, y)


def drawn(tile: OutlineTile) -> tuple[Surface, XY]:
    """Return the tile as a cached surface, and its corner relative to the stone's place."""
    found: tuple[Surface, XY] | None = _tiles.find(tile)
    if found is None:
        pixels, corner = painted(tile)
        found = _tiles.put(tile, (surface(pixels), corner), pixels.nbytes)
    return found


def painted(tile: OutlineTile) -> tuple[Pixels, tuple[int, int]]:
    """Return the visible pixels of a tile, and their corner relative to the stone's place."""
    reach = math.ceil(1.06 * tile.side + CASING * tile.k / 2) + 2
    axis = np.arange(-reach, reach, dtype=np.float32) + np.float32(0.5 - tile.half)
    x, y = axis[None, :], axis[:, None]
    inside = _inside(tile, x, y)
    line = coverage(LINE * tile.k / 2 - np.abs(inside), 1.0)
    case = coverage(CASING * tile.k / 2 - np.abs(inside), 1.0) * np.float32(0.85)
    total = (line + case * (1 - line)) * _owned(tile, reach)
    rows, columns = _span(np.any(total, 1)), _span(np.any(total, 0))
    line, total = line[rows, columns], total[rows, columns]
    share = (line / np.maximum(line + case[rows, columns] * (1 - line), 1e-3))[..., None]
    out = np.empty((*total.shape, 4), np.uint8)
    light, dark = np.asarray(tile.colour, np.float32), np.asarray(tile.casing, np.float32)
    out[..., :3] = dark + (light - dark) * share
    out[..., 3] = total * 255
    return out, (columns.start - reach, rows.start - reach)


def _inside(tile: OutlineTile, x: Grid, y: Grid) -> Grid:
    """Return the signed distance to the group's edge, valid for the pixels that the stone owns."""
    found: Grid = np.float32(ROUND_STONE * tile.side) - np.hypot(x, y)
    for way in tile.members:
        for turn in (1, -1):
            other = _touching(tile, way, turn)
            if other is None:
                part, distance = _neck(tile, way, turn, x, y)
                np.copyto(found, distance, where=part)
            elif turn > 0:
                found[_between(way, other, x, y)] = tile.side
    return found


def _touching(tile: OutlineTile, way: tuple[int, int], turn: int) -> tuple[int, int] | None:
    """Return the member that touches `way` on the side `turn`; None if there is no such member."""
    for other in tile.members:
        apart = math.dist(way, other)
        if 0 < apart < 2.1 * tile.side and turn * (way[0] * other[1] - way[1] * other[0]) > 0:
            return other
    return None


def _neck(
    tile: OutlineTile, way: tuple[int, int], turn: int, x: Grid, y: Grid
) -> tuple[NDArray[np.bool_], Grid]:
    """Return one side of a stone's half of the neck: its pixels, and distances to its edge.

    The neck joins two stones. Its edge is an arc that touches both stones.
    """
    stone, waist = ROUND_STONE * tile.side, ALONG_BOND * tile.side
    middle = math.hypot(*way) / 2
    radius = (waist**2 + middle**2 - stone**2) / (2 * (stone - waist))
    out = turn * (waist + radius) / (2 * middle)
    centre = (way[0] / 2 - way[1] * out, way[1] / 2 + way[0] * out)
    part = _between(way, centre, x, y) if turn > 0 else _between(centre, way, x, y)
    return part, np.hypot(x - np.float32(centre[0]), y - np.float32(centre[1])) - np.float32(radius)


def _between(a: XY, b: XY, x: Grid, y: Grid) -> NDArray[np.bool_]:
    """Return the pixels in the wedge from direction `a` to `b`, which is less than half a turn."""
    part: NDArray[np.bool_] = (a[0] * y - a[1] * x >= 0) & (x * b[1] - y * b[0] >= 0)
    return part


def _owned(tile: OutlineTile, reach: int) -> Grid:
    """Return which pixels are nearer to the stone than to the members; ties go to one stone."""
    twice = np.arange(-2 * reach, 2 * reach, 2) + 1 - round(2 * tile.half)
    own = np.ones((2 * reach, 2 * reach), np.bool_)
    for dx, dy in tile.members:
        # Twice the bond's length times the distance beyond its middle, along the bond: an integer.
        beyond = twice[None, :] * dx + twice[:, None] * dy - (dx * dx + dy * dy)
        own &= beyond < 0 if (dx, dy) > (0, 0) else beyond <= 0
    return own.astype(np.float32)


def _span(shown: NDArray[np.bool_]) -> slice:
    """Return the slice from the first to the last True."""
    where = np.flatnonzero(shown)
    return slice(int(where[0]), int(where[-1]) + 1) if len(where) else slice(0, 1)
