"""Rendering of pieces: reversible counters at any tilt, stones and turned wooden pieces.

Pure numpy: every function returns a square array of 8-bit (height, width, 4) pixels, so a worker
thread may call it. Themes have light; flat themes have black outlines instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from game.platform.theme import PieceColours, Theme
from game.screen.boards import light, shapes
from game.screen.boards.shapes import Grid, Mark, averaged, smooth

Pixels = NDArray[np.uint8]

OVERSAMPLING = 4
PAD = 3  # empty pixels round a sprite, so that scaling does not cut its edge
THICKNESS = 0.30  # thickness of a counter in diameters
CORE = 0.32  # share of the thickness that the middle ply takes
FLAT_RIM = 0.105  # width of the black outline in flat themes, in radii
WARM = np.array([1.0, 0.96, 0.88], np.float32)


def grid(diameter: int, fine: int = OVERSAMPLING) -> tuple[Grid, Grid]:
    """Return the oversampled pixel centres of a sprite, in radii from the middle."""
    n = (diameter + 2 * PAD) * fine
    axis = (np.arange(n, dtype=np.float32) - (n - 1) / 2) * np.float32(2 / (diameter * fine))
    x, y = np.meshgrid(axis, axis)
    return x, y


def shrink(colours: Grid, alpha: Grid, backdrop: Grid, fine: int = OVERSAMPLING) -> Pixels:
    """Average oversampled pixels; empty pixels get the backdrop's colour, for clean scaling."""
    rows, columns = (length // fine for length in alpha.shape)
    cover = averaged(alpha, fine)
    painted = averaged(colours * alpha[..., None], fine)
    out = np.empty((rows, columns, 4), np.float32)
    solid = np.maximum(cover, 1e-4)[..., None]
    out[..., :3] = np.where(cover[..., None] > 1e-4, painted / solid, backdrop)
    out[..., 3] = cover
    return (np.clip(out, 0, 1) * 255 + 0.5).astype(np.uint8)


@dataclass(frozen=True)
class Side:
    """One side of a piece: colours and the shape of its mark."""

    colours: PieceColours
    mark: str | Mark

    @property
    def base(self) -> Grid:
        return light.rgb(self.colours.base)


def counter(
    diameter: int,
    top: Side,
    bottom: Side,
    theme: Theme,
    tilt: float = 0.0,
    axis: float = 0.0,
    fine: int = OVERSAMPLING,
) -> Pixels:
    """Render a three-ply disc turned by `tilt` radians about a line at `axis` radians.

    From above, one face and half of the edge are visible at any tilt. The points where a pixel's
    ray meets face and edge have a closed form in the frame of the axis: `s` along it, `t` across
    it, `z` upwards.
    """
    x, y = grid(diameter, fine)
    ca, sa = math.cos(axis), math.sin(axis)
    ct, st = math.cos(tilt), math.sin(tilt)
    s, t = x * ca + y * sa, y * ca - x * sa
    up = 1.0 if ct >= 0 else -1.0
    half = THICKNESS  # half the thickness in radii equals the thickness in diameters
    face = top if up > 0 else bottom

    across = (t + up * half * st) / (ct if abs(ct) > 1e-4 else 1e-4)
    on_face = (s * s + across * across <= 1) & (abs(ct) > 1e-4)
    wall = np.sqrt(np.maximum(1 - s * s, 0)) * (1.0 if st >= 0 else -1.0)
    level = (wall * ct - t) / (st if abs(st) > 1e-4 else 1e-4)
    on_side = ~on_face & (np.abs(s) <= 1) & (np.abs(level) <= half) & (abs(st) > 1e-4)

    colours, slope = _face(s, across * up, ca, sa, face, theme)
    r = np.maximum(np.hypot(s, across), 1e-6)
    ns, nw, nn = -slope * s / r, -slope * across / r, np.full_like(s, up)
    colours = np.where(on_side[..., None], _plies(level / half, top, bottom, theme), colours)
    rounding = np.sign(level) * smooth(0.72, 1.0, np.abs(level) / half) * 0.8
    ns, nw = np.where(on_side, s, ns), np.where(on_side, wall, nw)
    nn = np.where(on_side, rounding, nn)

    alpha = (on_face | on_side).astype(np.float32)
    if theme.flat:
        colours = np.where(
            _outline(alpha, diameter * fine)[..., None], light.rgb((0, 0, 0)), colours
        )
        return shrink(colours, alpha, light.rgb((0, 0, 0)), fine)
    length = np.sqrt(ns * ns + nw * nw + nn * nn)
    nt, nz = (nw * ct - nn * st) / length, (nw * st + nn * ct) / length
    ns = ns / length
    bright, gloss = light.answer(ns * ca - nt * sa, ns * sa + nt * ca, nz, light.COUNTER)
    lit = colours * bright[..., None] + gloss[..., None] * WARM
    return shrink(light.tone(lit), alpha, face.base * 0.6, fine)


def _face(s: Grid, w: Grid, ca: float, sa: float, side: Side, theme: Theme) -> tuple[Grid, Grid]:
    """Return the colours of a face at (s, w) in the frame of the axis, and its outward slope."""
    x, y = s * ca - w * sa, s * sa + w * ca
    r = np.hypot(x, y)
    colours = _stained(x, y, side, theme)
    rim = side.colours.rim
    if rim is not None and not theme.flat:
        colours = light.mix(colours, light.rgb(rim), 0.9 * smooth(0.93, 0.97, r))
    slope = 1.05 * smooth(0.86, 1.0, r) - 0.42 * np.exp(-(((r - 0.80) / 0.05) ** 2))
    return colours, -slope.astype(np.float32)


def _stained(x: Grid, y: Grid, side: Side, theme: Theme) -> Grid:
    """Return the colours of stained wood with fine turned lines and an inlaid mark."""
    base = side.base
    colours = np.broadcast_to(base, (*x.shape, 3))
    if not theme.flat:
        lines = np.sin(y * 52 + np.sin(x * 3.6) * 2) * 0.5 + np.sin(y * 22 + 1.3) * 0.5
        fibre = (light.rgb(side.colours.grain) - base) * (0.34 * lines)[..., None]
        colours = base + fibre
    return _inlaid(colours, x, y, side, theme, 0.035, 0.45)


def _plies(level: Grid, top: Side, bottom: Side, theme: Theme) -> Grid:
    """Return the colours of the disc's edge from the bottom (-1) to the top (1)."""
    upper, lower = level > CORE, level < -CORE
    plies = np.where(upper[..., None], top.base, light.rgb(theme.core))
    plies = np.where(lower[..., None], bottom.base, plies)
    if theme.flat:
        seam = np.abs(np.abs(level) - CORE) < 0.07
        plies = np.where(seam[..., None], light.rgb((0, 0, 0)), plies)
    return plies.astype(np.float32)


def _outline(alpha: Grid, width: int) -> NDArray[np.bool_]:
    """Return the pixels of a silhouette that are at most a line's width from its edge."""
    reach = max(2, round(FLAT_RIM * width / 2))
    inside = alpha > 0
    core = inside.copy()
    for turn in range(16):
        angle = turn * math.pi / 8
        dx, dy = round(reach * math.cos(angle)), round(reach * math.sin(angle))
        core &= np.roll(inside, (dy, dx), (0, 1))
    return inside & ~core


def stone_height(r: Grid) -> Grid:
    """Return the height of a slightly flattened lens, in radii."""
    return np.float32(0.40) * np.sqrt(np.maximum(1 - np.minimum(r, 1) ** 2 * 0.965, 0))


def pawn_height(r: Grid) -> Grid:
    """Return the height of a pawn in radii: a foot, a step, a groove and a round head."""
    foot = 0.10 * smooth(1.0, 0.90, r) + 0.13 * smooth(0.84, 0.76, r)
    groove = 0.055 * np.exp(-(((r - 0.66) / 0.045) ** 2))
    head = 0.31 * np.sqrt(np.maximum(1 - (np.minimum(r, 0.60) / 0.62) ** 2, 0))
    height: Grid = (foot - groove + head).astype(np.float32)
    return height


PROFILES = {"stone": stone_height, "pawn": pawn_height}
SHADE = np.array([0.80, 1.0, 1.22], np.float32)  # shading keeps wood warm: blue darkens most


def turned(diameter: int, side: Side, theme: Theme, profile: str) -> Pixels:
    """Render a piece turned on a lathe, seen from above."""
    x, y = grid(diameter)
    r = np.hypot(x, y)
    base = side.base
    if theme.flat:
        colours = np.broadcast_to(base, (*x.shape, 3))
    else:
        lines = np.sin(y * 40 + np.sin(x * 2.6 + 0.7) * 1.8 + np.sin(y * 6.3) * 1.2) * 0.5
        lines = lines + np.sin(y * 17 + x) * 0.5
        share = np.clip(0.34 + 0.30 * lines, 0, 1)[..., None]
        colours = base + (light.rgb(side.colours.grain) - base) * share
    colours = _inlaid(colours, x, y, side, theme, 0.03, 0.40)
    alpha = shapes.coverage(1 - r, 2 / (diameter * OVERSAMPLING))
    if theme.flat:
        colours = _flat_rings(colours, r, side, profile)
        return shrink(colours, alpha, light.rgb((0, 0, 0)))
    if side.colours.rim is not None:
        colours = light.mix(colours, light.rgb(side.colours.rim), 0.9 * smooth(0.94, 0.97, r))
    bright, gloss = light.relief(PROFILES[profile](r), 2 / (diameter * OVERSAMPLING), light.TURNED)
    factor = bright[..., None]
    shade = SHADE if side.colours.base[0] > side.colours.base[2] else np.ones(3, np.float32)
    lit = colours * np.where(factor < 1, factor**shade, factor) + gloss[..., None] * WARM
    return shrink(light.tone(lit), alpha, base * 0.6)


def _inlaid(
    colours: Grid, x: Grid, y: Grid, side: Side, theme: Theme, edge: float, burn: float
) -> Grid:
    """Return the colours with the mark; its `edge` (in radii) is darkened by the share `burn`."""
    shape = shapes.mark(side.mark, x, y)
    if shape is None or side.colours.mark is None:
        return colours
    if not theme.flat:
        burnt = shapes.coverage(shape + edge, 0.05) - shapes.coverage(shape, 0.03)
        colours = colours * (1 - burn * np.clip(burnt, 0, 1))[..., None]
    return light.mix(colours, light.rgb(side.colours.mark), shapes.coverage(shape, 0.03))


def _flat_rings(colours: Grid, r: Grid, side: Side, profile: str) -> Grid:
    """Return the colours of a flat piece with its outline; a pawn has a second, thinner ring."""
    ink = smooth(1 - FLAT_RIM - 0.01, 1 - FLAT_RIM + 0.01, r)
    colours = light.mix(colours, light.rgb((0, 0, 0)), ink)
    if profile == "pawn":
        band = shapes.coverage(np.float32(0.025) - np.abs(r - np.float32(0.74)), 0.02)
        ink_colour = side.colours.mark or (0, 0, 0)
        colours = light.mix(colours, light.rgb(ink_colour), band * np.float32(0.8))
    return colours
