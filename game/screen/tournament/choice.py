"""The list of tournaments, the newest first, and the form of a new one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.platform.i18n import N_, _, format_date, ngettext
from game.rules.registry import GAMES, titles, with_lot, without_lot
from game.rules.setup import split_setup
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import CardScene, PanelScene, measuring, storing
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.plugin.board_beside import (
    PageWithBoard,
    Position,
    RowBoards,
    board_column,
    row_height,
)
from game.screen.plugin.sample_positions import sample_game, sample_pieces
from game.screen.tournament.store_client import ClientDialog, ClientScene, StoreClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Stepper
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import Card, Labelled, button_flow, button_height, labelled_rows
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Form, Widget
from game.tournament import operations
from game.tournament.plan import DRAW, MAX_NAME_LENGTH, WIN, ClubRule, Method, TournamentPlan
from game.tournament.store import Kept, TournamentStore

ROUNDS = tuple(range(1, 16))
BOARDS = tuple(range(0, 33))
CLUBS = {
    "": N_("may meet"),
    "first": N_("apart in round 1"),
    "weak": N_("apart where points allow it"),
    "never": N_("never meet"),
}
STARTS = {False: N_("as usual"), True: N_("accelerated, for many players")}
BYES = {False: N_("one point"), True: N_("half a point")}
CLOCKS = (0, 5, 10, 15, 20, 30, 45, 60)  # minutes per seat


class NewTournamentScene(ClientDialog, PanelScene):
    """The form of a new tournament: pops with the tournament's number, or None."""

    title = N_("New tournament")
    overlay = False
    rule_gap = 8
    name, place = "", ""
    setup, system = GAMES[0].key, "swiss"
    rounds, tables, minutes = 5, 0, 0
    rules = routes.PairingRules()

    def enter(self) -> None:
        self.client = StoreClient(self.services)

    @property
    def swiss(self) -> bool:
        return self.system != "round-robin"

    @property
    def game(self) -> str:
        return split_setup(self.setup)[0]

    def resize(self) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        self.frame()
        rows, top = self._rows(), self.rule + px(14)
        make = Button(_("Create"), self._found, icon="check", kind="main", name="make")
        back = Button(_("Cancel"), Pop, name="cancel")
        foot = button_flow(Form(), measuring(self.services), [make, back], self.inner, right=True)
        pitch = min(px(76), (foot - px(10) - top) // len(rows))
        tall = min(max(px(52), metrics.type_px("caption") + 20), pitch - px(8))
        box = pygame.Rect(self.inner.left, top, self.inner.width, foot - top)
        share = 0.24 if not metrics.portrait else 0.3
        labelled_rows(self.form, rows, box, pitch, tall, share, px(12))
        for button in (make, back):
            self.form.add(button)
        self.form.start("name")

    def _rows(self) -> Sequence[Labelled]:
        more = {"placeholder": _("Autumn cup"), "on_accept": self._found, "limit": MAX_NAME_LENGTH}
        name = self.field(self.name, storing(self, "name"), "name", **more)
        more = {"placeholder": _("optional"), "limit": MAX_NAME_LENGTH}
        place = self.field(self.place, storing(self, "place"), "place", **more)
        swiss = self.swiss
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
            (_("System"), self._systems()),
            (_("Rounds"), rounds),
            *([(_("Pairing"), self._pairing())] if swiss else []),
            (_("Boards"), Stepper(BOARDS, self.tables, storing(self, "tables"), _boards, "boards")),
            (_("Clock"), Stepper(CLOCKS, self.minutes, storing(self, "minutes"), _clock, "clock")),
        )

    def _pairing(self) -> Widget:
        """Return the button that shows the pairing rules and opens their form."""
        rules = replace(self.rules, keizer=self.system == "keizer")
        said = _said(rules) or _("standard rules")
        return Button(said, lambda: Push(rules), icon="pair", name="pairing", style="caption")

    def _systems(self) -> Widget:
        names = {"swiss": _("Swiss"), "dutch": _("FIDE Dutch"), "keizer": _("Keizer")}
        names["round-robin"] = _("Round robin")
        if self.services.metrics.portrait or self.services.metrics.narrow:
            way = names.__getitem__
            return Stepper(list(names), self.system, self._choose_system, way, "system")
        return Segment(names, self.system, self._choose_system, "system", quiet=True)

    def _games(self) -> Widget:
        names = titles()
        if self.services.metrics.portrait:  # too narrow for all games side by side
            return Stepper(list(names), self.game, self._choose_game, names.__getitem__, "game")
        style = "small" if self.services.metrics.narrow else "caption"
        return Segment(names, self.game, self._choose_game, "game", style, quiet=True)

    def _options(self) -> Widget:
        """Return the button that shows the setup and opens its editor."""
        whole = self.setup if self.setup != self.game else ""
        # The editor shows one of the placements that the lot may produce.
        drawn = with_lot(whole, 1) if whole else ""
        editor = partial(Push, routes.NewMatch(self.game, setup=drawn, choose=True))
        words = whole or _("standard rules")
        return Button(words, editor, icon="gear", name="options", style="caption")

    def _show_rounds(self, value: int) -> str:
        if self.swiss:
            return ngettext("{n} round", "{n} rounds", value).format(n=value)
        return _("once") if value == 1 else _("twice, with seats changed")

    def _choose_game(self, key: str) -> None:
        self.setup = key
        self.resize()

    def _choose_system(self, system: str) -> None:
        swiss, self.system = self.swiss, system
        if self.swiss != swiss:
            self.rounds = 5 if self.swiss else 1
        self.resize()

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, routes.PairingRules):
            self.rules = result
            self.resize()
        if isinstance(result, routes.Picked) and result.name == "setup":
            # Each round draws its own placement by lot; the editor's placement was only for the
            # picture.
            self.setup = without_lot(result.value)
            self.resize()
        return None

    def _found(self) -> Change | None:
        swiss, rules = self.swiss, self.rules
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
            pairing=METHODS_OF.get(self.system, "matching"),
            clubs_apart=swiss and rules.club == "first",
            accelerated=swiss and rules.accelerated and self.system != "keizer",
            club_rule=CLUB_RULES_OF.get(rules.club, "") if swiss else "",
            bye_points=DRAW if swiss and rules.half_byes else WIN,
        )
        self.client.call(lambda store: store.found(plan), self.finish)
        return STAY

    @property
    def animating(self) -> bool:
        return self.form.animating


