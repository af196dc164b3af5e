"""A card over the library with labelled controls, a line of words and buttons below."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.screen.app.form_scene import FormCard
from game.screen.app.page import measuring
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form, Widget

WIDTH = 820  # design px
ROW = 58
SHARE = 0.32  # of the width, for labels

Labelled = tuple[str, Widget]


class CardScene(FormCard):
    """What is on it is asked for anew at each layout."""

    def __init__(self) -> None:
        self.form = Form()
        self.card = self.note_at = pygame.Rect(0, 0, 0, 0)
        self.labels: list[tuple[str, pygame.Rect]] = []

    # -- what is on it ---------------------------------------------------------------------------

    def rows(self) -> Sequence[Labelled]:
        """Controls with their labels; "" takes the whole width."""
        return ()

    def buttons(self) -> Sequence[Button]:
        """From the right."""
        return ()

    @property
    def note(self) -> str:
        """Words below the controls."""
        return ""

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px, canvas = self.desk.metrics, self.desk.metrics.px, measuring(self.desk)
        rows, buttons = self.rows(), self.buttons()
        pad, gap = px(30), px(GAP)
        inner = min(metrics.width - px(40), max(px(WIDTH), 430)) - 2 * pad
        tall = max(px(BUTTON_HEIGHT), metrics.type_px("button") + px(16))
        row = max(px(ROW), metrics.type_px("caption") + px(20))
        head = px(64)
        said = canvas.text_height(self.note, "caption", inner) + px(14) if self.note else 0
        whole = head + len(rows) * (row + px(8)) + said + px(12) + tall + 2 * px(20)
        self.card = pygame.Rect(0, 0, inner + 2 * pad, min(whole, metrics.height - px(8)))
        self.card.center = (metrics.width // 2, metrics.height // 2)
        form = Form(keep=self.form)
        left, top = self.card.left + pad, self.card.top + px(20) + head
        self.labels = []
        for label, widget in rows:
            aside = round(inner * SHARE) if label else 0
            self.labels.append((label, pygame.Rect(left, top, max(0, aside - gap), row)))
            form.add(widget.at((left + aside, top, inner - aside, row)))
            top += row + px(8)
        self.note_at = pygame.Rect(left, top, inner, said)
        self._lay_buttons(form, canvas, buttons, tall)
        form.start()
        self.form = form

    def _lay_buttons(
        self, form: Form, canvas: Canvas, buttons: Sequence[Button], tall: int
    ) -> None:
        px = canvas.px
        right, top = self.card.right - px(30), self.card.bottom - px(20) - tall
        room = self.card.width - 2 * px(30) - px(GAP) * (len(buttons) - 1)
        wanted = [button.width(canvas) for button in buttons]
        shrink = min(1.0, room / max(1, sum(wanted)))
        for button, wide in zip(buttons, wanted):
            wide = int(wide * shrink)
            form.add(button.at((right - wide, top, wide, tall)))
            right -= wide + px(GAP)

    def draw(self, canvas: Canvas) -> None:
        canvas.card(self.card, "dialog")
        px = canvas.px
        head = pygame.Rect(self.card.left + px(30), self.card.top + px(16), 0, px(60))
        head.width = self.card.width - px(60)
        canvas.text(self.heading, "dialog_title", head)
        for label, rect in self.labels:
            if label:
                canvas.text(label, "caption", rect, canvas.ui.text_second, wrap=True)
        if self.note:
            canvas.text(
                self.note, "caption", self.note_at, canvas.ui.text_second, valign="top", wrap=True
            )
        self.form.draw(canvas)
