"""Guests of the match in play: what phones are told of it, and which seats are theirs."""

from __future__ import annotations

from game.network.channel import MatchDetails, State
from game.platform.i18n import (
    LANGUAGES,
    _,
    in_language,
    ngettext,
)
from game.rules.events import Seat
from game.screen.app import routes
from game.screen.app.remote_match import RemoteMatch
from game.screen.app.scene import Change, Push, Replace
from game.screen.play.at_play import AtPlay
from game.screen.play.seat_cards import LinkPill
from game.screen.plugin.registry import screen_plugin_of
from game.table.history import MatchEvent, Played
from game.table.match import Match

Words = dict[str, dict[str, str]]


class MatchSharing:
    """`at` is the play scene.  `asked`: a match with seats for phones has shown how they come."""

    def __init__(self, at: AtPlay) -> None:
        self._at = at
        self._asked = False
        self._visit: RemoteMatch | None = None  # where the match is at a table elsewhere
        self._states: list[State] = []  # of the seats, as they were shown last
        self._called: list[str] = []  # what the seats are called, and that in every language
        self._told_roles: list[dict[str, str]] = []

    def enter(self) -> None:
        at = self._at
        settings = at.desk.settings
        about = MatchDetails(
            at.match.game.title,
            tuple(self._seat(seat) for seat in range(at.match.game.seats)),
            settings.theme,
            FollowerCaptions(at.match),
            settings.phones_take_back,
        )
        at.desk.air.bring(at.match, about)
        self._visit = at.desk.air.visiting

    def leave(self) -> None:
        air = self._at.desk.air
        if air.visiting is not None:
            air.leave_table()
        air.drop(self._at.match)

    def update(self) -> Change | None:
        """A frame.  The way to sit down is shown once, where a seat is meant for a phone."""
        at, air = self._at, self._at.desk.air
        if self._visit is not None:
            return self._visiting(self._visit)
        allowed = at.assistant.evaluating and at.desk.settings.phones_see_chances
        air.tell("chance", chance=at.assistant.chance if allowed else None)
        air.tell("roles", roles=self._roles())
        states = [place.state for place in air.channel.places.values()] if air.channel else []
        if states != self._states:
            self._states = states
            at.refresh()
        if self._asked or at.held or at.match.over:
            return None
        self._asked = True
        return None if air.awaited is None else Push(routes.Phones(air.awaited))

    def _roles(self) -> list[dict[str, str]]:
        """What the seats are called now, in every language; worked out when that has changed."""
        panel, seats = self._at.panel, range(self._at.match.game.seats)
        called = [panel.seat_role(seat) for seat in seats]
        if called != self._called:
            self._called, self._told_roles = called, [{} for _seat in seats]
            for code in LANGUAGES:
                with in_language(code):
                    for seat in seats:
                        self._told_roles[seat][code] = panel.seat_role(seat)
        return self._told_roles

    def _visiting(self, visit: RemoteMatch) -> Change | None:
        """We are the guests: what the table refused is said, its next game is gone to."""
        refusal = visit.refusal()
        if refusal:
            self._at.desk.toast(refusal, "bad", "warning")
        if visit.match is not None and visit.match is not self._at.match:
            return Replace(routes.Play(visit.match.spec, visit.match))
        return None

    def elsewhere(self, seat: Seat) -> bool:
        """Is the seat played on the network?"""
        return self._at.desk.air.elsewhere(seat)

    @property
    def link(self) -> LinkPill:
        """The pill of the header: how many follow."""
        air = self._at.desk.air
        if self._visit is not None:
            return visit_link(self._visit)
        if air.problem or air.trouble:
            return LinkPill("warning", _("Phones cut off"), "bad")
        if air.broker_problem:
            return LinkPill("warning", _("No broker"), "bad")
        if not air.on:
            published = air.publisher is not None and air.publisher.online
            if published:
                return LinkPill("people", _("Published"), "good")
            return LinkPill("plug", _("No board"))
        words = ngettext("{n} watching", "{n} watching", air.followers).format(n=air.followers)
        return LinkPill("people", words, "good" if air.followers else "second")

    def _seat(self, number: Seat) -> dict[str, object]:
        """A seat as followers are told of it."""
        at = self._at
        spec, piece = at.match.spec.seats[number], at.panel.seat_piece(number)
        names = {}
        for code in LANGUAGES:
            with in_language(code):
                names[code] = spec.name or at.panel.seat_name(number)
        shown = None if piece is None else [piece.colour, piece.seat, piece.mark]
        return {"name": names, "kind": spec.kind, "piece": shown}


def visit_link(visit: RemoteMatch) -> LinkPill:
    """The pill of the header, for a guest."""
    if visit.problem:
        return LinkPill("warning", visit.problem, "bad")
    if visit.alone:
        return LinkPill("warning", _("Connection lost"), "bad")
    return LinkPill("people", _("At {table}").format(table=visit.address.host), "good")


class FollowerCaptions:
    """What is said of an event to followers, in every language; called in a thread."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._told = screen_plugin_of(match.game.key).commentary(match.game)

    def __call__(self, event: MatchEvent | None) -> Words:
        entries = self._match.entries
        entry = event.entry if isinstance(event, Played) else entries[-1] if entries else None
        words: Words = {}
        for code in LANGUAGES:
            with in_language(code):
                if entry is None:
                    opening = self._told.opening()
                    words[code] = {"caption": "", "note": opening.note}
                else:
                    caption = self._told.caption(entry.before, entry.events)
                    note = self._told.note(entry.before, entry.after, entry.events)
                    words[code] = {"caption": caption, "note": note}
        return words
