"""The list of tournaments, the newest first: open, create, delete."""

from __future__ import annotations

from functools import partial

import pygame

from game.platform.i18n import N_, _, format_date, ngettext
from game.rules.registry import titles
from game.rules.setup import split_setup
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import PageScene, measuring
from game.screen.app.scene import STAY, Change, Push
from game.screen.tournament.store_client import ClientScene, StoreClient
from game.screen.ui.button import Button
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import button_flow
from game.screen.ui.list_box import ListBox, ListColumn
from game.tournament.store import Kept, TournamentStore

ROW = 48  # design px


class TournamentsScene(ClientScene, PageScene):
    """The list; Enter opens the chosen tournament."""

    title = N_("Tournaments")
    clicks = True

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Kept] = []
        self.list = ListBox([])
        self.chosen = 0

    def enter(self) -> None:
        self.client = StoreClient(self.desk)
        self._read()

    def _read(self) -> None:
        self.client.call(TournamentStore.kept, self._show)

    def _show(self, kept: list[Kept]) -> None:
        self.kept = kept
        self.resize()
        self.desk.invalidate()

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        small = metrics.narrow or metrics.portrait
        columns = [
            ListColumn(0),
            *([] if metrics.portrait else [ListColumn(190)]),
            ListColumn(140 if small else 170, "right", "second"),
            ListColumn(130 if small else 170, "right", "second"),
        ]
        self.list = ListBox(
            columns,
            [self._row(kept) for kept in self.kept],
            self._open,
            on_move=partial(setattr, self, "chosen"),
            empty=_("No tournament yet. Create one: players, rounds and results are kept here."),
            row_height=ROW,
            name="list",
        )
        self.form.add(self.list)
        new = Button(_("New tournament"), self._new, icon="plus", kind="main", name="new")
        opened = Button(_("Open"), lambda: self._open(self.chosen), icon="right", name="open")
        delete = Button(_("Delete"), self._ask_delete, icon="cross", kind="danger", name="delete")
        opened.enabled = delete.enabled = bool(self.kept)
        foot = button_flow(self.form, measuring(self.desk), [new, opened, delete], room)
        self.list.at((room.left, room.top, room.width, foot - px(16) - room.top))
        self.list.choose(min(self.chosen, len(self.kept) - 1))
        self.first = "list" if self.kept else "new"

    def _row(self, kept: Kept) -> list[str]:
        key = split_setup(kept.setup)[0]
        people = ngettext("{n} player", "{n} players", kept.entrants).format(n=kept.entrants)
        state = _("over") if kept.ended else format_date(kept.founded)
        title = titles().get(key, key)
        return [kept.name, *([] if self.desk.metrics.portrait else [title]), people, state]

    def _open(self, row: int) -> Change | None:
        self.chosen = row
        if not 0 <= row < len(self.kept):
            return None
        return Push(routes.ShowTournament(self.kept[row].id))

    def _new(self) -> Change:
        return Push(routes.NewTournament())

    def _ask_delete(self) -> Change | None:
        if not self.kept:
            return None
        name = self.kept[self.chosen].name
        words = _("This permanently deletes {name} with its players, rounds and results.")
        delete = DialogButton(_("Delete"), "delete", "danger", "cross")
        answers = [DialogButton(_("Keep")), delete]
        return Push(ask(_("Delete this tournament?"), words.format(name=name), answers))

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, int):  # a new one was founded
            self.chosen = 0
            self._read()
            return Push(routes.ShowTournament(result))
        if result == "delete" and self.kept:
            number = self.kept[min(self.chosen, len(self.kept) - 1)].id
            self.client.call(lambda store: store.delete(number))
        self._read()
        return None

    def handle(self, event: InputEvent) -> Change | None:
        change = super().handle(event)
        if change is None and isinstance(event, Press) and event.key == pygame.K_DELETE:
            return self._ask_delete() or STAY
        return change
