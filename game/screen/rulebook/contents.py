"""The contents of a game's rules, as a list over the page."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules.registry import titles
from game.screen.app.layout_scenes import CardScene
from game.screen.app.scene import Pop
from game.screen.plugin.pages import BuildingPuzzle, Task
from game.screen.rulebook.book import pages_of
from game.screen.ui.layout import Card
from game.screen.ui.list_box import ListBox, ListColumn

COLUMNS = ListColumn(30, "right", "second"), ListColumn(0), ListColumn(130, "right", "second")


class ContentsScene(CardScene):
    """The list.  It gives back the number of the chosen page through `Pop`, or None."""

    closed_by = ("cancel", "rules")
    size, foot = (680, 400, 48), 20

    def __init__(self, game: str, number: int) -> None:
        super().__init__()
        self.game = game
        self.list = ListBox([])
        self.list.choose(number)

    @property
    def heading(self) -> str:
        return _("{game}: contents").format(game=titles()[self.game])

    def lay_out(self, card: Card) -> None:
        metrics, px, pages = self.desk.metrics, self.desk.metrics.px, pages_of(self.game)
        tall = min(metrics.height - px(24), px(128) + len(pages) * px(40)) - px(104)
        row = min(40, int((tall - px(24)) / len(pages) / metrics.scale))
        rows = [(str(n), _(page.title), _kind(page.shows)) for n, page in enumerate(pages, 1)]
        chosen = self.list.chosen
        self.list = ListBox(COLUMNS, rows, Pop, row_height=row, boxed=False, name="contents")
        self.list.choose(chosen)
        self.form.add(self.list.at(card.row(tall).inflate(2 * px(12), 0)))


def _kind(shows: object) -> str:
    if isinstance(shows, Task):
        return _("try it")
    return _("puzzle") if isinstance(shows, BuildingPuzzle) else ""
