"""The faces of the opponents, engraved like the marks of pieces.  Plane geometry.

In assets/art/faces.json a face is strokes on a disc of radius 1, x to the right and y down:
    ["dot", x, y, r]  ["ring", x, y, r, width]  ["line", x0, y0, x1, y1, width]
    ["arc", x, y, r, from, to, width]: degrees, clockwise from the right
    ["pair", ...]: a stroke and its mirror image
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from game.pictures.label_placement import segment_distance
from game.platform.paths import ASSETS
from game.platform.untrusted import read_json
from game.screen.boards.shapes import Grid, Mark

Stroke = tuple[Any, ...]


@cache
def faces() -> dict[str, tuple[str, tuple[Stroke, ...]]]:
    """Return the colour of the counter and the strokes in it, by the key of the opponent."""
    found = read_json(ASSETS / "art" / "faces.json")
    return {
        key: (one["counter"], tuple(part for stroke in one["strokes"] for part in _both(*stroke)))
        for key, one in found.items()
    }


def _both(kind: str, *stroke: Any) -> tuple[Stroke, ...]:
    """Return a stroke, of a pair also its mirror image."""
    if kind != "pair":
        return ((kind, *stroke),)
    kind, *numbers = stroke
    if kind == "line":
        x0, y0, x1, y1, width = numbers
        return stroke, (kind, -x0, y0, -x1, y1, width)
    if kind == "arc":
        x, y, r, begin, end, width = numbers
        return stroke, (kind, -x, y, r, 180 - end, 180 - begin, width)
    return stroke, (kind, -numbers[0], *numbers[1:])


def face(key: str) -> Mark:
    """Return what is engraved for an opponent: a signed distance in radii, positive inside."""
    return partial(_cut, faces()[key][1])


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
