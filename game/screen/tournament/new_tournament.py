"""The scene that creates a tournament: name, game, system, rounds, boards, clock."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pygame

from game.platform.i18n import N_, _, ngettext
from game.rules.registry import GAMES, titles
from game.rules.setup import split_setup
from game.screen.app import routes
from game.screen.app.layout_scenes import PanelScene, measuring, storing
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.tournament.store_client import ClientDialog, StoreClient
from game.screen.ui.button import Button
from game.screen.ui.choosers import Segment, SegmentOption, Stepper
from game.screen.ui.layout import Labelled, button_flow, labelled_rows
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Form, Widget
from game.tournament.plan import MAX_NAME_LENGTH, TournamentPlan

ROUNDS = tuple(range(1, 16))
BOARDS = tuple(range(0, 33))
CLOCKS = (0, 5, 10, 15, 20, 30, 45, 60)  # minutes a seat


class NewTournamentScene(ClientDialog, PanelScene):
    """The form of a tournament: pops with its number, or None."""

    title = N_("New tournament")
    overlay = False
    rule_gap = 8

    def __init__(self) -> None:
        super().__init__()
        self.name, self.place = "", ""
        self.setup = GAMES[0].key
        self.system = "swiss"
        self.rounds, self.tables, self.minutes = 5, 0, 0

    def enter(self) -> None:
        self.client = StoreClient(self.desk)

    @property
    def game(self) -> str:
        return split_setup(self.setup)[0]

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        self.frame()
        rows, top = self._rows(), self.rule + px(14)
        make = Button(_("Create"), self._found, icon="check", kind="main", name="make")
        back = Button(_("Cancel"), Pop, name="cancel")
        foot = button_flow(Form(), measuring(self.desk), [make, back], self.inner)
        pitch = min(px(76), (foot - px(10) - top) // len(rows))
        tall = min(max(px(52), metrics.type_px("caption") + 20), pitch - px(8))
        box = pygame.Rect(self.inner.left, top, self.inner.width, foot - top)
        share = 0.24 if not metrics.portrait else 0.3
        labelled_rows(self.form, rows, box, pitch, tall, share, px(12))
        for button in (make, back):
            self.form.add(button)
        self.form.start("name")

    def _rows(self) -> Sequence[Labelled]:
        name = TextField(
            self.name,
            storing(self, "name"),
            placeholder=_("Autumn cup"),
            limit=MAX_NAME_LENGTH,
            on_accept=self._found,
            paste=self.desk.paste_text,
            name="name",
        )
        place = TextField(
            self.place,
            storing(self, "place"),
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
            storing(self, "rounds"),
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
            (_("Boards"), Stepper(BOARDS, self.tables, storing(self, "tables"), _boards, "boards")),
            (_("Clock"), Stepper(CLOCKS, self.minutes, storing(self, "minutes"), _clock, "clock")),
        )

    def _games(self) -> Widget:
        names = titles()
        if self.desk.metrics.portrait:  # no room for all of them side by side
            return Stepper(list(names), self.game, self._choose_game, names.__getitem__, "game")
        options = [SegmentOption(key, names[key]) for key in names]
        style = "small" if self.desk.metrics.narrow else "caption"
        return Segment(options, self.game, self._choose_game, "game", style)

    def _options(self) -> Widget:
        """Return the button that shows the setup and opens its editor."""
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
        self.client.call(lambda store: store.found(plan), self._founded)
        return STAY

    def _founded(self, number: int) -> None:
        self.result, self.done = number, True
        self.desk.invalidate()

    @property
    def animating(self) -> bool:
        return self.form.animating


def _boards(count: int) -> str:
    if not count:
        return _("as many as needed")
    return ngettext("{n} board", "{n} boards", count).format(n=count)


def _clock(minutes: int) -> str:
    return _("{n} minutes each").format(n=minutes) if minutes else _("no clock")
