"""Portraits of the opponents: counters with a face cut into them, sharp at each size.

Portraits are rendered in the background and cached. Until a portrait is done, a counter without a
face is drawn.

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
from pygame import Rect, Surface

from game.pictures.label_placement import segment_distance
from game.platform.paths import ASSETS
from game.platform.theme import Theme
from game.platform.untrusted import read_json
from game.screen.boards import piece_render, sprites
from game.screen.boards.art_renderer import renderer
from game.screen.boards.piece_render import Pixels, Side
from game.screen.boards.shapes import Grid, Mark
from game.screen.ui.canvas import Canvas
from game.screen.ui.paint import LruCache

Stroke = tuple[Any, ...]
_store = LruCache(6 << 20)


def draw_portrait(canvas: Canvas, key: str, centre: tuple[int, int], size: int) -> bool:
    """Draw the portrait of an opponent, `size` pixels wide, centred at `centre`.

    Return False if the portrait is not rendered yet. For an unknown opponent, draw nothing and
    return True.
    """
    if key not in faces():
        return True
    image = _portrait(canvas.theme, key, size)
    if image is None:
        rect = Rect(0, 0, size, size)
        rect.center = centre
        base = canvas.theme.piece(faces()[key][0]).base
        canvas.rounded(rect, size // 2, base, canvas.ui.line, canvas.hairline)
        return False
    canvas.surface.blit(image, image.get_rect(center=centre))
    if not canvas.theme.flat:  # a dark counter on a dark card needs a rim
        rim = Rect(0, 0, size + 2, size + 2)
        rim.center = centre
        canvas.rounded(rim, rim.width // 2, None, canvas.ui.text_second, canvas.hairline)
    return True


def _portrait(theme: Theme, key: str, size: int) -> Surface | None:
    name = ("portrait", theme.name, key, size)
    found: Surface | None = _store.find(name)
    if found is not None:
        return found
    pixels = renderer.take(name)
    if pixels is None:
        renderer.ask(name, lambda _: _render(theme, key, size), rank=1)
        return None
    return _store.put(name, sprites.surface(pixels))


def _render(theme: Theme, key: str, size: int) -> Pixels:
    side = Side(theme.piece(faces()[key][0]), face(key))
    return piece_render.counter(size, side, side, theme)


@cache
def faces() -> dict[str, tuple[str, tuple[Stroke, ...]]]:
    """Return, by the opponent's key, the colour of the counter and the strokes cut into it."""
    found = read_json(ASSETS / "art" / "faces.json")
    return {
        key: (one["counter"], tuple(part for stroke in one["strokes"] for part in _both(*stroke)))
        for key, one in found.items()
    }


def _both(kind: str, *stroke: Any) -> tuple[Stroke, ...]:
    """Return a stroke, or for a "pair" the stroke and its mirror image."""
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
    """Return the engraving of an opponent as a signed distance in radii, positive inside."""
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
