"""The faces of the opponents, engraved like the marks of pieces.  Data and plane geometry.

A face is strokes on a disc of radius 1, x to the right and y down:
    ("dot", x, y, r)  ("ring", x, y, r, width)  ("line", x0, y0, x1, y1, width)
    ("arc", x, y, r, from, to, width): degrees, clockwise from the right
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from game.pictures.label_placement import segment_distance
from game.screen.boards.shapes import Grid, Mark

Stroke = tuple[str | float, ...]

THICK, FINE = 0.11, 0.075  # widths of strokes


def _pair(*stroke: str | float) -> tuple[Stroke, Stroke]:
    """Return a stroke and its mirror image."""
    kind, numbers = stroke[0], [float(n) for n in stroke[1:]]
    if kind == "line":
        x0, y0, x1, y1, width = numbers
        return stroke, (kind, -x0, y0, -x1, y1, width)
    if kind == "arc":
        x, y, r, begin, end, width = numbers
        return stroke, (kind, -x, y, r, 180 - end, 180 - begin, width)
    return stroke, (kind, -numbers[0], *numbers[1:])


# By the key of the opponent: the colour of the counter, and what is cut into it.
FACES: dict[str, tuple[str, tuple[Stroke, ...]]] = {
    "pip": (
        "white",
        (
            *_pair("ring", 0.27, -0.06, 0.155, FINE),
            *_pair("dot", 0.24, -0.03, 0.07),
            ("ring", 0.0, 0.38, 0.10, FINE),
            ("line", 0.0, -0.38, 0.0, -0.68, FINE),
            *_pair("line", 0.08, -0.38, 0.22, -0.60, FINE),
        ),
    ),
    "hazel": (
        "green",
        (
            *_pair("arc", 0.28, 0.0, 0.14, 190, 350, FINE),
            ("arc", 0.0, 0.12, 0.36, 25, 155, FINE),
            *_pair("dot", 0.50, 0.20, 0.065),
            ("arc", 0.0, 0.10, 0.66, 215, 325, FINE),
            ("dot", 0.0, -0.66, 0.10),
        ),
    ),
    "moss": (
        "grey",
        (
            *_pair("line", 0.16, -0.12, 0.42, -0.12, FINE),
            *_pair("arc", 0.29, -0.12, 0.13, 0, 180, FINE),
            ("line", -0.14, 0.30, 0.14, 0.30, FINE),
            ("arc", 0.0, 0.02, 0.62, 35, 145, FINE),
            ("line", 0.0, -0.42, 0.0, -0.62, FINE),
            ("arc", 0.14, -0.62, 0.14, 180, 330, FINE),
        ),
    ),
    "juno": (
        "black",
        (
            *_pair("dot", 0.25, 0.02, 0.085),
            ("arc", 0.0, 0.14, 0.28, 20, 160, FINE),
            ("line", -0.36, -0.28, 0.36, -0.28, FINE),
            *_pair("line", 0.36, -0.28, 0.42, -0.58, FINE),
            *_pair("line", 0.42, -0.58, 0.20, -0.42, FINE),
            *_pair("line", 0.20, -0.42, 0.0, -0.68, FINE),
        ),
    ),
    "bruno": (
        "white",
        (
            *_pair("line", 0.13, -0.20, 0.46, -0.36, THICK),
            *_pair("dot", 0.27, -0.06, 0.085),
            ("line", -0.40, 0.22, 0.40, 0.22, FINE),
            ("arc", 0.0, 0.22, 0.40, 0, 180, FINE),
            ("line", -0.12, 0.24, -0.12, 0.56, FINE / 2),
            ("line", 0.12, 0.24, 0.12, 0.56, FINE / 2),
        ),
    ),
    "ilse": (
        "green",
        (
            *_pair("ring", 0.29, -0.05, 0.20, FINE),
            ("arc", 0.0, -0.02, 0.10, 200, 340, FINE),
            *_pair("dot", 0.29, -0.05, 0.07),
            ("line", -0.12, 0.40, 0.16, 0.36, FINE),
            ("arc", 0.0, 0.16, 0.76, 222, 318, FINE),
        ),
    ),
    "otto": (
        "black",
        (
            *_pair("dot", 0.24, -0.14, 0.085),
            *_pair("arc", 0.24, -0.20, 0.20, 215, 325, FINE),
            *_pair("arc", 0.17, 0.16, 0.17, 0, 180, THICK),
            *_pair("line", 0.34, 0.16, 0.47, 0.06, FINE),
            ("line", -0.10, 0.52, 0.10, 0.52, FINE),
        ),
    ),
    "nestor": (
        "grey",
        (
            *_pair("arc", 0.28, -0.14, 0.24, 205, 335, THICK),
            *_pair("arc", 0.28, -0.10, 0.11, 10, 170, FINE),
            ("arc", 0.0, 0.22, 0.20, 200, 340, FINE),
            *_pair("line", 0.36, 0.20, 0.20, 0.66, FINE),
            *_pair("line", 0.13, 0.34, 0.09, 0.74, FINE),
        ),
    ),
    "echo": (
        "black",
        (
            *_pair("dot", 0.20, -0.10, 0.085),
            ("arc", 0.0, 0.06, 0.22, 25, 155, FINE),
            *_pair("arc", 0.0, 0.0, 0.52, -38, 38, FINE),
            *_pair("arc", 0.0, 0.0, 0.72, -32, 32, FINE),
        ),
    ),
}


def face(key: str) -> Mark:
    """Return what is engraved for an opponent: a signed distance in radii, positive inside."""
    return partial(_cut, FACES[key][1])


def _cut(strokes: tuple[Stroke, ...], x: Grid, y: Grid) -> Grid:
    inside = np.full_like(x, -1.0)
    for kind, *numbers in strokes:
        inside = np.maximum(inside, _CUTS[str(kind)](x, y, *(float(n) for n in numbers)))
    return inside


def _dot(x: Grid, y: Grid, cx: float, cy: float, r: float) -> Grid:
    inside: Grid = np.float32(r) - np.hypot(x - cx, y - cy)
    return inside


def _ring(x: Grid, y: Grid, cx: float, cy: float, r: float, width: float) -> Grid:
    inside: Grid = np.float32(width / 2) - np.abs(np.hypot(x - cx, y - cy) - np.float32(r))
    return inside


def _line(x: Grid, y: Grid, x0: float, y0: float, x1: float, y1: float, width: float) -> Grid:
    return np.float32(width / 2) - segment_distance(x, y, (x0, y0), (x1, y1))


def _arc(
    x: Grid, y: Grid, cx: float, cy: float, r: float, begin: float, end: float, width: float
) -> Grid:
    """Return a ring between two angles, with round ends."""
    half = math.radians(end - begin) / 2
    middle = math.radians(begin + end) / 2
    dx, dy = x - cx, y - cy
    along = np.abs((np.arctan2(dy, dx) - middle + math.pi) % (2 * math.pi) - math.pi)
    near = np.where(along <= half, np.abs(np.hypot(dx, dy) - np.float32(r)), np.float32(9))
    for angle in (math.radians(begin), math.radians(end)):
        near = np.minimum(near, np.hypot(dx - r * math.cos(angle), dy - r * math.sin(angle)))
    distance: Grid = np.float32(width / 2) - near
    return distance


_CUTS: dict[str, Callable[..., Grid]] = {"dot": _dot, "ring": _ring, "line": _line, "arc": _arc}
