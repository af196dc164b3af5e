"""The organiser's desk of one tournament: players, rounds, standings and what happened.

Each page is a tab with a list and buttons.
"""

from __future__ import annotations

import datetime
import math
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

import pygame

from game.platform import processes, storage
from game.platform.errors import in_words
from game.platform.i18n import N_, _, format_date
from game.platform.untrusted import read_foreign_text
from game.rules import RulesError
from game.rules.registry import game_class
from game.screen.app import routes
from game.screen.app.dialog import DialogButton, ask
from game.screen.app.layout_scenes import Hint, PageScene, footnote, heading, margin, measuring
from game.screen.app.reading import read_aside, size_of
from game.screen.app.scene import STAY, Change, Pop, Push, Replace
from game.screen.review.chapters import chapters_of
from game.screen.tournament import score_text
from game.screen.tournament.store_client import ClientScene, TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Stepper
from game.screen.ui.input import Dropped, InputEvent, Press
from game.screen.ui.layout import button_flow, button_height, button_row, split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.text import in_full_size
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Form
from game.table.match import Match
from game.tournament import operations, trf, words
from game.tournament.local_games import begin_or_go_on, found_results, result_of
from game.tournament.sheets.evening import write_all
from game.tournament.sheets.sheets import usual_folder
from game.tournament.standings import club_standings, standings
from game.tournament.store import Kept, TournamentStore, Wish
from game.tournament.tournament import MATCH, Entrant, Round, Tournament

ABOUT, TAB, GAP_BELOW = 92, 50, 14  # design px


