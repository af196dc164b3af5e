"""The form of a player: name, rating and club."""

from __future__ import annotations

from contextlib import suppress

from game.platform.i18n import _
from game.rules import RulesError
from game.screen.app.layout_scenes import CardScene, storing
from game.screen.app.scene import STAY, Change, Pop
from game.screen.tournament.store_client import ClientDialog, TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.choosers import Toggle
from game.screen.ui.layout import Card, Labelled, button_height, button_row, labelled_rows
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Label
from game.tournament import operations, player_codes
from game.tournament.plan import MAX_NAME_LENGTH, kind_of
from game.tournament.tournament import Tournament

ROW = 58  # design px


class TournamentEntryScene(ClientDialog, CardScene):
    """The form of a player; `entrant` 0 adds new ones, one after the other."""

    size = 640, 440, 32
    head, first = (22, 56, 88), "name-0"
    client: TournamentClient

    def __init__(self, number: int, entrant: int = 0) -> None:
        super().__init__()
        self.number, self.entrant = number, entrant
        self.names, self.rating, self.club = ["", ""], "", ""
        self.here = True
        self.code = ""  # the personal one, of somebody who is entered already
        self.persons = 1

    def enter(self) -> None:
        self.client = TournamentClient(self.desk, self.number, lambda: None)
        tournament = self.client.tournament
        if tournament is None:
            return
        try:
            self.persons = kind_of(tournament.plan).persons
        except RulesError:  # its board file has gone
            self.persons = 1
        if self.entrant:
            known = tournament.entrants[self.entrant]
            self.names = [*known.names, ""][:2]
            self.rating, self.club = str(known.rating or ""), known.club
            with suppress(OSError):  # a disk that keeps no secret: nobody has a code
                self.code = player_codes.codes(tournament)[self.entrant]

    def lay_out(self, card: Card) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        rows, pitch = self._rows(), max(px(ROW), metrics.type_px("caption") + 26)
        box = card.row(len(rows) * pitch)
        labelled_rows(self.form, rows, box, pitch, pitch - px(8), 0.3)
        card.space(px(92) - px(88) + px(12))
        label = _("Save") if self.entrant else _("Add")
        save = Button(label, self._enter, icon="check", kind="main", name="add")
        done = Button(_("Done"), Pop, name="done")
        button_row(self.form, card.canvas, [save, done], card.row(button_height(metrics)))

    def _rows(self) -> list[Labelled]:
        labels = (_("Name"), _("Partner"))
        rows: list[Labelled] = [
            (labels[n], self._field(self.names[n], f"name-{n}", n)) for n in range(self.persons)
        ]
        rating = self._field(self.rating, "rating")
        rating.allowed, rating.limit = "0123456789", 4
        rows += [(_("Rating"), rating), (_("Club"), self._field(self.club, "club"))]
        if self.code:
            rows.append((_("Code"), Label(self.code, "body")))
        if not self.entrant:
            rows.append(
                ("", Toggle(_("checked in"), self.here, storing(self, "here"), name="here"))
            )
        return rows

    def _field(self, text: str, name: str, place: int = 0) -> TextField:
        def note(written: str) -> None:
            if name.startswith("name"):
                self.names[place] = written
            else:
                setattr(self, name, written)

        optional = "" if name.startswith("name") else _("optional")
        more = {"limit": MAX_NAME_LENGTH, "on_accept": self._enter}
        return self.field(text, note, name, placeholder=optional, **more)

    def _enter(self) -> Change:
        names, club, here, entrant = self.names[: self.persons], self.club, self.here, self.entrant
        rating = int(self.rating or 0)

        def wish(tournament: Tournament) -> operations.Events:
            if entrant:
                return operations.rename(tournament, entrant, names, rating, club)
            return operations.enter(tournament, names, rating, club, here)

        self.client.ask(wish, self._entered)
        return STAY

    def _entered(self, tournament: Tournament) -> None:
        if self.entrant:
            self.done = True
            return
        name = tournament.entrants[max(tournament.entrants)].name
        self.desk.toast(_("{name} added").format(name=name), "good", "check")
        self.names, self.rating = ["", ""], ""
        self.resize()
        self.form.focus("name-0")

    @property
    def heading(self) -> str:
        return _("Edit") if self.entrant else _("New player")
