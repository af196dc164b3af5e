"""The card of the guide, at the top of the column: one sentence, and the progress of the lesson."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.screen.ui.button import Action, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_HEIGHT, RADIUS
from game.screen.ui.widget import WidgetState

CARD_PADDING, HEAD_HEIGHT, DOT_SIZE = 18, 34, 9  # design px


@dataclass(frozen=True)
class CardLayout:
    """The rectangles of the parts of a card."""

    head: pygame.Rect
    words: pygame.Rect
    buttons: pygame.Rect


def card_layout(rect: pygame.Rect, canvas: Canvas) -> CardLayout:
    """Return the parts of a card that fills `rect`."""
    px = canvas.px
    inner = rect.inflate(-2 * px(CARD_PADDING), -2 * px(CARD_PADDING))
    tall = max(px(BUTTON_HEIGHT), 36)
    head = pygame.Rect(inner.left, inner.top - px(6), inner.width, max(px(HEAD_HEIGHT), 22))
    buttons = pygame.Rect(inner.left, inner.bottom - tall, inner.width, tall)
    top = head.bottom + px(6)
    words = pygame.Rect(inner.left, top, inner.width, buttons.top - px(10) - top)
    return CardLayout(head, words, buttons)


class GuideCard(Pressable):
    """The card: `words` are an answer or what is asked; `done` of `steps` are done.

    A press on it confirms that it has been read.
    """

    focusable = False
    radius = "card"

    def __init__(self, on_press: Action, steps: int) -> None:
        super().__init__(on_press, "guide")
        self.words, self.answered = "", False
        self.done, self.steps = 0, steps

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        lie, radius = card_layout(rect, canvas), px(RADIUS["card"])
        edge = ui.good if self.answered else canvas.accent
        canvas.rounded(rect, radius, ui.card, edge, max(2, px(2)))
        icon = "check" if self.answered else "bulb"
        spot = canvas.icon(icon, (lie.head.left + px(12), lie.head.centery), edge, 26)
        dots = _draw_dots(canvas, lie.head, self.done, self.steps)
        title = pygame.Rect(spot.right + px(10), lie.head.top, 0, lie.head.height)
        title.width = dots - px(10) - title.left
        canvas.text(_("First game"), "caption", title, ui.text_second, ellipsis=True)
        canvas.text(self.words, "guide", lie.words, ui.text, wrap=True)


def _draw_dots(canvas: Canvas, head: pygame.Rect, done: int, steps: int) -> int:
    """Draw a dot for each step, those done filled; return their left edge."""
    size = max(5, canvas.px(DOT_SIZE))
    gap = size + max(3, canvas.px(5))
    left = head.right - (steps - 1) * gap - size
    for number in range(steps):
        dot = pygame.Rect(left + number * gap, 0, size, size)
        dot.centery = head.centery
        if number < done:
            canvas.rounded(dot, size // 2, canvas.accent)
        else:
            canvas.rounded(dot, size // 2, None, canvas.ui.text_second, canvas.hairline)
    return left