METHODS_OF: dict[str, Method] = {"dutch": "dutch", "keizer": "keizer"}
CLUB_RULES_OF: dict[str, ClubRule] = {"weak": "weak", "never": "never"}


def _said(rules: routes.PairingRules) -> str:
    """Return a short text of the differences from the standard rules."""
    named, said = _("{name}: {words}"), []
    if rules.club:
        said.append(named.format(name=_("Club-mates"), words=_(CLUBS[rules.club])))
    if rules.accelerated and not rules.keizer:
        said.append(_(STARTS[True]))
    if rules.half_byes:
        said.append(named.format(name=_("Bye"), words=_(BYES[True])))
    return " · ".join(said)


class PairingRulesScene(CardScene):
    """The form of a Swiss tournament's pairing rules: club-mates, first rounds and byes."""

    title = N_("Pairing")
    overlay = True
    first = "club"

    def __init__(self, club: str, accelerated: bool, half_byes: bool, keizer: bool) -> None:
        super().__init__()
        self.club, self.accelerated = club, accelerated
        self.half_byes, self.keizer = half_byes, keizer

    def lay_out(self, card: Card) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        rows = self._rows()
        pitch = max(px(62), metrics.type_px("caption") + 28)
        box = card.row(len(rows) * pitch)
        labelled_rows(self.form, rows, box, pitch, pitch - px(10), 0.3)
        card.space(px(8))
        done = Button(_("Done"), self._done, icon="check", kind="main", name="done")
        card.flow([done, Button(_("Cancel"), Pop, name="cancel")])

    def _rows(self) -> list[Labelled]:
        def chooser(names: Mapping[Any, str], name: str) -> Stepper:
            value = getattr(self, name)
            return Stepper(list(names), value, storing(self, name), lambda v: _(names[v]), name)

        rows: list[Labelled] = [(_("Club-mates"), chooser(CLUBS, "club"))]
        if not self.keizer:
            rows.append((_("First rounds"), chooser(STARTS, "accelerated")))
        return [*rows, (_("Bye"), chooser(BYES, "half_byes"))]

    def _done(self) -> Change:
        return Pop(routes.PairingRules(self.club, self.accelerated, self.half_byes))


def _boards(count: int) -> str:
    if not count:
        return _("as many as needed")
    return ngettext("{n} board", "{n} boards", count).format(n=count)


def _clock(minutes: int) -> str:
    return _("{n} minutes each").format(n=minutes) if minutes else _("no clock")


class TournamentAgainScene(ClientDialog, CardScene):
    """The form for repeating a tournament under a new name: pops with the new number."""

    title = N_("The same tournament again")
    first, text = "name", ""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def enter(self) -> None:
        self.client = StoreClient(self.services)
        self.client.call(lambda store: store.next_name(self.number), self._propose)

    def _propose(self, name: str) -> None:
        self.text = name
        self.resize()
        self.services.invalidate()

    def lay_out(self, card: Card) -> None:
        px, tall = self.services.metrics.px, button_height(self.services.metrics)
        more = {"on_accept": self._begin, "limit": MAX_NAME_LENGTH}
        card.add(self.field(self.text, storing(self, "text"), "name", **more), tall)
        card.space(px(12))
        card.words(_("Game, options, clock and players are the same; nobody is here yet."), px(16))
        create = Button(_("Create"), self._begin, icon="check", kind="main", name="make")
        create.enabled = bool(self.text)  # disabled until a name is proposed
        card.flow([create, Button(_("Cancel"), Pop, name="cancel")])

    def _begin(self) -> Change:
        number, name = self.number, self.text
        self.client.call(
            lambda store: store.begin(operations.again(store.load(number), name)), self.finish
        )
        return STAY


