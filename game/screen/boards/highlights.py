"""Highlights on a board: possible starts, the chosen piece, its targets, badges, focus.

Every highlight is a small sprite, rendered from signed distances, so it is smooth at any size. Each
kind has its own shape and a dark edge, because amber alone is hard to see on pale wood.
"""

from __future__ import annotations

import math
from collections.abc import Hashable

import numpy as np
from pygame import Surface

from game.platform.theme import Colour, Theme
from game.screen.boards.shapes import Grid, coverage, flat_hexagon, rounded_box
from game.screen.boards.sprites import surface
from game.screen.ui.paint import LruCache

# Kinds of highlights that shine: their strength, and whether the light surrounds a piece instead of
# spreading from a point.
LIT = {
    "start": (0.62, True),
    "chosen": (0.85, True),
    "hint": (0.8, True),
    "over": (0.35, True),
    "target": (0.9, False),
    "halt": (0.45, False),
    "light": (0.9, False),
}
STRENGTHS = 16
DASHES = 12
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)

_store = LruCache(12 << 20)


class Patch:
    """A square of pixels round a highlight's centre, on which shapes are painted in layers."""

    def __init__(self, reach: float) -> None:
        self.half = math.ceil(reach) + 2
        axis = np.arange(-self.half, self.half + 1, dtype=np.float32)
        self.x, self.y = np.broadcast_arrays(axis[None, :], axis[:, None])
        self.r = np.hypot(self.x, self.y)
        self._colour = np.zeros((*self.r.shape, 3), np.float32)
        self._alpha = np.zeros(self.r.shape, np.float32)

    def lay(self, inside: Grid, colour: Colour, alpha: float = 1.0) -> None:
        """Paint the pixels where the signed distance `inside` is positive."""
        share = coverage(inside, 1.0) * np.float32(alpha)
        rest = 1 - share
        tint = np.asarray(colour, np.float32)
        self._colour = self._colour * rest[..., None] + tint * share[..., None]
        self._alpha = self._alpha * rest + share

    def disc(self, radius: float, colour: Colour, alpha: float = 1.0) -> None:
        self.lay(radius - self.r, colour, alpha)

    def ring(self, radius: float, width: float, colour: Colour, alpha: float = 1.0) -> None:
        self.lay(width / 2 - np.abs(self.r - radius), colour, alpha)

    def dashes(self, radius: float, width: float, colour: Colour, count: int = DASHES) -> None:
        """Paint a dashed ring."""
        step = 2 * math.pi / count
        angle = np.abs((np.arctan2(self.y, self.x) + step / 2) % step - step / 2)
        length = (step * 0.30 - angle) * self.r
        self.lay(np.minimum(width / 2 - np.abs(self.r - radius), length), colour)

    def surface(self) -> Surface:
        pixels = np.empty((*self._alpha.shape, 4), np.uint8)
        solid = np.maximum(self._alpha, 1e-4)[..., None]
        pixels[..., :3] = np.clip(self._colour / solid, 0, 255)
        pixels[..., 3] = np.clip(self._alpha * 255 + 0.5, 0, 255)
        # Cut off transparent pixels at the edge, because they would be blended in every frame. Cut
        # an even number: an odd number would move the middle to another pixel.
        seen = np.argwhere(pixels[..., 3]) - self.half
        clear = (self.half - int(np.abs(seen).max(initial=1))) // 2 * 2
        kept = slice(clear, 2 * self.half + 1 - clear)
        return surface(pixels[kept, kept])


def halo(radius: float, colour: Colour, strength: float = 1.0, ring: float = 0.0) -> Surface:
    """Return light on wood: brightest in the middle or on a ring, zero at `radius`.

    The light is blended as a tint: adding amber would turn pale wood white.
    """
    step = max(0, min(STRENGTHS, round(strength * STRENGTHS)))
    size = max(1, round(radius))

    def make() -> Surface:
        axis = np.arange(-size, size + 1, dtype=np.float32)
        r = np.hypot(axis[:, None], axis[None, :])
        # A piece inside the ring keeps its colours.
        away = np.where(r < ring, (ring - r) / 3.0, (r - ring) / max(1.0, size - ring))
        alpha = np.interp(away, (0, 0.35, 1), (0.95, 0.42, 0)) * (step / STRENGTHS)
        pixels = np.empty((*r.shape, 4), np.uint8)
        pixels[..., :3] = colour
        pixels[..., 3] = alpha * 255
        return surface(pixels)

    return _store.get(("halo", size, colour, step, round(ring)), make)


def blit_centred(canvas: Surface, image: Surface, at: tuple[float, float]) -> None:
    """Blit with the image's centre at `at`."""
    x = round(at[0] - image.get_width() / 2)
    y = round(at[1] - image.get_height() / 2)
    canvas.blit(image, (x, y))


def blit_faded(canvas: Surface, image: Surface, at: tuple[float, float], alpha: float) -> None:
    """Blit centred with opacity `alpha`, 0..1; the shared image is not changed."""
    if alpha >= 1:
        blit_centred(canvas, image, at)
    elif alpha > 0:
        image.set_alpha(round(255 * alpha))
        blit_centred(canvas, image, at)
        image.set_alpha(255)


