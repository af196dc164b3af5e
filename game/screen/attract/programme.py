"""The programme of the trailer: its games side by side, the one that runs lit and filling up."""

from __future__ import annotations

import pygame

from game.rules.registry import titles
from game.screen.attract.trailer import Trailer
from game.screen.ui.canvas import Canvas


def draw_programme(canvas: Canvas, rect: pygame.Rect, trailer: Trailer) -> None:
    """The games of a round, in `rect`."""
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
