"""Rendering of a board from a painter's layers: light, lamp, metal line, frame shadow.

Pure numpy, in bands of rows, so that a worker thread needs little memory and can stop after any
band. All lengths are board units: a board is 768 units wide at any size; y points down.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np

from game.pictures.lines import UNITS
from game.platform.theme import BoardColours, Colour, Theme
from game.rules.topology import Topology
from game.screen.boards import light
from game.screen.boards.grain import WoodGrain
from game.screen.boards.piece_render import Pixels
from game.screen.boards.shapes import Grid, coverage, smooth

OVERSAMPLING = 2  # samples per pixel in each direction; `_quarters` works only with 2
BAND = 24  # number of rows of the finished picture rendered together
HALO = 2  # extra rows on each side, so that slopes are continuous across bands


class CancelledError(Exception):
    """Raised in a job whose board nobody needs any more."""


@dataclass(frozen=True, eq=False)
class Area:
    """A band of pixels: columns `xs` and rows `ys`; `x` and `y` repeat them as full grids.

    `px` is the width of a pixel.
    """

    xs: Grid
    ys: Grid
    x: Grid
    y: Grid
    px: float


@dataclass(eq=False)
class Layers:
    """A painter's result for an area; each layer has the shape (rows, columns)."""

    colours: Grid  # shape (rows, columns, 3)
    height: Grid
    edge: Grid  # signed distance to the board's outline, positive inside
    rim: Grid  # signed distance to the frame's inner line, positive on the field


class Ground(Protocol):
    """A user's own picture, as the ground under the lines that a painter draws."""

    @property
    def frame(self) -> bool:
        """True if the program draws the frame and lets the room's light fall on the board."""

    def under(self, layers: Layers, area: Area, backdrop: Colour) -> Layers:
        """Return the layers of a band, with the picture drawn over `backdrop` as the field."""


