"""A tooltip: a few words beside a control whose sign has none."""

from __future__ import annotations

import pygame

from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import RADIUS

STYLE = "caption"


def draw_tooltip(canvas: Canvas, text: str, beside: pygame.Rect) -> None:
    """Draw it above the control, or below at the window's upper edge; never over it."""
    px = canvas.px
    wide, tall = canvas.text_size(text, STYLE)
    rect = pygame.Rect(0, 0, wide + px(24), max(tall + px(14), 28))
    rect.midbottom = (beside.centerx, beside.top - px(8))
    window = canvas.rect.inflate(-px(12), -px(12))
    if rect.top < window.top:
        rect.midtop = (beside.centerx, beside.bottom + px(8))
    rect.clamp_ip(window)
    radius = px(RADIUS["button"])
    canvas.shadow(rect, radius)
    canvas.rounded(rect, radius, canvas.ui.panel, canvas.ui.line, canvas.hairline)
    canvas.text(text, STYLE, rect, canvas.ui.text, "center")
