"""The players of a tournament: entries, check-in, byes, withdrawals."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.platform.i18n import N_, _
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.scene import STAY, Change, Push
from game.screen.tournament.tab import TabHost, TournamentTab
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ListColumn
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Form
from game.tournament import operations, words
from game.tournament.tournament import Entrant

MIN_PLAYERS_FOR_SEARCH = 8  # names that are found without a search


class PlayersTab(TournamentTab):
    """Everybody by name.  The box in front of a name, or Enter, checks in and out again."""

    key, title = "players", N_("Players")

    def __init__(self, at: TabHost) -> None:
        super().__init__(at)
        self.searched = ""
        self.one_id = 0  # the entrant chosen

    @property
    def people(self) -> list[Entrant]:
        """Those found, by name; others than the field, which goes by start number."""
        entrants = sorted(self.tournament.entrants.values(), key=lambda e: words.plain(e.name))
        wanted = words.plain(self.searched).split()
        return [
            entrant
            for entrant in entrants
            if all(word in words.plain(f"{entrant.name} {entrant.club}") for word in wanted)
        ]

    def columns(self) -> Sequence[ListColumn]:
        club = (
            []
            if self.small
            else [ListColumn(240, look="second"), ListColumn(80, "right", "second")]
        )
        return [ListColumn(36, "center"), ListColumn(0), *club, ListColumn(190, "right", "accent")]

    def rows(self) -> Sequence[Sequence[str]]:
        return [self._row(entrant) for entrant in self.people]

    def _row(self, entrant: Entrant) -> Sequence[str]:
        club = () if self.small else (entrant.club, str(entrant.rating or ""))
        return ("", entrant.name, *club, self._state(entrant))

    def _state(self, entrant: Entrant) -> str:
        if entrant.withdrawn:
            return _("withdrawn")
        coming = [n for n in entrant.asked if n > len(self.tournament.rounds)]
        if coming:
            return _("bye in round {n}").format(n=min(coming))
        return _("present") if entrant.present else _("not here")

    def empty(self) -> str:
        if self.searched:
            return _("No player by that name.")
        return _(
            "No players yet. Add players; they check in with a click on the box before their name."
        )

    def lay(self, form: Form, room: pygame.Rect) -> None:
        metrics = self.at.desk.metrics
        self._choose_again()
        if len(self.tournament.entrants) > MIN_PLAYERS_FOR_SEARCH:
            tall = max(metrics.px(46), metrics.type_px("caption") + 16)
            field = TextField(
                self.searched, self._search, placeholder=_("Search"), name="search", style="body"
            )
            form.add(field.at((room.left, room.top, room.width, tall)))
            top = field.rect.bottom + metrics.px(10)
            room = pygame.Rect(room.left, top, room.width, room.bottom - top)
        super().lay(form, room)
        self.list.draw_cell, self.list.on_cell = self._draw_box, self._clicked

    def _search(self, text: str) -> Change | None:
        self.searched = text
        self.one_id, self.chosen = 0, 0
        self.list.empty = self.empty()
        self.list.set_rows(self.rows(), 0 if self.people else -1)
        return None

    def _choose_again(self) -> None:
        """Keep the same person chosen when others come before."""
        ids = [entrant.id for entrant in self.people]
        if self.one_id in ids:
            self.chosen = ids.index(self.one_id)

    def _draw_box(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        people = self.people
        if column or row >= len(people):
            return False
        side = canvas.px(26)
        box = pygame.Rect(0, 0, side, side)
        box.center = rect.center
        canvas.rounded(box, canvas.px(6), None, canvas.ui.text_second, canvas.hairline)
        if people[row].present:
            canvas.icon("check", box.center, canvas.accent, 20)
        return True

    def _clicked(self, row: int, column: int) -> Change | None:
        self._note(row)
        return STAY if column else self.opened(row)

    def _note(self, row: int) -> Change | None:
        people = self.people
        self.one_id = people[row].id if 0 <= row < len(people) else 0
        super()._note(row)
        self.at.resize()  # what the buttons offer depends on who is chosen
        return None

    def buttons(self) -> Sequence[Button]:
        one = self._one
        add = Button(_("Add"), self._add, icon="plus", kind="main", name="add")
        if self.tournament.rounds:
            add.kind = "plain"
        edit = Button(_("Edit"), self._edit, icon="pencil", name="edit")
        asked = one is not None and self._next in one.asked
        label = _("No bye next round") if asked else _("Half-point bye next round")
        bye = Button(label, self._bye, icon="pause", name="bye")
        gone = Button(_("Withdraw"), self._ask_gone, icon="exit", kind="danger", name="gone")
        evening = Button(_("New evening"), self._evening, icon="sun", name="evening")
        for button in (edit, bye, gone):
            button.enabled = one is not None
        for button in (add, bye, evening):
            button.enabled = button.enabled and not self.tournament.ended
        return (add, edit, bye, gone, evening)

    @property
    def _next(self) -> int:
        return len(self.tournament.rounds) + 1

    @property
    def _one(self) -> Entrant | None:
        people = self.people
        return people[self.chosen] if 0 <= self.chosen < len(people) else None

    def _add(self) -> Change:
        return Push(routes.TournamentEntry(self.at.number))

    def _edit(self) -> Change | None:
        return Push(routes.TournamentEntry(self.at.number, self._one.id)) if self._one else None

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        one = self._one
        if one is None:
            return None
        change, number = operations.leave if one.present else operations.arrive, one.id
        self.one_id = number
        self.at.desk.sound("click")
        return self.at.ask(lambda t: change(t, number))

    def _bye(self) -> Change | None:
        one = self._one
        if one is None:
            return None
        number, round_ = one.id, self._next
        change = operations.cancel_bye if round_ in one.asked else operations.ask_bye
        return self.at.ask(lambda t: change(t, number, round_))

    def _ask_gone(self) -> Change | None:
        one = self._one
        if one is None:
            return None
        name = one.name
        return Push(
            ask(
                lambda: _("Withdraw {name}?").format(name=name),
                lambda: _("They will not be paired again; a game still open is forfeited."),
                lambda: [
                    DialogButton(_("No")),
                    DialogButton(_("Withdraw"), "gone", "danger", "exit"),
                ],
            )
        )

    def resume(self, result: object) -> Change | None:
        one = self._one
        if result == "gone" and one is not None:
            number = one.id
            return self.at.ask(lambda t: operations.withdraw(t, number))
        return None

    def _evening(self) -> Change:
        return self.at.ask(operations.begin_evening)
