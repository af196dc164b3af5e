"""The organiser's desk of one tournament: players, rounds, standings and a log.

Each page is a tab with a list and buttons.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial

import pygame

from game.platform.errors import in_words
from game.platform.i18n import N_, _, format_date
from game.rules import RulesError
from game.rules.registry import game_class
from game.screen.app import routes
from game.screen.app.layout_scenes import Hint, PageScene, heading, margin, measuring
from game.screen.app.scene import STAY, Change, Pop, Push, Replace, ShownBoard
from game.screen.tournament.desk_tab import TournamentTab
from game.screen.tournament.players_tab import PlayersTab
from game.screen.tournament.rounds_tab import RoundsTab
from game.screen.tournament.standings_tab import StandingsTab
from game.screen.tournament.store_client import ClientScene, TournamentClient
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment
from game.screen.ui.input import Dropped, InputEvent, Press
from game.screen.ui.layout import button_flow, button_height, split_top
from game.screen.ui.list_box import ListColumn
from game.screen.ui.text import in_full_size
from game.table.match import Match
from game.tournament import operations, words
from game.tournament.local_games import begin_or_go_on, found_results, result_of
from game.tournament.store import Kept, TournamentStore, Wish
from game.tournament.tournament import MATCH, Tournament

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
        self._played: tuple[int, int, Match] | None = None  # game begun on this machine
        # Other running tournaments, the next one first.
        self.others: list[tuple[int, str]] = []

    def enter(self) -> None:
        self.client = TournamentClient(self.services, self.number, self._changed)
        if self.client.tournament is not None:
            self.tournament = self.client.tournament
        if not self._given and self.tournament.rounds:
            self.tab = TABS["round"](self)
        self.ask(found_results, "match")
        self.client.call(TournamentStore.kept, self._know)

    def _know(self, kept: list[Kept]) -> None:
        """Note the other running tournaments, for the button that switches to the next one."""
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
        """Send a request to the store; a toast shows why it was refused."""
        self.client.ask(wish, by=by)
        return STAY

    def leave(self) -> None:
        super().leave()
        self.tab.close()

    @property
    def boards(self) -> Sequence[ShownBoard]:
        return self.tab.boards

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, *self.tab.needed]

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
        """Undo the operation that the hint names; refused if another operation has followed."""
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
        """Switch to a tab."""
        if key != self.tab.key:
            self.tab.close()
            self.tab = TABS[key](self)
            self.resize()

    def play(self, number: int, game: int) -> Change | None:
        """Begin or continue a game of the tournament on this machine."""
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
        """The line of text below the tournament's name."""
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
