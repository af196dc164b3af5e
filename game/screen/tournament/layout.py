"""Rows of buttons that go on in another row where one is full, from the lower edge up."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screen.app.page import measuring
from game.screen.app.scene import AppServices
from game.screen.ui.button import Button
from game.screen.ui.tokens import GAP
from game.screen.ui.widget import Form

HEIGHT = 52  # design px of a button


def lay_buttons(form: Form, desk: AppServices, buttons: Sequence[Button], room: pygame.Rect) -> int:
    """Put buttons at the foot of `room`, the first row on top; returns where they begin."""
    canvas, px = measuring(desk), desk.metrics.px
    tall, gap = max(px(HEIGHT), desk.metrics.type_px("button") + 16), px(GAP)
    rows: list[list[tuple[Button, int]]] = [[]]
    for button in buttons:
        wide = min(room.width, button.width(canvas))
        used = sum(width + gap for _button, width in rows[-1])
        if rows[-1] and used + wide > room.width:
            rows.append([])
        rows[-1].append((button, wide))
    top = room.bottom - len(rows) * tall - (len(rows) - 1) * gap
    for number, row in enumerate(rows):
        x, y = room.left, top + number * (tall + gap)
        for button, wide in row:
            form.add(button.at((x, y, wide, tall)))
            x += wide + gap
    return top if buttons else room.bottom
