"""Kept games: a list, newest first; one is opened for review, or deleted after a question."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.errors import in_words
from game.i18n import _, ngettext
from game.rules import titles
from game.screen.app import routes
from game.screen.app.dialog import Answer, ask
from game.screen.app.page import Hint, add_hints, heading, margin, measuring
from game.screen.app.scene import STAY, Change, Pop, Push, Scene
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.listing import Column, ListBox
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form
from game.table.errors import RecordError
from game.table.library import Saved, read_match, saved_games

MOST = 500  # games listed


class GamesScene(Scene):
    """Enter opens the chosen game for review."""

    clicks = True

    def __init__(self) -> None:
        self.form = Form()
        self.games: list[Saved] = []
        self.list = ListBox([])
        self.chosen = 0

    def enter(self) -> None:
        self.games = [saved for saved, _n in zip(saved_games(), range(MOST))]

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        edge, canvas = margin(self.desk), measuring(self.desk)
        form = Form(keep=self.form)
        tall = max(px(BUTTON_HEIGHT), metrics.type_px("button") + 18)
        hints = add_hints(form, self.desk, [Hint("cancel", _("back"), Pop)])
        narrow = metrics.narrow
        date, game, turns = (112, 140, 92) if metrics.portrait else (200, 190, 130)
        columns = [
            Column(170 if narrow else date, look="second"),
            Column(game),
            Column(0),
            Column(turns, "right", "second"),
        ]
        top = px(112)
        foot = hints.top - px(8) - tall
        self.list = ListBox(
            columns,
            [self._row(saved) for saved in self.games],
            self._open,
            on_move=self._note,
            empty=_("No saved games yet. Every finished game is saved here."),
            row_height=46,
            name="list",
        )
        self.list.at((edge, top, metrics.width - 2 * edge, foot - px(16) - top))
        form.add(self.list)
        review = Button(_("Review"), self._review, icon="film", kind="main", name="review")
        delete = Button(_("Delete"), self._ask_delete, icon="cross", kind="danger", name="delete")
        wide = review.width(canvas) + px(24)
        form.add(review.at((metrics.width - edge - wide, foot, wide, tall)))
        narrower = delete.width(canvas)
        form.add(delete.at((review.rect.left - px(GAP) - narrower, foot, narrower, tall)))
        for button in (review, delete):
            button.enabled = bool(self.games)
        self.list.choose(min(self.chosen, len(self.games) - 1))
        form.start("list")
        self.form = form

    def _row(self, saved: Saved) -> tuple[str, str, str, str]:
        key = saved.setup.split()[0]
        count = ngettext("{count} turn", "{count} turns", saved.turns).format(count=saved.turns)
        names = " – ".join(name for name in saved.names if name)
        date = saved.date[: 10 if self.desk.metrics.portrait else 16].replace("T", " ")
        return date, titles().get(key, key), names, count

    def _note(self, row: int) -> None:
        self.chosen = row

    def _open(self, row: int) -> Change | None:
        self.chosen = row
        return self._review()

    def _review(self) -> Change | None:
        if not self.games:
            return None
        try:
            match = read_match(self.games[self.chosen].path)
        except RecordError as error:
            words = _("This game cannot be read: {reason}")
            self.desk.toast(words.format(reason=in_words(error)), "bad")
            return None
        return Push(routes.Review(match))

    def _ask_delete(self) -> Change | None:
        if not self.games:
            return None
        return Push(
            ask(
                lambda: _("Delete this game?"),
                lambda: _("Its record is removed for good."),
                lambda: [Answer(_("Keep")), Answer(_("Delete"), "delete", "danger", "cross")],
            )
        )

    def resume(self, result: object = None) -> Change | None:
        if result == "delete":
            self._delete(self.games[self.chosen].path)
        self.enter()
        self.chosen = max(0, min(self.chosen, len(self.games) - 1))
        self.resize()
        return None

    def _delete(self, path: Path) -> None:
        try:
            path.unlink()
        except OSError as error:
            words = _("The game could not be deleted: {reason}")
            self.desk.toast(words.format(reason=in_words(error)), "bad")

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press):
            if event.means("cancel"):
                return Pop()
            if event.key == pygame.K_DELETE:
                return self._ask_delete() or STAY
        return change

    @property
    def heading(self) -> str:
        return _("Review games")

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.desk, _("Games"))
        self.form.draw(canvas)
