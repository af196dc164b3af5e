"""Forms of a tournament: a player, and the result of a game with the claims of both sides."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pygame

from game.platform.errors import in_words
from game.platform.i18n import N_, _, ngettext
from game.rules import RulesError
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import CardScene, PanelScene, measuring, storing
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.tournament import score_text
from game.screen.tournament.store_client import ClientDialog, TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Stepper, Toggle
from game.screen.ui.layout import (
    Card,
    Labelled,
    button_flow,
    button_height,
    button_row,
    labelled_rows,
    split_top,
)
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Label
from game.tournament import operations, player_codes, words
from game.tournament.entry_list import ListedEntry, read_list
from game.tournament.plan import MAX_NAME_LENGTH, PairingResult, kind_of, read_result
from game.tournament.store import TABLE
from game.tournament.tournament import SIDES, Encounter, Tournament

ENTRY_ROW, RESULT_ROW = 58, 60  # design px
MARGINS = tuple(range(0, 61))
BY_ORGANISER = 2  # value for the organiser, after 0 and 1 for the two sides


class TournamentEntryScene(ClientDialog, CardScene):
    """The form of a player; if `entrant` is 0, new players can be added one after the other."""

    size = 640, 440, 32
    head, first = (22, 56, 88), "name-0"
    client: TournamentClient

    def __init__(self, number: int, entrant: int = 0) -> None:
        super().__init__()
        self.number, self.entrant = number, entrant
        self.names, self.rating, self.club, self.apart = ["", ""], "", "", ""
        self.swiss = False
        self.here = True
        self.code = ""  # personal code of a player already entered
        self.persons = 1

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, lambda: None)
        tournament = self.client.tournament
        if tournament is None:
            return
        with suppress(RulesError):  # the game's board file may be gone
            self.persons = kind_of(tournament.plan).persons
        if self.entrant:
            known = tournament.entrants[self.entrant]
            self.names = [*known.names, ""][:2]
            self.rating, self.club = str(known.rating or ""), known.club
            self.swiss = tournament.plan.system == "swiss"
            apart = sorted(tournament.apart_from(self.entrant))
            self.apart = ", ".join(tournament.entrants[e].name for e in apart)
            # If the disk cannot store a secret, there are no codes.
            with suppress(OSError):
                self.code = player_codes.codes(tournament)[self.entrant]

    def lay_out(self, card: Card) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        rows, pitch = self._rows(), max(px(ENTRY_ROW), metrics.type_px("caption") + 26)
        box = card.row(len(rows) * pitch)
        labelled_rows(self.form, rows, box, pitch, pitch - px(8), 0.3)
        card.space(px(92) - px(88) + px(12))
        label = _("Save") if self.entrant else _("Add")
        save = Button(label, self._add, icon="check", kind="main", name="add")
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
        if self.swiss:
            apart = self._field(self.apart, "apart")
            apart.limit = 4 * MAX_NAME_LENGTH
            rows.append((_("Never against"), apart))
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
        more = {"limit": MAX_NAME_LENGTH, "on_accept": self._add}
        return self.field(text, note, name, placeholder=optional, **more)

    def _add(self) -> Change:
        """Enter a player; if that name is already in the tournament, ask first."""
        tournament, name = self.client.tournament, " & ".join(self.names[: self.persons])
        name, club = " ".join(name.split()), self.club.strip().casefold()
        people = tournament.entrants.values() if tournament is not None else ()
        clubs = [p.club.casefold() for p in people if p.plain_name.casefold() == name.casefold()]
        if self.entrant or not clubs or (club and club not in clubs):
            return self._enter()
        about = _("{name} is already entered. A club, or else a number, tells them apart.")
        number = DialogButton(_("Add with a number"), "number", "main", "plus")
        answers = [DialogButton(_("Give the club")), number]
        return Push(ask(_("Another {name}?").format(name=name), about.format(name=name), answers))

    def resume(self, result: object = None) -> Change | None:
        if result == "number":
            return self._enter()
        self.form.focus("club")
        return None

    def _enter(self) -> Change:
        names, club, here, entrant = self.names[: self.persons], self.club, self.here, self.entrant
        rating, apart = int(self.rating or 0), self.apart

        def wish(tournament: Tournament) -> operations.Events:
            if entrant:
                others = [other.id for other in tournament.all_named(apart)]
                events = operations.rename(tournament, entrant, names, rating, club)
                return [*events, *operations.keep_apart(tournament, entrant, others)]
            return operations.enter(tournament, names, rating, club, here)

        self.client.ask(wish, partial(self._entered, names[0]))
        return STAY

    def _entered(self, sent: str, tournament: Tournament) -> None:
        """Clear the form for the next player, but keep a name that the person has begun to type."""
        if self.entrant:
            self.finish()
            return
        name = tournament.entrants[max(tournament.entrants)].name
        self.services.toast(_("{name} added").format(name=name), "good", "check")
        begun = self.names[0].removeprefix(sent) if self.persons == 1 else ""
        self.names, self.rating, self.club = [begun, ""], "", ""
        self.resize()
        self.form.focus("name-0")

    @property
    def heading(self) -> str:
        return _("Edit") if self.entrant else _("New player")


class EntryListScene(ClientDialog, PanelScene):
    """A list of people, shown line by line as the program has understood it, before it is added."""

    title = N_("Paste a list")
    overlay = False
    client: TournamentClient

    def __init__(self, number: int, text: str) -> None:
        super().__init__()
        self.number, self.text, self.here = number, text, False
        self.lines: list[ListedEntry] = []

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, self._changed)
        self._changed()

    def _changed(self) -> None:
        if self.client.tournament is not None:
            self.lines = read_list(self.client.tournament, self.text)
        self.resize()
        self.services.invalidate()

    def resize(self) -> None:
        self.frame()
        px, canvas = self.services.metrics.px, measuring(self.services)
        room = self.inner.copy()
        room.height, room.top = room.bottom - self.rule - px(14), self.rule + px(14)
        count = sum(line.problem is None for line in self.lines)
        words = ngettext("Add {n} player", "Add {n} players", count).format(n=count)
        add = Button(words, self._add, icon="check", kind="main", name="add")
        add.enabled = count > 0
        cancel = Button(_("Cancel"), Pop, name="cancel")
        room.height = button_flow(self.form, canvas, [add, cancel], room, right=True) - room.top
        tall = button_height(self.services.metrics)
        here = Toggle(_("checked in"), self.here, storing(self, "here"), name="here")
        row, room = split_top(room, tall, px(10))
        self.form.add(here.at(row))
        room.height -= px(12)
        narrow = self.services.metrics.portrait
        columns = [ListColumn(44, "right", "second"), ListColumn(0)]
        columns += [] if narrow else [ListColumn(70, "right", "second"), ListColumn(180)]
        lines = ListBox(
            [*columns, ListColumn(0, look="accent")],
            [self._row(line, narrow) for line in self.lines],
            empty=_("There is no name in what was copied."),
            name="list",
        )
        self.form.add(lines.at(room))
        self.form.start("add")

    def _row(self, line: ListedEntry, narrow: bool) -> tuple[str, ...]:
        about = "" if line.problem is None else in_words(line.problem)
        more = () if narrow else (line.rating, line.club)
        return (str(line.line), line.name, *more, about)

    def _add(self) -> Change:
        def wish(tournament: Tournament) -> operations.Events:
            lines = read_list(tournament, self.text)
            entries = [line.entry for line in lines if line.problem is None]
            return operations.enter_all(tournament, entries, self.here)

        self.client.ask(wish, lambda _tournament: self.finish())
        return STAY


class TournamentGameScene(ClientDialog, CardScene):
    """The form of a result: pops with `PlayHere` to play the game on this machine."""

    size, pad = (760, 470, 24), 28
    head, foot, first = (18, 34, 124), 26, "result"
    client: TournamentClient

    def __init__(self, number: int, round_number: int, game: int) -> None:
        super().__init__()
        self.number, self.round, self.game = number, round_number, game
        self.who, self.text, self.margin, self.why = BY_ORGANISER, "", 0, ""
        self.names: tuple[str, str] = ("", "")
        self.encounter: Encounter | None = None
        self._margins, self._draws, self._boards = False, True, 0

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, self._changed)
        self._read(self.client.tournament)
        encounter = self.encounter
        if encounter is None:
            return
        left = [side for side in SIDES if side not in encounter.claims]
        if encounter.status == "claimed" and left:  # one side has not agreed yet
            self.who = left[0]
        known = encounter.result or encounter.claimed
        if known is not None:
            self.text, self.margin = known.word, known.margin

    def _read(self, tournament: Tournament | None) -> None:
        if tournament is None or self.round > len(tournament.rounds):
            return
        self.encounter = tournament.game(self.round, self.game)
        first, second = (tournament.entrants[e].name for e in self.encounter.sides)
        self.names = first, second
        self._margins, self._boards = tournament.plan.margins, tournament.plan.boards
        with suppress(RulesError):  # the game's board file may be gone
            self._draws = kind_of(tournament.plan).draws

    def _changed(self) -> None:
        self._read(self.client.tournament)
        if self.encounter is not None and self.encounter.claimed is not None and not self.text:
            claimed = self.encounter.claimed  # claimed through the game played on this machine
            self.text, self.margin = claimed.word, claimed.margin
            self.who = next(side for side in SIDES if side not in self.encounter.claims)
        self.resize()
        self.services.invalidate()

    def lay_title(self, card: Card) -> None:
        """Add no title, because `draw` draws the title in two lines."""

    def lay_out(self, card: Card) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        status = card.canvas.text_height(self.status, "caption", card.width) + px(4)
        self.status_at = card.row(status)
        card.space(px(10))
        rows, pitch = self._rows(), max(px(RESULT_ROW), metrics.type_px("caption") + 28)
        share = 0 if metrics.portrait else 0.2
        # Reserve the row for a reason, so that no control moves when the row appears.
        reason = 1 if self._decided and not self._corrects else 0
        box = card.row((len(rows) + reason) * pitch)
        labelled_rows(self.form, rows, box, pitch, pitch - px(10), share)
        card.space(px(6))
        card.flow(self._buttons())

    def _rows(self) -> list[Labelled]:
        who = {side: self.names[side] for side in SIDES} | {BY_ORGANISER: _("Organiser")}
        results = dict(score_text.choices(self._draws))
        who_control = Segment(
            who, self.who, storing(self, "who", self.resize), "who", "small", quiet=True
        )
        result = Segment(
            results, self.text, storing(self, "text", self.resize), "result", quiet=True
        )
        missed = {"-+": self.names[0], "+-": self.names[1], "--": _("both")}
        absent = Segment(
            missed, self.text, storing(self, "text", self.resize), "absent", "small", quiet=True
        )
        rows: list[Labelled] = [
            (_("Reported by"), who_control),
            (_("Result"), result),
            (_("Did not come"), absent),
        ]
        if self.services.metrics.portrait:  # there are no labels beside the controls
            rows.insert(2, ("", Label(_("Did not come"), "caption", second=True)))
        said = words.in_words(self._result, self.names) if self._result is not None else ""
        rows.append(("", Label(said, "caption")))
        if self._margins:
            store = storing(self, "margin", self.resize)
            margin = Stepper(MARGINS, self.margin, store, _show_margin, "margin")
            margin.enabled = self._has_margin
            rows.append((_("Margin"), margin))
        if self._corrects:
            more = {"limit": MAX_NAME_LENGTH, "on_accept": self._give}
            more |= {"placeholder": _("why it is corrected")}
            field = self.field(self.why, storing(self, "why"), "why", **more)
            rows.append((_("Reason"), field))
        return rows

    def _buttons(self) -> list[Button]:
        there = self.encounter
        main = Button(self._word, self._give, icon="check", kind="main", name="give")
        main.enabled = bool(self.text)
        buttons = [main]
        if there is not None and there.status == "open":
            buttons.append(Button(_("Play here"), self._play, icon="play", name="play"))
        if self._corrects:
            buttons.append(
                Button(_("Reopen"), lambda: self._rule(None), icon="undo", name="reopen")
            )
        buttons.append(Button(_("Back"), Pop, name="back"))
        return buttons

    @property
    def _decided(self) -> bool:
        return self.encounter is not None and self.encounter.result is not None

    @property
    def _corrects(self) -> bool:
        """True if the organiser corrects a confirmed result."""
        return self.who == BY_ORGANISER and self._decided

    @property
    def _has_margin(self) -> bool:
        return self._margins and self.text in ("1-0", "0-1")

    @property
    def _word(self) -> str:
        there = self.encounter
        if self._corrects:
            return _("Correct")
        agrees = self.who != BY_ORGANISER and there is not None and there.claimed == self._result
        return _("Confirm") if agrees and self.text else _("Enter result")

    @property
    def _result(self) -> PairingResult | None:
        if not self.text:
            return None
        margin = self.margin if self._has_margin else 0
        return read_result(f"{self.text} by {margin}" if margin else self.text)

    @property
    def status(self) -> str:
        """The claims so far in words."""
        there = self.encounter
        if there is None:
            return ""
        if there.result is not None:
            return _("Result: {score}.").format(score=self._said(there.result))
        said = []
        for side, result in sorted(there.claims.items()):
            who = self.names[side] if side in SIDES else _("The game played here")
            said.append(_("{who}: {score}").format(who=who, score=self._said(result)))
        if there.status == "claimed":
            said.append(_("Both sides confirm."))
        if there.status == "disputed":
            said.append(_("The organiser decides."))
        return " · ".join(said) or _("No result yet.")

    def _said(self, result: PairingResult) -> str:
        return words.in_words(result, self.names)

    def _give(self) -> Change | None:
        result, at, who = self._result, (self.round, self.game), self.who
        if result is None:
            return None
        if who == BY_ORGANISER:
            return self._rule(result)
        self.client.ask(lambda t: operations.claim(t, *at, who, result), self._given, TABLE)
        return STAY

    def _rule(self, result: PairingResult | None) -> Change:
        """Set the result as the organiser's decision; None reopens the game."""
        at, why = (self.round, self.game), self.why
        self.client.ask(lambda t: operations.rule(t, *at, result, why), self._given)
        return STAY

    def _given(self, tournament: Tournament) -> None:
        """Close the form if the result is confirmed; otherwise ask for the other side's claim."""
        there = tournament.game(self.round, self.game)
        left = [side for side in SIDES if side not in there.claims]
        if there.result is None and there.status == "claimed" and self.who != BY_ORGANISER and left:
            self.services.sound("chime")
            self.who = left[0]
            self.resize()
            return
        self.finish()

    def _play(self) -> Change:
        return Pop(routes.PlayHere(self.round, self.game))

    @property
    def heading(self) -> str:
        return " – ".join(self.names)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        px = canvas.px
        inside = self.card.inflate(-2 * px(28), 0)
        first = pygame.Rect(inside.left, self.card.top + px(18), inside.width, px(34))
        if self.encounter is not None:
            place = words.place(self.encounter, self._boards)
            number = _("Round {n}").format(n=self.round)
            canvas.text(f"{place} · {number}", "caption", first, canvas.ui.text_second)
        names = pygame.Rect(inside.left, first.bottom, inside.width, px(68))
        canvas.text(self.heading, "game_title", names, wrap=True, ellipsis=True)
        canvas.text(self.status, "caption", self.status_at, canvas.accent, valign="top", wrap=True)


def _show_margin(margin: int) -> str:
    return _("by {n}").format(n=margin)
