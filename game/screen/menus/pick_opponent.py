"""The opponents to choose from: a card each, over the new match.  Escape leaves who sat there."""

from __future__ import annotations

import pygame

from game.platform.i18n import _
from game.screen.app.form_scene import FormCard
from game.screen.app.page import measuring
from game.screen.app.routes import Picked
from game.screen.app.scene import Change, Pop
from game.screen.menus.opponent_cards import OpponentCard
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form
from game.table.opponents import CAST

WIDTH = 1040  # design px
COLUMNS, UPRIGHT_COLUMNS = 3, 2


class PickOpponentScene(FormCard):
    """Pops with `Picked`, or None."""

    def __init__(self, seat: int, value: str, strength: int) -> None:
        self.name, self.value, self.strength = f"opponent-{seat}", value, strength
        self.form = Form()

    def resize(self) -> None:
        metrics, px, canvas = self.desk.metrics, self.desk.metrics.px, measuring(self.desk)
        pad, gap = px(28), px(GAP)
        self.card = pygame.Rect(0, 0, min(metrics.width - px(32), px(WIDTH)), 0)
        columns = UPRIGHT_COLUMNS if metrics.portrait else COLUMNS
        wide = (self.card.width - 2 * pad - gap * (columns - 1)) // columns
        cards = [self._card(one.key, one.level or self.strength) for one in CAST]
        tall = max(card.height(canvas, wide) for card in cards)
        rows = -(-len(cards) // columns)
        head, foot = px(72), max(px(BUTTON_HEIGHT), metrics.type_px("button") + 18)
        room = metrics.height - px(24) - head - foot - px(16) - px(24)
        tall = min(tall, (room + gap) // rows - gap)
        body = rows * (tall + gap) - gap
        self.card.height = head + body + px(16) + foot + px(24)
        self.card.center = (metrics.width // 2, metrics.height // 2)
        left, top = self.card.left + pad, self.card.top + head
        form = Form(keep=self.form)
        for number, card in enumerate(cards):
            row, column = divmod(number, columns)
            form.add(card.at((left + column * (wide + gap), top + row * (tall + gap), wide, tall)))
        self._lay_foot(form, canvas, top + body + px(16), foot)
        form.start(self.value or CAST[0].key)
        self.form = form

    def _card(self, key: str, level: int) -> OpponentCard:
        return OpponentCard(key, level, lambda: self._choose(key), key == self.value)

    def _lay_foot(self, form: Form, canvas: Canvas, top: int, tall: int) -> None:
        right = self.card.right - canvas.px(28)
        for button in (
            Button(_("Cancel"), Pop, name="cancel"),
            Button(_("Just a level"), lambda: self._choose(""), icon="engine", name="level"),
        ):
            wide = button.width(canvas)
            form.add(button.at((right - wide, top, wide, tall)))
            right -= wide + canvas.px(GAP)

    def _choose(self, key: str) -> Change:
        return Pop(Picked(self.name, key))

    @property
    def heading(self) -> str:
        return _("Who plays against you?")

    def draw(self, canvas: Canvas) -> None:
        px = canvas.px
        canvas.card(self.card, "dialog")
        head = pygame.Rect(self.card.left + px(28), self.card.top + px(12), 0, px(56))
        head.width = self.card.width - px(56)
        canvas.text(self.heading, "game_title", head)
        self.form.draw(canvas)
