"""Outlines round groups of stones: one line that flows round stones and the bonds between them.

The line runs where the distance to stones and bonds is zero; smoothing the distance rounds the
joints. Pure numpy; all lengths in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from game.screen.boards.counters import Pixels
from game.screen.boards.shapes import Grid, coverage, segment_distance
from game.screen.theme import Colour

XY = tuple[float, float]

ROUND_STONE = 0.80  # of a cell's side
ALONG_BOND = 0.46
SOFTENING = 0.06
LINE = 3.2  # units
CASING = 7.0


def outline(
    groups: Iterable[Sequence[XY]],
    side: float,
    k: float,
    size: tuple[int, int],
    colour: Colour,
    casing: Colour,
    strength: float = 1.0,
) -> Pixels:
    """The lines round `groups` of stone centres on a transparent picture of `size` (w, h).

    `side` is a cell's side in px, `k` px a unit. Groups must not touch one another.
    """
    width, height = size
    inside = np.full((height, width), -1e3, np.float32)
    for group in groups:
        for stone in group:
            _grow(inside, stone, stone, ROUND_STONE * side)
        for one, other in combinations(group, 2):
            if math.dist(one, other) < 1.9 * side:
                _grow(inside, one, other, ALONG_BOND * side)
    inside = _softened(inside, max(1, round(SOFTENING * side * 1.5)))
    line = coverage(LINE * k / 2 - np.abs(inside), 1.0)
    case = coverage(CASING * k / 2 - np.abs(inside), 1.0) * np.float32(0.85)
    total = line + case * (1 - line)
    share = (line / np.maximum(total, 1e-3))[..., None]
    out = np.empty((height, width, 4), np.uint8)
    out[..., :3] = np.asarray(colour) * share + np.asarray(casing) * (1 - share)
    out[..., 3] = total * (255 * strength)
    return out


def _grow(inside: Grid, a: XY, b: XY, radius: float) -> None:
    """Add a disc or a bond of `radius` to the shape."""
    reach = radius + 8
    height, width = inside.shape
    x0, x1 = _span(min(a[0], b[0]) - reach, max(a[0], b[0]) + reach, width)
    y0, y1 = _span(min(a[1], b[1]) - reach, max(a[1], b[1]) + reach, height)
    x = np.arange(x0, x1, dtype=np.float32)[None, :]
    y = np.arange(y0, y1, dtype=np.float32)[:, None]
    near = np.float32(radius) - segment_distance(x, y, a, b)
    part = inside[y0:y1, x0:x1]
    np.maximum(part, near, out=part)


def _span(low: float, high: float, size: int) -> tuple[int, int]:
    return max(0, math.floor(low)), max(0, min(size, math.ceil(high)))


def _softened(values: Grid, reach: int) -> Grid:
    """Two passes of a running mean each way; far outside values are kept from leaking in."""
    soft = np.maximum(values, -4.0 * reach - 8)
    for _ in range(2):
        soft = _mean(_mean(soft, reach).T, reach).T
    return soft


def _mean(values: Grid, reach: int) -> Grid:
    width = 2 * reach + 1
    padded = np.pad(values, ((0, 0), (reach + 1, reach)), mode="edge")
    sums = np.cumsum(padded, axis=1, dtype=np.float64)
    mean: Grid = ((sums[:, width:] - sums[:, :-width]) / width).astype(np.float32)
    return mean
