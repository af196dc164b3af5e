"""Lit lines, arrows and dotted arcs over a board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from pygame import Surface

from game.pictures.label_placement import segment_distance
from game.pictures.lines import XY
from game.platform.theme import Colour, Theme
from game.screen.animation.movements import bow
from game.screen.boards.highlights import Patch, blit_centred
from game.screen.boards.shapes import at_height, coverage
from game.screen.boards.sprites import surface
from game.screen.ui import paint, pencil
from game.screen.ui.paint import LruCache

LINE = 5.0  # width of a lit line, in px on a board of 768 px
CASING = 10.0
HALO = 18.0
BAND = 32  # number of rows rendered together
ARROW, HEAD = 7.0, 24.0  # widths of an arrow's shaft and head, in px on a board of 768 px
BEND_STEPS = 24  # number of straight segments of a bent arrow
DOT = 3.2
DOT_STEP = 13.0

_store = LruCache(10 << 20)


def draw_path(
    canvas: Surface, spots: Sequence[XY], theme: Theme, k: float, strength: float = 1.0
) -> None:
    """Draw a lit line through the spots (canvas pixels), with one sprite per straight segment."""
    for one, other in pairwise(spots):
        image, light, (x, y) = _stretch(one, other, theme, k)
        if light is not None:
            light.set_alpha(round(255 * strength))
            canvas.blit(light, (x, y))
        image.set_alpha(round(255 * strength))
        canvas.blit(image, (x, y))


def _stretch(
    a: XY, b: XY, theme: Theme, k: float
) -> tuple[Surface, Surface | None, tuple[int, int]]:
    """Return the sprite, the light and the upper left corner of a straight segment."""
    pad = math.ceil((CASING + 2 * HALO) * k / 2) + 2
    x0, y0 = math.floor(min(a[0], b[0])) - pad, math.floor(min(a[1], b[1])) - pad
    start = (round(a[0] - x0), round(a[1] - y0))
    end = (round(b[0] - x0), round(b[1] - y0))
    key = ("stretch", theme.name, round(k * 60), start, end)
    size = max(start[0], end[0]) + pad, max(start[1], end[1]) + pad
    image, light = _store.get(key, lambda: _render(start, end, size, theme, k))
    return image, light, (x0, y0)


def _render(
    a: XY, b: XY, size: tuple[int, int], theme: Theme, k: float
) -> tuple[Surface, Surface | None]:
    dark = (0, 0, 0) if theme.flat else theme.ui.casing
    pixels = np.zeros((size[1], size[0], 4), np.uint8)
    glow = np.zeros((size[1], size[0], 4), np.uint8)
    glow[..., :3], pixels[..., :3] = theme.ui.glow, dark
    core = np.asarray(theme.ui.accent, np.float32) - np.asarray(dark, np.float32)
    for rows, columns in _along(a, b, size, (CASING + 2 * HALO) * k / 2 + 2):
        x = np.arange(columns.start, columns.stop, dtype=np.float32)[None, :]
        y = np.arange(rows.start, rows.stop, dtype=np.float32)[:, None]
        away = segment_distance(x, y, a, b)
        line, case = coverage(LINE * k / 2 - away, 1.0), coverage(CASING * k / 2 - away, 1.0)
        pixels[rows, columns, :3] = np.asarray(dark) + core * line[..., None]
        pixels[rows, columns, 3] = 255 * np.maximum(line, case)
        glow[rows, columns, 3] = 255 * 0.62 * np.exp(-((away / (HALO * k * 0.55)) ** 2))
    return surface(pixels), None if theme.flat else surface(glow)


def _along(a: XY, b: XY, size: tuple[int, int], reach: float) -> Iterator[tuple[slice, slice]]:
    """Yield bands of rows, each with the columns that are near the segment."""
    for top in range(0, size[1], BAND):
        bottom = min(size[1], top + BAND)
        xs = [at_height(a, b, top - reach), at_height(a, b, bottom + reach)]
        first, last = max(0, round(min(xs) - reach)), min(size[0], round(max(xs) + reach))
        if first < last:
            yield slice(top, bottom), slice(first, last)


def draw_bent_arrow(
    canvas: Surface, a: XY, b: XY, theme: Theme, k: float, colour: Colour, clear: float
) -> None:
    """Draw an arrow from a to b round the piece midway, `clear` px away from all three places."""
    length = math.dist(a, b)
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    side = 1.0 if ux < 0 else -1.0  # so that the arrow bends towards the top of the screen
    lift = 2 * (clear + HEAD * k / 2)
    bend = (a[0] + b[0]) / 2 - uy * side * lift, (a[1] + b[1]) / 2 + ux * side * lift
    spots = [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * bend[0] + t * t * b[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * bend[1] + t * t * b[1],
        )
        for t in (step / BEND_STEPS for step in range(BEND_STEPS + 1))
    ]
    free = [one for one in spots if min(math.dist(one, a), math.dist(one, b)) >= 0.8 * clear]
    if len(free) < 3:
        return
    dark = (0, 0, 0) if theme.flat else theme.ui.casing
    rim = max(1.5, 2.2 * k)
    last, tip = free[-2], free[-1]
    far = math.dist(last, tip)
    way = (tip[0] - last[0]) / far, (tip[1] - last[1]) / far
    neck = tip[0] - way[0] * HEAD * k, tip[1] - way[1] * HEAD * k
    shaft = [one for one in free if math.dist(one, tip) > HEAD * k] + [neck]
    for grown, tint in ((rim, dark), (0.0, colour)):
        half = ARROW * k / 2 + grown
        for one, other in pairwise(shaft):
            pencil.line(canvas, tint, one, other, max(1, round(2 * half)))
            pencil.circle(canvas, tint, one, half)
        pencil.polygon(canvas, tint, _arrow_shape(neck, tip, way, k, grown))


def draw_arrow(
    canvas: Surface, a: XY, b: XY, theme: Theme, k: float, colour: Colour, clear: float
) -> None:
    """Draw an arrow with a dark edge from a to b, `clear` px away from both."""
    length = math.dist(a, b)
    if length <= 2 * clear:
        return
    ux, uy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    start = (a[0] + ux * clear, a[1] + uy * clear)
    tip = (b[0] - ux * clear * 0.55, b[1] - uy * clear * 0.55)
    dark = (0, 0, 0) if theme.flat else theme.ui.casing
    rim = max(1.5, 2.2 * k)
    radius = round(ARROW * k / 2 + rim)
    dot = paint.box((2 * radius + 1, 2 * radius + 1), radius, dark)
    canvas.blit(dot, dot.get_rect(center=start))
    for grown, tint in ((rim, dark), (0.0, colour)):
        pencil.polygon(canvas, tint, _arrow_shape(start, tip, (ux, uy), k, grown))


def _arrow_shape(start: XY, tip: XY, way: XY, k: float, grown: float) -> list[XY]:
    """Return the polygon of shaft and head, `grown` px larger on every side."""
    ux, uy = way
    half, wide, long = ARROW * k / 2 + grown, HEAD * k / 2 + 1.6 * grown, HEAD * k + 1.6 * grown
    point = (tip[0] + ux * 1.6 * grown, tip[1] + uy * 1.6 * grown)
    neck = (point[0] - ux * long, point[1] - uy * long)
    back = (start[0] - ux * grown, start[1] - uy * grown)

    def beside(at: XY, off: float) -> XY:
        return at[0] - uy * off, at[1] + ux * off

    return [
        *(beside(back, half), beside(neck, half), beside(neck, wide), point),
        *(beside(neck, -wide), beside(neck, -half), beside(back, -half)),
    ]


def draw_arc(
    canvas: Surface, a: XY, b: XY, height: float, theme: Theme, k: float, clear: float = 0.0
) -> None:
    """Draw dots along a jump from a to b that rises `height` px up the screen.

    No dot is within `clear` px of the ends, because pieces are there. The arc of a jump straight up
    or down the screen would coincide with its line, so that arc bends to the side.
    """
    dot = _dot(theme, k)
    aside, up = bow(a, b)
    count = max(4, round((math.dist(a, b) + height * 0.8) / (DOT_STEP * k)))
    for i in range(1, count):
        t = i / count
        arc = 4 * t * (1 - t)
        x = a[0] + (b[0] - a[0]) * t + aside * height * arc
        y = a[1] + (b[1] - a[1]) * t - up * height * arc
        if min(math.dist((x, y), a), math.dist((x, y), b)) < clear:
            continue
        blit_centred(canvas, dot, (x, y))


def _dot(theme: Theme, k: float) -> Surface:
    def make() -> Surface:
        patch = Patch((DOT + 2) * k)
        patch.disc((DOT + 1.6) * k, (0, 0, 0) if theme.flat else theme.ui.casing)
        patch.disc(DOT * k, theme.ui.accent)
        return patch.surface()

    return _store.get(("dot", theme.name, round(k * 60)), make)
