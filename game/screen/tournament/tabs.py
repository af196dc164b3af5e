"""The tabs of a tournament: a list each, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol

import pygame

from game.i18n import N_, _
from game.screen.app import routes
from game.screen.app.dialog import Answer, ask
from game.screen.app.scene import STAY, Change, Desk, Push
from game.screen.tournament import figures
from game.screen.tournament.history import told
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Stepper
from game.screen.ui.field import TextField
from game.screen.ui.listing import Column, ListBox
from game.screen.ui.widget import Form
from game.tournament import office, words
from game.tournament.standings import standings
from game.tournament.store import Wish
from game.tournament.tournament import Entrant, Round, Tournament

ROW = 44  # design px
FEW = 8  # names that are found without a search


class At(Protocol):
    """What a tab needs of the scene."""

    desk: Desk
    number: int
    tournament: Tournament

    def ask(self, wish: Wish, by: str = "organiser") -> Change: ...

    def resize(self) -> None: ...

    def show_hall(self) -> Change: ...

    def print_sheets(self) -> Change: ...

    def export(self) -> Change: ...


class Tab:
    """`first` is the control that has the focus at first."""

    key: ClassVar[str]
    title: ClassVar[str]
    first = "list"

    def __init__(self, at: At) -> None:
        self.at = at
        self.chosen = 0
        self.list = ListBox([])
        self.heads_at = pygame.Rect(0, 0, 0, 0)

    @property
    def tournament(self) -> Tournament:
        return self.at.tournament

    def buttons(self) -> Sequence[Button]:
        """From the left; they go on in another row where there is no room."""
        return ()

    def lay(self, form: Form, room: pygame.Rect) -> None:
        """Put the list into `room`."""
        heads, before = self.heads(), self.list
        if heads:
            tall = self.at.desk.metrics.type_px("caption") + self.at.desk.metrics.px(14)
            self.heads_at = pygame.Rect(room.left, room.top, room.width, tall)
            room = pygame.Rect(room.left, room.top + tall, room.width, room.height - tall)
        self.list = ListBox(
            self.columns(),
            self.rows(),
            self.opened,
            on_move=self._note,
            empty=self.empty(),
            row_height=ROW,
            name="list",
        )
        self.list.take_view(before)
        form.add(self.list.at(room))
        self.chosen = max(0, min(self.chosen, len(self.list.rows) - 1))
        chosen = self.chosen if self.list.rows else -1
        if chosen != self.list.chosen:
            self.list.choose(chosen)

    def columns(self) -> Sequence[Column]:
        return ()

    def heads(self) -> Sequence[str]:
        """What stands above the columns; none for a list that says itself what it shows."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """What is above the columns."""
        heads = self.heads()
        if not heads or not self.list.rows:
            return
        cells = self.list.cells(canvas, self.heads_at.inflate(-2 * canvas.px(6), 0))
        for column, head, cell in zip(self.list.columns, heads, cells):
            canvas.text(head, "small", cell, canvas.ui.text_second, column.align)

    def rows(self) -> Sequence[Sequence[str]]:
        return ()

    def empty(self) -> str:
        return ""

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        return None

    def resume(self, _result: object) -> Change | None:
        return None

    def _note(self, row: int) -> Change | None:
        self.chosen = row
        return None

    @property
    def small(self) -> bool:
        metrics = self.at.desk.metrics
        return metrics.portrait or metrics.narrow


class Players(Tab):
    """Everybody by name.  The box in front of a name, or Enter, checks in and out again."""

    key, title = "players", N_("Players")

    def __init__(self, at: At) -> None:
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

    def columns(self) -> Sequence[Column]:
        club = [] if self.small else [Column(240, look="second"), Column(80, "right", "second")]
        return [Column(36, "center"), Column(0), *club, Column(190, "right", "accent")]

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
        return _("is here") if entrant.present else _("not here")

    def empty(self) -> str:
        if self.searched:
            return _("Nobody is called that here.")
        return _("Nobody yet. Add players; they check in by a click on the box before their name.")

    def lay(self, form: Form, room: pygame.Rect) -> None:
        metrics = self.at.desk.metrics
        self._choose_again()
        if len(self.tournament.entrants) > FEW:
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
        label = _("No bye next round") if asked else _("Bye next round")
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
        return Push(routes.Entry(self.at.number))

    def _edit(self) -> Change | None:
        return Push(routes.Entry(self.at.number, self._one.id)) if self._one else None

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        one = self._one
        if one is None:
            return None
        change, number = office.leave if one.present else office.arrive, one.id
        self.one_id = number
        self.at.desk.sound("click")
        return self.at.ask(lambda t: change(t, number))

    def _bye(self) -> Change | None:
        one = self._one
        if one is None:
            return None
        number, round_ = one.id, self._next
        change = office.cancel_bye if round_ in one.asked else office.ask_bye
        return self.at.ask(lambda t: change(t, number, round_))

    def _ask_gone(self) -> Change | None:
        one = self._one
        if one is None:
            return None
        name = one.name
        return Push(
            ask(
                lambda: _("Does {name} withdraw?").format(name=name),
                lambda: _("No more rounds for them; a game still open is lost without play."),
                lambda: [
                    Answer(_("No")),
                    Answer(_("Withdraw"), "gone", "danger", "exit"),
                ],
            )
        )

    def resume(self, result: object) -> Change | None:
        one = self._one
        if result == "gone" and one is not None:
            number = one.id
            return self.at.ask(lambda t: office.withdraw(t, number))
        return None

    def _evening(self) -> Change:
        return self.at.ask(office.begin_evening)


class Rounds(Tab):
    """Enter opens the result of a game."""

    key, title = "round", N_("Round")

    def __init__(self, at: At) -> None:
        super().__init__(at)
        self.number = 0  # of the round that is shown; 0 is the last

    @property
    def shown(self) -> Round | None:
        rounds = self.tournament.rounds
        return rounds[(self.number or len(rounds)) - 1] if rounds else None

    def columns(self) -> Sequence[Column]:
        seat = 60 if self.small else 90
        return [
            Column(seat, "right", "second"),
            Column(0, "right"),
            Column(110 if self.small else 130, "center", "accent"),
            Column(0),
            *([] if self.small else [Column(210, "right", "second")]),
        ]

    def rows(self) -> Sequence[Sequence[str]]:
        round_ = self.shown
        if round_ is None:
            return []
        names = self.tournament.entrants
        rows = []
        for encounter in round_.games:
            first, second = (names[e].name for e in encounter.sides)
            score = figures.score(encounter.result or encounter.claimed) or "–"
            if encounter.result is None and encounter.claimed is not None:
                score += " ?"
            pair = encounter.pair
            seat = str(pair.table) + (f"/{pair.sitting}" if pair.sitting > 1 else "")
            last = () if self.small else (words.status(encounter),)
            rows.append((seat, first, score, second, *last))
        for sit in round_.sits.values():
            last = () if self.small else ("",)
            rows.append(
                (
                    "",
                    names[sit.entrant].name,
                    figures.points(sit.points),
                    words.sits(sit.why),
                    *last,
                )
            )
        return rows

    def empty(self) -> str:
        return _("No round yet. Draw the first one once the players have checked in.")

    def lay(self, form: Form, room: pygame.Rect) -> None:
        if len(self.tournament.rounds) > 1:
            px = self.at.desk.metrics.px
            tall = max(px(46), self.at.desk.metrics.type_px("caption") + 16)
            numbers = range(1, len(self.tournament.rounds) + 1)
            now = self.number or len(self.tournament.rounds)
            stepper = Stepper(numbers, now, self._turn, self._name, "shown")
            form.add(stepper.at((room.left, room.top, room.width, tall)))
            top = stepper.rect.bottom + px(10)
            room = pygame.Rect(room.left, top, room.width, room.bottom - top)
        super().lay(form, room)

    def _name(self, number: int) -> str:
        return words.round_name(self.tournament, number)

    def _turn(self, number: int) -> None:
        self.number, self.chosen = number, 0
        self.at.resize()

    def buttons(self) -> Sequence[Button]:
        tournament = self.tournament
        last = tournament.rounds[-1] if tournament.rounds else None
        number = len(tournament.rounds) + 1
        label = _("Draw round {n}").format(n=number)
        draw = Button(label, self._ask_draw, icon="dice", kind="main", name="draw")
        swiss = tournament.plan.system == "swiss"
        draw.enabled = not tournament.ended and number <= office.rounds_of(tournament)
        draw.enabled = draw.enabled and not (swiss and last is not None and bool(last.open))
        draw.kind = "main" if draw.enabled else "plain"
        result = Button(_("Result"), lambda: self.opened(self.chosen), icon="check", name="result")
        result.enabled = self.shown is not None
        back = Button(_("Take back"), self._take_back, icon="undo", name="back")
        played = last is not None and any(
            g.claims or (g.result is not None and g.result.played) for g in last.games
        )
        back.enabled = last is not None and not played and not tournament.ended
        hall = Button(_("Big screen"), self.at.show_hall, icon="eye", name="hall")
        sheets = Button(_("Print"), self.at.print_sheets, icon="book", name="print")
        return (draw, result, back, hall, sheets)

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        round_ = self.shown
        if round_ is None or not 0 <= row < len(round_.games):
            return None
        return Push(routes.Encounter(self.at.number, round_.number, row + 1))

    def _ask_draw(self) -> Change:
        """Pair the round; whom it would leave out is said first."""
        tournament = self.tournament
        out = office.left_out(tournament) if tournament.plan.system == "swiss" else []
        if not out:
            return self._draw()
        number = len(tournament.rounds) + 1
        return Push(
            ask(
                lambda: _("Pair round {n} without them?").format(n=number),
                lambda: _("Not checked in: {names}.").format(names=", ".join(e.name for e in out)),
                lambda: [Answer(_("Not yet")), Answer(_("Pair"), "pair", "main", "dice")],
            )
        )

    def resume(self, result: object) -> Change | None:
        return self._draw() if result == "pair" else None

    def _draw(self) -> Change:
        self.number = self.chosen = 0
        return self.at.ask(office.draw)

    def _take_back(self) -> Change:
        self.number = 0
        return self.at.ask(office.take_back)


class Standings(Tab):
    """Who stands where now."""

    key, title = "standings", N_("Standings")

    def _criteria(self) -> Sequence[str]:
        """As many as there is room for."""
        metrics = self.at.desk.metrics
        order = self.tournament.plan.order
        return order[:1] if metrics.portrait else order[:2] if metrics.narrow else order

    def columns(self) -> Sequence[Column]:
        wide = 84 if self.small else 104
        return [
            Column(44, "right", "second"),
            Column(0),
            Column(84, "right", "accent"),
            *(Column(wide, "right", "second") for _name in self._criteria()),
        ]

    def rows(self) -> Sequence[Sequence[str]]:
        count = len(self._criteria())
        order = self.tournament.plan.order
        return [
            (
                str(line.place),
                line.entrant.name,
                figures.points(line.points),
                *(figures.value(name, v) for name, v in zip(order[:count], line.values)),
            )
            for line in standings(self.tournament)
        ]

    def heads(self) -> Sequence[str]:
        return ("", "", _("Points"), *(words.short(name) for name in self._criteria()))

    def buttons(self) -> Sequence[Button]:
        hall = Button(_("Big screen"), self.at.show_hall, icon="eye", name="hall")
        sheets = Button(_("Print"), self.at.print_sheets, icon="book", name="print")
        export = Button(_("Export"), self.at.export, icon="copy", name="export")
        finish = Button(_("Finish"), self._finish, icon="flag", name="finish")
        finish.enabled = bool(self.tournament.rounds) and not self.tournament.ended
        return (hall, sheets, export, finish)

    def _finish(self) -> Change:
        return Push(
            ask(
                lambda: _("Is the tournament over?"),
                lambda: _("The standings are final then."),
                lambda: [Answer(_("Not yet")), Answer(_("Finish"), "finish", "main", "flag")],
            )
        )


class Log(Tab):
    """What happened, the newest first, corrections among it."""

    key, title = "log", N_("Trace")

    def columns(self) -> Sequence[Column]:
        when = [] if self.at.desk.metrics.portrait else [Column(150, look="second")]
        return [*when, Column(0)]

    def rows(self) -> Sequence[Sequence[str]]:
        log = reversed(self.tournament.log)
        lines = [(entry.at[5:16].replace("T", " "), told(self.tournament, entry)) for entry in log]
        return [line[-1:] for line in lines] if self.at.desk.metrics.portrait else lines


TABS: dict[str, type[Tab]] = {tab.key: tab for tab in (Players, Rounds, Standings, Log)}
