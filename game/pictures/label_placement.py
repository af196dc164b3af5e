"""Label placement: the places for the names of points on a board of lines.

A name overlaps no counter that could be on the board, is nearer to its own point than to any other,
and crosses as few lines as possible. This is pure NumPy; lengths are in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.pictures.lines import XY
from game.rules.topology import Point

Grid = NDArray[np.floating[Any]]

ANGLES, RINGS = 48, 12  # numbers of directions and distances tried round a point
# Largest distance of a name from a counter's edge, in radii of a counter.
FARTHEST = 1.2
CLEAR = 1.5  # px between a name and any counter
BETWEEN = 2.0  # px between two names
FIELD = 0.468  # radius of the field, as a share of the board's size


@dataclass(frozen=True)
class LabelSpace:
    """The space for names: points, lines as pairs of ends, width and height of each name.

    `radius` is a counter's radius, `ring` the distance that signs extend beyond it, and `board` the
    board's size.
    """

    places: Mapping[Point, XY]
    lines: Sequence[tuple[XY, XY]]
    sizes: Mapping[Point, XY]
    radius: float
    ring: float
    board: float


def place_labels(paper: LabelSpace) -> dict[Point, XY]:
    """Return the middle of each point's name, relative to the board's corner.

    Points with the least room choose first.
    """
    offers = {point: _offers(paper, point) for point in paper.places}
    found: dict[Point, XY] = {}
    for point in sorted(offers, key=lambda p: (len(offers[p][1]), p)):
        at, cost = offers[point]
        if found:
            cost = cost + 50 * _crowded(at, paper.sizes[point], found, paper.sizes)
        best = int(np.argmin(cost))
        found[point] = (float(at[best, 0]), float(at[best, 1]))
    return found


def _offers(paper: LabelSpace, point: Point) -> tuple[Grid, Grid]:
    """Return places for a name round a point, and the cost of each; there is at least one."""
    size, radius = paper.sizes[point], paper.radius
    own = np.asarray(paper.places[point], np.float32)
    centres = np.array(list(paper.places.values()), np.float32)
    number = list(paper.places).index(point)
    at = _around(own, radius, size)
    reach = radius * (3 + FARTHEST) + size[0]
    close = np.hypot(*(centres - own).T) < reach
    number, centres = int(close[:number].sum()), centres[close]
    dx, dy = np.abs(at[:, None, 0] - centres[:, 0]), np.abs(at[:, None, 1] - centres[:, 1])
    gaps = np.hypot(np.maximum(dx - size[0] / 2, 0), np.maximum(dy - size[1] / 2, 0)) - radius
    far = np.hypot(dx, dy)
    near = far[:, number].copy()
    far[:, number] = np.inf
    middle = paper.board / 2
    corner = np.hypot(np.abs(at[:, 0] - middle) + size[0] / 2, at[:, 1] - middle)
    fits = (gaps.min(1) >= CLEAR) & (near < 0.9 * far.min(1)) & (corner < FIELD * paper.board)
    # The user's own board may be crowded: then use the places with the widest gaps.
    if not fits.any():
        fits = gaps.min(1) >= np.sort(gaps.min(1))[-8]
    at, near, gaps = at[fits], near[fits], gaps[fits].min(1)
    cost = near / radius + 0.5 * np.maximum(paper.ring - gaps, 0)
    passing = [line for line in paper.lines if _distance(own, line) < reach]
    if passing:
        cost = cost + 1.6 * _struck(at, np.array(passing, np.float32), size)
    return at, cost


def _around(own: Grid, radius: float, size: XY) -> Grid:
    """Return rings of places round a point, outside its counter."""
    turn = np.arange(ANGLES, dtype=np.float32) * np.float32(2 * math.pi / ANGLES)
    first, last = radius + CLEAR, radius * (1 + FARTHEST)
    away = np.linspace(first, last, RINGS, dtype=np.float32)[:, None]
    x = own[0] + np.cos(turn) * (away + size[0] / 2 * np.abs(np.cos(turn)))
    y = own[1] + np.sin(turn) * (away + size[1] / 2 * np.abs(np.sin(turn)))
    return np.stack([x.ravel(), y.ravel()], -1)


def _crowded(at: Grid, size: XY, found: Mapping[Point, XY], sizes: Mapping[Point, XY]) -> Grid:
    """Return the pixels by which names at these places would overlap placed names."""
    others = np.array(list(found.values()), np.float32)
    room = (np.array([sizes[point] for point in found], np.float32) + size) / 2 + BETWEEN
    apart = np.abs(at[:, None] - others) - room
    crowd: Grid = np.maximum(-apart.max(2), 0).sum(1)
    return crowd


def _distance(spot: Grid, line: tuple[XY, XY]) -> float:
    return float(segment_distance(spot[:1], spot[1:], *line)[0])


def _struck(at: Grid, lines: Grid, size: XY) -> Grid:
    """Return how much of each name the lines cross; a line through the name's middle counts 1."""
    stretch = np.array([1.0, size[0] / size[1]], np.float32)  # scale that makes a name square
    start, way = lines[:, 0] * stretch, (lines[:, 1] - lines[:, 0]) * stretch
    p = (at * stretch)[:, None] - start
    along = np.clip((p * way).sum(2) / (way * way).sum(1), 0, 1)
    distance = np.hypot(*np.moveaxis(p - along[..., None] * way, 2, 0))
    struck: Grid = np.clip(1.25 - distance / (size[0] / 2 + 2), 0, 1).sum(1)
    return struck


def segment_distance(x: Grid, y: Grid, a: XY, b: XY) -> Grid:
    """Return the distance to the straight line segment from `a` to `b`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy or 1.0
    t = np.clip(((x - a[0]) * (dx / length) + (y - a[1]) * (dy / length)), 0, 1)
    distance: Grid = np.hypot(x - a[0] - t * dx, y - a[1] - t * dy)
    return distance
