"""The geometry of a drawn board: places of points, and the nearest to a finger.

Places are pixels of the canvas; `topleft` is where the board lies on it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from pygame import Rect

from game.pictures.lines import UNITS
from game.rules.topology import Point
from game.screen.boards.board_look import BoardLook, scale

XY = tuple[float, float]

SNAP_RADII = 1.35  # of half a cell: how far from a point a click still means it
NEED_PX = 22  # a fingertip's worth of reach on small boards


class BoardGeometry:
    """A look drawn `size` pixels square."""

    def __init__(self, look: BoardLook, size: int) -> None:
        self.look = look
        self.size = size
        self.k = scale(size)
        self.piece_size = max(8, round(look.diameter * self.k))
        self.topleft: tuple[int, int] = (0, 0)

    @property
    def rect(self) -> Rect:
        return Rect(self.topleft, (self.size, self.size))

    def local(self, point: Point) -> XY:
        """Return the centre of a point from the board's upper left corner, in pixels."""
        x, y = self.look.places[point]
        return (x + UNITS / 2) * self.k, (y + UNITS / 2) * self.k

    def position(self, at: Point | XY) -> XY:
        """Return the centre of a point on the canvas, in pixels; a place there as it is."""
        if not isinstance(at, str):
            return at
        x, y = self.local(at)
        return self.topleft[0] + x, self.topleft[1] + y

    def point_at(
        self, x: float, y: float, among: Iterable[Point] | None = None, wider: int = 0
    ) -> Point | None:
        """Return the nearest point to a place of the canvas, or of those in `among`; None if far.

        On cells the reach is the cell; with `among` it is wider, so that a click beside a legal
        point still finds it; `wider` adds so many pixels.
        """
        reach = self.look.cell_reach * self.k * (SNAP_RADII if among is None else SNAP_RADII * 1.4)
        if self.look.cell == "point":
            reach = max(reach, NEED_PX)
        reach += wider
        best: Point | None = None
        for point in self.look.places if among is None else among:
            if point in self.look.places:
                px, py = self.position(point)
                distance = math.hypot(px - x, py - y)
                if distance < reach:
                    best, reach = point, distance
        return best

    def step_angle(self, source: Point, target: Point) -> float:
        """Return the direction of a move on the screen in radians: the axis of a flip."""
        (ax, ay), (bx, by) = self.position(source), self.position(target)
        return math.atan2(by - ay, bx - ax)
