"""The name on the title: LESS is MORE, whose O is a counter that turns over now and then."""

from __future__ import annotations

import pygame

from game.rules.events import Piece
from game.screen.app.scene import AppServices
from game.screen.boards.art_renderer import renderer
from game.screen.boards.sprites import SpriteSet
from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import in_out
from game.screen.ui.text import face_colours, poster, poster_box, reach

WIDTH, HEIGHT = 537, 372  # design px
REST, TURN = 2.2, 0.9  # seconds a side is shown, and the turning takes
AXIS = -0.45  # radians, screen
BLACK, GREEN = Piece("black", 0), Piece("green", 1)


class Logo:
    """The name in `rect`; `update` turns its O."""

    def __init__(self) -> None:
        self.age = 0.0
        self.sprites: SpriteSet | None = None
        self.frames: list[pygame.Surface] = []

    def resize(self, desk: AppServices, rect: pygame.Rect) -> None:
        self.rect = rect
        self.scale = rect.width / WIDTH
        self.sprites = SpriteSet(desk.theme, "counter", max(24, round(122 * self.scale)))
        self.frames = []
        self.still = desk.settings.calm or desk.settings.animation_speed == 0
        if not self.still:
            self.sprites.prepare_flip(BLACK, GREEN, AXIS)
            self.sprites.prepare_flip(GREEN, BLACK, AXIS)

    def update(self, dt: float) -> None:
        self.age += dt

    @property
    def turning(self) -> bool:
        return not self.still and self.age % (REST + TURN) > REST

    def draw(self, canvas: Canvas) -> None:
        self._word(canvas, "LESS", "logo", self.rect.top, self.rect.width)
        self._is(canvas)
        self._more(canvas)

    def _word(self, canvas: Canvas, text: str, style: str, top: int, width: int) -> None:
        pixels = _fitting(text, style, width)
        _blit_caps(canvas, text, style, pixels, self.rect.left, top)

    def _is(self, canvas: Canvas) -> None:
        pixels = max(14, round(52 * self.scale))
        middle = self.rect.top + round(192 * self.scale)
        wide, tall = poster_box("is", "logo_is", pixels)
        image = poster("is", "logo_is", pixels, canvas.theme, glow=False)
        margin = reach(pixels)
        left = self.rect.centerx - wide // 2
        canvas.surface.blit(image, (left - margin, middle - tall // 2 - margin))
        colour = face_colours(canvas.theme)[1] if not canvas.theme.flat else canvas.ui.line
        gap, thick = round(28 * self.scale), max(1, round(3 * self.scale))
        y = middle + round(8 * self.scale)
        for x0, x1 in ((self.rect.left, left - gap), (left + wide + gap, self.rect.right)):
            pygame.draw.line(canvas.surface, colour, (x0, y), (x1, y), thick)

    def _more(self, canvas: Canvas) -> None:
        top = self.rect.top + round(232 * self.scale)
        pixels = _fitting("LESS", "logo", self.rect.width) * 186 // 232
        wide_m = poster_box("M", "logo", pixels)[0]
        wide_re = poster_box("RE", "logo", pixels)[0]
        gap = (self.rect.width - wide_m - wide_re) // 2
        _blit_caps(canvas, "M", "logo", pixels, self.rect.left, top)
        _blit_caps(canvas, "RE", "logo", pixels, self.rect.right - wide_re, top)
        centre = (self.rect.left + wide_m + gap, top + round(pixels * 0.355))
        image = self._counter()
        canvas.surface.blit(image, image.get_rect(center=centre))

    def _counter(self) -> pygame.Surface:
        assert self.sprites is not None
        cycle = REST + TURN
        side = int(self.age // cycle) % 2
        piece, other = ((BLACK, GREEN), (GREEN, BLACK))[side]
        if self.still:
            return self.sprites.piece(BLACK)
        if self.turning and self._ready():
            frames = self.sprites.flip(piece, other, AXIS)
            share = in_out((self.age % cycle - REST) / TURN)
            return frames[round(share * (len(frames) - 1))]
        return self.sprites.piece(piece)

    def _ready(self) -> bool:
        """Return True once the turning is rendered; rendering it earlier would block a frame."""
        if not self.frames and not renderer.busy:
            assert self.sprites is not None
            self.frames = self.sprites.flip(BLACK, GREEN, AXIS)
            self.sprites.flip(GREEN, BLACK, AXIS)
        return bool(self.frames)


def _fitting(text: str, style: str, width: int) -> int:
    """Return the type size at which `text` is `width` wide."""
    return max(14, width * 200 // max(1, poster_box(text, style, 200)[0]))


def _blit_caps(canvas: Canvas, text: str, style: str, pixels: int, left: int, top: int) -> None:
    """Draw with the upper edge of the capitals at `top`."""
    from game.screen.ui.text import font
    from game.screen.ui.tokens import STYLES

    look = STYLES[style]
    ascent = font(look.family, look.weight, pixels).get_ascent()
    margin = reach(pixels)
    rise = ascent - round(pixels * 0.67)
    image = poster(text, style, pixels, canvas.theme)
    canvas.surface.blit(image, (left - margin, top - rise - margin))
