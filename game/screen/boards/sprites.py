"""Sprites of one theme at one size: pieces, flips, shadows. The frame loop only blits them.

Each sprite is rendered a single time in the background; until it is done, the shipped picture is
scaled and used instead.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pygame
from pygame import Surface

from game.pictures.pieces import colours_of, shape_of
from game.platform.theme import Colour, Theme
from game.rules.events import Piece
from game.screen.boards import piece_render
from game.screen.boards.art_renderer import renderer
from game.screen.boards.grain import ART
from game.screen.boards.piece_render import PAD, Pixels, Side
from game.screen.ui.paint import LruCache

if TYPE_CHECKING:  # imported on demand, because few users have a look of their own
    from game.platform.own_look import OwnPicture

FLIP_FRAMES = 12
FlipKey = tuple[str, str, str, str, int, int]
DRAFT = 2  # oversampling of flips that are needed immediately
SCALE_STEPS = 24  # steps of a sprite's scale between 1 and 2
AXIS_STEP = math.radians(3)
SHIPPED = 96  # diameter of the shipped pieces in pixels
BIG = 1.5  # relative size of the sprite from which scaled sprites are made
# Share of the wood's colour in a piece that is not on the board yet.
PALE = 0.26
BLANK = -1  # mark of a piece without any mark, so that it can bear a number
SHADOW_COLOUR = (5, 3, 2)
HEIGHT_STEP = 4
ORDER = (
    ("counter", "black", 0),
    ("counter", "green", 0),
    ("pawn", "white", 0),
    ("pawn", "black", 0),
    ("pawn", "white", 1),
    ("pawn", "black", 1),
    ("stone", "white", 0),
    ("stone", "black", 0),
    ("stone", "grey", 0),
    ("stone", "white", BLANK),
    ("stone", "black", BLANK),
)

_store = LruCache(24 << 20)


def side(theme: Theme, style: str, colour: str, mark: int) -> Side:
    """Return colours and mark of a piece; pawns have their own woods, partners their own marks."""
    piece = Piece(colour, None, mark)
    colours = colours_of(theme, piece, style == "pawn")
    return Side(colours, "none" if mark == BLANK else shape_of(colours, piece))


def render(theme: Theme, style: str, colour: str, mark: int, diameter: int) -> Pixels:
    """Render one piece lying flat."""
    top = side(theme, style, colour, mark)
    if style == "counter":
        return piece_render.counter(diameter, top, top, theme)
    return piece_render.turned(diameter, top, theme, style)


def surface(pixels: Pixels) -> Surface:
    """Return a surface of the pixels, in the order of channels that is fastest to blit."""
    height, width = pixels.shape[:2]
    return pygame.image.frombuffer(swapped(pixels).data, (width, height), "BGRA")


def swapped(pixels: Pixels) -> Pixels:
    """Swap red and blue: from RGBA to BGRA, the layout of displays, or back."""
    return np.ascontiguousarray(pixels[..., [2, 1, 0, 3]])


@cache
def _shipped(theme_name: str) -> Surface | None:
    path = ART / "pieces" / f"{theme_name}.png"
    return pygame.image.load(path) if path.exists() else None


def axis_of(angle: float) -> float:
    """Return the nearest rendered flip axis to a line at `angle`, in radians."""
    return round(angle / AXIS_STEP) % round(math.pi / AXIS_STEP) * AXIS_STEP


class SpriteSet:
    """The sprites of one style ("counter", "pawn", "stone") at one diameter in pixels.

    `key` is the game's key, because the user's own pictures may replace the game's pieces.
    """

    def __init__(self, theme: Theme, style: str, diameter: int, key: str = "") -> None:
        self.theme = theme
        self.style = style
        self.diameter = max(8, diameter)
        self.own = theme.own.get(key)
        self.art = theme.base if self.own is None else f"{theme.base}-{self.own.stamp}"

    def piece(self, piece: Piece, scale: float = 1.0) -> Surface:
        """Return the piece flat on the board, `scale` times its size, centred."""
        step = max(2, round(scale * SCALE_STEPS))
        look = self._look(piece)
        key = (self.art, self.style, *look, self.diameter, step)
        found: Surface | None = _store.find(key)
        if found is not None:
            return found
        if step == SCALE_STEPS:
            return self._exact(key, look, self.diameter)
        big, sharp = self._big(look)
        width = round(big.get_width() * self.diameter * step / SCALE_STEPS / self._big_diameter)
        scaled = pygame.transform.smoothscale(big, (width, width))
        return _store.put(key, scaled) if sharp else scaled

    def pale(self, piece: Piece, wood: Colour) -> Surface:
        """Return a piece that is not on the board yet; its colours are paled towards the wood.

        The sprite stays opaque, so that no line of the board shines through it.
        """
        look = self._look(piece)
        lying = (self.art, self.style, *look, self.diameter)
        key = (*lying, "pale", wood)
        found: Surface | None = _store.find(key)
        if found is not None:
            return found
        image = self.piece(piece).copy()
        rest = round(255 * (1 - PALE))
        image.fill((rest, rest, rest), special_flags=pygame.BLEND_RGB_MULT)
        image.fill([round(PALE * part) for part in wood], special_flags=pygame.BLEND_RGB_ADD)
        return _store.put(key, image) if _store.find((*lying, SCALE_STEPS)) is not None else image

    def _look(self, piece: Piece) -> tuple[str, int]:
        mark = piece.mark if self.style == "pawn" or piece.mark == BLANK else 0
        return piece.colour, mark

    def _big(self, look: tuple[str, int]) -> tuple[Surface, bool]:
        """Return a larger sprite for scaling down, and whether it is the final one."""
        diameter = self._big_diameter
        key = (self.art, self.style, *look, diameter, "big")
        found = _store.find(key)
        if found is not None:
            return found, True
        image = self._exact(key, look, diameter)
        return image, _store.find(key) is not None

    @property
    def _big_diameter(self) -> int:
        return round(self.diameter * BIG)

    def _exact(self, key: tuple[object, ...], look: tuple[str, int], diameter: int) -> Surface:
        pixels = renderer.take(key)
        if pixels is not None:
            return _store.put(key, surface(pixels))
        renderer.ask(key, lambda _: self._flat(look, diameter), rank=1)
        return self._stand_in(look, diameter)

    def picture(self, piece: Piece) -> OwnPicture | None:
        """Return the user's own picture of a piece; None if there is none."""
        colour, mark = self._look(piece)
        return None if self.own is None or mark == BLANK else self.own.piece(colour, mark)

    def _flat(self, look: tuple[str, int], diameter: int, coarse: bool = False) -> Pixels:
        """Return the pixels of a flat piece; `coarse` is for pixels that are needed immediately."""
        picture = self.picture(Piece(look[0], None, look[1]))
        if picture is None:
            return render(self.theme, self.style, *look, diameter)
        from game.screen.boards import own_art

        return own_art.piece(picture, diameter, coarse)

    def _stand_in(self, look: tuple[str, int], diameter: int) -> Surface:
        """Return the shipped picture of the piece, scaled; if none ships, render the piece now."""
        key = (self.art, self.style, *look, diameter, "stand-in")
        return _store.get(key, lambda: self._make_stand_in(look, diameter))

    def _make_stand_in(self, look: tuple[str, int], diameter: int) -> Surface:
        sheet = _shipped(self.theme.base)
        entry = (self.style, *look)
        own = self.picture(Piece(look[0], None, look[1])) is not None
        if sheet is None or own or entry not in ORDER:
            return surface(self._flat(look, diameter, coarse=True))
        cell = SHIPPED + 2 * PAD
        part = sheet.subsurface((ORDER.index(entry) * cell, 0, cell, cell))
        width = round(cell * diameter / SHIPPED)
        return pygame.transform.smoothscale(part, (width, width))

    def flip(self, before: Piece, after: Piece, axis: float) -> list[Surface]:
        """Return FLIP_FRAMES + 1 sprites from `before` to `after`, turning about `axis` radians.

        The first call returns coarse sprites immediately; later calls return fine ones.
        """
        key = self._flip_key(before, after, axis)
        frames: list[Surface] | None = _store.find(key)
        if frames is not None:
            return frames
        made = renderer.take(key)
        if made is not None:
            return self._keep_frames(key, made)
        self.prepare_flip(before, after, axis)
        draft = (*key, "draft")
        frames = _store.find(draft)
        return frames or self._keep_frames(draft, self._flip_pixels(key, fine=DRAFT))

    def prepare_flip(self, before: Piece, after: Piece, axis: float) -> None:
        """Queue a flip to be rendered, unless it is cached."""
        key = self._flip_key(before, after, axis)
        if _store.find(key) is None:
            renderer.ask(key, lambda _: self._flip_pixels(key), rank=3)

    def _flip_key(self, before: Piece, after: Piece, axis: float) -> FlipKey:
        turn = round(axis_of(axis) / AXIS_STEP)
        return (self.art, "flip", before.colour, after.colour, self.diameter, turn)

    @staticmethod
    def _keep_frames(key: tuple[object, ...], made: list[Pixels]) -> list[Surface]:
        return _store.put(key, [surface(pixels) for pixels in made])

    def _flip_pixels(self, key: FlipKey, fine: int = piece_render.OVERSAMPLING) -> list[Pixels]:
        _, _, before, after, diameter, turn = key
        top = side(self.theme, "counter", before, 0)
        bottom = side(self.theme, "counter", after, 0)
        step, axis = math.pi / FLIP_FRAMES, turn * AXIS_STEP
        if self.own is not None:
            from game.screen.boards import own_art

            sides = self._flat((before, 0), diameter), self._flat((after, 0), diameter)
            return [
                own_art.turned(diameter, *sides, self.theme, step * frame, axis, fine)
                for frame in range(FLIP_FRAMES + 1)
            ]
        return [
            piece_render.counter(diameter, top, bottom, self.theme, step * frame, axis, fine)
            for frame in range(FLIP_FRAMES + 1)
        ]

    def shadow(self, height: float = 0.0) -> Surface:
        """Return the shadow of a piece `height` px above the board; empty in flat themes."""
        step = round(max(0.0, height) / HEIGHT_STEP)
        key = ("shadow", self.theme.flat, self.diameter, self.style, step)
        height, flat = step * HEIGHT_STEP, self.theme.flat
        return _store.get(key, lambda: surface(_shadow(self.diameter, height, flat)))

    def shadow_offset(self, height: float = 0.0) -> tuple[float, float]:
        """Return the offset of the shadow of a piece `height` px above the board."""
        if height <= 0:
            return 0.055 * self.diameter + 1, 0.085 * self.diameter + 1
        return 2 + 0.22 * height, 4 + 0.30 * height


def _shadow(diameter: int, height: float, flat: bool) -> Pixels:
    blur = 2.2 + 0.025 * diameter if height <= 0 else 2 + 0.08 * height
    alpha = 0.55 if height <= 0 else max(0.2, 0.50 - 0.10 * height / 74)
    width = 2 * math.ceil(diameter / 2 + 3 * blur) + 2
    axis = np.arange(width, dtype=np.float32) - (width - 1) / 2
    r = np.hypot(axis[:, None], axis[None, :])
    soft = 1 / (1 + np.exp(np.clip(1.702 * (r - diameter / 2) / blur, -40, 40)))
    pixels = np.empty((width, width, 4), np.uint8)
    pixels[..., :3] = SHADOW_COLOUR
    pixels[..., 3] = (0 if flat else 255 * alpha) * soft
    return pixels
