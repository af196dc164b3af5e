"""Somebody is entered, or their name, rating and club are changed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pygame

from game.platform.i18n import _
from game.rules import RulesError
from game.screen.app.page import measuring
from game.screen.app.scene import STAY, Change, Pop
from game.screen.tournament.slip import Slip
from game.screen.tournament.store_client import TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Toggle
from game.screen.ui.text_field import TextField
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form, Label, Widget
from game.tournament import operations, player_codes
from game.tournament.plan import MAX_NAME_LENGTH, kind_of
from game.tournament.tournament import Tournament

WIDTH, ROW = 640, 58  # design px


class TournamentEntryScene(Slip):
    """`entrant` 0 is somebody new: then the fields are empty again after each."""

    def __init__(self, number: int, entrant: int = 0) -> None:
        self.number, self.entrant = number, entrant
        self.form = Form()
        self.clerk: TournamentClient | None = None
        self.names, self.rating, self.club = ["", ""], "", ""
        self.here = True
        self.code = ""  # the personal one, of somebody who is entered already
        self.persons = 1
        self._done = False

    def enter(self) -> None:
        self.clerk = TournamentClient(self.desk, self.number, lambda: None)
        tournament = self.clerk.tournament
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

    def leave(self) -> None:
        if self.clerk is not None:
            self.clerk.close()

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        canvas = measuring(self.desk)
        rows = self._rows()
        tall = max(px(BUTTON_HEIGHT), metrics.type_px("button") + 18)
        pitch = max(px(ROW), metrics.type_px("caption") + 26)
        self.card = pygame.Rect(0, 0, min(metrics.width - px(32), max(px(WIDTH), 440)), 0)
        self.card.height = px(92) + len(rows) * pitch + px(12) + tall + px(28)
        self.card.center = (metrics.width // 2, metrics.height // 2)
        inside = self.card.inflate(-2 * px(32), 0)
        self.form = Form(keep=self.form)
        share = round(inside.width * 0.3)
        for number, (label, widget) in enumerate(rows):
            y = self.card.top + px(88) + number * pitch
            left = inside.left + (share if label else 0)
            if label:
                self.form.add(Label(label, "body").at((inside.left, y, share - 8, pitch - px(8))))
            self.form.add(widget.at((left, y, inside.right - left, pitch - px(8))))
        y, right = self.card.bottom - px(28) - tall, inside.right
        word = _("Save") if self.entrant else _("Add")
        for button in (
            Button(word, self._enter, icon="check", kind="main", name="add"),
            Button(_("Done"), Pop, name="done"),
        ):
            wide = button.width(canvas)
            self.form.add(button.at((right - wide, y, wide, tall)))
            right -= wide + px(GAP)
        self.form.start("name-0")

    def _rows(self) -> list[tuple[str, Widget]]:
        labels = (_("Name"), _("Partner"))
        rows: list[tuple[str, Widget]] = [
            (labels[n], self._field(self.names[n], f"name-{n}", n)) for n in range(self.persons)
        ]
        rating = self._field(self.rating, "rating")
        rating.allowed, rating.limit = "0123456789", 4
        rows += [(_("Rating"), rating), (_("Club"), self._field(self.club, "club"))]
        if self.code:
            rows.append((_("Code"), Label(self.code, "body")))
        if not self.entrant:
            rows.append(("", Toggle(_("checked in"), self.here, self._set_here, name="here")))
        return rows

    def _field(self, text: str, name: str, place: int = 0) -> TextField:
        def note(written: str) -> None:
            if name.startswith("name"):
                self.names[place] = written
            else:
                setattr(self, name, written)

        optional = "" if name.startswith("name") else _("optional")
        return TextField(
            text,
            note,
            placeholder=optional,
            limit=MAX_NAME_LENGTH,
            on_accept=self._enter,
            paste=self.desk.paste_text,
            name=name,
        )

    def _set_here(self, value: Any) -> None:
        self.here = bool(value)

    def _enter(self) -> Change:
        assert self.clerk is not None
        names, club, here, entrant = self.names[: self.persons], self.club, self.here, self.entrant
        rating = int(self.rating or 0)

        def wish(tournament: Tournament) -> operations.Events:
            if entrant:
                return operations.rename(tournament, entrant, names, rating, club)
            return operations.enter(tournament, names, rating, club, here)

        self.clerk.ask(wish, self._entered)
        return STAY

    def _entered(self, tournament: Tournament) -> None:
        if self.entrant:
            self._done = True
            return
        name = tournament.entrants[max(tournament.entrants)].name
        self.desk.toast(_("{name} added").format(name=name), "good", "check")
        self.names, self.rating = ["", ""], ""
        self.resize()
        self.form.focus("name-0")

    @property
    def heading(self) -> str:
        return _("Edit") if self.entrant else _("New player")

    def draw(self, canvas: Canvas) -> None:
        canvas.card(self.card, "dialog")
        px = canvas.px
        head = pygame.Rect(self.card.left + px(32), self.card.top + px(22), 0, px(56))
        head.width = self.card.width - px(64)
        canvas.text(self.heading, "game_title", head)
        self.form.draw(canvas)

    def closing(self) -> Change | None:
        return None
