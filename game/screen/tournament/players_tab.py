"""The tab of players: those present, those who come later, and ways to check in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.platform.untrusted import read_foreign_text
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import measuring
from game.screen.app.reading import read_aside, size_of
from game.screen.app.scene import STAY, Change, Push
from game.screen.tournament.desk_tab import TournamentTab
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import button_height, button_row, split_top
from game.screen.ui.list_box import ListColumn
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Form
from game.tournament import operations, words
from game.tournament.tournament import Entrant

MIN_PLAYERS_FOR_SEARCH = 8  # with this number of players or fewer, no search field is needed


class PlayersTab(TournamentTab):
    """All players by name; the box before a name, or Enter, checks the player in or out."""

    key, title = "players", N_("Players")
    searched = ""
    one_id = 0  # id of the chosen player

    @property
    def people(self) -> list[Entrant]:
        """The players that the search has found, by name."""
        entrants = sorted(self.tournament.entrants.values(), key=lambda e: words.plain(e.name))
        wanted = words.plain(self.searched).split()
        return [
            entrant
            for entrant in entrants
            if all(word in words.plain(f"{entrant.name} {entrant.club}") for word in wanted)
        ]

    def columns(self) -> Sequence[ListColumn]:
        club = [ListColumn(240, look="second"), ListColumn(80, "right", "second")]
        columns = [ListColumn(52, "center"), ListColumn(0), *([] if self.small else club)]
        return [*columns, ListColumn(190, "right", "accent")]

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
        if entrant.present and entrant.by_phone:
            return _("present, by phone")
        return _("present") if entrant.present else _("not here")

    def empty(self) -> str:
        if self.searched:
            return _("No player by that name.")
        return _(
            "No players yet. Add players; they check in with a click on the box before their name."
        )

    def lay(self, form: Form, room: pygame.Rect) -> None:
        metrics = self.at.services.metrics
        self._choose_again()
        row, room = split_top(room, button_height(metrics), metrics.px(10))
        bare = metrics.portrait
        paste = Button("" if bare else _("Paste a list"), self.paste, icon="paste", name="paste")
        door = Button("" if bare else _("By phone"), self.ask_door, icon="phone", name="door")
        paste.tip, door.tip = (_("Paste a list"), _("By phone")) if bare else ("", "")
        paste.enabled = door.enabled = not self.tournament.ended
        row.width = button_row(form, measuring(self.at.services), [door, paste], row) - row.left
        if len(self.tournament.entrants) > MIN_PLAYERS_FOR_SEARCH:
            field = TextField(
                self.searched, self._search, placeholder=_("Search"), name="search", style="body"
            )
            row.width -= metrics.px(12)
            form.add(field.at(row))
        super().lay(form, room)
        self.list.draw_cell, self.list.on_cell = self._draw_box, self._clicked

    def _search(self, text: str) -> Change | None:
        self.searched = text
        self.one_id, self.chosen = 0, 0
        self.list.empty = self.empty()
        self.list.set_rows(self.rows(), 0 if self.people else -1)
        return None

    def _choose_again(self) -> None:
        """Keep the same person chosen when rows are inserted above."""
        ids = [entrant.id for entrant in self.people]
        if self.one_id in ids:
            self.chosen = ids.index(self.one_id)

    def _draw_box(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        people = self.people
        if column or row >= len(people):
            return False
        side = max(canvas.px(28), 22)
        box = pygame.Rect(0, 0, side, side)
        box.center = rect.center
        canvas.rounded(box, canvas.px(6), canvas.ui.panel, canvas.ui.text, 2)
        if people[row].present:
            canvas.icon("check", box.center, canvas.accent, 24)
        return True

    def _clicked(self, row: int, column: int) -> Change | None:
        self._note(row)
        return STAY if column else self.opened(row)

    def _note(self, row: int) -> Change | None:
        people = self.people
        self.one_id = people[row].id if 0 <= row < len(people) else 0
        super()._note(row)
        self.at.resize()  # the buttons depend on the chosen player
        return None

    def buttons(self) -> Sequence[Button]:
        one = self._one
        new = partial(Push, routes.TournamentEntry(self.at.number))
        add = Button(_("Add"), new, icon="plus", kind="main", name="add")
        if self.tournament.rounds:
            add.kind = "plain"
        edit = Button(_("Edit"), self._edit, icon="pencil", name="edit")
        asked = one is not None and self._next in one.asked
        label = _("No bye next round") if asked else _("Half-point bye next round")
        bye = Button(label, self._bye, icon="pause", name="bye")
        gone = Button(_("Withdraw"), self._ask_gone, icon="exit", kind="danger", name="gone")
        begin = partial(self.at.ask, operations.begin_evening)
        evening = Button(_("New evening"), begin, icon="moon", name="evening")
        for button in (edit, bye, gone):
            button.enabled = one is not None
        for button in (add, bye, evening):
            button.enabled = button.enabled and not self.tournament.ended
        return (add, edit, bye, gone, evening)

    def dropped(self, path: str) -> Change | None:
        """Show the players that the list in a file would add."""
        services = self.at.services

        def shown(text: str) -> Change:
            return Push(routes.TournamentList(self.at.number, text))

        def unreadable(error: Exception) -> None:
            said = _("This cannot be opened: {reason}").format(reason=in_words(error))
            services.toast(said, "bad", "warning")

        read = partial(read_foreign_text, path)
        return read_aside(size_of(path, file=True), read, shown, unreadable) or STAY

    def paste(self) -> Change:
        """Show the players that the list on the clipboard would add."""
        services, text = self.at.services, self.at.services.paste_text()
        if text:
            return Push(routes.TournamentList(self.at.number, text))
        nothing = _("Copy names in a spreadsheet first: a row each, with rating and club.")
        services.toast(_("There is no clipboard here.") if text is None else nothing, "bad")
        return STAY

    def ask_door(self) -> Push:
        """Explain how players check in by themselves, and ask whether a name is enough."""
        allowed, served = self.tournament.self_check_in, bool(self.at.services.network.url)
        way = _("Players scan the QR code of the poster or of the big screen.")
        codes = _("They type the code of their slip; a name alone could be anybody's.")
        names = _("They find their name; anybody could check in somebody else, too.")
        first = "" if served else _("“Phones” has to be on for that.")
        label = _("Codes only") if allowed else _("Allow names")
        answers = [DialogButton(_("Back")), DialogButton(label, "names", icon="people")]
        poster = DialogButton(_("Print the poster"), "poster", "main", "printer")
        phones = DialogButton(_("Phones"), kind="main", icon="phone", route=routes.Phones())
        answers.append(poster if served else phones)
        text = " ".join(filter(None, (way, names if allowed else codes, first)))
        return Push(ask(_("Check-in by phone"), text, answers))

    @property
    def _next(self) -> int:
        return len(self.tournament.rounds) + 1

    @property
    def _one(self) -> Entrant | None:
        people = self.people
        return people[self.chosen] if 0 <= self.chosen < len(people) else None

    def _edit(self) -> Change | None:
        return Push(routes.TournamentEntry(self.at.number, self._one.id)) if self._one else None

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        one = self._one
        if one is None:
            return None
        change = operations.leave if one.present else operations.arrive
        number = self.one_id = one.id
        self.at.services.sound("click")
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
        words = _("They will not be paired again; a game still open is forfeited.")
        answers = [DialogButton(_("No")), DialogButton(_("Withdraw"), "gone", "danger", "exit")]
        return Push(ask(_("Withdraw {name}?").format(name=one.name), words, answers))

    def resume(self, result: object) -> Change | None:
        one = self._one
        if result == "poster":
            return self.print_sheets("door.html")
        if result == "names":
            allowed = not self.tournament.self_check_in
            return self.at.ask(lambda t: operations.allow_self_check_in(t, allowed))
        if result == "gone" and one is not None:
            number = one.id
            return self.at.ask(lambda t: operations.withdraw(t, number))
        return None