class TournamentsScene(ClientScene, PageWithBoard):
    """The list; Enter opens the chosen tournament."""

    title = N_("Tournaments")
    clicks = True

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Kept] = []
        self.read = False  # True after the store has answered
        self.list = ListBox([])
        self.chosen = 0

    def enter(self) -> None:
        self.client = StoreClient(self.services)
        self._read()

    def leave(self) -> None:
        super().leave()
        self.close_board()

    def _read(self) -> None:
        self.client.call(TournamentStore.kept, self._show)

    def _show(self, kept: list[Kept]) -> None:
        first, self.kept, self.read = not self.read, kept, True
        self.resize()
        if first and kept:
            self.form.focus("list")
        self.services.invalidate()

    def lay_out(self, room: pygame.Rect) -> None:
        px = self.services.metrics.px
        columns = [
            board_column(self.services.metrics),
            ListColumn(0),
            ListColumn(130, "right", "second"),
        ]
        none = _("No tournament yet. Create one: players, rounds and results are kept here.")
        self.list = ListBox(
            columns,
            [self._row(kept) for kept in self.kept],
            self._open,
            on_move=partial(setattr, self, "chosen"),
            empty=none if self.read else "",
            sign="cup",
            row_height=row_height(self.services.metrics),
            name="list",
        )
        self.form.add(self.list)
        form = partial(Push, routes.NewTournament())
        new = Button(_("New tournament"), form, icon="plus", kind="main", name="new")
        opened = Button(_("Open"), lambda: self._open(self.chosen), icon="right", name="open")
        again = Button(_("Again"), self._again, icon="again", name="again")
        delete = Button(_("Delete"), self._ask_delete, icon="bin", kind="danger", name="delete")
        evening = partial(Push, routes.ShowEvening())
        told = Button(_("The evening"), evening, icon="moon", name="evening")
        opened.enabled = again.enabled = delete.enabled = bool(self.kept)
        if any(not kept.ended for kept in self.kept):  # the organiser has come to continue one
            opened.kind, new.kind = "main", "plain"
        foot = button_flow(
            self.form, measuring(self.services), [new, opened, again, delete, told], room
        )
        above = pygame.Rect(room.left, room.top, room.width, foot - px(16) - room.top)
        self.lay_beside(self.list, above)
        self.row_boards = RowBoards(self.services.theme, self._position, self._words)
        self.list.draw_cell = self.row_boards.draw_cell
        self.list.choose(min(self.chosen, len(self.kept) - 1))
        self.first = "list" if self.kept else "new"

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if self.beside is None:
            return
        key, words = GAMES[0].key, _("Swiss, round robin or Keizer, with any of the games.")
        if 0 <= self.chosen < len(self.kept):
            key = split_setup(self.kept[self.chosen].setup)[0]
            words = titles().get(key, key)
        if key in titles():
            self.beside.show(key, sample_game(key), sample_pieces(key))
            self.beside.draw(canvas, words)

    def _row(self, kept: Kept) -> list[str]:
        """Return the cells of a row; the last cell is spoken, and is drawn below the name."""
        state = _("over") if kept.ended else format_date(kept.founded)
        return ["", kept.name, state, self._about(kept)]

    @staticmethod
    def _about(kept: Kept) -> str:
        key = split_setup(kept.setup)[0]
        people = ngettext("{n} player", "{n} players", kept.entrants).format(n=kept.entrants)
        rounds = ngettext("{n} round", "{n} rounds", kept.rounds).format(n=kept.rounds)
        return " · ".join([titles().get(key, key), people, *([rounds] if kept.rounds else [])])

    def _words(self, row: int) -> tuple[str, str]:
        return self.kept[row].name, self._about(self.kept[row])

    def _position(self, row: int) -> Position:
        key = split_setup(self.kept[row].setup)[0]
        key = key if key in titles() else GAMES[0].key
        return key, sample_game(key), sample_pieces(key)

    def _open(self, row: int) -> Change | None:
        self.chosen = row
        if not 0 <= row < len(self.kept):
            return None
        return Push(routes.ShowTournament(self.kept[row].id))

    def _again(self) -> Change | None:
        return Push(routes.TournamentAgain(self.kept[self.chosen].id))

    def _ask_delete(self) -> Change | None:
        if not self.kept:
            return None
        name = self.kept[self.chosen].name
        words = _("This permanently deletes {name} with its players, rounds and results.")
        delete = DialogButton(_("Delete"), "delete", "danger", "bin")
        answers = [DialogButton(_("Keep")), delete]
        return Push(ask(_("Delete this tournament?"), words.format(name=name), answers))

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, int):  # number of a new tournament
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
