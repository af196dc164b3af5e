"""The strip below a demo: which game of how many, what happens, and why."""

from __future__ import annotations

import pygame

from game.i18n import _
from game.rules import GAMES
from game.screen.attract.show import DemoBoard
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import CAPTION_STRIP


def draw_strip(canvas: Canvas, demo: DemoBoard, share: float) -> None:
    """What is said of the demo, along the lower edge; `share` of it, 0 to 1, has come up."""
    px = canvas.px
    tall = px(CAPTION_STRIP)
    rect = pygame.Rect(0, 0, canvas.rect.width, tall)
    rect.top = canvas.rect.height - round(tall * share)
    canvas.surface.fill(canvas.ui.panel, rect)
    edge = canvas.ui.line if canvas.theme.flat else canvas.ui.accent
    pygame.draw.rect(canvas.surface, edge, (0, rect.top, rect.width, max(2, px(3))))
    tag = pygame.Rect(px(32), rect.top + px(24), px(112), tall - px(48))
    canvas.rounded(tag, px(10), None, edge, max(2, px(2)))
    upper = pygame.Rect(tag.left + 4, tag.top + 2, tag.width - 8, round(tag.height * 0.54))
    lower = pygame.Rect(upper.left, upper.bottom, upper.width, tag.bottom - upper.bottom - 3)
    canvas.text(_("Demo"), "lead_bold", upper, canvas.accent, "center")
    count = _("{number} of {count}").format(number=demo.number % len(GAMES) + 1, count=len(GAMES))
    canvas.text(count, "small", lower, canvas.ui.text_second, "center")
    _draw_words(canvas, demo, rect, tag.right + px(28))


def _draw_words(canvas: Canvas, demo: DemoBoard, strip: pygame.Rect, left: int) -> None:
    px = canvas.px
    dots = px(36 + 24 * len(GAMES))
    room = pygame.Rect(left, strip.top + px(14), strip.right - left - dots - px(28), px(50))
    canvas.text(demo.caption.head, "caption_strip", room)
    below = pygame.Rect(left, room.bottom, room.width, strip.bottom - px(14) - room.bottom)
    canvas.text(demo.caption.note, "lead", below, canvas.ui.text_second, wrap=True)
    x = strip.right - px(32) - dots
    for number in range(len(GAMES)):
        on = number == demo.number % len(GAMES)
        dot = pygame.Rect(x, 0, px(40 if on else 14), px(14))
        dot.centery = strip.centery
        fill = canvas.ui.accent if on else canvas.ui.line
        canvas.rounded(dot, dot.height // 2, fill)
        x += dot.width + px(10)