class TournamentScene(ClientScene, PageScene):
    """The desk; `tab` is shown first: "players", "round", "standings" or "log"."""

    clicks = True
    top, foot = 132, 12
    client: TournamentClient

    def __init__(self, number: int, tab: str = "") -> None:
        self.number = number
        self.tab: TournamentTab = TABS[tab or "players"](self)
        self._given = bool(tab)
        super().__init__()
        self.tournament = Tournament()
        self._played: tuple[int, int, Match] | None = None  # the game that was begun here
        self.others: list[tuple[int, str]] = []  # tournaments that run beside it, the next first

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, self._changed)
        if self.client.tournament is not None:
            self.tournament = self.client.tournament
        if not self._given and self.tournament.rounds:
            self.tab = TABS["round"](self)
        self.ask(found_results, "match")
        self.client.call(TournamentStore.kept, self._know)

    def _know(self, kept: list[Kept]) -> None:
        """Note the next one of the tournaments that run, for the switch."""
        running = sorted((one.id <= self.number, one.id) for one in kept if not one.ended)
        names = {one.id: one.name for one in kept}
        self.others = [(number, names[number]) for _later, number in running]
        self.others = [other for other in self.others if other[0] != self.number]
        self._changed()

    def _changed(self) -> None:
        if self.client.tournament is not None:
            self.tournament = self.client.tournament
        self.resize()
        self.services.invalidate()

    def ask(self, wish: Wish, by: str = "organiser") -> Change:
        """Send a request to the store; a toast says why it was refused."""
        self.client.ask(wish, by=by)
        return STAY

    def resume(self, result: object = None) -> Change | None:
        self.client.refresh()
        if isinstance(result, routes.PlayHere):
            return self.play(result.round, result.game)
        if result == "finish":
            return self.ask(operations.finish)
        if self._played is not None:
            return self._after_play(*self._played)
        return self.tab.resume(result)

    def hints(self) -> Sequence[Hint]:
        what = words.operation_text(self.tournament)
        metrics = self.services.metrics
        room = metrics.width - 2 * margin(self.services) - metrics.px(270)
        label = _("Take back: {what}").format(what=what)
        label = in_full_size(label, "body", metrics.type_px("body"), room)
        back = Hint("undo", label, self._undo, right=True, key="ctrl+z")
        return [*super().hints(), *([back] if what else [])]

    def _undo(self) -> Change:
        """Take back what the hint names; refused if something else has happened since."""
        last, what = self.tournament.last_operation, words.operation_text(self.tournament)
        if last:
            said = _("Taken back: {what}").format(what=what)
            self.client.ask(
                lambda t: operations.undo(t, last[0].seq),
                lambda _tournament: self.services.toast(said, "good", "undo"),
            )
        return STAY

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        self.head_width = room.width
        if self.others:
            number, name = self.others[0]
            there = partial(Replace, routes.ShowTournament(number, self.tab.key))
            other = Button(name, there, icon="right", name="other")
            wide = min(room.width // 2, other.width(measuring(self.services)))
            high = button_height(metrics)
            self.form.add(other.at((room.right - wide, px(36), wide, high)))
            self.head_width -= wide + px(16)
        row, room = split_top(room, max(px(TAB), metrics.type_px("caption") + 18), px(GAP_BELOW))
        options = {key: _(tab.title) for key, tab in TABS.items()}
        self.form.add(Segment(options, self.tab.key, self.choose, "tab", quiet=True).at(row))
        foot = button_flow(self.form, measuring(self.services), self.tab.buttons(), room)
        self.tab.lay(self.form, pygame.Rect(*room.topleft, room.width, foot - px(12) - room.top))
        self.first = self.tab.first

    def choose(self, key: str) -> None:
        """Turn to a tab."""
        if key != self.tab.key:
            self.tab = TABS[key](self)
            self.resize()

    def play(self, number: int, game: int) -> Change | None:
        """Begin a game of the tournament at this machine."""
        encounter = self.tournament.game(number, game)
        now = datetime.datetime.now().isoformat(timespec="seconds")
        try:
            match = begin_or_go_on(self.tournament, encounter, now)
        except RulesError as error:
            self.services.toast(in_words(error), "bad")
            return None
        self._played = number, game, match
        return Push(routes.PlayMatch(match.spec, match))

    def _after_play(self, number: int, game: int, match: Match) -> Change | None:
        """Report the result of a finished match, for both sides to confirm."""
        self._played = None
        outcome = match.outcome
        if outcome is None:
            return None
        result = result_of(outcome, self.tournament.plan.margins, match.moved)
        self.ask(lambda t: operations.claim(t, number, game, MATCH, result), "match")
        return Push(routes.TournamentGame(self.number, number, game))

    def handle(self, event: InputEvent) -> Change | None:
        if isinstance(event, Dropped) and isinstance(self.tab, PlayersTab):
            return self.tab.dropped(event.path)
        if isinstance(event, Press) and event.ctrl and event.key == pygame.K_z:
            return self._undo()
        if isinstance(event, Press) and event.means("paste") and isinstance(self.tab, PlayersTab):
            return self.tab.paste()
        change = self.form.handle(event)
        if change is not None or not isinstance(event, Press):
            return change
        if event.means("cancel"):
            return Pop()
        for command, step in (("page-up", -1), ("page-down", 1)):
            if event.means(command):
                keys = list(TABS)
                self.choose(keys[(keys.index(self.tab.key) + step) % len(keys)])
                return STAY
        return None

    @property
    def animating(self) -> bool:
        return self.form.animating

    @property
    def heading(self) -> str:
        return self.tournament.plan.name

    @property
    def about(self) -> Sequence[str]:
        """The line below the name."""
        tournament = self.tournament
        if not tournament.log:
            return ()
        title, count = game_class(tournament.plan.game).title, len(tournament.entrants)
        parts = [words.summary(tournament, title)]
        if count and not tournament.ended:
            here = _("{here} of {count} here").format(
                here=len(operations.here(tournament)), count=count
            )
            parts = [title, words.system(tournament.plan), here]
        if tournament.rounds:
            parts.append(words.round_name(tournament, len(tournament.rounds)))
        return [*parts, *([_("over")] if tournament.ended else [])]

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.services, self.heading, self.head_width)
        self.form.draw(canvas)
        edge = margin(self.services)
        line = pygame.Rect(edge, canvas.px(ABOUT), canvas.rect.width - 2 * edge, canvas.px(34))
        canvas.text(" · ".join(self.about), "caption", line, canvas.ui.text_second)
        self.tab.draw(canvas)


FINGER = 44  # px of a row at least
MIN_PLAYERS_FOR_SEARCH = 8  # names that are found without a search


