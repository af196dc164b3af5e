"""A tournament is founded: name, game, system, rounds, boards, clock."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pygame

from game.platform.i18n import _, ngettext
from game.rules.registry import GAMES, titles
from game.rules.setup import split_setup
from game.screen.app import routes
from game.screen.app.page import whole_panel
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.tournament.layout import lay_buttons
from game.screen.tournament.slip import Slip
from game.screen.tournament.store_client import StoreClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption, Stepper
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Form, Label, Widget
from game.tournament.plan import MAX_NAME_LENGTH, TournamentPlan

ROUNDS = tuple(range(1, 16))
BOARDS = tuple(range(0, 33))
CLOCKS = (0, 5, 10, 15, 20, 30, 45, 60)  # minutes a seat
TEAM = " seats=4"  # what makes the usual setup of a game one for pairs


class NewTournamentScene(Slip):
    """A slip as large as the page. Pops with the number of the new tournament, or with None."""

    overlay = False

    def __init__(self) -> None:
        self.form = Form()
        self.name, self.place = "", ""
        self.setup = GAMES[0].key
        self.system = "swiss"
        self.rounds, self.tables, self.minutes = 5, 0, 0
        self.clerk: StoreClient | None = None
        self._done = False

    def enter(self) -> None:
        self.clerk = StoreClient(self.desk)

    def leave(self) -> None:
        if self.clerk is not None:
            self.clerk.close()

    @property
    def game(self) -> str:
        return split_setup(self.setup)[0]

    # -- layout ----------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        self.panel = whole_panel(self.desk)
        inner = self.panel.inflate(-2 * px(32 if not metrics.portrait else 18), -2 * px(24))
        self.title = pygame.Rect(inner.topleft, (inner.width, px(56)))
        self.rule = self.title.bottom + px(8)
        self.form = Form(keep=self.form)
        rows = self._rows()
        make = Button(_("Create"), self._found, icon="check", kind="main", name="make")
        back = Button(_("Cancel"), Pop, name="cancel")
        self._foot = Form()
        top = self.rule + px(14)
        foot = lay_buttons(self._foot, self.desk, [make, back], inner)
        pitch = min(px(76), (foot - px(10) - top) // len(rows))
        tall = min(max(px(52), metrics.type_px("caption") + 20), pitch - px(8))
        share = round(inner.width * (0.24 if not metrics.portrait else 0.3))
        for number, (label, widget) in enumerate(rows):
            y = top + number * pitch
            self.form.add(Label(label, "body").at((inner.left, y, share - px(12), tall)))
            self.form.add(widget.at((inner.left + share, y, inner.width - share, tall)))
        for button in (make, back):
            self.form.add(button)
        self.form.start("name")

    def _rows(self) -> Sequence[tuple[str, Widget]]:
        name = TextField(
            self.name,
            lambda text: self._set("name", text),
            placeholder=_("Autumn cup"),
            limit=MAX_NAME_LENGTH,
            on_accept=self._found,
            paste=self.desk.paste_text,
            name="name",
        )
        place = TextField(
            self.place,
            lambda text: self._set("place", text),
            placeholder=_("optional"),
            limit=MAX_NAME_LENGTH,
            paste=self.desk.paste_text,
            name="place",
        )
        systems = [
            SegmentOption("swiss", _("Swiss")),
            SegmentOption("round-robin", _("Round robin")),
        ]
        swiss = self.system == "swiss"
        rounds = Stepper(
            ROUNDS if swiss else (1, 2),
            self.rounds if swiss else min(self.rounds, 2),
            lambda value: self._set("rounds", value),
            self._show_rounds,
            "rounds",
        )
        return (
            (_("Name"), name),
            (_("Venue"), place),
            (_("Game"), self._games()),
            (_("Options"), self._options()),
            (_("System"), Segment(systems, self.system, self._choose_system, "system")),
            (_("Rounds"), rounds),
            (_("Boards"), Stepper(BOARDS, self.tables, self._setter("tables"), _boards, "boards")),
            (_("Clock"), Stepper(CLOCKS, self.minutes, self._setter("minutes"), _clock, "clock")),
        )

    def _games(self) -> Widget:
        names = titles()
        if self.desk.metrics.portrait:  # no room for all of them side by side
            return Stepper(list(names), self.game, self._choose_game, names.__getitem__, "game")
        options = [SegmentOption(key, names[key]) for key in names]
        style = "small" if self.desk.metrics.narrow else "caption"
        return Segment(options, self.game, self._choose_game, "game", style)

    def _options(self) -> Widget:
        """The setup in full, and the way to change it."""
        return Button(
            self.setup if self.setup != self.game else _("standard rules"),
            lambda: Push(routes.NewMatch(self.game, setup=self._whole(), choose=True)),
            icon="gear",
            name="options",
            style="caption",
        )

    def _whole(self) -> str:
        return self.setup if self.setup != self.game else ""

    def _show_rounds(self, value: int) -> str:
        if self.system == "swiss":
            return ngettext("{n} round", "{n} rounds", value).format(n=value)
        return _("once") if value == 1 else _("twice, with seats changed")

    # -- choosing --------------------------------------------------------------------------------

    def _set(self, field: str, value: Any) -> None:
        setattr(self, field, value)

    def _setter(self, field: str) -> Any:
        return lambda value: self._set(field, value)

    def _choose_game(self, key: str) -> None:
        self.setup = key
        self.resize()

    def _choose_system(self, system: str) -> None:
        self.system, self.rounds = system, 5 if system == "swiss" else 1
        self.resize()

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, routes.Picked) and result.name == "setup":
            self.setup = result.value
            self.resize()
        return None

    def _found(self) -> Change | None:
        assert self.clerk is not None
        swiss = self.system == "swiss"
        plan = TournamentPlan(
            self.name,
            self.setup,
            "swiss" if swiss else "round-robin",
            self.rounds if swiss else 1,
            1 if swiss else self.rounds,
            self.tables,
            self.minutes,
            seed=random.SystemRandom().randint(1, 9999),
            place=self.place,
        )
        self.clerk.call(lambda store: store.found(plan), self._founded)
        return STAY

    def _founded(self, number: int) -> None:
        self._brings, self._done = number, True
        self.desk.invalidate()

    # -- scene -----------------------------------------------------------------------------------

    @property
    def animating(self) -> bool:
        return self.form.animating

    @property
    def heading(self) -> str:
        return _("New tournament")

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        canvas.card(self.panel, "dialog")
        canvas.text(self.heading, "dialog_title", self.title)
        canvas.line(
            (self.panel.left + canvas.px(32), self.rule),
            (self.panel.right - canvas.px(32), self.rule),
        )
        self.form.draw(canvas)


def _boards(count: int) -> str:
    if not count:
        return _("as many as needed")
    return ngettext("{n} board", "{n} boards", count).format(n=count)


def _clock(minutes: int) -> str:
    return _("{n} minutes each").format(n=minutes) if minutes else _("no clock")
