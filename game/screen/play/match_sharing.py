"""Sharing of the match in play: what is sent to phones, and which seats are on phones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from game.network.protocol.match_info import MatchDetails, SeatInfo
from game.platform.i18n import _, in_every_language, ngettext
from game.rules.events import Seat
from game.screen.app import routes
from game.screen.app.scene import AppServices, Change, Push, Replace
from game.screen.play.followers import FollowerCaptions, PhoneHints
from game.screen.play.seat_cards import LinkPill
from game.screen.plugin.panel import Panel
from game.screen.plugin.typed_moves import why_not_played

if TYPE_CHECKING:  # loaded only if a match is on the network
    from game.network.host.channel import State
    from game.screen.app.remote_match import RemoteMatch


class MatchSharing:
    """The panel's match, shared while the scene is open.

    `on_change` is called when a seat on the network has been taken or left. `hints` answers the
    phones that request one.
    """

    def __init__(self, services: AppServices, panel: Panel, on_change: Callable[[], None]) -> None:
        match = panel.match
        self._services, self._match, self._panel, self._on_change = (
            services,
            match,
            panel,
            on_change,
        )
        self._asked = False  # whether people were shown how to take a seat
        self._states: list[State] = []  # states of the seats that were shown last
        # The roles of the seats in the current language, then in every language.
        self._called: list[str] = []
        self._told_roles: list[dict[str, str]] = []
        settings = services.settings
        self.hints = PhoneHints(match, self._gives_hints, lambda: services.network.channel)
        self._details = MatchDetails(
            match.game.title,
            self._seats(),
            theme=settings.theme,
            words=FollowerCaptions(match),
            back=settings.phones_take_back,
            hint=self.hints.ask,
            seats_now=self._seats,
            why=why_not_played,
            look=settings.own_look if services.theme.own else "",
        )
        services.network.bring(match, self._details)
        self._visit = services.network.visiting  # set if the match is at a table elsewhere

    def close(self) -> None:
        network = self._services.network
        if network.visiting is not None:
            network.leave_table()
        network.drop(self._match)
        self.hints.helper.close()

    def update(self, chance: float | None, held: bool) -> Change | None:
        """Follow one frame; `chance` is sent to spectators.

        If a seat is meant for a phone, people are shown a single time how to take it, while the
        match is not `held`.
        """
        network = self._services.network
        if network.match is not self._match:  # another match has been shared since
            network.bring(self._match, self._details)
        if self._visit is not None:
            return self._visiting(self._visit)
        self.hints.update()
        if network.shared:
            self._tell(chance)
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

    def _tell(self, chance: float | None) -> None:
        network, over = self._services.network, self._match.over
        told = self._services.settings.phones_see_chances and not over
        network.tell("chance", chance=chance if told else None)
        network.tell("roles", roles=self._roles())
        network.tell("hints", on=self.hints.allowed)
        if not over:
            network.tell("story", turns=[], words=[])
            network.tell("drawn", notes=[])

    def _gives_hints(self) -> bool:
        """Return whether phones may request hints: never in games of a tournament."""
        on = self._services.settings.phones_hints
        return on and not self._services.network.in_tournament(self._match)

    def _roles(self) -> list[dict[str, str]]:
        """Return the roles of the seats in every language, translated again when they change."""
        panel, seats = self._panel, range(self._match.game.seats)
        called = [panel.seat_role(seat) for seat in seats]
        if called != self._called:
            self._called = called
            self._told_roles = [in_every_language(partial(panel.seat_role, s)) for s in seats]
        return self._told_roles

    def _visiting(self, visit: RemoteMatch) -> Change | None:
        """Show what the table elsewhere has refused, and go to its next game."""
        refusal = visit.refusal()
        if refusal:
            self._services.toast(refusal, "bad", "warning")
        if visit.match is not None and visit.match is not self._match:
            return Replace(routes.PlayMatch(visit.match.spec, visit.match))
        return None

    @property
    def link(self) -> LinkPill | None:
        """The pill of the header: connection and number of followers; None if nobody can follow."""
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

    def _seats(self) -> tuple[SeatInfo, ...]:
        return tuple(map(self._seat, range(self._match.game.seats)))

    def _seat(self, number: Seat) -> SeatInfo:
        """Return the description of a seat for followers."""
        spec, piece = self._match.spec.seats[number], self._panel.seat_piece(number)
        names = in_every_language(partial(self._panel.name_of, number))
        shown = None if piece is None else [piece.colour, piece.seat, piece.mark]
        return SeatInfo(names, spec.kind, shown)