class TournamentTab:
    """A list with buttons; `first` is the control that has the focus at first."""

    key: ClassVar[str]
    title: ClassVar[str]
    first = "list"

    def __init__(self, at: TournamentScene) -> None:
        self.at = at
        self.chosen = 0
        self.list = ListBox([])
        self.heads_at = pygame.Rect(0, 0, 0, 0)

    @property
    def tournament(self) -> Tournament:
        return self.at.tournament

    def sheet_buttons(self) -> tuple[Button, Button]:
        """Return the ways to the big screen and to the printer."""
        screen = routes.BigScreen(self.at.number)
        return (
            Button(_("Big screen"), lambda: Push(screen), icon="screen", name="hall"),
            Button(_("Print"), self.print_sheets, icon="printer", name="print"),
        )

    def print_sheets(self, shown: str = "index.html") -> Change:
        """Write the sheets, and open the one `shown` in the browser."""
        services, tournament = self.at.services, self.tournament
        folder, address = usual_folder(tournament), services.network.url

        def job() -> None:
            index = write_all(tournament, folder, chapters_of, address=address)
            # A browser may be long in opening: nobody waits for it.
            page = index.with_name(shown)
            threading.Thread(target=processes.open_in_browser, args=(page,), daemon=True).start()
            services.post(lambda: services.toast(_("Sheets: {path}").format(path=folder), "good"))

        return self._write(job)

    def _write(self, job: Callable[[], None]) -> Change:
        self.at.services.write_file(None, job, "{reason}")
        return STAY

    def buttons(self) -> Sequence[Button]:
        """Return the buttons, from the left."""
        return ()

    def lay(self, form: Form, room: pygame.Rect) -> None:
        """Put the list into `room`, below its stepper."""
        heads, before, stepper = self.heads(), self.list, self.stepper()
        metrics, caption = self.at.services.metrics, self.at.services.metrics.type_px("caption")
        if stepper is not None:
            row, room = split_top(room, max(metrics.px(46), caption + 16), metrics.px(10))
            form.add(stepper.at(row))
        if heads:
            self.heads_at, room = split_top(room, caption + metrics.px(14))
        finger = math.ceil(FINGER / metrics.scale)
        self.list = ListBox(
            self.columns(),
            self.rows(),
            self.opened,
            on_move=self._note,
            empty=self.empty(),
            row_height=max(FINGER, finger),
            name="list",
        )
        self.list.take_view(before)
        form.add(self.list.at(room))
        self.chosen = max(0, min(self.chosen, len(self.list.rows) - 1))
        chosen = self.chosen if self.list.rows else -1
        if chosen != self.list.chosen:
            self.list.choose(chosen)

    def stepper(self) -> Stepper | None:
        """Return what chooses between lists; None where there is one."""
        return None

    def columns(self) -> Sequence[ListColumn]:
        return ()

    def heads(self) -> Sequence[str]:
        """Return the heads of the columns; none if the list explains itself."""
        return ()

    def draw(self, canvas: Canvas) -> None:
        """Draw the heads of the columns."""
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
        return self._note(row)

    def resume(self, _result: object) -> Change | None:
        return None

    def _note(self, row: int) -> Change | None:
        self.chosen = row
        return None

    @property
    def small(self) -> bool:
        metrics = self.at.services.metrics
        return metrics.portrait or metrics.narrow


class PlayersTab(TournamentTab):
    """All players by name; the box before a name, or Enter, checks in and out."""

    key, title = "players", N_("Players")
    searched = ""
    one_id = 0  # the entrant chosen

    @property
    def people(self) -> list[Entrant]:
        """The players found, by name."""
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
        """Keep the same person chosen when others come before."""
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
        """Show what the list in a file would add."""
        services = self.at.services

        def shown(text: str) -> Change:
            return Push(routes.TournamentList(self.at.number, text))

        def unreadable(error: Exception) -> None:
            said = _("This cannot be opened: {reason}").format(reason=in_words(error))
            services.toast(said, "bad", "warning")

        read = partial(read_foreign_text, path)
        return read_aside(size_of(path, file=True), read, shown, unreadable) or STAY

    def paste(self) -> Change:
        """Show what the clipboard's list would add."""
        services, text = self.at.services, self.at.services.paste_text()
        if text:
            return Push(routes.TournamentList(self.at.number, text))
        nothing = _("Copy names in a spreadsheet first: a row each, with rating and club.")
        services.toast(_("There is no clipboard here.") if text is None else nothing, "bad")
        return STAY

    def ask_door(self) -> Push:
        """Say how players check in by themselves, and ask whether a name is enough."""
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


