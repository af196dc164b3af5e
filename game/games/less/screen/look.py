"""The board of Less: squares, walls on their edges, and goals inlaid in two or four corners.

A single wall is one rounded bar across an edge; a double wall is two bars with wood between them.
The pictures are computed in NumPy alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from game.games.less.pictures import Edge, goals, wall_edges
from game.games.less.rules import Less
from game.pictures import squares
from game.platform.theme import Theme
from game.rules.base import Game
from game.rules.events import Piece
from game.rules.topology import Point, Topology
from game.screen.boards import light, shapes, sprites
from game.screen.boards.board_look import BoardLook, Fitting, plain_look
from game.screen.boards.piece_render import OVERSAMPLING, Pixels, shrink
from game.screen.boards.shapes import Grid, averaged, coverage, rounded_box


def look(game: Game) -> BoardLook:
    """Return the look of the board: plain squares with walls and goals on them."""
    assert isinstance(game, Less)
    board = game.topology
    owners = goals(board, game.pieces(game.start()))
    fittings = (
        *_corners(board, owners),
        *_goals(board, owners),
        *_walls(board, wall_edges(board, game.walls)),
    )
    return replace(plain_look(game), fittings=fittings)


def _walls(topology: Topology, edges: Mapping[Edge, int]) -> Iterator[Fitting]:
    """Yield a bar or two on every edge that has a wall."""
    at = squares.places(topology)
    length = squares.square_side(topology) - LENGTH_LESS
    for (one, other), count in edges.items():
        (ax, ay), (bx, by) = at[one], at[other]
        upright = abs(ax - bx) > abs(ay - by)
        if count:
            yield Fitting(
                ("wall", topology.size, count, upright),
                ((ax + bx) / 2, (ay + by) / 2),
                partial(bars, length=length, double=count > 1, upright=upright),
            )


def _corners(topology: Topology, owners: Mapping[Point, Piece]) -> Iterator[Fitting]:
    """Yield a band round each goal, with the owner's sign in its middle.

    Pieces in the goal hide the rings of the squares, but not the band.
    """
    at, side = squares.places(topology), squares.square_side(topology)
    for owner in dict.fromkeys(owners.values()):
        own = [at[point] for point, other in owners.items() if other == owner]
        middle = sum(x for x, _y in own) / len(own), sum(y for _x, y in own) / len(own)
        kind = ("corner", topology.size, owner.colour, owner.mark)
        yield Fitting(kind, middle, partial(corner, side=side, owner=owner))


def _goals(topology: Topology, owners: Mapping[Point, Piece]) -> Iterator[Fitting]:
    """Yield a ring with the owner's mark in every goal square."""
    at, side = squares.places(topology), squares.square_side(topology)
    for point, owner in owners.items():
        kind = ("goal", topology.size, owner.colour, owner.mark)
        yield Fitting(kind, at[point], partial(goal, side=side, owner=owner))


LENGTH_LESS = 16.0  # difference between the lengths of a square's side and a bar, in units
WIDTH = 13.0
DOUBLE_GAP = 8.0
PAD = 10  # pixels round a bar for its shadow
SHADOW_BLUR = 2.6
SHADOW_ALPHA = 0.75
GOAL_RADIUS = 0.31  # as a share of a square
GOAL_ALPHA = 0.62
# Band round a goal: width, distance from the goal's edge, corner radius.
BAND, BAND_INSET, BAND_CORNER = 5.0, 7.0, 9.0
SIGN_RADIUS = 0.17  # as a share of a square; the owner's sign is where the four squares meet


def bars(k: float, theme: Theme, length: float, double: bool, upright: bool) -> Pixels:
    """Return the picture of a wall with its shadow; `length` is in units of `k` pixels."""
    half_w, half_l = WIDTH * k / 2, length * k / 2
    centres = (-(WIDTH + DOUBLE_GAP) * k / 2, (WIDTH + DOUBLE_GAP) * k / 2) if double else (0.0,)
    across_reach, along_reach = half_w + max(centres), half_l
    rows = 2 * round(across_reach + PAD * max(k, 0.5))
    columns = 2 * round(along_reach + PAD * max(k, 0.5))
    if upright:
        rows, columns = columns, rows
    n = OVERSAMPLING
    x = (np.arange(columns * n, dtype=np.float32) + 0.5) / n - columns / 2
    y = (np.arange(rows * n, dtype=np.float32) + 0.5) / n - rows / 2
    gx, gy = np.meshgrid(x, y)
    along, across = (gy, gx) if upright else (gx, gy)
    inside = np.full(gx.shape, -1e3, np.float32)
    for centre in centres:
        bar = rounded_box(along, across - np.float32(centre), half_l, half_w, half_w * 0.72)
        inside = np.maximum(inside, bar)
    return _shaded(inside, along, across, half_w, k, theme)


def _shaded(
    inside: Grid, along: Grid, across: Grid, half_w: float, k: float, theme: Theme
) -> Pixels:
    base, lit = light.rgb(theme.wall.base), light.rgb(theme.wall.light)
    alpha = coverage(inside, 1 / OVERSAMPLING)
    if theme.flat:
        return shrink(np.broadcast_to(base, (*inside.shape, 3)), alpha, base)
    roundness = np.clip(inside / half_w, 0, 1)
    height = 0.84 * half_w * np.sqrt(np.clip(1 - (1 - roundness) ** 2, 0, 1))
    bright, gloss = light.relief(height, 1 / OVERSAMPLING, light.BAR)
    fibre = np.sin(across / k * 2.1 + np.sin(along / k * 0.06) * 2) * 0.5 + 0.5
    colours = base + (lit - base) * (0.35 * fibre)[..., None]
    colours = colours * bright[..., None] + gloss[..., None] * np.array([1, 0.93, 0.8], np.float32)
    return _with_shadow(shrink(light.tone(colours), alpha, base), k)


