"""The list of what has to be put right on a sensor board, in the column beside it.

The list stays until everything is done. It covers the list of turns or the panel of the game, but
never the names or the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas

STYLES = "body", "caption", "small"  # the first that fits is used
INSET, GAP = 16, 8  # design px


@dataclass(frozen=True)
class BoardTasks:
    """The sentences to be listed, and a shorter `summary` of them."""

    sentences: tuple[str, ...]
    summary: tuple[str, ...] = ()


def draw_tasks(canvas: Canvas, tasks: BoardTasks, rooms: Sequence[pygame.Rect]) -> None:
    """Draw the list in the first room that holds it, else as much of it as the last room holds."""
    title = _("On the sensor board")
    shorter = tasks.summary or tasks.sentences
    for room in rooms:
        for sentences in (tasks.sentences, shorter):
            for style in STYLES:
                if _height(canvas, title, sentences, style, room.width) <= room.height:
                    return _draw(canvas, title, sentences, style, room)
    _draw(canvas, title, shorter, STYLES[-1], rooms[-1])


def _height(canvas: Canvas, title: str, words: Sequence[str], style: str, width: int) -> int:
    inner = width - canvas.px(2 * INSET)
    heights = [canvas.text_height(text, style, inner - canvas.px(INSET)) for text in words]
    head = canvas.text_height(title, "caption", inner)
    return head + sum(heights) + canvas.px(GAP) * (len(words) + 1) + canvas.px(INSET)


def _draw(canvas: Canvas, title: str, words: Sequence[str], style: str, room: pygame.Rect) -> None:
    px, ui = canvas.px, canvas.ui
    card = pygame.Rect(room)
    card.height = min(room.height, _height(canvas, title, words, style, room.width))
    pencil.rect(canvas.surface, ui.card, room, border_radius=px(INSET))
    canvas.card(room)
    inner = card.inflate(-px(2 * INSET), -px(INSET))
    head = canvas.text_height(title, "caption", inner.width)
    canvas.text(title, "caption", pygame.Rect(inner.topleft, (inner.width, head)), ui.text_second)
    top = inner.top + head + px(GAP)
    for text in words:
        high = canvas.text_height(text, style, inner.width - px(INSET))
        if top + high > inner.bottom + px(GAP):
            return
        pencil.circle(canvas.surface, ui.bad, (inner.left + px(4), top + px(9)), px(3))
        line = pygame.Rect(inner.left + px(INSET), top, inner.width - px(INSET), high)
        canvas.text(text, style, line, valign="top", wrap=True)
        top += high + px(GAP)
