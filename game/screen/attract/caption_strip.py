"""The strip below the trailer: which game of how many, the rule just seen, how the game stands."""

from __future__ import annotations

import pygame

from game.platform.i18n import _
from game.rules.registry import GAMES
from game.screen.attract.scale_bar import draw_scale
from game.screen.attract.trailer import Trailer
from game.screen.plugin.registry import screen_plugin_of
from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import Tween, out
from game.screen.ui.paint import mix
from game.screen.ui.tokens import CAPTION_STRIP, Metrics

FLASH_S = 0.9  # seconds in which a new caption cools down from the lamp's colour
SCALE = 300  # design px that the scale takes
UPRIGHT_WORDS = 124  # design px of the words' own row in an upright window


def strip_height(metrics: Metrics) -> int:
    """Pixels of the strip: upright the words have a row of their own."""
    return metrics.px(CAPTION_STRIP + (UPRIGHT_WORDS if metrics.portrait else 0))


class CaptionStrip:
    """Follows a trailer; `update`, then `draw` along the lower edge."""

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
        pygame.draw.rect(canvas.surface, edge, (0, rect.top, rect.width, max(2, px(3))))
        row = px(CAPTION_STRIP)
        tag = pygame.Rect(px(32), rect.top + px(24), px(164), row - px(48))
        self._draw_tag(canvas, tag, edge)
        room = pygame.Rect(0, rect.top + px(12), px(SCALE), row - px(16))
        room.right = rect.right - px(32)
        scale, track = self.trailer.narrator.scale, screen_plugin_of(self.trailer.game.key).track
        draw_scale(canvas, scale, self.trailer.board, room, self._bar.value, track)
        words = rect.copy()
        if upright:  # a row of their own
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
        canvas.text(narrator.caption.head, "trailer", room, colour)
        below = pygame.Rect(left, room.bottom, width, strip.bottom - px(7) - room.bottom)
        canvas.text(narrator.caption.note, "body", below, canvas.ui.text_second, wrap=True)
