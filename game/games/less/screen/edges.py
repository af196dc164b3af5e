"""Geometry of the wall editor: edges and tiles of a square board, on the screen and by arrows.

Edges are numbered as wall digits are: row by row from the top, first those between the squares
of the row, then those under it.  Pure but for the view that knows where squares are, and `mark`.
"""

from __future__ import annotations

import pygame

from game.games.less.walls import edges_in_order
from game.screen.boards import BoardView
from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import Colour


class EdgeGrid:
    """Edges and tiles of a board of `side` squares as `view` shows it."""

    def __init__(self, view: BoardView, side: int) -> None:
        self.side = side
        left, top = view.position(f"a{side}")
        right, _top = view.position(f"b{side}")
        self.square = right - left
        self.left, self.top = left - self.square / 2, top - self.square / 2

    # Centres in half squares from the upper left: edges upright have an even x, others an even y.

    def middle(self, number: int) -> tuple[int, int]:
        """Return the middle of an edge, in half squares."""
        column, row, way = edges_in_order(self.side)[number]
        return (2 * column + 2, 2 * row + 1) if way == "e" else (2 * column + 1, 2 * row + 2)

    def rect(self, number: int, tiles: bool = False) -> pygame.Rect:
        """Return the rectangle of an edge (or a tile) on the screen."""
        if tiles:
            across = self.side // 2
            column, row = number % across, number // across
            span = 2 * self.square
            return pygame.Rect(
                round(self.left + column * span) + 3,
                round(self.top + row * span) + 3,
                round(span) - 6,
                round(span) - 6,
            )
        x, y = self.middle(number)
        upright = x % 2 == 0
        long, short = round(self.square * 0.94), round(self.square * 0.34)
        rect = pygame.Rect(0, 0, short if upright else long, long if upright else short)
        rect.center = (
            round(self.left + x * self.square / 2),
            round(self.top + y * self.square / 2),
        )
        return rect

    def at(self, spot: tuple[int, int], tiles: bool = False) -> int | None:
        """Return the edge nearest to a place (or the tile under it), None outside of the board."""
        x, y = (spot[0] - self.left) / self.square, (spot[1] - self.top) / self.square
        if not (0 <= x < self.side and 0 <= y < self.side):
            return None
        if tiles:
            return int(y // 2) * (self.side // 2) + int(x // 2)
        count = len(edges_in_order(self.side))
        return min(range(count), key=lambda n: self._distance(n, x, y))

    def _distance(self, number: int, x: float, y: float) -> float:
        mx, my = self.middle(number)
        return (mx / 2 - x) ** 2 + (my / 2 - y) ** 2

    def beside(self, number: int, step: tuple[int, int], tiles: bool = False) -> int | None:
        """Return the edge (or tile) next to one in a direction, None at the rim."""
        if tiles:
            across = self.side // 2
            column, row = number % across + step[0], number // across + step[1]
            inside = 0 <= column < across and 0 <= row < across
            return row * across + column if inside else None
        here = self.middle(number)
        best: tuple[float, int] | None = None
        for other in range(len(edges_in_order(self.side))):
            there = self.middle(other)
            dx, dy = there[0] - here[0], there[1] - here[1]
            along = dx * step[0] + dy * step[1]
            across_ = abs(dx * step[1]) + abs(dy * step[0])
            if along > 0 and across_ <= along:
                cost = along + 1.5 * across_
                if best is None or cost < best[0]:
                    best = (cost, other)
        return best[1] if best else None


def mark(canvas: Canvas, rect: pygame.Rect, colour: Colour, tile: bool = False) -> None:
    """Draw a frame round an edge, or round a tile."""
    radius = canvas.px(10) if tile else min(rect.size) // 2
    thick = max(2, canvas.px(3))
    canvas.rounded(rect.inflate(4, 4), radius, None, canvas.ui.casing, thick + 2)
    canvas.rounded(rect, radius, None, colour, thick)
