"""Marks that a person has drawn on a board: smooth sprites, made once for each place.

The same shapes as in `game/pictures/signs.py`: solid, dashed and dotted lines.
"""

from __future__ import annotations

import math

import numpy as np
from pygame import Surface

from game.pictures.lines import XY
from game.pictures.signs import (
    CASING,
    HEAD_LENGTH,
    HEAD_WIDTH,
    LINE,
    RING,
    STROKES,
    casing,
    ink,
    shaft,
)
from game.platform.theme import Theme
from game.screen.boards.highlights import Patch, blit_centred
from game.screen.boards.shapes import Grid, coverage
from game.screen.boards.sprites import surface
from game.screen.ui.paint import LruCache

PAD = 4  # pixels round an arrow

_store = LruCache(8 << 20)


def draw_ring(
    canvas: Surface, at: XY, kind: str, theme: Theme, k: float, piece_radius: float
) -> None:
    """Draw a ring round a place of the canvas; `k` is pixels per board unit."""

    def make() -> Surface:
        radius = piece_radius + RING * k
        patch = Patch(radius + CASING * k)
        around = 2 * math.pi * radius
        # The distance along the ring is always positive, so that the ring has no ends.
        along = np.arctan2(patch.y, patch.x) * radius + around
        across = patch.r - radius
        patch.ring(radius, CASING * k, casing(theme))
        patch.lay(_stroke(along, across, around, kind, k), ink(kind, theme))
        return patch.surface()

    key = ("ring", theme.name, kind, round(k * 60), round(piece_radius * 4))
    blit_centred(canvas, _store.get(key, make), at)


def draw_line(
    canvas: Surface, a: XY, b: XY, kind: str, theme: Theme, k: float, piece_radius: float
) -> None:
    """Draw an arrow between two places of the canvas, if there is room for it."""
    ends = shaft(a, b, piece_radius)
    if ends is None:
        return
    pad = math.ceil((CASING + HEAD_WIDTH / 2) * k) + PAD
    x0 = math.floor(min(ends[0][0], ends[1][0])) - pad
    y0 = math.floor(min(ends[0][1], ends[1][1])) - pad
    start, tip = ((round(x - x0), round(y - y0)) for x, y in ends)
    key = ("line", theme.name, kind, round(k * 60), start, tip)
    size = max(start[0], tip[0]) + pad, max(start[1], tip[1]) + pad
    canvas.blit(_store.get(key, lambda: _arrow(start, tip, size, kind, theme, k)), (x0, y0))


def _arrow(start: XY, tip: XY, size: tuple[int, int], kind: str, theme: Theme, k: float) -> Surface:
    """Return an arrow with its dark edge on a transparent surface of this size."""
    length = max(1.0, math.dist(start, tip))
    ux, uy = (tip[0] - start[0]) / length, (tip[1] - start[1]) / length
    x = np.arange(size[0], dtype=np.float32)[None, :] - start[0]
    y = np.arange(size[1], dtype=np.float32)[:, None] - start[1]
    along, across = x * ux + y * uy, y * ux - x * uy
    neck = length - HEAD_LENGTH * k
    rim = (CASING - LINE) * k / 2
    slope = math.atan2(HEAD_WIDTH / 2, HEAD_LENGTH)
    side = (length - along) * math.sin(slope) - np.abs(across) * math.cos(slope)
    head = np.minimum(side, along - neck)
    beyond = np.maximum(0, np.maximum(-along, along - neck))
    whole = LINE * k / 2 - np.hypot(beyond, across)
    line = np.minimum(_stroke(along, across, neck, kind, k), neck + 1 - along)
    line = np.minimum(line, along + LINE * k)  # leaves room for the whole of the first dot
    bright = coverage(np.maximum(line, head), 1.0)
    dark = coverage(np.maximum(whole, head) + rim, 1.0)
    pixels = np.empty((size[1], size[0], 4), np.uint8)
    low, high = np.asarray(casing(theme), np.float32), np.asarray(ink(kind, theme), np.float32)
    pixels[..., :3] = low + (high - low) * bright[..., None]
    pixels[..., 3] = 255 * np.maximum(bright, dark)
    return surface(pixels)


def _stroke(along: Grid, across: Grid, length: float, kind: str, k: float) -> Grid:
    """Return the signed distance to a line of `length` px, solid, dashed or dotted by kind."""
    half, stroke = LINE * k / 2, STROKES[kind]
    step = (stroke.dash + stroke.gap) * k
    beside: Grid = half - np.abs(across)
    if not step:
        whole: Grid = np.minimum(beside, along)
        return whole
    step = length / max(1, round(length / step))
    # Distance from the middle of the nearest stroke.
    place = np.abs((along + step / 2) % step - step / 2)
    if stroke.dash:
        dashed: Grid = np.minimum(beside, stroke.dash * k / 2 - place)
        return dashed
    dotted: Grid = half * 1.25 - np.hypot(place, across)
    return dotted
