"""The contents of a game's rules, as a list over the page."""

from __future__ import annotations

import pygame

from game.platform.i18n import _
from game.rules.registry import titles
from game.screen.app.scene import Change, FormCard, Pop
from game.screen.plugin.pages import BuildingPuzzle, Task
from game.screen.rulebook.book import pages_of
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Form

CARD_WIDTH = 680  # design px


class ContentsScene(FormCard):
    """The list.  It gives back the number of the chosen page through `Pop`, or None."""

    closed_by = ("cancel", "rules")

    def __init__(self, game: str, number: int) -> None:
        self.game, self.number = game, number
        self.form = Form()

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        pages = pages_of(self.game)
        tall = min(metrics.height - px(24), px(128) + len(pages) * px(40))
        row = min(40, int((tall - px(128)) / len(pages) / metrics.scale))
        self.card = pygame.Rect(0, 0, min(metrics.width - px(48), max(px(CARD_WIDTH), 400)), tall)
        self.card.center = (metrics.width // 2, metrics.height // 2)
        rows = [(str(n + 1), _(page.title), self._kind(page.shows)) for n, page in enumerate(pages)]
        columns = (
            ListColumn(30, "right", "second"),
            ListColumn(0),
            ListColumn(130, "right", "second"),
        )
        old = self.form.widgets[0] if self.form.widgets else None
        listing = ListBox(
            columns, rows, lambda n: Pop(n), row_height=row, boxed=False, name="contents"
        )
        listing.choose(old.chosen if isinstance(old, ListBox) else self.number)
        inside = self.card.inflate(-px(40), 0)
        listing.at((inside.left, self.card.top + px(84), inside.width, tall - px(104)))
        self.form = Form([listing])
        self.form.start("contents")

    @staticmethod
    def _kind(shows: object) -> str:
        if isinstance(shows, Task):
            return _("try it")
        return _("puzzle") if isinstance(shows, BuildingPuzzle) else ""

    def draw(self, canvas: Canvas) -> None:
        px = canvas.px
        canvas.card(self.card, "dialog")
        head = pygame.Rect(
            self.card.left + px(32), self.card.top + px(20), self.card.width - px(64), px(56)
        )
        title = _("{game}: contents").format(game=titles()[self.game])
        canvas.text(title, "game_title", head)
        self.form.draw(canvas)

    def closing(self) -> Change | None:
        return None
