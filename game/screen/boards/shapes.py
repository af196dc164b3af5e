"""Plane geometry on pixel grids: signed distances, coverage, the engraved marks.

Pure numpy, without colours and light. Arrays are float32. Distances are in the caller's unit and
positive inside a shape. Distances from functions named `distance` are never negative.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.floating[Any]]
Mark = Callable[[Grid, Grid], Grid]  # returns the signed distance at (x, y)

SQRT3 = math.sqrt(3)


def smooth(low: float, high: float, x: Grid) -> Grid:
    """Return 0 below `low`, 1 above `high`, an S-curve between; `low` may be larger than `high`."""
    t: Grid = np.clip((x - np.float32(low)) / np.float32(high - low), 0, 1)
    return t * t * (3 - 2 * t)


def coverage(inside: Grid, px: float) -> Grid:
    """Return the share of a pixel of width `px` inside a shape of signed distance `inside`."""
    share: Grid = np.clip(inside / np.float32(px) + np.float32(0.5), 0, 1)
    return share


def averaged(fine: Grid, step: int) -> Grid:
    """Return the means of blocks of `step` by `step` pixels.

    The result is bit-identical to `numpy.mean`, which takes several times as long for axes this
    short.
    """
    # Add in numpy's order: colours one after the other, grey pixels row by row.
    rows = [[fine[i::step, j::step] for j in range(step)] for i in range(step)]
    flat = fine.ndim == 2
    parts = (
        [reduce(np.add, row) for row in rows] if flat else [part for row in rows for part in row]
    )
    total: Grid = reduce(np.add, parts) / np.float32(step * step)
    return total


def at_height(a: tuple[float, float], b: tuple[float, float], y: float) -> float:
    """Return the x at which the segment is nearest to height y."""
    if abs(a[1] - b[1]) < 1e-6:
        return a[0] if y < a[1] else b[0]
    t = min(1.0, max(0.0, (y - a[1]) / (b[1] - a[1])))
    return a[0] + t * (b[0] - a[0])


def rounded_box(x: Grid, y: Grid, half_w: float, half_h: float, radius: float) -> Grid:
    """Return the signed distance to a rectangle with rounded corners, centred at the origin."""
    qx, qy = np.abs(x) - (half_w - radius), np.abs(y) - (half_h - radius)
    outer = np.hypot(np.maximum(qx, 0), np.maximum(qy, 0))
    return radius - outer - np.minimum(np.maximum(qx, qy), 0)


def flat_hexagon(x: Grid, y: Grid, apothem: float) -> Grid:
    """Return the signed distance to a hexagon with a flat top; `apothem` is from centre to side."""
    ax, ay = np.abs(x), np.abs(y)
    return apothem - np.maximum(ay, ax * (SQRT3 / 2) + ay * 0.5)


def pointed_hexagon(x: Grid, y: Grid, apothem: float, radius: float = 0.0) -> Grid:
    """Return the signed distance to a hexagon with a corner on top, rounded by about `radius`."""
    ax, ay = np.abs(x), np.abs(y)
    side, slope = ax, ay * (SQRT3 / 2) + ax * 0.5
    if radius <= 0:
        return apothem - np.maximum(side, slope)
    p, q = side - (apothem - radius), slope - (apothem - radius)
    # Two sides meet at 120 degrees; inside the corner, the distance is to a circle of `radius`.
    corner = np.sqrt(np.maximum((p * p + q * q - p * q) * np.float32(4 / 3), 0))
    both = (2 * p > q) & (2 * q > p)
    return radius - np.where(both, corner, np.maximum(p, q))


def _ring(x: Grid, y: Grid) -> Grid:
    return np.float32(0.105) - np.abs(np.hypot(x, y) - np.float32(0.42))


def _dot(x: Grid, y: Grid) -> Grid:
    return np.float32(0.24) - np.hypot(x, y)


def _star(x: Grid, y: Grid) -> Grid:
    """Return a five-pointed star, folded into one tenth with a straight edge."""
    step = 2 * math.pi / 5
    angle = np.arctan2(x, -y)
    folded = np.abs((angle + step / 2) % step - step / 2)
    r = np.hypot(x, y)
    px, py = r * np.cos(folded), r * np.sin(folded)
    outer, inner = 0.66, 0.275
    bx, by = inner * math.cos(step / 2), inner * math.sin(step / 2)
    length = math.hypot(by, outer - bx)
    return ((outer - px) * by - py * (outer - bx)) / np.float32(length)


def _cross(x: Grid, y: Grid) -> Grid:
    ax, ay = np.abs(x), np.abs(y)
    bar, post = np.minimum(0.38 - ax, 0.105 - ay), np.minimum(0.105 - ax, 0.38 - ay)
    cross: Grid = np.maximum(bar, post)
    return cross


def _diamond(x: Grid, y: Grid) -> Grid:
    diamond: Grid = 0.10 - np.abs((np.abs(x) + np.abs(y)) * np.float32(0.7071) - 0.36)
    return diamond


def _saltire(x: Grid, y: Grid) -> Grid:
    """Return a saltire; it marks points on which no stone is ever placed."""
    a, b = np.abs(x + y) * np.float32(0.7071), np.abs(x - y) * np.float32(0.7071)
    cross: Grid = np.maximum(np.minimum(0.55 - a, 0.085 - b), np.minimum(0.085 - a, 0.55 - b))
    return cross


MARKS: dict[str, Mark] = {
    "ring": _ring,
    "dot": _dot,
    "star": _star,
    "cross": _cross,
    "diamond": _diamond,
    "saltire": _saltire,
}


def mark(shape: str | Mark, x: Grid, y: Grid) -> Grid | None:
    """Return the signed distance to a mark on a piece of radius 1; None if it has no mark.

    A mark is the name of one in MARKS, or a function of its own.
    """
    draw = MARKS.get(shape) if isinstance(shape, str) else shape
    return None if draw is None else draw(x, y)