class RoundsTab(TournamentTab):
    """The games of a round; Enter opens the result of one."""

    key, title = "round", N_("Round")
    number = 0  # the round shown; 0 is the last

    @property
    def shown(self) -> Round | None:
        rounds = self.tournament.rounds
        return rounds[(self.number or len(rounds)) - 1] if rounds else None

    def columns(self) -> Sequence[ListColumn]:
        seat = 44 if self.small else 90
        return [
            ListColumn(seat, "right", "second"),
            ListColumn(0, "right"),
            ListColumn(110 if self.small else 130, "center", "accent"),
            ListColumn(0),
            *([] if self.small else [ListColumn(210, "right", "second")]),
        ]

    def rows(self) -> Sequence[Sequence[str]]:
        round_ = self.shown
        if round_ is None:
            return []
        names = self.tournament.entrants
        rows = []
        for encounter in round_.games:
            first, second = words.sides(self.tournament, encounter)
            score = score_text.score(encounter.result or encounter.claimed) or "–"
            if encounter.result is None and encounter.claimed is not None:
                score += " ?"
            pair = encounter.pair
            seat = str(pair.table) + (f"/{pair.sitting}" if pair.sitting > 1 else "")
            last = () if self.small else (words.status(encounter),)
            rows.append((seat, first, score, second, *last))
        for sit in round_.sits.values():
            last = () if self.small else ("",)
            name, points = names[sit.entrant].name, score_text.points(sit.points)
            rows.append(("", name, points, words.sits(sit.why), *last))
        return rows

    def empty(self) -> str:
        return _("No round yet. Pair the first one once the players have checked in.")

    def stepper(self) -> Stepper | None:
        numbers = range(1, len(self.tournament.rounds) + 1)
        now = self.number or len(numbers)
        many = len(numbers) > 1
        return Stepper(numbers, now, self._turn, self._name, "shown") if many else None

    def _name(self, number: int) -> str:
        return words.round_name(self.tournament, number)

    def _turn(self, number: int) -> None:
        self.number, self.chosen = number, 0
        self.at.resize()

    def buttons(self) -> Sequence[Button]:
        tournament = self.tournament
        last = tournament.rounds[-1] if tournament.rounds else None
        number = len(tournament.rounds) + 1
        label = _("Pair round {n}").format(n=number)
        draw = Button(label, self._ask_draw, icon="pair", kind="main", name="draw")
        swiss = tournament.plan.system == "swiss"
        draw.enabled = not tournament.ended and number <= operations.rounds_of(tournament)
        draw.enabled = draw.enabled and not (swiss and last is not None and bool(last.open))
        draw.kind = "main" if draw.enabled else "plain"
        result = Button(_("Result"), lambda: self.opened(self.chosen), icon="cup", name="result")
        result.enabled = self.shown is not None
        why = Button(_("Why?"), self._why, icon="question", name="why")
        why.enabled = self.shown is not None
        hand = Button(_("By hand"), self._pair_by_hand, icon="pencil", name="hand")
        back = Button(_("Unpair"), self._take_back, icon="undo", name="back")
        back.enabled = last is not None and not tournament.ended and not operations.begun(last)
        hand.enabled = swiss and (draw.enabled or back.enabled)
        return (draw, result, why, hand, back, *self.sheet_buttons())

    def _pair_by_hand(self) -> Change:
        """Pair the next round by hand, or the last one anew."""
        self.number, number = 0, operations.round_by_hand(self.tournament)
        return Push(routes.PairByHand(self.at.number, number))

    def _why(self) -> Change | None:
        """Say why the two of the chosen row meet, or why somebody has the bye."""
        round_ = self.shown
        if round_ is None:
            return None
        people = [*(game.pair.first for game in round_.games), *round_.sits]
        row = min(self.chosen, len(people) - 1)
        said = words.reasons(self.tournament, round_.number, people[row])
        text = "\n".join(said) or words.sits(round_.sits[people[row]].why)
        names = [self.tournament.entrants[people[row]].name]
        if row < len(round_.games):
            names = [self.tournament.entrants[e].name for e in round_.games[row].sides]
        return Push(ask(" – ".join(names), text, [DialogButton(_("Back"))]))

    def opened(self, row: int) -> Change | None:
        self.chosen = row
        round_ = self.shown
        if round_ is None or not 0 <= row < len(round_.games):
            return None
        return Push(routes.TournamentGame(self.at.number, round_.number, row + 1))

    def _ask_draw(self) -> Change:
        """Pair the round, after a question if players would be left out."""
        tournament = self.tournament
        out = operations.left_out(tournament) if tournament.plan.system == "swiss" else []
        if not out:
            return self._draw()
        title = _("Pair round {n} without them?").format(n=len(tournament.rounds) + 1)
        words = _("Not checked in: {names}.").format(names=", ".join(e.name for e in out))
        answers = [DialogButton(_("Not yet")), DialogButton(_("Pair"), "pair", "main", "pair")]
        return Push(ask(title, words, answers))

    def resume(self, result: object) -> Change | None:
        return self._draw() if result == "pair" else None

    def _draw(self) -> Change:
        self.number = self.chosen = 0
        self.at.client.ask(operations.draw, self._drawn)
        return STAY

    def _drawn(self, tournament: Tournament) -> None:
        """Say what could not be avoided in the round that was just paired."""
        for text in words.unavoidable(tournament, len(tournament.rounds)):
            self.at.services.toast(text, "bad", "warning")

    def _take_back(self) -> Change:
        self.number = 0
        return self.at.ask(operations.take_back)


