"""Lighting by one lamp from the upper left: computes colours from height and material.

Pure numpy. Colours are float32 of 0..1 in the last axis; y points down, and z to the viewer.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from game.platform.theme import Colour
from game.screen.boards.shapes import Grid


def _unit(x: float, y: float, z: float) -> tuple[float, float, float]:
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


LAMP = _unit(-0.46, -0.60, 0.655)
HALFWAY = _unit(LAMP[0], LAMP[1], LAMP[2] + 1)


@dataclass(frozen=True)
class Finish:
    """How a material reflects the lamp."""

    ambient: float
    diffuse: float
    specular: float
    power: int


COUNTER = Finish(0.46, 0.80, 0.16, 26)
TURNED = Finish(0.50, 0.74, 0.12, 22)
BOARD = Finish(0.40, 0.93, 0.05, 24)
BAR = Finish(0.40, 0.95, 0.30, 18)


def rgb(colour: Colour) -> Grid:
    """Return a colour as float32 of 0..1."""
    return np.asarray(colour, np.float32) / 255


def mix(a: Grid, b: Grid, t: Grid) -> Grid:
    """Interpolate from `a` to `b` by `t`, an array without the axis of colours."""
    return a + (b - a) * t[..., None]


def slopes(height: Grid, px: float) -> tuple[Grid, Grid]:
    """Return slopes of a height map along x and y; `px` is the width of a pixel.

    The map is blurred lightly (1-2-1) first; without the blur, engraved edges would flicker between
    two pixels.
    """
    soft = height.copy()
    soft[1:-1] = (height[:-2] + 2 * height[1:-1] + height[2:]) * np.float32(0.25)
    soft[:, 1:-1] = (soft[:, :-2] + 2 * soft[:, 1:-1] + soft[:, 2:]) * np.float32(0.25)
    gx, gy = np.zeros_like(soft), np.zeros_like(soft)
    gx[:, 1:-1] = (soft[:, 2:] - soft[:, :-2]) * np.float32(0.5 / px)
    gy[1:-1] = (soft[2:] - soft[:-2]) * np.float32(0.5 / px)
    return gx, gy


def answer(nx: Grid, ny: Grid, nz: Grid, finish: Finish) -> tuple[Grid, Grid]:
    """Return brightness and gloss of a surface with unit normals (nx, ny, nz)."""
    lamp = np.clip(nx * LAMP[0] + ny * LAMP[1] + nz * LAMP[2], 0, 1)
    gloss = np.clip(nx * HALFWAY[0] + ny * HALFWAY[1] + nz * HALFWAY[2], 0, 1)
    return (
        np.float32(finish.ambient) + np.float32(finish.diffuse) * lamp,
        np.float32(finish.specular) * _power(gloss, finish.power),
    )


def _power(x: Grid, exponent: int) -> Grid:
    """Raise x to a whole power by squaring, several times faster than numpy's own."""
    result: Grid | None = None
    while exponent:
        if exponent & 1:
            result = x if result is None else result * x
        x, exponent = x * x, exponent >> 1
    return np.ones_like(x) if result is None else result


def relief(height: Grid, px: float, finish: Finish) -> tuple[Grid, Grid]:
    """Return brightness and gloss of a height map."""
    gx, gy = slopes(height, px)
    nz = 1 / np.sqrt(gx * gx + gy * gy + 1)
    return answer(-gx * nz, -gy * nz, nz, finish)


SHOULDER = 0.84


def tone(colours: Grid) -> Grid:
    """Compress highlights above the shoulder towards 1; scaling all channels equally keeps hue."""
    top = np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])
    bright = top > SHOULDER
    peak, room = top[bright], np.float32(1 - SHOULDER)
    bent = np.float32(SHOULDER) + room * (1 - np.exp((np.float32(SHOULDER) - peak) / room))
    colours = np.array(colours)
    colours[bright] *= (bent / peak)[..., None]
    return colours