def _with_shadow(pixels: Pixels, k: float) -> Pixels:
    """Return the picture over its own blurred shadow, which is down and to the right."""
    alpha = pixels[..., 3].astype(np.float32) / 255
    shade: Grid = alpha
    for axis in (0, 1):
        shade = _blurred(shade, SHADOW_BLUR * k, axis)
    shade = np.roll(shade, (max(1, round(4 * k)), max(1, round(2 * k))), (0, 1)) * SHADOW_ALPHA
    total = alpha + shade * (1 - alpha)
    out = pixels.copy()
    share = (alpha / np.maximum(total, 1e-3))[..., None]
    out[..., :3] = (pixels[..., :3] * share + np.array([5, 3, 2]) * (1 - share)).astype(np.uint8)
    out[..., 3] = (total * 255).astype(np.uint8)
    return out


def _blurred(values: Grid, sigma: float, axis: int) -> Grid:
    reach = max(1, round(3 * sigma))
    at = np.arange(-reach, reach + 1)
    kernel = np.exp(-(at**2) / (2 * max(sigma, 0.3) ** 2))
    kernel /= kernel.sum()
    soft: Grid = np.apply_along_axis(np.convolve, axis, values, kernel, "same").astype(np.float32)
    return soft


def goal(k: float, theme: Theme, side: float, owner: Piece) -> Pixels:
    """Return a ring with the owner's mark, inlaid in a square of `side` units of `k` pixels."""
    diameter = 2 * GOAL_RADIUS * side * k
    top = sprites.side(theme, "pawn", owner.colour, owner.mark)
    strong = owner.colour == "black"
    reach = int(np.ceil(diameter / 2)) + 3
    axis = np.arange(-reach * 2, reach * 2, dtype=np.float32) / 2 + 0.25
    x, y = np.meshgrid(axis, axis)
    radius, width = diameter / 2, max(1.6, diameter * 0.042)
    inside = width / 2 - np.abs(np.hypot(x, y) - radius + width / 2)
    inlay = shapes.mark(top.mark, x / radius * 1.6, y / radius * 1.6)
    if inlay is not None:
        inside = np.maximum(inside, inlay * radius / 1.6)
    alpha = averaged(coverage(inside, 0.5), 2)
    out = np.empty((2 * reach, 2 * reach, 4), np.uint8)
    out[..., :3] = top.colours.base if not theme.flat else (0, 0, 0)
    out[..., 3] = (alpha * 255 * (0.8 if strong else GOAL_ALPHA)).astype(np.uint8)
    return out


def corner(k: float, theme: Theme, side: float, owner: Piece) -> Pixels:
    """Return a band round the two by two squares of a goal, with the owner's sign in the middle."""
    top = sprites.side(theme, "pawn", owner.colour, owner.mark)
    base, ink = light.rgb(top.colours.base), light.rgb(top.colours.mark or (0, 0, 0))
    rim = ink
    if theme.flat:
        base = light.rgb((0, 0, 0) if owner.colour == "black" else (255, 255, 255))
        ink, rim = 1 - base, np.zeros(3, np.float32)
    reach = int(np.ceil(side * k))
    axis = np.arange(-reach * 2, reach * 2, dtype=np.float32) / 2 + 0.25
    x, y = np.meshgrid(axis, axis)
    edge = side * k - BAND_INSET * k
    width = max(2.0, BAND * k)
    band = width / 2 - np.abs(rounded_box(x, y, edge, edge, BAND_CORNER * k) - width / 2)
    radius = SIGN_RADIUS * side * k
    disc = radius - np.hypot(x, y)
    thin = max(1.0, 0.09 * radius)
    sign = shapes.mark(top.mark, x / radius, y / radius)
    colours = np.broadcast_to(base, (*x.shape, 3)).copy()
    strength = np.where(disc > 0, 1.0, GOAL_ALPHA + 0.13).astype(np.float32)
    if theme.flat:  # Black gets a black band, the others an outlined one.
        colours[disc <= 0] = 0
        if owner.colour != "black":
            band = np.minimum(band, thin / 2 - np.abs(band - thin / 2))
    colours[disc > 0] = base
    colours[(disc > 0) & (disc < thin)] = rim
    if sign is not None:
        colours[(disc > thin) & (sign > 0)] = ink
    alpha = coverage(np.maximum(band, disc), 0.5) * strength
    return _halved(colours, alpha, reach)


def _halved(colours: Grid, alpha: Grid, reach: int) -> Pixels:
    """Return a picture of 4 * `reach` pixels at half its size."""
    total = averaged(alpha, 2)
    weighed = averaged(colours * alpha[..., None], 2)
    out = np.empty((2 * reach, 2 * reach, 4), np.uint8)
    out[..., :3] = np.clip(255 * weighed / np.maximum(total, 1e-3)[..., None], 0, 255)
    out[..., 3] = total * 255
    return out
