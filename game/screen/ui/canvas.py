"""The canvas of a scene: surface, theme and metrics in one object, and the shapes of the look.

It has everything that makes scenes look alike: text in the type scale, cards, button boxes, pills,
key caps, icons, focus rings, glows. It stores no state of any scene.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

import numpy
import pygame
from numpy.typing import NDArray
from pygame import Rect, Surface

from game.platform.sanitize import sanitized
from game.platform.theme import Theme
from game.screen.ui import icons, paint, pencil
from game.screen.ui.frame_sketch import FrameSketch
from game.screen.ui.paint import ART_READY, ROOMS, Colour, mix
from game.screen.ui.text import TextLayout, face_of, lay_out, wrapped_height
from game.screen.ui.tokens import RADIUS, SHADOW_CARD, STROKE, Metrics

# A cell of a line: its start and width as shares of the line, text, style, colour and alignment.
Cell = tuple[float, float, str, str, Colour | None, str]


class Recorder(Protocol):
    """Receives every text that is drawn, for tests."""

    def clear(self) -> None:
        """Forget the previous frame."""

    def on_text(self, canvas: Canvas, text: str, layout: TextLayout, box: Rect, rect: Rect) -> None:
        """Receive a text drawn for `box`, whose lines occupy `rect`."""


def rendered(line: str, style: str, pixels: int, colour: Colour) -> Surface:
    """Return one line of text as a surface, cached."""

    def make() -> Surface:
        # fonts cannot render NUL
        return face_of(style, pixels).render(sanitized(line), True, colour)

    return paint.LINES.get((line, style, pixels, colour), make)


class Canvas:
    """Draws onto `surface` in one theme at one size; a change of either needs a new canvas."""

    def __init__(
        self,
        surface: Surface,
        theme: Theme,
        metrics: Metrics,
        recorder: Recorder | None = None,
    ) -> None:
        self.surface = surface
        self.theme = theme
        self.ui = theme.ui
        self.metrics = metrics
        self.recorder = recorder
        self.layer = 0

    @property
    def accent(self) -> Colour:
        """The accent for text and thin lines; black on paper, as yellow on white is illegible."""
        return self.ui.text if self.theme.flat else self.ui.accent

    @property
    def rect(self) -> Rect:
        """The whole window, in its pixels."""
        return self.surface.get_rect()

    def keep(self, name: str, key: object, draw: Callable[[], object]) -> None:
        """Draw a part of a frame that depends only on `key` and on the art rendered so far.

        `name` is unique among the parts of a frame. If the surface is a `FrameSketch`, an unchanged
        part is not drawn again.
        """
        if isinstance(self.surface, FrameSketch):
            self.surface.keep(name, (key, ART_READY.count), draw)
        else:
            draw()

    def px(self, length: float) -> int:
        """Convert a length in design pixels (of a window of 1280 x 800) to whole window pixels."""
        return self.metrics.px(length)

    def text(
        self,
        text: str,
        style: str,
        box: Rect,
        colour: Colour | None = None,
        align: str = "left",
        valign: str = "middle",
        wrap: bool = False,
        ellipsis: bool = False,
    ) -> Rect:
        """Draw `text` inside `box` and return the rectangle of its lines.

        `align` is "left", "center" or "right", `valign` "top", "middle" or "bottom". Text that is
        too large is wrapped if `wrap` allows it, then shrunk down to 14 px. Only with `ellipsis`,
        which is for turn lists and names, is text cut.
        """
        if not text:
            return Rect(box.topleft, (0, 0))
        pixels = self.metrics.type_px(style)
        layout = lay_out(text, style, pixels, box.width, box.height, wrap, ellipsis)
        return self._draw_layout(text, layout, box, colour or self.ui.text, align, valign)

    def _draw_layout(
        self, text: str, layout: TextLayout, box: Rect, colour: Colour, align: str, valign: str
    ) -> Rect:
        slack = box.height - layout.height
        top = box.top + {"top": 0, "middle": slack // 2, "bottom": slack}[valign]
        drawn: Rect | None = None
        for number, line in enumerate(layout.lines):
            surface = rendered(line, layout.style, layout.pixels, colour)
            free = box.width - surface.get_width()
            x = box.left + {"left": 0, "center": free // 2, "right": free}[align]
            # The font's line box is taller than its letters; centre the box on our line.
            middle = top + round(layout.pixels * 0.525) + number * layout.leading
            self.surface.blit(surface, (x, middle - surface.get_height() // 2))
            line_box = Rect(x, top + number * layout.leading, surface.get_width(), layout.pixels)
            drawn = line_box if drawn is None else drawn.union(line_box)
        rect = drawn or Rect(box.topleft, (0, 0))
        if self.recorder is not None:
            self.recorder.on_text(self, text, layout, box, rect)
        return rect

    def text_size(self, text: str, style: str) -> tuple[int, int]:
        """Return width and height of a single line at full size."""
        pixels = self.metrics.type_px(style)
        layout = lay_out(text, style, pixels, 1 << 30, 1 << 30)
        return layout.width, layout.height

    def cells(self, line: Rect, cells: Sequence[Cell]) -> None:
        """Draw the cells of a line side by side."""
        for start, share, text, style, colour, align in cells:
            left, width = round(line.width * start), round(line.width * share)
            cell = Rect(line.left + left, line.top, width, line.height)
            self.text(text, style, cell, colour, align)

    def text_height(self, text: str, style: str, width: int) -> int:
        """Return the height of the text wrapped to `width` at full size."""
        return wrapped_height(text, style, self.metrics.type_px(style), width)

    def background(self) -> None:
        """Draw the background: a dark table under a lamp, or a plain colour on paper."""
        self.surface.blit(self.table, (0, 0))

    @property
    def table(self) -> Surface:
        """The background alone, as large as the window. Do not draw on it."""
        return room(self.theme, self.surface.get_size())

    def dim(self) -> None:
        """Darken everything below a dialog."""
        self.surface.blit(veil(self.theme, self.surface.get_size()), (0, 0))

    def rounded(
        self,
        rect: Rect,
        radius: int,
        fill: tuple[int, ...] | None,
        border: tuple[int, ...] | None = None,
        width: int = 0,
    ) -> None:
        """Draw a smooth rounded box; `radius` and `width` in pixels of this window."""
        self.surface.blit(paint.box(rect.size, radius, fill, border, width), rect)

    @property
    def hairline(self) -> int:
        """Width of a card's border in this theme."""
        stroke = STROKE["card_flat"] if self.theme.flat else STROKE["card"]
        return max(stroke, round(stroke * self.metrics.scale))

    def card(self, rect: Rect, radius: str = "card") -> None:
        """Draw a card: a panel with a border and, in themes with light, a shadow."""
        self.shadow(rect, self.px(RADIUS[radius]))
        self.rounded(rect, self.px(RADIUS[radius]), self.ui.card, self.ui.line, self.hairline)

    def shadow(self, rect: Rect, radius: int) -> None:
        """Draw the soft shadow of a card; `radius` in window pixels.  None on paper."""
        if self.theme.flat:
            return
        (dx, dy), blur, alpha = SHADOW_CARD
        surface, margin = paint.soft(rect.size, radius, self.px(blur), (0, 0, 0), alpha)
        self.surface.blit(surface, (rect.x - margin + self.px(dx), rect.y - margin + self.px(dy)))

    def glow(self, rect: Rect, radius: int, strength: float = 0.55, blur: int = 16) -> None:
        """Draw amber light round a box; none on paper."""
        if self.theme.flat or strength <= 0:
            return
        strength = round(strength * 20) / 20
        surface, margin = paint.soft(rect.size, radius, self.px(blur), self.ui.glow, strength)
        self.surface.blit(surface, (rect.x - margin, rect.y - margin))

    def focus_ring(self, rect: Rect, radius: int) -> None:
        """Draw the focus ring: light, with a dark gap."""
        gap, ring = max(2, self.px(STROKE["focus_gap"])), max(2, self.px(STROKE["focus"]))
        outer = rect.inflate(2 * (gap + ring), 2 * (gap + ring))
        self.rounded(outer, radius + gap + ring, None, self.ui.focus, ring)
        if not self.theme.flat:
            inner = rect.inflate(2 * gap, 2 * gap)
            self.rounded(inner, radius + gap, None, self.ui.casing, gap)

    def line(
        self, start: tuple[int, int], end: tuple[int, int], colour: Colour | None = None
    ) -> None:
        """Draw a hairline, horizontal or vertical."""
        pencil.line(self.surface, colour or self.ui.line, start, end, self.hairline)

    def icon(
        self, name: str, centre: tuple[int, int], colour: Colour | None = None, size: float = 24
    ) -> Rect:
        """Draw an icon of `size` design px about `centre`."""
        surface = icons.icon(name, max(14, self.px(size)), colour or self.ui.text)
        return self.surface.blit(surface, surface.get_rect(center=centre))

    def key_cap(
        self, label: str, midleft: tuple[int, int], colour: Colour | None = None, icon: str = ""
    ) -> Rect:
        """Draw a key of the keyboard with its name or an icon; return its rectangle."""
        colour = colour or self.ui.text_second
        height = max(self.px(32), self.metrics.type_px("small") + self.px(12))
        rect = Rect(0, 0, self.key_cap_width(label, icon), height)
        rect.midleft = midleft
        stroke = max(1, self.px(STROKE["key"]))
        self.rounded(rect, self.px(RADIUS["key"]), None, colour, stroke)
        if icon:
            self.icon(icon, rect.center, colour, 20)
        else:
            self.text(label, "small", rect.inflate(-4, -2), colour, "center")
        return rect

    def key_cap_width(self, label: str, icon: str = "") -> int:
        """Return the width that `key_cap` takes."""
        height = max(self.px(32), self.metrics.type_px("small") + self.px(12))
        width = self.px(24) if icon else self.text_size(label, "small")[0]
        return max(height - self.px(4), width + self.px(18))

    def pill(self, label: str, icon: str, rect: Rect, icon_colour: Colour | None = None) -> None:
        """Draw a rounded label with an icon ("Board in sync")."""
        self.rounded(rect, rect.height // 2, self.ui.card, self.ui.line, self.hairline)
        spot = self.icon(
            icon, (rect.left + self.px(28), rect.centery), icon_colour or self.ui.text_second
        )
        room = Rect(spot.right + self.px(8), rect.top, 0, rect.height)
        room.width = rect.right - self.px(16) - room.left
        self.text(label, "caption", room, self.ui.text)

    def pill_width(self, label: str) -> int:
        """Return the width that `pill` needs for its label."""
        return self.px(28 + 12 + 8 + 18) + self.text_size(label, "caption")[0]

    def progress(self, rect: Rect, share: float) -> None:
        """Draw a bar filled to `share` (0..1)."""
        radius = rect.height // 2
        self.rounded(rect, radius, self.ui.panel, self.ui.line, self.hairline)
        filled = Rect(rect.topleft, (round(rect.width * min(1.0, max(0.0, share))), rect.height))
        if filled.width >= rect.height:
            self.rounded(filled, radius, self.ui.accent)


def room(theme: Theme, size: tuple[int, int]) -> Surface:
    """Return an opaque surface of `size` from the cache. Do not draw on it."""
    return ROOMS.get(("room", theme.name, size), lambda: _room(theme, size))


def veil(theme: Theme, size: tuple[int, int]) -> Surface:
    """Return the surface that darkens the scene below a dialog."""

    def make() -> Surface:
        surface = Surface(size, pygame.SRCALPHA)
        colour = mix(theme.ui.room_edge, (0, 0, 0), 0.0 if not theme.flat else 0.85)
        surface.fill((*colour, 150 if theme.flat else 205))
        return surface

    return ROOMS.get(("veil", theme.name, size), make)


def _room(theme: Theme, size: tuple[int, int]) -> Surface:
    if theme.flat:
        flat = Surface(size)
        flat.fill(theme.ui.table[0])
        return flat
    surface = pygame.transform.smoothscale(_lamp(theme), size)
    _add_grain(surface)
    return surface


def _lamp(theme: Theme) -> Surface:
    """Return a small radial gradient from the background's centre to its edge."""
    w, h = 64, 40
    dx = (numpy.arange(w)[:, None] + 0.5) / w - 0.45
    dy = (numpy.arange(h)[None, :] + 0.5) / h - 0.42
    share = numpy.minimum(1.0, (dx * dx * 3.0 + dy * dy * 3.4) ** 0.5)[..., None] ** 1.15
    centre, edge = numpy.array(theme.ui.room_centre), numpy.array(theme.ui.room_edge)
    colours = numpy.rint(centre + (edge - centre) * share).astype("uint8")
    small = Surface((w, h))
    pygame.surfarray.blit_array(small, colours)
    return small


def _add_grain(surface: Surface) -> None:
    """Add long faint wood fibres: stretched noise, a few levels brighter or darker."""
    w, h = surface.get_size()
    fibres, bands = _noise(w, h)
    for values, strength, blend in (
        (fibres, 2.0, pygame.BLEND_RGB_ADD),
        (-fibres, 2.0, pygame.BLEND_RGB_SUB),
        (bands, 2.6, pygame.BLEND_RGB_ADD),
        (-bands, 2.2, pygame.BLEND_RGB_SUB),
    ):
        levels = numpy.clip(values * strength, 0, 12).astype("uint8")
        layer = pygame.surfarray.make_surface(numpy.repeat(levels[:, :, None], 3, axis=2))
        surface.blit(pygame.transform.smoothscale(layer, (w, h)), (0, 0), special_flags=blend)


@lru_cache(maxsize=4)
def _noise(w: int, h: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64]]:
    """Return the noise of fibres and of bands for a window; it is the same for every theme."""
    dice = random.Random(7)  # loads faster than numpy's generator does
    fibres, bands = (max(2, w // 160), h), (max(2, w // 400), max(2, h // 9))
    count, whole = fibres[0] * fibres[1], fibres[0] * fibres[1] + bands[0] * bands[1]
    # Each pair of uniform numbers gives two normal ones (Box-Muller), in the order of `dice.gauss`.
    even = numpy.array([dice.random() for _number in range(whole + whole % 2)]).reshape(-1, 2)
    turn, far = 2 * numpy.pi * even[:, 0], numpy.sqrt(-2 * numpy.log(1 - even[:, 1]))
    drawn = numpy.stack((numpy.cos(turn) * far, numpy.sin(turn) * far), axis=1).ravel()
    return drawn[:count].reshape(fibres), drawn[count:whole].reshape(bands)
