"""Our own icons, drawn as strokes and shapes on a 24 x 24 field and cached per size and colour.

The fonts lack arrows, ticks and crosses; every such symbol on the screen comes from here.
assets/art/icons.json has a list of shapes for each:
    ["line", points]  ["loop", points]  ["fill", points]
    ["circle", x, y, r]  ["dot", x, y, r]  ["box", x, y, w, h, radius]  ["bar", x, y, w, h, radius]
    ["arc", x, y, r, from, to]: degrees, clockwise from the right
    ["rays", x, y, near, far, count]  ["star", x, y, outer, inner]
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Any

import pygame
from pygame import Surface

from game.platform.paths import ASSETS
from game.platform.untrusted import read_json
from game.screen.ui.paint import CACHE, OVER

Shape = list[Any]
FIELD = 24
STROKE = 2.1


@cache
def icons() -> dict[str, list[Shape]]:
    """Return the shapes of all icons by name."""
    found: dict[str, list[Shape]] = read_json(ASSETS / "art" / "icons.json")
    return found


def icon(name: str, size: int, colour: tuple[int, ...], stroke: float = STROKE) -> Surface:
    """Return the icon as a square surface of `size` px.  Raises KeyError for an unknown name."""
    shapes = icons()[name]
    key = ("icon", name, size, colour, stroke)
    return CACHE.get(key, lambda: _draw(shapes, size, colour, stroke))


def _draw(shapes: list[Shape], size: int, colour: tuple[int, ...], stroke: float) -> Surface:
    scale = size * OVER / FIELD
    big = Surface((size * OVER, size * OVER), pygame.SRCALPHA)
    big.fill((*colour[:3], 0))
    pen = _Pen(big, colour, scale, max(stroke * scale, 1.25 * OVER))
    for kind, *numbers in shapes:
        getattr(pen, kind)(*numbers)
    return pygame.transform.smoothscale(big, (size, size))


class _Pen:
    """Round-ended strokes on an oversized surface."""

    def __init__(self, surface: Surface, colour: tuple[int, ...], scale: float, width: float):
        self.surface, self.colour, self.scale, self.width = surface, colour, scale, width

    def _points(self, points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def _stroke(self, points: list[tuple[float, float]]) -> None:
        half = self.width / 2
        for (x0, y0), (x1, y1) in pairwise(points):
            length = math.hypot(x1 - x0, y1 - y0) or 1
            nx, ny = (y1 - y0) / length * half, (x0 - x1) / length * half
            corners = [
                (x0 + nx, y0 + ny),
                (x1 + nx, y1 + ny),
                (x1 - nx, y1 - ny),
                (x0 - nx, y0 - ny),
            ]
            pygame.draw.polygon(self.surface, self.colour, corners)
        for point in points:
            pygame.draw.circle(self.surface, self.colour, point, half)

    def line(self, points: list[tuple[float, float]]) -> None:
        self._stroke(self._points(points))

    def loop(self, points: list[tuple[float, float]]) -> None:
        self._stroke(self._points([*points, points[0]]))

    def fill(self, points: list[tuple[float, float]]) -> None:
        pygame.draw.polygon(self.surface, self.colour, self._points(points))

    def arc(self, x: float, y: float, r: float, start: float, end: float) -> None:
        steps = max(8, round(abs(end - start) / 6))
        angles = [math.radians(start + (end - start) * k / steps) for k in range(steps + 1)]
        self.line([(x + r * math.cos(a), y + r * math.sin(a)) for a in angles])

    def circle(self, x: float, y: float, r: float) -> None:
        self.arc(x, y, r, 0, 360)

    def rays(self, x: float, y: float, near: float, far: float, count: int) -> None:
        for k in range(count):
            across, down = math.cos(2 * math.pi * k / count), math.sin(2 * math.pi * k / count)
            self.line([(x + r * across, y + r * down) for r in (near, far)])

    def star(self, x: float, y: float, outer: float, inner: float) -> None:
        turn = [(outer if k % 2 == 0 else inner, math.pi * (k / 5 - 0.5)) for k in range(10)]
        self.fill([(x + r * math.cos(a), y + r * math.sin(a)) for r, a in turn])

    def dot(self, x: float, y: float, r: float) -> None:
        centre = (x * self.scale, y * self.scale)
        pygame.draw.circle(self.surface, self.colour, centre, r * self.scale)

    def box(self, x: float, y: float, w: float, h: float, r: float) -> None:
        points: list[tuple[float, float]] = []
        for cx, cy, start in (
            (x + w - r, y + r, -90),
            (x + w - r, y + h - r, 0),
            (x + r, y + h - r, 90),
            (x + r, y + r, 180),
        ):
            angles = [math.radians(start + 15 * k) for k in range(7)]
            points += [(cx + r * math.cos(a), cy + r * math.sin(a)) for a in angles]
        self.loop(points)

    def bar(self, x: float, y: float, w: float, h: float, r: float) -> None:
        rect = pygame.Rect(*(round(n * self.scale) for n in (x, y, w, h)))
        pygame.draw.rect(self.surface, self.colour, rect, border_radius=round(r * self.scale))
