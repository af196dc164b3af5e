"""The card of a puzzle: the task, the verdict, and the progress."""

from __future__ import annotations

import pygame

from game.screen.play.column_card import card_layout
from game.screen.puzzles.attempt import FAILED, SOLVED, PuzzleAttempt
from game.screen.ui.button import Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState

ICONS = {SOLVED: "check", FAILED: "warning"}


class PuzzleCard(Pressable):
    """The card: `words` in large type, below a line with `head` and, on its right, `figure`."""

    focusable = False
    radius = "card"

    def __init__(self) -> None:
        super().__init__(lambda: STAY, "puzzle")
        self.status, self.head, self.figure, self.words, self.note = "", "", "", "", ""

    def show(self, attempt: PuzzleAttempt, head: str, figure: str) -> None:
        self.status, self.words, self.note = attempt.status, attempt.words(), attempt.note()
        self.head, self.figure = head, figure

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        lie, radius = card_layout(rect, canvas), px(RADIUS["card"])
        edge = {SOLVED: ui.good, FAILED: ui.bad}.get(self.status, canvas.accent)
        canvas.rounded(rect, radius, ui.card, edge, max(2, px(2)))
        icon = ICONS.get(self.status, "puzzle")
        spot = canvas.icon(icon, (lie.head.left + px(12), lie.head.centery), edge, 26)
        wide = canvas.text_size(self.figure, "caption_bold")[0] if self.figure else 0
        right = pygame.Rect(lie.head.right - wide, lie.head.top, wide, lie.head.height)
        canvas.text(self.figure, "caption_bold", right, ui.text, "right")
        title = pygame.Rect(spot.right + px(10), lie.head.top, 0, lie.head.height)
        title.width = right.left - px(10) - title.left
        canvas.text(self.head, "caption", title, ui.text_second, ellipsis=True)
        words = lie.words.copy()
        if self.note and words.height > px(110):
            high = canvas.text_height(self.note, "caption", words.width)
            below = pygame.Rect(words.left, words.bottom - high, words.width, high)
            words.height -= high
            canvas.text(self.note, "caption", below, ui.text_second, wrap=True)
        canvas.text(self.words, "guide", words, ui.text, wrap=True)
