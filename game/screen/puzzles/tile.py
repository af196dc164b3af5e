"""A tile of the choice: a sign, a name, a line about it; a press opens it."""

from __future__ import annotations

import pygame

from game.screen.ui.button import Action, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState


class PuzzleMenuTile(Pressable):
    """`main` is the one that is filled."""

    radius = "card"

    def __init__(
        self, label: str, words: str, icon: str, act: Action, name: str, main: bool = False
    ) -> None:
        super().__init__(act, name)
        self.label, self.words, self.icon, self.main = label, words, icon, main

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        fill = ui.accent if self.main else ui.control if look.hovered else ui.card
        ink = ui.on_accent if self.main else ui.text
        second = ui.on_accent if self.main else ui.text_second
        border = None if self.main and not canvas.theme.flat else ui.line
        canvas.rounded(rect, px(RADIUS["card"]), fill, border, canvas.hairline if border else 0)
        tall = rect.height > px(150)
        size, pad = (64, 28) if tall else (28, 18)
        if tall:
            middle = (rect.centerx, rect.top + rect.height * 3 // 10)
            words = pygame.Rect(rect.left + px(16), rect.centery - px(12), rect.width - px(32), 0)
        else:
            middle = (rect.left + px(pad + size // 2), rect.centery)
            words = pygame.Rect(rect.left + px(2 * pad + size), rect.top + px(8), 0, 0)
            words.width = rect.right - px(12) - words.left
        words.height = rect.bottom - px(12) - words.top
        canvas.icon(self.icon, middle, ink, size)
        align = "center" if tall else "left"
        half = words.height // 2
        upper = pygame.Rect(words.left, words.top, words.width, half)
        canvas.text(
            self.label, "name" if tall else "lead_bold", upper, ink, align, "bottom", wrap=True
        )
        below = pygame.Rect(words.left, upper.bottom, words.width, half)
        canvas.text(
            self.words, "body" if tall else "caption", below, second, align, "top", wrap=True
        )
