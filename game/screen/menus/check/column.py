"""The column of the board check: heading, connection, the chosen point, the job or a summary."""

from __future__ import annotations

import pygame

from game.platform.i18n import _, ngettext
from game.screen.menus.check import cards
from game.screen.menus.check.diagnosis import ColumnContent
from game.screen.ui.canvas import Canvas

POINT, JOB = 260, 172  # design px that the cards take at most
SHARE = 0.45  # of the room below the connection that a job gets


def draw_column(canvas: Canvas, room: pygame.Rect, bottom: int, about: ColumnContent) -> None:
    """All of it in `room`, down to `bottom`, where the buttons begin."""
    px, gap = canvas.px, canvas.px(14)
    head = pygame.Rect(
        room.left, room.top + px(0 if canvas.metrics.portrait else 24), room.width, px(48)
    )
    _draw_head(canvas, head, about.concerns)
    card = pygame.Rect(room.left, head.bottom + gap, room.width, 0)
    card.height = cards.connection_height(canvas, about.note, room.width)
    cards.draw_connection(canvas, card, about.title, about.note)
    below = px(cards.LEGEND) if cards.legend_fits(canvas, room.width, about.legend) else 0
    free = bottom - below - card.bottom - gap
    job = min(px(JOB), round(free * SHARE))
    point = pygame.Rect(room.left, card.bottom + gap, room.width, min(px(POINT), free - job - gap))
    cards.draw_point(canvas, point, about.chosen, about.checkup)
    rest = pygame.Rect(room.left, point.bottom + gap, room.width, job)
    if about.status is not None:
        cards.draw_job(canvas, rest, about.status)
    else:
        cards.draw_summary(canvas, rest, about.summary, about.good)
    if below:
        row = pygame.Rect(room.left, bottom - below, room.width, below)
        cards.draw_legend(canvas, row, about.legend)


def _draw_head(canvas: Canvas, head: pygame.Rect, concerns: int) -> None:
    drawn = canvas.text(_("Board check"), "game_title", head)
    if not concerns:
        return
    words = ngettext("{count} warning", "{count} warnings", concerns).format(count=concerns)
    pill = pygame.Rect(0, head.top, canvas.pill_width(words), head.height)
    pill.right = head.right
    if pill.left > drawn.right + canvas.px(8):
        canvas.pill(words, "warning", pill, canvas.ui.bad)
