"""The choice of an opponent: a card for each, over the new match."""

from __future__ import annotations

from game.platform.i18n import N_, _
from game.screen.app.layout_scenes import CardScene
from game.screen.app.routes import Picked
from game.screen.app.scene import Change, Pop
from game.screen.menus.opponents import OpponentCard
from game.screen.ui.button import Button
from game.screen.ui.layout import Card, button_height, button_row, grid
from game.screen.ui.tokens import GAP
from game.table.opponents import CAST

COLUMNS, UPRIGHT_COLUMNS = 3, 2


class PickOpponentScene(CardScene):
    """The cards of all opponents: pops with `Picked`, or None."""

    title = N_("Who plays against you?")
    size, pad = (1040, 0, 32), 28
    head, foot = (12, 56, 72), 24

    def __init__(self, seat: int, value: str, strength: int) -> None:
        super().__init__()
        self.name, self.value, self.strength = f"opponent-{seat}", value, strength
        self.first = value or CAST[0].key

    def lay_out(self, card: Card) -> None:
        metrics, px, canvas = self.desk.metrics, self.desk.metrics.px, card.canvas
        columns = UPRIGHT_COLUMNS if metrics.portrait else COLUMNS
        cards = [self._card(one.key, one.level or self.strength) for one in CAST]
        rows, gap, foot = -(-len(cards) // columns), px(GAP), button_height(metrics)
        room = metrics.height - px(24) - px(72) - foot - px(16) - px(24)
        wide = (card.width - gap * (columns - 1)) // columns
        tall = max(one.height(canvas, wide) for one in cards)
        tall = min(tall, (room + gap) // rows - gap)
        body = card.row(rows * (tall + gap) - gap)
        for one, place in zip(cards, grid(body, len(cards), columns, gap)):
            self.form.add(one.at(place))
        card.space(px(16))
        cancel = Button(_("Cancel"), Pop, name="cancel")
        level = Button(_("Just a level"), lambda: self._choose(""), icon="engine", name="level")
        button_row(self.form, canvas, [cancel, level], card.row(foot))

    def _card(self, key: str, level: int) -> OpponentCard:
        return OpponentCard(key, level, lambda: self._choose(key), key == self.value)

    def _choose(self, key: str) -> Change:
        return Pop(Picked(self.name, key))
