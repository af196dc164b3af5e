"""The evaluation as a thin bar beside the board: the lower part is seat 0's chance."""

from __future__ import annotations

from typing import Any

import pygame

from game.screen.ui.canvas import Canvas

FALLBACK = ((228, 213, 184), (20, 17, 15))


def draw(canvas: Canvas, scene: Any) -> None:
    """The bar, between board and column, with a mark in its middle."""
    layout, chance = scene.layout, scene.assistant.chance
    px, ui = canvas.px, canvas.ui
    wide = max(6, px(9))
    bar = pygame.Rect(0, 0, wide, layout.board.height - px(80))
    bar.center = (layout.board.right + px(10), layout.board.centery)
    colours = []
    for seat in (0, 1):
        piece = scene.panel.seat_piece(seat)
        found = canvas.theme.piece(piece.colour).base if piece is not None else FALLBACK[seat]
        colours.append(found)
    edge = bar.inflate(4, 4)
    canvas.rounded(edge, edge.width // 2, ui.line)
    share = 0.5 if chance is None else chance
    lower = bar.copy()
    lower.height = round(bar.height * share)
    lower.bottom = bar.bottom
    pygame.draw.rect(canvas.surface, colours[1], bar)
    pygame.draw.rect(canvas.surface, colours[0], lower)
    middle = pygame.Rect(bar.left - 2, bar.centery - 1, bar.width + 4, max(2, px(2)))
    pygame.draw.rect(canvas.surface, ui.accent, middle)
    if chance is not None:
        text = f"{round(100 * chance)}%"
        room = pygame.Rect(0, 0, max(px(52), 40), max(px(22), 18))
        room.midtop = (bar.centerx - px(6), bar.bottom + px(4))
        canvas.text(text, "small", room, ui.text_second, "center")
