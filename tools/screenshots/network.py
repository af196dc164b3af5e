"""Photographs of what is on the network, without one: nothing is opened for a picture."""

from __future__ import annotations

from collections.abc import Mapping

from game.network.addresses import Address
from game.network.channel import MatchDetails, Channel
from game.rules.events import Seat
from game.screen.app.sharing import NetworkSharing
from game.screen.app.app import App
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec

ADDRESS = Address("192.168.1.20")


class Pretended:
    """A server that is there and has five followers."""

    on, problem, trouble, followers, url = True, "", "", 5, ADDRESS.url

    def update(self, now: float) -> bool:
        return False

    def open(self, match: Match, about: MatchDetails, holders: Mapping[Seat, str]) -> Channel:
        return Channel(match, about, lambda line: None, holders)

    def shut(self, channel: Channel) -> None: ...

    def close(self) -> None: ...


def on_air(app: App) -> None:
    """The network is on, with a match whose second seat is offered to a phone."""
    seats = (SeatSpec("person", name="Ada"), SeatSpec("remote", name="Mira"))
    match = Match(MatchSpec("libra", seats))
    air = NetworkSharing()
    air.broadcast = Pretended()  # type: ignore[assignment]
    air.bring(match, MatchDetails(match.game.title))
    assert air.channel is not None
    air.channel.places[1].state, air.channel.places[1].code = "offered", "K7QM-X2RD"
    app.air = air
