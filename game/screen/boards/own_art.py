"""Boards and pieces drawn from the user's own pictures, as `own_look` reads them.

The art renderer's thread runs this, as it does all other art.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from game.pictures.lines import UNITS
from game.platform.own_look import GameLook, OwnPicture
from game.platform.theme import BoardColours, Colour, Theme
from game.screen.boards import light
from game.screen.boards.board_render import Area, Layers
from game.screen.boards.piece_render import OVERSAMPLING, PAD, Pixels, grid, shrink
from game.screen.boards.shapes import Grid
from game.screen.ui import own_pictures

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
# Half the thickness of a piece that turns over, in radii of the piece.
THICKNESS = 0.16
DIM = 0.3  # share of the light that a face loses while it is turned away


@dataclass(frozen=True, eq=False)
class OwnGround:
    """The ground under the lines of a board: a picture, and the ink of the lines.

    The board's painter works in black on white; its black parts are where the ink is drawn.
    """

    look: GameLook
    ink: Colour
    # pictures by width, reused for the next band
    _kept: dict[int, Pixels] = field(default_factory=dict)

    @property
    def frame(self) -> bool:
        """See `Ground`."""
        return self.look.frame

    def under(self, layers: Layers, area: Area, backdrop: Colour) -> Layers:
        """Return the layers with the picture as field; see `Ground`."""
        colours = self._sample(area, light.rgb(backdrop))
        height = np.zeros_like(layers.height) if self.look.lined else layers.height
        if not self.look.lined:
            blank = np.clip(layers.colours[..., 0], 0, 1)
            colours = light.mix(light.rgb(self.ink), colours, blank)
        return replace(layers, colours=colours, height=height)

    def _sample(self, area: Area, backdrop: Grid) -> Grid:
        assert self.look.board is not None
        side = len(area.xs)
        picture = self._kept.get(side)
        if picture is None:
            drawn = own_pictures.pixels if side > own_pictures.SMALL else own_pictures.glimpse
            picture = self._kept[side] = drawn(self.look.board, side)
        rows = np.clip(np.round((area.ys + UNITS / 2) / area.px - 0.5).astype(int), 0, side - 1)
        band = picture[rows].astype(np.float32) / 255
        return light.mix(
            np.broadcast_to(backdrop, band[..., :3].shape), band[..., :3], band[..., 3]
        )


def drafting_colours(board: BoardColours) -> BoardColours:
    """Return the colours for drawing a board in black on white."""
    return replace(
        board,
        field=(WHITE, WHITE),
        inlay=(),
        engraving=BLACK,
        point=BLACK,
        dish_alpha=0.0,
        fibre=0.0,
    )


def piece(picture: OwnPicture, diameter: int, coarse: bool = False) -> Pixels:
    """Return the pixels of a flat piece, with the empty edge that all sprites have."""
    drawn = own_pictures.glimpse if coarse else own_pictures.pixels
    out = np.zeros((diameter + 2 * PAD, diameter + 2 * PAD, 4), np.uint8)
    out[PAD:-PAD, PAD:-PAD] = drawn(picture, diameter)
    return out


def turned(
    diameter: int,
    top: Pixels,
    bottom: Pixels,
    theme: Theme,
    tilt: float,
    axis: float,
    fine: int = OVERSAMPLING,
) -> Pixels:
    """Return a disc with two sides, turned by `tilt` radians about a line at `axis` radians.

    The geometry is the same as in `piece_render.counter`; a side is a flat sprite of equal
    diameter.
    """
    x, y = grid(diameter, fine)
    ca, sa = math.cos(axis), math.sin(axis)
    ct, st = math.cos(tilt), math.sin(tilt)
    s, t = x * ca + y * sa, y * ca - x * sa
    up = 1.0 if ct >= 0 else -1.0
    steep = ct if abs(ct) > 1e-4 else 1e-4
    across = (t + up * THICKNESS * st) / steep * up
    colours, alpha = _face(top if up > 0 else bottom, s * ca - across * sa, s * sa + across * ca)
    alpha = alpha * np.float32(abs(ct) > 1e-4)
    colours = colours * np.float32(1 - DIM * (1 - abs(ct)))
    wall = np.sqrt(np.maximum(1 - s * s, 0)) * (1.0 if st >= 0 else -1.0)
    level = (wall * ct - t) / (st if abs(st) > 1e-4 else 1e-4)
    on_side = (np.abs(s) <= 1) & (np.abs(level) <= THICKNESS) & (abs(st) > 1e-4) & (alpha < 0.5)
    colours = np.where(on_side[..., None], light.rgb(theme.core), colours)
    return shrink(colours, np.where(on_side, np.float32(1), alpha), light.rgb(theme.core), fine)


def _face(side: Pixels, x: Grid, y: Grid) -> tuple[Grid, Grid]:
    """Return colours and alpha of a flat sprite at places given in radii from its middle."""
    width = len(side)
    radius = (width - 2 * PAD) / 2
    columns, rows = (np.floor(at * radius + width / 2).astype(int) for at in (x, y))
    inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < width)
    found = side[np.clip(rows, 0, width - 1), np.clip(columns, 0, width - 1)]
    found = found.astype(np.float32) / 255
    return found[..., :3], found[..., 3] * inside
