"""Icons of our own, drawn as strokes and shapes on a 24 x 24 field, kept per size and colour.

The fonts lack arrows, ticks and crosses; every such sign on the screen comes from here.
Each entry of ICONS is a list of shapes:
    ("line", points)  ("loop", points)  ("fill", points)
    ("circle", x, y, r)  ("dot", x, y, r)  ("box", x, y, w, h, radius)  ("bar", x, y, w, h, radius)
    ("arc", x, y, r, from, to): degrees, clockwise from the right
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pygame

from game.screen.ui.paint import CACHE, OVER

Shape = tuple[Any, ...]
FIELD = 24
STROKE = 2.1


def _star(x: float, y: float, outer: float, inner: float) -> list[tuple[float, float]]:
    turn = [(outer if k % 2 == 0 else inner, math.pi * (k / 5 - 0.5)) for k in range(10)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for r, a in turn]


def _rays(x: float, y: float, near: float, far: float, count: int) -> list[Shape]:
    angles = [2 * math.pi * k / count for k in range(count)]
    return [
        (
            "line",
            [
                (x + near * math.cos(a), y + near * math.sin(a)),
                (x + far * math.cos(a), y + far * math.sin(a)),
            ],
        )
        for a in angles
    ]


def _gear() -> list[Shape]:
    return [("circle", 12, 12, 6.2), ("circle", 12, 12, 2.2), *_rays(12, 12, 7, 9.6, 8)]


ICONS: dict[str, list[Shape]] = {
    "check": [("line", [(4.5, 12.5), (9.5, 17.5), (19.5, 6.5)])],
    "cross": [("line", [(6, 6), (18, 18)]), ("line", [(18, 6), (6, 18)])],
    "play": [("fill", [(7, 4.5), (19, 12), (7, 19.5)])],
    "pause": [("bar", 6.5, 5, 4, 14, 1), ("bar", 13.5, 5, 4, 14, 1)],
    "first": [("line", [(18, 5), (11, 12), (18, 19)]), ("line", [(6.5, 5), (6.5, 19)])],
    "last": [("line", [(6, 5), (13, 12), (6, 19)]), ("line", [(17.5, 5), (17.5, 19)])],
    "left": [("line", [(15, 5), (8, 12), (15, 19)])],
    "right": [("line", [(9, 5), (16, 12), (9, 19)])],
    "up": [("line", [(5, 15), (12, 8), (19, 15)])],
    "down": [("line", [(5, 9), (12, 16), (19, 9)])],
    "arrow-left": [("line", [(20, 12), (4, 12)]), ("line", [(10, 6), (4, 12), (10, 18)])],
    "arrow-right": [("line", [(4, 12), (20, 12)]), ("line", [(14, 6), (20, 12), (14, 18)])],
    "arrow-up": [("line", [(12, 20), (12, 4)]), ("line", [(6, 10), (12, 4), (18, 10)])],
    "arrow-down": [("line", [(12, 4), (12, 20)]), ("line", [(6, 14), (12, 20), (18, 14)])],
    "undo": [
        ("line", [(8.5, 4.5), (4, 9), (8.5, 13.5)]),
        ("line", [(4, 9), (14.5, 9)]),
        ("arc", 14.5, 13.8, 4.8, -90, 90),
        ("line", [(14.5, 18.6), (8, 18.6)]),
    ],
    "redo": [
        ("line", [(15.5, 4.5), (20, 9), (15.5, 13.5)]),
        ("line", [(20, 9), (9.5, 9)]),
        ("arc", 9.5, 13.8, 4.8, 90, 270),
        ("line", [(9.5, 18.6), (16, 18.6)]),
    ],
    "again": [("arc", 12, 12, 7.5, -20, 285), ("line", [(14.2, 2), (14.2, 5.6), (10.4, 6.6)])],
    "turn": [("arc", 12, 12, 7.5, -60, 210), ("line", [(5.5, 3.6), (5.5, 8.2), (10, 8.2)])],
    "pencil": [
        ("loop", [(4.5, 19.5), (5.6, 14.8), (15.6, 4.8), (19.2, 8.4), (9.2, 18.4)]),
        ("line", [(13.2, 7.2), (16.8, 10.8)]),
    ],
    "speech": [
        ("loop", [(4, 5), (20, 5), (20, 15.5), (11.5, 15.5), (7, 20), (7, 15.5), (4, 15.5)]),
    ],
    "branch": [
        ("circle", 6.5, 5.5, 2.2),
        ("circle", 6.5, 18.5, 2.2),
        ("circle", 17.5, 8.5, 2.2),
        ("line", [(6.5, 8), (6.5, 16)]),
        ("line", [(17.5, 11), (17.5, 12.5), (15.5, 14.2), (6.5, 14.2)]),
    ],
    "menu": [("line", [(4, y), (20, y)]) for y in (6.5, 12, 17.5)],
    "list": [
        *[("line", [(9, y), (20, y)]) for y in (6.5, 12, 17.5)],
        *[("dot", 4.8, y, 1.3) for y in (6.5, 12, 17.5)],
    ],
    "person": [("circle", 12, 8, 3.9), ("arc", 12, 20, 6.8, 180, 360)],
    "people": [
        ("circle", 8.5, 8.5, 3.3),
        ("arc", 8.5, 19.5, 5.6, 180, 360),
        ("circle", 16.8, 9.5, 2.6),
        ("arc", 17, 19.5, 4.6, 220, 360),
    ],
    "engine": [
        ("box", 6.5, 6.5, 11, 11, 2),
        ("box", 10, 10, 4, 4, 0.6),
        *[("line", [(x, 3), (x, 6.2)]) for x in (9.5, 14.5)],
        *[("line", [(x, 17.8), (x, 21)]) for x in (9.5, 14.5)],
        *[("line", [(3, y), (6.2, y)]) for y in (9.5, 14.5)],
        *[("line", [(17.8, y), (21, y)]) for y in (9.5, 14.5)],
    ],
    "board": [
        ("box", 3.5, 3.5, 17, 17, 3.6),
        *[("dot", x, y, 1.5) for x in (8.2, 15.8) for y in (8.2, 15.8)],
        ("dot", 12, 12, 1.5),
    ],
    "board-ok": [
        (
            "line",
            [
                (20.2, 10),
                (20.2, 6),
                (18, 3.8),
                (6, 3.8),
                (3.8, 6),
                (3.8, 18),
                (6, 20.2),
                (10, 20.2),
            ],
        ),
        *[("dot", x, 8.4, 1.4) for x in (8.4, 13)],
        *[("dot", x, 13, 1.4) for x in (8.4,)],
        ("line", [(12.5, 17), (15.8, 20.3), (21.5, 13.8)]),
    ],
    "plug": [
        ("line", [(8.5, 3), (8.5, 8)]),
        ("line", [(15.5, 3), (15.5, 8)]),
        ("line", [(5, 8), (19, 8)]),
        ("line", [(6.5, 8), (6.5, 11.5)]),
        ("line", [(17.5, 8), (17.5, 11.5)]),
        ("arc", 12, 11.5, 5.5, 0, 180),
        ("line", [(12, 17), (12, 21)]),
    ],
    "warning": [
        ("loop", [(12, 3.6), (21.6, 20.2), (2.4, 20.2)]),
        ("line", [(12, 10), (12, 14.5)]),
        ("dot", 12, 17.3, 1.3),
    ],
    "info": [("circle", 12, 12, 8.6), ("dot", 12, 7.8, 1.3), ("line", [(12, 11.5), (12, 16.8)])],
    "question": [
        ("circle", 12, 12, 8.8),
        ("arc", 12, 9.8, 2.8, 180, 400),
        ("line", [(13.9, 11.6), (12, 13.6), (12, 14.4)]),
        ("dot", 12, 17, 1.2),
    ],
    "bulb": [
        ("arc", 12, 10, 6, 140, 400),
        ("line", [(7.4, 13.8), (9.4, 16), (9.4, 18)]),
        ("line", [(16.6, 13.8), (14.6, 16), (14.6, 18)]),
        ("line", [(9.4, 18), (14.6, 18)]),
        ("line", [(10.5, 21), (13.5, 21)]),
    ],
    "eye": [
        ("arc", 12, 19.5, 12.5, 217, 323),
        ("arc", 12, 4.5, 12.5, 37, 143),
        ("circle", 12, 12, 3),
    ],
    "dice": [
        ("box", 3.5, 3.5, 17, 17, 3.6),
        *[("dot", a, a, 1.6) for a in (8.2, 12, 15.8)],
    ],
    "sun": [("circle", 12, 12, 4.2), *_rays(12, 12, 7, 10, 8)],
    "gear": _gear(),
    "star": [("fill", _star(12, 12.6, 10, 4.2))],
    "cup": [
        ("line", [(7, 4), (17, 4)]),
        ("line", [(7, 4), (7, 9)]),
        ("line", [(17, 4), (17, 9)]),
        ("arc", 12, 9, 5, 0, 180),
        ("line", [(12, 14), (12, 18)]),
        ("line", [(8, 20), (16, 20)]),
        ("line", [(7, 6), (3.5, 6), (3.8, 9), (7.2, 11)]),
        ("line", [(17, 6), (20.5, 6), (20.2, 9), (16.8, 11)]),
    ],
    "book": [
        ("line", [(12, 6.5), (12, 20)]),
        ("line", [(12, 6.5), (9, 4.8), (3.5, 4.8), (3.5, 18), (9, 18), (12, 20)]),
        ("line", [(12, 6.5), (15, 4.8), (20.5, 4.8), (20.5, 18), (15, 18), (12, 20)]),
    ],
    "exit": [
        ("line", [(13, 4), (4.5, 4), (4.5, 20), (13, 20)]),
        ("line", [(10, 12), (20.5, 12)]),
        ("line", [(16, 7), (21, 12), (16, 17)]),
    ],
    "copy": [
        ("box", 8.5, 8.5, 12, 12, 2.4),
        ("line", [(5.5, 15.5), (3.8, 14.5), (3.8, 5), (5, 3.8), (14.5, 3.8), (15.5, 5.5)]),
    ],
    "paste": [("box", 5, 5, 14, 16, 2.4), ("box", 9, 3, 6, 4, 1.4)],
    "folder": [("loop", [(3.5, 5.5), (9.5, 5.5), (11.5, 8), (20.5, 8), (20.5, 19), (3.5, 19)])],
    "clock": [("circle", 12, 12, 8.6), ("line", [(12, 6.8), (12, 12), (15.8, 14.2)])],
    "sound": [
        ("fill", [(3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15)]),
        ("arc", 12, 12, 4.6, -48, 48),
        ("arc", 12, 12, 8.6, -48, 48),
    ],
    "mute": [
        ("fill", [(3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15)]),
        ("line", [(15.5, 9), (21.5, 15)]),
        ("line", [(21.5, 9), (15.5, 15)]),
    ],
    "flag": [
        ("line", [(5.5, 3.5), (5.5, 21)]),
        ("fill", [(5.5, 4.2), (19, 4.2), (15.6, 8.7), (19, 13.2), (5.5, 13.2)]),
    ],
    "hands": [
        ("line", [(2.5, 9), (7, 7), (12, 9), (17, 7), (21.5, 9)]),
        ("line", [(12, 9), (8.5, 12.5), (10, 14), (13, 12)]),
        ("line", [(13, 12), (18, 16), (15.5, 18.5), (12, 19), (6, 15)]),
    ],
    "plus": [("line", [(12, 5), (12, 19)]), ("line", [(5, 12), (19, 12)])],
    "minus": [("line", [(5, 12), (19, 12)])],
    "film": [
        ("box", 3.5, 5, 17, 14, 2),
        ("fill", [(10, 8.8), (15.4, 12), (10, 15.2)]),
    ],
    "keyboard": [
        ("box", 2.5, 6, 19, 12.5, 2.4),
        *[("dot", x, 10, 1.1) for x in (6.5, 10.2, 13.8, 17.5)],
        ("line", [(8, 14.8), (16, 14.8)]),
    ],
    "hexagon": [("loop", [(7, 3.5), (17, 3.5), (22, 12), (17, 20.5), (7, 20.5), (2, 12)])],
}


def icon(name: str, size: int, colour: tuple[int, ...], stroke: float = STROKE) -> pygame.Surface:
    """Return the icon as a square surface of `size` px.  Raises KeyError for an unknown name."""
    shapes = ICONS[name]
    key = ("icon", name, size, colour, stroke)
    return CACHE.get(key, lambda: _draw(shapes, size, colour, stroke))


def _draw(shapes: list[Shape], size: int, colour: tuple[int, ...], stroke: float) -> pygame.Surface:
    scale = size * OVER / FIELD
    big = pygame.Surface((size * OVER, size * OVER), pygame.SRCALPHA)
    big.fill((*colour[:3], 0))
    pen = _Pen(big, colour, scale, max(stroke * scale, 1.25 * OVER))
    for kind, *numbers in shapes:
        getattr(pen, kind)(*numbers)
    return pygame.transform.smoothscale(big, (size, size))


class _Pen:
    """Round-ended strokes on an oversized surface."""

    def __init__(
        self, surface: pygame.Surface, colour: tuple[int, ...], scale: float, width: float
    ):
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
