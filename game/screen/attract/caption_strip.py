"""Captions below the trailer: number of the game, the rule that was just applied, the score."""

from __future__ import annotations

import pygame

from game.platform.i18n import _
from game.rules.registry import GAMES, titles
from game.screen.attract.trailer import Trailer
from game.screen.boards import BoardView
from game.screen.boards.panel_drawings import piece_icon
from game.screen.plugin.commentary import Scale
from game.screen.plugin.registry import screen_plugin_of
from game.screen.plugin.screen_plugin import Track
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import Tween, out
from game.screen.ui.paint import mix
from game.screen.ui.tokens import CAPTION_STRIP, Metrics

# Seconds in which a new caption fades from the accent colour to the colour of text.
FLASH_S = 0.9
SCALE = 300  # width of the scale in design px
# Height in design px of the row of its own that the text has in an upright window.
UPRIGHT_WORDS = 124


def strip_height(metrics: Metrics) -> int:
    """Return the height of the strip in pixels; in an upright window the text has its own row."""
    return metrics.px(CAPTION_STRIP + (UPRIGHT_WORDS if metrics.portrait else 0))


class CaptionStrip:
    """The captions of a trailer, at the window's lower edge: call `update`, then `draw`."""

    def __init__(self, trailer: Trailer) -> None:
        self.trailer = trailer
        share = trailer.narrator.scale.share
        self._bar, self._clip = Tween(share, share, 0), trailer.clip

    def update(self, dt: float) -> None:
        self._bar.update(dt)
        narrator = self.trailer.narrator
        if self.trailer.clip is not self._clip:
            self._clip, self._bar = self.trailer.clip, Tween(0.5, narrator.scale.share, 0.8)
        elif narrator.scale.share != self._bar.end:
            self._bar = Tween(self._bar.value, narrator.scale.share, 0.5)

    @property
    def animating(self) -> bool:
        return not self._bar.done or self.trailer.narrator.age < FLASH_S

    def draw(self, canvas: Canvas) -> None:
        px, upright = canvas.px, canvas.metrics.portrait
        tall = strip_height(canvas.metrics)
        rect = pygame.Rect(0, canvas.rect.height - tall, canvas.rect.width, tall)
        canvas.surface.fill(canvas.ui.panel, rect)
        edge = canvas.ui.line if canvas.theme.flat else canvas.ui.accent
        pencil.rect(canvas.surface, edge, (0, rect.top, rect.width, max(2, px(3))))
        row = px(CAPTION_STRIP)
        tag = pygame.Rect(px(32), rect.top + px(24), px(164), row - px(48))
        key = (self.trailer.game, self.trailer.number)
        canvas.keep("trailer's game", key, lambda: self._draw_tag(canvas, tag, edge))
        room = pygame.Rect(0, rect.top + px(12), px(SCALE), row - px(16))
        room.right = rect.right - px(32)
        scale, track = self.trailer.narrator.scale, screen_plugin_of(self.trailer.game.key).track
        share = round(self._bar.value * room.width) / room.width
        view = self.trailer.board
        canvas.keep(
            "trailer's scale",
            (view, scale, share),
            lambda: draw_scale(canvas, scale, view, room, share, track),
        )
        words = rect.copy()
        if upright:  # the text has its own row
            words.top += row
            words.height -= row
            self._draw_words(canvas, words, tag.left, room.right - tag.left)
        else:
            left = tag.right + px(28)
            self._draw_words(canvas, words, left, room.left - px(32) - left)

    def _draw_tag(self, canvas: Canvas, tag: pygame.Rect, edge: tuple[int, int, int]) -> None:
        canvas.rounded(tag, canvas.px(10), None, edge, max(2, canvas.px(2)))
        upper = pygame.Rect(tag.left + 4, tag.top + 2, tag.width - 8, round(tag.height * 0.54))
        lower = pygame.Rect(upper.left, upper.bottom, upper.width, tag.bottom - upper.bottom - 3)
        title = self.trailer.game.title
        canvas.text(title, "lead_bold", upper.inflate(-8, 0), canvas.accent, "center")
        words = _("Demo {number} of {count}")
        count = words.format(number=self.trailer.number % len(GAMES) + 1, count=len(GAMES))
        canvas.text(count, "small", lower, canvas.ui.text_second, "center")

    def _draw_words(self, canvas: Canvas, strip: pygame.Rect, left: int, width: int) -> None:
        px, narrator = canvas.px, self.trailer.narrator
        room = pygame.Rect(left, strip.top + px(12), width, px(50))
        glow = 1 - out(min(1.0, narrator.age / FLASH_S))
        colour = mix(canvas.ui.text, canvas.accent, glow)
        canvas.keep(
            "trailer's head",
            (narrator.caption.head, colour),
            lambda: canvas.text(narrator.caption.head, "trailer", room, colour),
        )
        below = pygame.Rect(left, room.bottom, width, strip.bottom - px(7) - room.bottom)
        note, second = narrator.caption.note, canvas.ui.text_second
        canvas.keep(
            "trailer's note",
            note,
            lambda: canvas.text(note, "body", below, second, wrap=True),
        )


