"""Joining a table elsewhere by a code, or returning to the seat held last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.network.addresses import parse_invitation
from game.network.errors import NetworkError
from game.network.tickets import Ticket, delete_ticket, load_ticket
from game.platform.errors import in_words
from game.platform.i18n import N_, _
from game.screen.app import routes
from game.screen.app.remote_match import Kind
from game.screen.app.scene import Change, Pop, Replace
from game.screen.menus.settings_page import SettingsPage
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import Labelled

MAX_INVITATION_LENGTH = 140  # signs of a code with its table and a whole fingerprint


class JoinScene(SettingsPage):
    """The form of an invitation; `board` is the sensor board the seat is played on."""

    title = N_("Join a table")

    def __init__(self, invitation: str = "", board: str = "", at_once: bool = False) -> None:
        super().__init__()
        self.text, self.board_port = invitation, board
        self.kept = load_ticket()
        self.problem = ""
        self.room = pygame.Rect(0, 0, 0, 0)
        self._at_once = at_once

    def enter(self) -> None:
        super().enter()
        if self._at_once:
            self._at_once = False
            if self.text:
                self.join()
            else:
                self._return()

    def leave(self) -> None:
        air = self.desk.air
        if air.visit is not None and air.visit.match is None:
            air.leave_table()
        super().leave()

    def columns(self) -> Sequence[Sequence[Labelled]]:
        more = {"limit": MAX_INVITATION_LENGTH, "on_accept": self.join, "style": "body"}
        example = "K7QM-X2RD@192.168.1.20"
        field = self.field(self.text, self._typed, "invitation", placeholder=example, **more)
        return [[(_("Code and table"), field)]]

    def buttons(self) -> Sequence[Button]:
        buttons = [Button(_("Back"), Pop, icon="left", name="back")]
        if self.kept is not None:
            words = _("To my seat at {table}").format(table=self.kept[0].host)
            buttons.append(Button(words, self._return, icon="people", name="return"))
            buttons.append(Button(_("Give it up"), self._give_up, icon="cross", name="give-up"))
        buttons.append(Button(_("Join"), self.join, icon="check", kind="main", name="join"))
        return buttons

    def below(self, top: int, bottom: int) -> None:
        self.room = pygame.Rect(self.inner.left, top, self.inner.width, bottom - top)

    def _typed(self, text: str) -> None:
        self.text, self.problem = text, ""
        self.desk.air.leave_table()

    def join(self) -> None:
        """Join the table of the field, or say what is wrong with it."""
        try:
            code, address, pin = parse_invitation(self.text)
            self.desk.air.join(address, Ticket(code, pin=pin), self._kind)
            self.problem = ""
        except NetworkError as why:
            self.problem = in_words(why)

    def _return(self) -> None:
        if self.kept is not None:
            address, ticket = self.kept
            self.text, self.problem = "", ""
            try:
                self.desk.air.join(address, replace(ticket), self._kind)
            except NetworkError as why:
                self.problem = in_words(why)
            self.resize()

    def _give_up(self) -> None:
        """Give up the seat held last."""
        delete_ticket()
        self.kept = None
        self.desk.air.leave_table()
        self.resize()

    @property
    def _kind(self) -> Kind:
        return "board" if self.board_port else "person"

    def update(self, dt: float) -> Change | None:
        visit = self.desk.air.visit
        if visit is None or visit.match is None:
            return None
        match = visit.match
        match.spec = replace(match.spec, board=self.board_port or None)
        return Replace(routes.PlayMatch(match.spec, match))

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        words, colour = self._state(), canvas.ui.bad if self.wrong else canvas.ui.text_second
        canvas.text(words, "body", self.room, colour, "center", wrap=True)

    @property
    def wrong(self) -> str:
        """Why joining failed, "" if it did not."""
        visit = self.desk.air.visit
        return self.problem or (visit.problem if visit is not None else "")

    def _state(self) -> str:
        visit = self.desk.air.visit
        if self.wrong:
            return self.wrong
        if visit is not None:
            return _("Looking for the table at {table} …").format(table=visit.address)
        return _(
            "Someone at the other place opens “Phones”, switches the network on and offers a "
            "seat; its code and address are shown beside the picture. The match is then played "
            "at both places, here also on a sensor board."
        )