class Highlights:
    """The highlights of a theme on a board with pieces of `diameter` px; `k` is px per board unit.

    `cell` is "point", "square" or "hexagon"; `cell_reach` is half the width of a cell in px.
    """

    def __init__(
        self, theme: Theme, diameter: float, k: float, cell: str, cell_reach: float
    ) -> None:
        self.theme, self.diameter, self.k = theme, diameter, max(k, 0.55)
        self.cell, self.cell_reach = cell, cell_reach
        flat, ui = theme.flat, theme.ui
        self._dark, self._bright = (BLACK, WHITE) if flat else (ui.casing, ui.number_on_casing)
        self._gap = WHITE if flat else ui.casing

    def draw(
        self, canvas: Surface, at: tuple[float, float], kind: str, strength: float = 1.0
    ) -> None:
        """Draw a highlight of a `kind` of `_make` at a place; `strength` 0..1 pulses it."""
        if kind in LIT and not self.theme.flat:
            share, around = LIT[kind]
            ring = self.diameter / 2 + 2 * self.k if around else 0.0
            reach = ring + (17 if around else 25) * self.k
            colour = WHITE if kind == "light" else self.theme.ui.glow
            blit_centred(canvas, halo(reach, colour, share * strength, ring), at)
        blit_faded(canvas, self.sign(kind), at, 0.45 + 0.55 * max(0.0, min(1.0, strength)))

    def sign(self, kind: str) -> Surface:
        """Return the sprite of a highlight without its light."""
        key: Hashable = (kind, self.theme.name, round(self.diameter), round(self.k * 40), self.cell,
                         round(self.cell_reach))  # fmt: skip
        return _store.get(key, lambda: self._make(kind).surface())

    def badge(self, radius: float, alarm: bool = False) -> Surface:
        """Return a dark disc with an amber rim for a number, or a red disc for "!" with `alarm`."""

        def make() -> Surface:
            ui = self.theme.ui
            patch = Patch(radius + 3)
            patch.disc(radius + 1.5, self._dark)
            patch.disc(radius, ui.bad if alarm else BLACK if self.theme.flat else ui.accent)
            patch.disc(radius - max(2.0, 2.6 * self.k), ui.bad if alarm else self._gap)
            return patch.surface()

        return _store.get(("badge", self.theme.name, round(radius * 2), alarm), make)

    def badge_text(self, alarm: bool = False) -> Colour:
        """Return the text colour of a badge."""
        if alarm:
            return WHITE if self.theme.flat else self.theme.ui.on_accent
        return BLACK if self.theme.flat else self.theme.ui.number_on_casing

    def _make(self, kind: str) -> Patch:
        k, r, flat = self.k, self.diameter / 2, self.theme.flat
        accent, dark = self.theme.ui.accent, self._dark
        patch = Patch(max(r, self.cell_reach) + 14 * k)
        if kind == "start":
            patch.ring(r + 2.5 * k, 6.0 * k, dark)
            patch.ring(r + 2.5 * k, 2.6 * k, accent)
        elif kind == "chosen":
            patch.ring(r + 4.6 * k, 10.5 * k, dark)
            patch.ring(r + 2.2 * k, 2.6 * k, accent)
            patch.ring(r + 7.0 * k, 2.6 * k, accent)
        elif kind == "target":
            patch.disc(10.5 * k, dark)
            patch.disc(8.2 * k, accent)
            patch.disc(5.2 * k, BLACK if flat else self._bright)
        elif kind == "halt":
            patch.ring(9.0 * k, 7.4 * k, dark)
            patch.ring(9.0 * k, 3.2 * k, accent)
        elif kind == "over":
            patch.ring(r + 3.5 * k, 5.6 * k, dark, 0.8)
            patch.ring(r + 3.5 * k, 2.6 * k, self._bright)
        elif kind == "last":
            patch.disc(r, self._gap, 1 if flat else 0.45)
            patch.ring(r - 1.2 * k, 4.6 * k, dark)
            patch.dashes(r - 1.2 * k, 2.6 * k, accent)
        elif kind == "hint":
            patch.ring(r + 4.5 * k, 6.5 * k, dark)
            patch.dashes(r + 4.5 * k, 3.4 * k, accent)
        elif kind == "threat":
            patch.ring(r + 5.5 * k, 10.0 * k, dark)
            patch.dashes(r + 5.5 * k, 5.6 * k, self.theme.ui.bad, 9)
        # A cell in which a stone may be placed; a ring marks a free cell.
        elif kind in ("free", "bound"):
            patch.disc(8.0 * k, dark)
            patch.disc(6.0 * k, accent)
            if kind == "free":
                patch.disc(3.2 * k, dark)
        elif kind == "light":
            patch.disc(10.5 * k, dark)
            patch.disc(8.0 * k, WHITE)
        else:
            self._focus(patch)
        return patch

    def _focus(self, patch: Patch) -> None:
        """Paint a line in the focus colour on a dark band, in the shape of the cell."""
        k = self.k
        if self.cell == "hexagon":
            edge = flat_hexagon(patch.x, patch.y, self.cell_reach - 1.5 * k)
        else:
            square = self.cell == "square"
            reach = self.cell_reach - 9 * k if square else self.diameter / 2 + 6 * k
            edge = rounded_box(patch.x, patch.y, reach, reach, (10 if square else 9) * k)
        patch.lay(np.minimum(edge, 9.2 * k - edge), self._gap)
        patch.lay(np.minimum(edge - 3 * k, 6.2 * k - edge), self.theme.ui.focus)