def draw_programme(canvas: Canvas, rect: pygame.Rect, trailer: Trailer) -> None:
    """Draw the names of all games in `rect`, with progress bars; highlight the running game."""
    names = list(titles().values())
    widths = [canvas.text_size(name, "lead_bold")[0] + canvas.px(8) for name in names]
    gap = max(canvas.px(10), (rect.width - sum(widths)) // max(1, len(names) - 1))
    now, x = trailer.number % len(names), rect.left
    for number, (name, wide) in enumerate(zip(names, widths)):
        cell = pygame.Rect(x, rect.top, wide, rect.height // 2)
        colour = canvas.accent if number == now else canvas.ui.text_second
        canvas.text(name, "lead_bold", cell, colour, "center")
        bar = pygame.Rect(x, cell.bottom + canvas.px(6), wide, max(5, canvas.px(8)))
        share = trailer.progress if number == now else float(number < now)
        canvas.rounded(bar, bar.height // 2, canvas.ui.line)
        if share * wide >= bar.height:
            filled = pygame.Rect(bar.topleft, (round(wide * share), bar.height))
            canvas.rounded(filled, bar.height // 2, canvas.ui.accent)
        x += wide + gap


def draw_scale(
    canvas: Canvas,
    scale: Scale,
    view: BoardView,
    rect: pygame.Rect,
    share: float,
    track: Track | None = None,
) -> None:
    """Draw the scale of a game: two numbers, the bar between them, and the unit they count.

    `share` is the part of the bar that belongs to the left side; it may still be moving towards
    `scale.share`.
    """
    if not scale.left:
        return
    px = canvas.px
    tracked = track is not None and scale.markers
    tall = round(rect.height * (0.46 if not tracked else 0.36))
    upper = pygame.Rect(rect.left, rect.top, rect.width, tall)
    icon = min(upper.height, px(40)) if scale.pieces else 0
    for side, text in enumerate((scale.left, scale.right)):
        room = pygame.Rect(rect.left, upper.top, rect.width // 2, upper.height)
        room.width -= icon + px(10)
        if side == 0:
            room.left += icon + px(10) if icon else 0
        else:
            room.right = rect.right - (icon + px(10) if icon else 0)
        canvas.text(text, "score", room, align=("left", "right")[side])
        if icon:
            image = piece_icon(view, scale.pieces[side], icon)
            x = rect.left + icon // 2 if side == 0 else rect.right - icon // 2
            canvas.surface.blit(image, image.get_rect(center=(x, upper.centery)))
    thick = max(10, px(18)) if not tracked else max(8, px(12))
    bar = pygame.Rect(rect.left, upper.bottom + px(6), rect.width, thick)
    _draw_bar(canvas, scale, bar, share)
    if track is not None and scale.markers:
        plank = pygame.Rect(rect.left, 0, rect.width, max(15, px(26)))
        plank.bottom = rect.bottom - px(12)
        track(canvas, view, plank, scale.markers)
        return
    words = pygame.Rect(rect.left, bar.bottom + px(5), rect.width, rect.bottom - bar.bottom - px(5))
    canvas.text(scale.words, "small", words, canvas.ui.text_second, "center")


def _draw_bar(canvas: Canvas, scale: Scale, bar: pygame.Rect, share: float) -> None:
    px, ui = canvas.px, canvas.ui
    edge, radius = max(2, px(3)), bar.height // 2
    outer = bar.inflate(2 * edge, 2 * edge)
    canvas.rounded(outer, radius + edge, ui.casing, ui.line, canvas.hairline)
    fills = [_face(canvas, scale, side) for side in (0, 1)]
    canvas.rounded(bar, radius, fills[1])
    split = bar.left + round(bar.width * min(1.0, max(0.0, share)))
    before = canvas.surface.get_clip()
    canvas.surface.set_clip(pygame.Rect(bar.left, bar.top, split - bar.left, bar.height))
    canvas.rounded(bar, radius, fills[0])
    canvas.surface.set_clip(before)
    if scale.ends:
        lamp = max(3, px(6))
        for x in (bar.left + radius, bar.right - radius):
            pencil.circle(canvas.surface, ui.casing, (x, bar.centery), lamp + max(2, px(3)))
            pencil.circle(canvas.surface, ui.accent, (x, bar.centery), lamp)
    marker = pygame.Rect(0, 0, max(8, px(14)), bar.height + px(12))
    marker.center = (min(bar.right - radius, max(bar.left + radius, split)), bar.centery)
    canvas.rounded(marker, marker.width // 2, ui.casing, ui.focus, max(2, px(3)))


def _face(canvas: Canvas, scale: Scale, side: int) -> tuple[int, int, int]:
    """Return the colour of a side: that of its pieces, or of groups reached or missing."""
    ui = canvas.ui
    if not scale.pieces:
        return (ui.accent, ui.control)[side]
    if scale.pieces[side].colour == "green":
        return ui.gauge_green
    if scale.pieces[side].colour == "black":
        return ui.gauge_black
    return canvas.theme.piece(scale.pieces[side].colour).base
