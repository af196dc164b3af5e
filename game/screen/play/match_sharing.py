"""Sharing of the match in play: what phones are told of it, and which seats are theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from game.network.errors import NetworkError
from game.network.match_info import MatchDetails
from game.platform.i18n import _, in_every_language, ngettext
from game.rules.base import Game
from game.rules.events import Seat
from game.screen.app import routes
from game.screen.app.scene import AppServices, Change, Push, Replace
from game.screen.play.advice import TURN, AssistantAnswer, of_hint, of_turn, why
from game.screen.play.assistant import Assistant
from game.screen.play.seat_cards import LinkPill
from game.screen.plugin.panel import Panel
from game.screen.plugin.registry import reasons_of, screen_plugin_of
from game.table.history import HistoryEntry, MatchEvent, Played
from game.table.match import Match

if TYPE_CHECKING:  # loaded where a match is on the network
    from game.network.channel import State
    from game.screen.app.remote_match import RemoteMatch


class MatchSharing:
    """The panel's match, shared for as long as the scene is open.

    `on_change` is called when a seat on the network has come or gone.  `hints` answers the phones
    that ask for one.
    """

    def __init__(self, services: AppServices, panel: Panel, on_change: Callable[[], None]) -> None:
        match = panel.match
        self._services, self._match, self._panel, self._on_change = (
            services,
            match,
            panel,
            on_change,
        )
        self._asked = False  # a match with seats for phones has shown how they come
        self._states: list[State] = []  # of the seats, as they were shown last
        self._called: list[str] = []  # what the seats are called, and that in every language
        self._told_roles: list[dict[str, str]] = []
        settings = services.settings
        self.hints = PhoneHints(services, match)
        shown = settings.theme, FollowerCaptions(match), settings.phones_take_back
        self._details = MatchDetails(
            match.game.title, self._seats(), *shown, self.hints.ask, self._seats
        )
        services.network.bring(match, self._details)
        self._visit = services.network.visiting  # where the match is at a table elsewhere

    def close(self) -> None:
        network = self._services.network
        if network.visiting is not None:
            network.leave_table()
        network.drop(self._match)
        self.hints.helper.close()

    def update(self, chance: float | None, held: bool) -> Change | None:
        """Follow one frame; `chance` is told to those who look on.

        The way to sit down is shown once, where a seat is meant for a phone, unless the match is
        `held`.
        """
        network = self._services.network
        if network.match is not self._match:  # another was opened over it and left
            network.bring(self._match, self._details)
        if self._visit is not None:
            return self._visiting(self._visit)
        told = self._services.settings.phones_see_chances and not self._match.over
        network.tell("chance", chance=chance if told else None)
        network.tell("roles", roles=self._roles())
        self.hints.update()
        if not self._match.over:
            network.tell("story", turns=[], words=[])
        states = (
            [place.state for place in network.channel.places.values()] if network.channel else []
        )
        if states != self._states:
            self._states = states
            self._on_change()
        if self._asked or held or self._match.over:
            return None
        self._asked = True
        return None if network.awaited is None else Push(routes.Phones(network.awaited))

    def _roles(self) -> list[dict[str, str]]:
        """Return what the seats are called now, in every language, worked out when it changes."""
        panel, seats = self._panel, range(self._match.game.seats)
        called = [panel.seat_role(seat) for seat in seats]
        if called != self._called:
            self._called = called
            self._told_roles = [in_every_language(partial(panel.seat_role, s)) for s in seats]
        return self._told_roles

    def _visiting(self, visit: RemoteMatch) -> Change | None:
        """Say what the table elsewhere refused, and go to its next game."""
        refusal = visit.refusal()
        if refusal:
            self._services.toast(refusal, "bad", "warning")
        if visit.match is not None and visit.match is not self._match:
            return Replace(routes.PlayMatch(visit.match.spec, visit.match))
        return None

    @property
    def link(self) -> LinkPill | None:
        """The pill of the header: how many follow; None where nobody could."""
        network, visit = self._services.network, self._visit
        if visit is not None and visit.problem:
            return LinkPill("warning", visit.problem, "bad")
        if visit is not None and visit.alone:
            return LinkPill("warning", _("Connection lost"), "bad")
        if visit is not None:
            return LinkPill("people", _("At {table}").format(table=visit.address.host), "good")
        if network.problem or network.trouble:
            return LinkPill("warning", _("Phones cut off"), "bad")
        if network.broker_problem:
            return LinkPill("warning", _("No broker"), "bad")
        if network.on:
            words = ngettext("{n} watching", "{n} watching", network.followers).format(
                n=network.followers
            )
            return LinkPill("people", words, "good" if network.followers else "second")
        if network.publisher is not None and network.publisher.online:
            return LinkPill("people", _("Published"), "good")
        return None

    def _seats(self) -> tuple[dict[str, object], ...]:
        return tuple(map(self._seat, range(self._match.game.seats)))

    def _seat(self, number: Seat) -> dict[str, object]:
        """Return a seat as followers are told of it."""
        spec, piece = self._match.spec.seats[number], self._panel.seat_piece(number)
        names = in_every_language(partial(self._panel.name_of, number))
        shown = None if piece is None else [piece.colour, piece.seat, piece.mark]
        return {"name": names, "kind": spec.kind, "piece": shown}


class PhoneHints:
    """Hints for the seats on phones: one in each turn, which only that seat is told."""

    def __init__(self, services: AppServices, match: Match) -> None:
        self._services, self._match, self.helper = services, match, Assistant(match)
        self._asked: object = None  # the position it is searched for, or was found in
        self._used: set[int] = set()  # turns, counted from 0

    @property
    def allowed(self) -> bool:
        on = self._services.settings.phones_hints and not self._match.over
        return on and not self._services.network.in_tournament(self._match)

    def ask(self, seat: Seat) -> None:
        """Search a hint for the seat to move, or tell it again.  Raises NetworkError."""
        turn = sum(turn.complete for turn in self._match.turns)
        if not self.allowed:
            raise NetworkError("no-hints")
        if self._asked == self._match.state:
            self._tell()
        elif turn in self._used:
            raise NetworkError("hint-used")
        else:
            self._used.add(turn)
            self._asked = self._match.state
            self.helper.ask()

    def update(self) -> None:
        """Tell what has been found; end a search that the match has moved on from."""
        self._services.network.tell("hints", on=self.allowed)
        if self._asked is not None and (self._asked != self._match.state or not self.allowed):
            self._asked = None
            self.helper.clear()
        if self.helper.update():
            self._tell()

    def _tell(self) -> None:
        """Tell the seat to move what was found, or that the engine failed, if either is known."""
        channel, helper, game = self._services.network.channel, self.helper, self._match.game
        answer, seat = helper.answer, self._match.to_move
        if channel is not None and answer is not None and answer.actions:
            shown = of_turn(game, answer.state, answer.actions)
            arrows = tuple((str(one.source), str(one.target)) for one in shown.arrows)
            channel.give_hint(seat, partial(_sentence, game, answer), shown.points, arrows)
        elif channel is not None and helper.failed:
            failed, helper.failed = helper.failed, ""
            channel.give_hint(
                seat, lambda: _("The engine cannot help: {why}").format(why=_(failed))
            )
            self._asked, self._used = None, set()  # it may be asked again


def _sentence(game: Game, answer: AssistantAnswer) -> str:
    """Return a hint in words: what to play, and what for."""
    deed = of_hint(game, replace(answer, step=TURN), True).text
    reason = why(reasons_of(game), answer, True)
    return f"{deed}. {reason}" if reason else deed


class FollowerCaptions:
    """What is said of an event to followers, in every language; called in a thread."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._told = screen_plugin_of(match.game.key).commentary(match.game)

    def __call__(self, event: MatchEvent | None) -> dict[str, dict[str, str]]:
        entries = self._match.entries
        entry = event.entry if isinstance(event, Played) else entries[-1] if entries else None
        return in_every_language(lambda: self._words(entry))

    def _words(self, entry: HistoryEntry | None) -> dict[str, str]:
        if entry is None:
            return {"caption": "", "note": self._told.opening().note}
        return {
            "caption": self._told.caption(entry.before, entry.events),
            "note": self._told.note(entry.before, entry.after, entry.events),
        }
