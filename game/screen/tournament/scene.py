"""The organiser's desk of one tournament: players, rounds, standings and what happened.

Each page is a tab with a list and buttons (`tabs`).
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import pygame

from game.platform.errors import in_words
from game.platform.i18n import _
from game.rules import RulesError
from game.rules.registry import game_class
from game.screen.app import routes
from game.screen.app.layout_scenes import PageScene, margin, measuring
from game.screen.app.scene import STAY, Change, Pop, Push
from game.screen.tournament.store_client import ClientScene, TournamentClient
from game.screen.tournament.tabs import TABS, TournamentTab
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.layout import button_flow, split_top
from game.table.match import Match
from game.tournament import operations, words
from game.tournament.local_games import begin_or_go_on, found_results, result_of
from game.tournament.store import Wish
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
        self._played: tuple[int, int, Match] | None = None  # the game that was begun here

    def enter(self) -> None:
        self.client = TournamentClient(self.desk, self.number, self._changed)
        if self.client.tournament is not None:
            self.tournament = self.client.tournament
        if not self._given and self.tournament.rounds:
            self.tab = TABS["round"](self)
        self.ask(found_results, "match")

    def _changed(self) -> None:
        if self.client.tournament is not None:
            self.tournament = self.client.tournament
        self.resize()
        self.desk.invalidate()

    def ask(self, wish: Wish, by: str = "organiser") -> Change:
        """Send a request to the store; a toast says why it was refused."""
        self.client.ask(wish, by=by)
        return STAY

    def resume(self, result: object = None) -> Change | None:
        if isinstance(result, routes.PlayHere):
            return self.play(result.round, result.game)
        if result == "finish":
            return self.ask(operations.finish)
        if self._played is not None:
            return self._after_play(*self._played)
        return self.tab.resume(result)

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        row, room = split_top(room, max(px(TAB), metrics.type_px("caption") + 18), px(GAP_BELOW))
        options = {key: _(tab.title) for key, tab in TABS.items()}
        self.form.add(Segment(options, self.tab.key, self.choose, "tab").at(row))
        foot = button_flow(self.form, measuring(self.desk), self.tab.buttons(), room)
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
            self.desk.toast(in_words(error), "bad")
            return None
        self._played = number, game, match
        return Push(routes.PlayMatch(match.spec, match))

    def _after_play(self, number: int, game: int, match: Match) -> Change | None:
        """Report the result of a finished match, for both sides to confirm."""
        self._played = None
        outcome = match.outcome
        if outcome is None:
            return None
        result = result_of(outcome, self.tournament.plan.margins)
        self.ask(lambda t: operations.claim(t, number, game, MATCH, result), "match")
        return Push(routes.TournamentGame(self.number, number, game))

    def handle(self, event: InputEvent) -> Change | None:
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
        super().draw(canvas)
        edge = margin(self.desk)
        line = pygame.Rect(edge, canvas.px(ABOUT), canvas.rect.width - 2 * edge, canvas.px(34))
        canvas.text(" · ".join(self.about), "caption", line, canvas.ui.text_second)
        self.tab.draw(canvas)
