"""Outlines round groups of stones: one line that flows round stones and the bonds between them.

The line runs where the distance to stones and bonds is zero; smoothing the distance rounds the
joints. Pure numpy; all lengths in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
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
COARSE_FROM = 22.0  # px a cell's side; from there distances are found on every second pixel


def outline(
    group: Sequence[XY], side: float, k: float, colour: Colour, casing: Colour
) -> tuple[Pixels, tuple[int, int]]:
    """The line round one group of stone centres, and where its upper left corner lies.

    `side` is a cell's side in px, `k` px a unit. The picture is as large as the group.
    """
    pad = math.ceil(ROUND_STONE * side + CASING * k) + 2
    left = math.floor(min(x for x, _ in group)) - pad
    top = math.floor(min(y for _, y in group)) - pad
    width = math.ceil(max(x for x, _ in group)) + pad - left
    height = math.ceil(max(y for _, y in group)) + pad - top
    coarse = side > COARSE_FROM
    step = 2 if coarse else 1
    spots = [((x - left) / step, (y - top) / step) for x, y in group]
    distances = _distances(spots, side / step, (height // step + 2, width // step + 2)) * step
    inside = (_refined(distances) if coarse else distances)[:height, :width]
    line = coverage(LINE * k / 2 - np.abs(inside), 1.0)
    case = coverage(CASING * k / 2 - np.abs(inside), 1.0) * np.float32(0.85)
    total = line + case * (1 - line)
    share = (line / np.maximum(total, 1e-3))[..., None]
    out = np.empty((height, width, 4), np.uint8)
    light, dark = np.asarray(colour, np.float32), np.asarray(casing, np.float32)
    out[..., :3] = dark + (light - dark) * share
    out[..., 3] = total * 255
    return out, (left, top)


def _distances(spots: Sequence[XY], side: float, shape: tuple[int, int]) -> Grid:
    """Signed distances to stones and bonds, joints smoothed."""
    inside = np.full(shape, -1e3, np.float32)
    for spot in spots:
        _grow(inside, spot, spot, ROUND_STONE * side)
    for one, other in combinations(spots, 2):
        if math.dist(one, other) < 1.9 * side:
            _grow(inside, one, other, ALONG_BOND * side)
    return _softened(inside, max(1, round(SOFTENING * side * 1.5)))


def _refined(values: Grid) -> Grid:
    """Twice as many rows and columns, the new ones between the old: distances are smooth."""
    fine = np.empty((2 * values.shape[0] - 1, 2 * values.shape[1] - 1), np.float32)
    fine[::2, ::2] = values
    fine[::2, 1::2] = (values[:, 1:] + values[:, :-1]) * np.float32(0.5)
    fine[1::2] = (fine[2::2] + fine[:-2:2]) * np.float32(0.5)
    return fine


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
    sums = np.cumsum(padded, axis=1, dtype=np.float32)
    mean: Grid = ((sums[:, width:] - sums[:, :-width]) / width).astype(np.float32)
    return mean
