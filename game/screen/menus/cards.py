"""Cards of text in as many columns as fit, scrolled together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ScrollArea
from game.screen.ui.tokens import GAP, RADIUS
from game.screen.ui.widget import WidgetState, clipped

COLUMN = 360  # least width of a column in design px
LEAST_COLUMN = 330  # least width of a column in pixels
PAD, BETWEEN = 22, 8  # design px: inside a card, between its lines


@dataclass(frozen=True)
class TextCard:
    """A card: a title, and lines that are grey or not."""

    title: str
    lines: tuple[tuple[str, bool], ...]


def columns_of(heights: Sequence[int], count: int) -> list[list[int]]:
    """Distribute cards of these heights over `count` columns of similar height, by index.

    The tallest find their place first; columns and cards then stand in reading order.
    """
    columns: list[list[int]] = [[] for _number in range(count)]
    for card in sorted(range(len(heights)), key=lambda n: -heights[n]):
        min(columns, key=lambda column: sum(heights[n] for n in column)).append(card)
    return sorted(sorted(column) for column in columns if column)


class CardsPane(ScrollArea):
    """Cards in as many columns as fit."""

    def __init__(self, cards: Sequence[TextCard], name: str) -> None:
        super().__init__(name)
        self.cards = cards

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px = canvas.px
        gap = px(GAP)
        columns = max(1, min(3, self.rect.width // max(px(COLUMN), LEAST_COLUMN)))
        wide = (self.rect.width - px(14) - (columns - 1) * gap) // columns
        self.line = round(canvas.metrics.type_px("body") * 1.3)
        heights = [self._height(canvas, card, wide) for card in self.cards]
        placed = columns_of(heights, columns)
        tallest = max(sum(heights[n] + gap for n in column) - gap for column in placed)
        self.slack = max(0, tallest - self.rect.height)
        self.top = min(self.top, self.slack)
        with clipped(canvas, self.rect):
            for number, column in enumerate(placed):
                rect = pygame.Rect(self.rect.left + number * (wide + gap), 0, wide, 0)
                rect.top = self.rect.top - self.top
                for card in column:
                    rect.height = heights[card]
                    if rect.colliderect(self.rect):
                        self._draw_card(canvas, self.cards[card], rect)
                    rect.top += heights[card] + gap
        self.draw_bar(canvas, self.rect)

    @staticmethod
    def _title_height(canvas: Canvas) -> int:
        return round(canvas.metrics.type_px("game_title") * 1.35)

    def _height(self, canvas: Canvas, card: TextCard, wide: int) -> int:
        px = canvas.px
        room = wide - 2 * px(PAD)
        lines = sum(canvas.text_height(t, "body", room) + px(BETWEEN) for t, _s in card.lines)
        return 2 * px(PAD) + self._title_height(canvas) + lines

    def _draw_card(self, canvas: Canvas, card: TextCard, rect: pygame.Rect) -> None:
        px, ui = canvas.px, canvas.ui
        canvas.rounded(rect, px(RADIUS["card"]), ui.panel, ui.line, canvas.hairline)
        room = rect.inflate(-2 * px(PAD), -2 * px(PAD))
        head = pygame.Rect(room.left, room.top, room.width, self._title_height(canvas))
        canvas.text(card.title, "game_title", head, valign="top")
        y = head.bottom
        for text, second in card.lines:
            tall = canvas.text_height(text, "body", room.width)
            box = pygame.Rect(room.left, y, room.width, tall + 2)
            colour = ui.text_second if second else ui.text
            canvas.text(text, "body", box, colour, valign="top", wrap=True)
            y += tall + px(BETWEEN)

    def draw_focus(self, canvas: Canvas) -> None:
        canvas.focus_ring(self.rect, canvas.px(RADIUS["card"]))
