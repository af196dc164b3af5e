"""Wood and stone: the grain pictures that ship with the program, coloured by a theme's stops.

Pure numpy, except for reading the PNGs. Positions are in board units (a board is 768 wide).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import pygame
from numpy.typing import NDArray

from game.platform.paths import ASSETS
from game.platform.theme import Colour
from game.screen.boards.shapes import Grid

ART = ASSETS / "art"
UNITS = 768  # width of a grain picture in board units
SHADES = 512  # steps of a colour ramp


@cache
def picture(name: str) -> NDArray[np.uint8]:
    """Return grain values (row, column) of 0..255; dark late wood has high values."""
    surface = pygame.image.load(ART / "grain" / f"{name}.png")
    levels = np.array([surface.get_palette_at(i)[0] for i in range(256)], np.uint8)
    width, height = surface.get_size()
    rows = np.frombuffer(surface.get_buffer().raw, np.uint8).reshape(height, -1)[:, :width]
    values: NDArray[np.uint8] = levels[rows]
    return values


def ramp(stops: Sequence[Colour]) -> Grid:
    """Return a table of SHADES colours of 0..1 that runs from stop to stop."""
    at = np.linspace(0, len(stops) - 1, SHADES)
    table = np.asarray(stops, np.float32) / 255
    knots = np.arange(len(stops))
    return np.stack([np.interp(at, knots, table[:, c]) for c in range(3)], -1).astype(np.float32)


@dataclass(frozen=True, eq=False)
class WoodGrain:
    """A plank cut from a grain picture: its colours, its direction and the place of the cut."""

    name: str
    stops: tuple[Colour, ...]
    upright: bool = False  # whether the grain runs along y
    cut: tuple[float, float] = (0.0, 0.0)
    tint: float = 1.0

    def sample(self, xs: Grid, ys: Grid) -> Grid:
        """Return the colours at columns `xs` and rows `ys`, both rising: (rows, columns, 3)."""
        if len(self.stops) == 1 or self.name == "":
            flat = np.asarray(self.stops[0], np.float32) / 255 * np.float32(self.tint)
            return np.broadcast_to(flat, (len(ys), len(xs), 3))
        values = self._values(ys, xs).T if self.upright else self._values(xs, ys)
        table = ramp(self.stops) * np.float32(self.tint)
        steps = (values * np.float32((SHADES - 1) / 255)).astype(np.int32)
        return table[steps]

    def _values(self, along: Grid, down: Grid) -> Grid:
        grain = picture(self.name)
        scale = grain.shape[0] / UNITS
        top, bottom, fy = _mirrored((down + self.cut[1]) * scale, grain.shape[0])
        left, right, fx = _mirrored((along + self.cut[0]) * scale, grain.shape[1])
        values: Grid
        # Interpolate along the shorter side first, because bands are long and low.
        if len(down) <= len(along):
            rows = grain[top] * (1 - fy)[:, None] + grain[bottom] * fy[:, None]
            values = rows[:, left] * (1 - fx) + rows[:, right] * fx
        else:
            columns = grain[:, left] * (1 - fx) + grain[:, right] * fx
            values = columns[top] * (1 - fy)[:, None] + columns[bottom] * fy[:, None]
        return values


def _mirrored(at: Grid, size: int) -> tuple[NDArray[np.int32], NDArray[np.int32], Grid]:
    """Return two neighbouring pixels and the weight of the second, mirrored beyond the edge."""
    period = 2 * (size - 1)
    folded = np.abs((at + size - 1) % period - (size - 1))
    first = np.minimum(folded.astype(np.int32), size - 2)
    return first, first + 1, (folded - first).astype(np.float32)


def material(wood: str, theme_name: str, flat: bool) -> str:
    """Return the name of the grain picture for a board of `wood` in a theme; "" for none."""
    if flat:
        return ""
    return wood if theme_name == "walnut" else "stone"