class StandingsTab(TournamentTab):
    """The current standings."""

    key, title = "standings", N_("Standings")
    best = 0  # players of a club whose points count; 0: the standings of players

    def stepper(self) -> Stepper | None:
        clubs = any(entrant.club for entrant in self.tournament.entrants.values())
        return (
            Stepper(range(11), self.best, self._turn, score_text.whose, "best") if clubs else None
        )

    def _turn(self, best: int) -> None:
        self.best, self.chosen = best, 0
        self.at.resize()

    def lay(self, form: Form, room: pygame.Rect) -> None:
        """Put the list above the meaning of its short heads."""
        order = () if self.best or not self.tournament.rounds else self.tournament.plan.order
        super().lay(form, footnote(form, self.at.services, room, score_text.deciding(order)))

    def _criteria(self) -> Sequence[str]:
        """Return as many criteria as there is room for."""
        metrics = self.at.services.metrics
        order = () if self.best else self.tournament.plan.order
        return order[:1] if metrics.portrait else order[:2] if metrics.narrow else order

    def columns(self) -> Sequence[ListColumn]:
        wide = 84 if self.small else 104
        return [
            ListColumn(44, "right", "second"),
            ListColumn(0),
            ListColumn(84, "right", "accent"),
            *([ListColumn(0, look="second")] if self.best and not self.small else []),
            *(ListColumn(wide, "right", "second") for _name in self._criteria()),
        ]

    def rows(self) -> Sequence[Sequence[str]]:
        if self.best:
            lines = club_standings(self.tournament, self.best)
            cells = [(str(c.place), c.club, score_text.points(c.points)) for c in lines]
            people = [", ".join(player.name for player in line.players) for line in lines]
            return cells if self.small else [(*c, p) for c, p in zip(cells, people)]
        count = len(self._criteria())
        order = self.tournament.plan.order
        return [
            (
                str(line.place),
                line.entrant.name,
                score_text.points(line.points),
                *(score_text.value(name, v) for name, v in zip(order[:count], line.values)),
            )
            for line in standings(self.tournament)
        ]

    def heads(self) -> Sequence[str]:
        if self.best:
            return ("", "", _("Points"), *(() if self.small else (_("Players"),)))
        return ("", "", _("Points"), *(words.short(name) for name in self._criteria()))

    def buttons(self) -> Sequence[Button]:
        export = Button(_("Export"), self._export, icon="export", name="export")
        finish = Button(_("Finish"), self._finish, icon="cup", name="finish")
        finish.enabled = bool(self.tournament.rounds) and not self.tournament.ended
        why = Button(_("Why?"), lambda: self.opened(self.chosen), icon="question", name="why")
        keizer = [why] if self.tournament.plan.keizer and not self.best else []
        return (*keizer, *self.sheet_buttons(), export, finish)

    def opened(self, row: int) -> Change | None:
        """Explain the points of a player, where they are Keizer's."""
        self.chosen, keizer = row, self.tournament.plan.keizer and not self.best
        if not keizer or not 0 <= row < len(self.list.rows):
            return None
        who = standings(self.tournament)[row].entrant.id
        return Push(routes.KeizerAccount(self.at.number, who))

    def _export(self) -> Change:
        """Write the tournament as TRF in both editions beside the sheets."""
        services, tournament = self.at.services, self.tournament
        folder = usual_folder(tournament)
        path = folder / f"{folder.name}.trf"

        def job() -> None:
            storage.write_shared_text(path, trf.write(tournament))
            newer = path.with_name(f"{folder.name}-2026.trf")
            storage.write_shared_text(newer, trf.write(tournament, 2026))
            services.post(lambda: services.toast(_("Written: {path}").format(path=path), "good"))

        return self._write(job)

    def _finish(self) -> Change:
        answers = [DialogButton(_("Not yet")), DialogButton(_("Finish"), "finish", "main", "cup")]
        return Push(ask(_("Finish the tournament?"), _("The standings become final."), answers))


class LogTab(TournamentTab):
    """The events, the newest first, with corrections."""

    key, title = "log", N_("Log")

    def columns(self) -> Sequence[ListColumn]:
        when = [] if self.at.services.metrics.portrait else [ListColumn(190, look="second")]
        return [*when, ListColumn(0)]

    def rows(self) -> Sequence[Sequence[str]]:
        log = [*zip(self.tournament.log, words.log_texts(self.tournament))][::-1]
        lines = [(format_date(entry.at, minutes=True), text) for entry, text in log]
        return [line[-1:] for line in lines] if self.at.services.metrics.portrait else lines


TABS: dict[str, type[TournamentTab]] = {
    tab.key: tab for tab in (PlayersTab, RoundsTab, StandingsTab, LogTab)
}
