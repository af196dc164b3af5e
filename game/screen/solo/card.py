"""The card of a game played alone, at the top of the column: the score against par, with stars."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.screen.guided.card import card_layout
from game.screen.ui.button import Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState
from game.solo.mode import STARS

NOTE, STAR = 50, 44  # design px: least height of the figures beside a note, and of a star


@dataclass(frozen=True)
class SoloStanding:
    """What the card shows: `par` and `note` are words, `stars` those of the score so far."""

    head: str
    figure: str
    score: str
    counted: str
    par: str
    note: str
    stars: int
    over: bool


class SoloCard(Pressable):
    """The card; it shows a `SoloStanding`."""

    focusable = False
    radius = "card"

    def __init__(self, standing: SoloStanding) -> None:
        super().__init__(lambda: STAY, "solo")
        self.show(standing)

    def show(self, standing: SoloStanding) -> None:
        at = self.standing = standing
        # All that is seen, as a plain value: the picture of the column is kept until one changes.
        self.says = f"{at.score} {at.counted}. {at.par}. {at.note} {at.figure}"

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect, at = canvas.px, canvas.ui, self.rect, self.standing
        lie = card_layout(rect, canvas)
        edge = ui.good if at.over and at.stars else canvas.accent
        canvas.rounded(rect, px(RADIUS["card"]), ui.card, edge, max(2, px(2)))
        wide = canvas.text_size(at.figure, "caption_bold")[0] if at.figure else 0
        canvas.text(at.figure, "caption_bold", lie.head, ui.text, "right")
        head = lie.head.copy()
        head.width -= wide + px(10)
        canvas.text(at.head, "caption", head, ui.text_second, ellipsis=True)
        self._draw_body(canvas, lie.words)

    def _draw_body(self, canvas: Canvas, body: pygame.Rect) -> None:
        """Draw score and stars side by side, par below the stars, then the note."""
        px, ui, at = canvas.px, canvas.ui, self.standing
        upper = body.copy()
        noted = at.note and body.height > px(2 * NOTE)
        if noted:
            tall = min(canvas.text_height(at.note, "body", body.width), body.height - px(NOTE))
            upper.height -= tall + px(6)
            below = pygame.Rect(body.left, upper.bottom + px(6), body.width, tall)
            canvas.text(at.note, "body", below, ui.text, valign="top", wrap=True)
        large = upper.height > px(150)
        style = "score_huge" if large else "score"
        high = min(px(112 if large else 50), upper.height * 2 // 3)
        tall = min(px(56), upper.height - high)
        top = upper.top + (upper.height - high - tall) // 2
        half = upper.width // 2
        left = pygame.Rect(upper.left, top, half, high)
        right = left.move(upper.width - half, 0)
        canvas.text(at.score, style, left, canvas.accent, "center")
        self._draw_stars(canvas, right)
        below = pygame.Rect(left.left, left.bottom, half, tall)
        canvas.text(at.counted, "body", below, ui.text_second, "center", "top")
        below.left = right.left
        canvas.text(at.par, "body_bold", below, ui.text, "center", "top", wrap=True)

    def _draw_stars(self, canvas: Canvas, room: pygame.Rect) -> None:
        pitch = min(canvas.px(STAR + 10), room.width // STARS)
        middle = room.centery
        for number in range(STARS):
            x = room.centerx + (number - 1) * pitch
            colour = canvas.accent if number < self.standing.stars else canvas.ui.control
            canvas.icon("star", (x, middle), colour, STAR)