@dataclass(frozen=True, eq=False)
class BoardPainter(ABC):
    """A board without pieces; each kind of board paints its own layers.

    On top of a user's own picture, `own`, the layers are painted in black on white.
    """

    topology: Topology
    theme: Theme
    board: BoardColours
    grain: str
    own: Ground | None = None
    frame_width: ClassVar[float]

    @abstractmethod
    def paint(self, area: Area) -> Layers:
        """Return the layers of a band of pixels."""

    def render(
        self, size: int, alive: Callable[[], bool] = lambda: True, fine: int = OVERSAMPLING
    ) -> Pixels:
        """Return the board as (size, size, 4) pixels. Raises CancelledError once `alive` is false.

        `fine` is the number of samples per pixel in each direction; 1 gives a draft.
        """
        out = np.empty((size, size, 4), np.uint8)
        for top in range(0, size, BAND):
            if not alive():
                raise CancelledError
            bottom = min(size, top + BAND)
            out[top:bottom] = self._band(size, top, bottom, fine)
        return out

    def _band(self, size: int, top: int, bottom: int, k: int) -> Pixels:
        px = UNITS / (size * k)
        axis = (np.arange(size * k, dtype=np.float32) + 0.5) * np.float32(px) - UNITS / 2
        first, last = top * k - HALO, bottom * k + HALO
        ys = (np.arange(first, last, dtype=np.float32) + 0.5) * np.float32(px) - UNITS / 2
        x, y = np.broadcast_arrays(axis[None, :], ys[:, None])
        area = Area(axis, ys, x, y, px)
        layers = self.paint(area)
        if self.own is not None:
            layers = self.own.under(layers, area, self.theme.frame.edge)
        if self.own is not None and not self.own.frame:
            colours = layers.colours
        else:
            colours = self._flat(layers, px) if self.theme.flat else self._lit(layers, x, y, px)
        alpha = coverage(layers.edge, px)
        return _shrink(colours[HALO:-HALO], alpha[HALO:-HALO], light.rgb(self.theme.frame.edge), k)

    def _flat(self, layers: Layers, px: float) -> Grid:
        """Return the colours of the board in flat themes: a white frame between two black lines."""
        frame = light.rgb(self.theme.frame.wood[0])
        line = light.rgb(self.theme.frame.line_dark)
        on_frame = coverage(-layers.rim, px)
        colours = light.mix(layers.colours, frame, on_frame)
        lines = np.maximum(coverage(1.9 - np.abs(layers.rim), px), coverage(2.4 - layers.edge, px))
        return light.mix(colours, line, lines)

    def _lit(self, layers: Layers, x: Grid, y: Grid, px: float) -> Grid:
        rim, edge, width = layers.rim, layers.edge, self.frame_width
        on_frame = coverage(-rim, px)
        plank = WoodGrain("walnut", self.theme.frame.wood).sample(x[0], y[:, 0])
        colours = light.mix(layers.colours, plank, on_frame)
        height = layers.height + self._moulding(rim, edge, width)
        bright, gloss = light.relief(height, px, light.BOARD)
        colours = colours * bright[..., None] + (gloss * on_frame)[..., None]
        colours = colours * self._lamp(x, y)[..., None]
        self._inlay_metal(colours, coverage(1.8 - np.abs(rim), px), x, y)
        colours = colours * (1 - 0.36 * self._cast(rim, x, y))[..., None]
        return light.tone(colours)

    @staticmethod
    def _moulding(rim: Grid, edge: Grid, width: float) -> Grid:
        """Return the height of the frame: a half round with a groove along the field."""
        across = np.clip((edge - width / 2) / (width / 2), -1, 1)
        body = 6.5 * np.sqrt(np.maximum(1 - across * across * 0.96, 0))
        height: Grid = np.where(rim < 0, body, 0) - 2.2 * smooth(3.2, 0, np.abs(rim + 1))
        return height

    def _lamp(self, x: Grid, y: Grid) -> Grid:
        """Return the light of a lamp at the upper left, fading to the lower right and the rim."""
        half = np.float32(UNITS / 2)
        u, v = x / half, y / half
        away = np.clip((u * 0.55 + v * 0.75) * 0.6 + (u * u + v * v) * 0.52, -0.3, 1.2)
        return np.float32(self.board.lamp) - np.float32(self.board.lamp_fall) * away

    def _inlay_metal(self, colours: Grid, share: Grid, x: Grid, y: Grid) -> None:
        """Draw the inlaid metal line, which reflects the lamp at two places round the board."""
        line = share > 0
        glint = np.clip(0.5 + 0.5 * np.cos(2 * np.arctan2(y[line], x[line]) + 1.9), 0, 1) ** 3
        dark, bright = light.rgb(self.theme.frame.line_dark), light.rgb(self.theme.frame.line_light)
        metal = dark + (bright - dark) * glint[..., None]
        colours[line] = light.mix(colours[line], metal, 0.95 * share[line])

    @staticmethod
    def _cast(rim: Grid, x: Grid, y: Grid) -> Grid:
        """Return the shadow of the frame on the field, wider on the side of the lamp."""
        length = np.maximum(np.hypot(x, y), 1)
        toward = (x * light.LAMP[0] + y * light.LAMP[1]) / length
        reach = 8 + 6 * toward
        return smooth(1, 0, rim / np.maximum(reach, 2)) * (rim > 0)


def _shrink(colours: Grid, alpha: Grid, backdrop: Grid, fine: int) -> Pixels:
    whole = _quarters if fine > 1 else np.asarray
    cover = whole(alpha)
    painted = whole(colours * alpha[..., None])
    out = np.empty((*cover.shape, 4), np.float32)
    solid = np.maximum(cover, 1e-3)[..., None]
    out[..., :3] = np.where(cover[..., None] > 1e-3, painted / solid, backdrop)
    out[..., 3] = cover
    return (np.clip(out, 0, 1) * 255 + 0.5).astype(np.uint8)


def _quarters(fine: Grid) -> Grid:
    """Return the means of blocks of two by two pixels."""
    rows = fine[::2] + fine[1::2]
    means: Grid = (rows[:, ::2] + rows[:, 1::2]) * np.float32(0.25)
    return means
