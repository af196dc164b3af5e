"""Network sharing of this window: the server while it runs, and the match in play.

Sharing is off until somebody switches it on. A match is shared when its scene has brought it here
and the switch is on, in either order. Network modules are imported only when needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from game.platform.errors import in_words
from game.platform.i18n import _
from game.rules.events import Seat
from game.table.match import Match

if TYPE_CHECKING:
    from game.network.host.broadcast import ServerSupervisor
    from game.network.host.channel import Channel
    from game.network.hub.publisher import Publisher
    from game.network.lines.addresses import Address, Proxy
    from game.network.lines.broker import Broker
    from game.network.lines.tickets import Ticket
    from game.network.lines.tls import Certificate
    from game.network.protocol.match_info import MatchDetails
    from game.screen.app.remote_match import Kind, RemoteMatch

# Minimum seconds between two log lines with the number of followers.
FOLLOWERS_LOG_INTERVAL_S = 10.0


class NetworkSharing:
    """The server, the broker and the remote match of this window.

    `match` is the match in play; `channel` is its channel on the network while the server is on.
    """

    def __init__(self) -> None:
        self.broadcast: ServerSupervisor | None = None
        self.certificate: Certificate | None = None  # for HTTPS
        self.proxy: Proxy | None = None  # in front of the server
        self.match: Match | None = None
        self.channel: Channel | None = None
        self._about: MatchDetails  # details of the match
        # Seat keys of the last match, by player, so that phones keep their seats in the next game.
        self._held: dict[int, str] = {}
        # Games of the series that were over when these keys were stored.
        self._games = 0
        self._kept: dict[Seat, str] = {}  # seat keys last written to the disk
        self.visit: RemoteMatch | None = None  # a seat at a table elsewhere
        self.publisher: Publisher | None = None  # publishes the match in play at a broker
        self.broker_files = ("", "")  # `Broker.files` for tables elsewhere
        self._said = {
            "server": "",
            "broker": "",
            "address": "",
            # The problem of each part that was reported last.
        }
        # The last logged number of followers, and the time when it was logged.
        self._counted, self._counted_at = 0, 0.0

    def start(self, address: Address) -> None:
        """Start a server at an address; later calls of `update` show success or failure."""
        from game.network.host.broadcast import ServerSupervisor
        from game.network.lines.addresses import NO_PROXY

        self.stop()
        self.broadcast = ServerSupervisor(address, self.certificate, self.proxy or NO_PROXY)
        self.broadcast.open_desk()
        self._use_broker()
        self._open({})

    def stop(self) -> None:
        """Stop the server; from now on every seat is played on this machine."""
        if self.broadcast is not None:
            self.broadcast.close()
        self.broadcast = self.channel = None
        self._held.clear()

    @property
    def on(self) -> bool:
        """True if the server can be reached."""
        return self.broadcast is not None and self.broadcast.on

    @property
    def problem(self) -> str:
        """Why the server cannot be reached, in words."""
        return self.broadcast.problem if self.broadcast is not None else ""

    @property
    def trouble(self) -> str:
        """Why the server is being restarted, in words."""
        return self.broadcast.trouble if self.broadcast is not None else ""

    @property
    def broker_problem(self) -> str:
        """Why the broker receives nothing, in words; "" if the broker works, or there is none."""
        error = self.publisher.status.error if self.publisher is not None else None
        return in_words(error) if error is not None else ""

    @property
    def shared(self) -> bool:
        """True if there is a server or a broker to send to."""
        return any(one is not None for one in (self.broadcast, self.channel, self.publisher))

    def news(self) -> list[tuple[str, bool]]:
        """Return changes at server and broker since the last call, each with whether it is good."""
        if not (self.shared or any(self._said.values())):
            return []
        now = {"server": self.problem or self.trouble, "broker": self.broker_problem}
        now["address"] = self.broadcast.moved if self.broadcast is not None else ""
        back = dict.fromkeys(now, "")
        if self.on:
            back["server"] = _("Phones can reach this game again.")
        if self.publisher is not None and self.publisher.online:
            back["broker"] = _("The broker receives this game again.")
        changed = [what for what in now if now[what] != self._said[what]]
        self._said = now
        followed = self.broadcast is not None and self.broadcast.reachable
        # a new address is no problem if the server can be reached there
        good = {"address": followed}
        told = [(now[what] or back[what], good.get(what, not now[what])) for what in changed]
        return [(words, good) for words, good in told if words]

    @property
    def url(self) -> str:
        return self.broadcast.url if self.broadcast is not None else ""

    @property
    def followers(self) -> int:
        return self.broadcast.followers if self.broadcast is not None else 0

    def update(self, now: float) -> bool:
        """Do a frame's work at `now` seconds; return True if something was received."""
        heard = self.broadcast is not None and self.broadcast.update(now)
        if self.channel is not None and self.match is not None:
            holders = self.channel.holders
            if holders != self._kept:
                from game.network.lines.tickets import save_holders

                self._kept = holders
                save_holders(self.match, holders)
        if self.followers != self._counted and now >= self._counted_at + FOLLOWERS_LOG_INTERVAL_S:
            from game.network.logs import report

            self._counted, self._counted_at = self.followers, now
            report(f"{self.followers} watching")
        if self.publisher is not None:
            self.publisher.update(now)
        if self.visit is not None:
            heard |= self.visit.update(now)
        return heard

    def publish(self, broker: Broker, name: str) -> None:
        """Publish every match in play to a broker, as the table `name`.  Raises NetworkError."""
        from game.network.hub.publisher import Publisher

        self.publisher = Publisher(broker, name)
        self.publisher.open_desk()
        self.broker_files = broker.files
        self._use_broker()
        if self.match is not None:
            self.publisher.open(self.match, self._about)

    def _use_broker(self) -> None:
        """Offer seats through the broker in addition to the server."""
        if self.broadcast is not None and self.publisher is not None:
            self.broadcast.use_broker(replace(self.publisher.broker, table=self.publisher.name))

    def end_publishing(self) -> None:
        """Tell the broker that the table is closed."""
        if self.publisher is not None:
            self.publisher.close()
            self.publisher = None

    def join(self, address: Address | Broker, ticket: Ticket, kind: Kind = "person") -> None:
        """Join a table at another machine; `ticket` has the code or key of the seat."""
        from game.screen.app.remote_match import RemoteMatch

        self.leave_table()
        self.visit = RemoteMatch(address, ticket, kind)

    def leave_table(self) -> None:
        """Leave the table for now; the seat is kept."""
        if self.visit is not None:
            self.visit.close()
            self.visit = None

    @property
    def visiting(self) -> RemoteMatch | None:
        """The remote match if it is the match in play, otherwise None."""
        there = self.visit is not None and self.visit.match is self.match
        return self.visit if there and self.match is not None else None

    def bring(self, match: Match, about: MatchDetails) -> None:
        """Set the match in play, either a new one or one whose scene is on top again.

        Phones keep their seats through the games of a series.
        """
        self.match, self._about = match, about
        if self.publisher is not None and self.visiting is None:
            self.publisher.open(match, about)
        series, count = match.spec.series, match.game.seats
        players = {series.player(seat, count): seat for seat in range(count)}
        same = self._held if series.games and series.games == self._games else {}
        self._open({players[player]: key for player, key in same.items() if player in players})

    def drop(self, match: Match) -> None:
        """Remove a match from the network, whether it is in play or covered by another match."""
        channel = self.broadcast.channel_of(match) if self.broadcast is not None else None
        if self.broadcast is not None and channel is not None:
            self.broadcast.shut(channel)
        if match is not self.match:
            return
        if self.publisher is not None:
            self.publisher.shut()
        if channel is not None:
            series, count = match.spec.series, match.game.seats
            self._held = {series.player(seat, count): key for seat, key in channel.holders.items()}
            self._games = series.games + match.over
        self.match = self.channel = None

    def tell(self, what: str, **fields: object) -> None:
        """Send all followers a value; a newer value replaces one not sent yet."""
        if self.channel is not None:
            self.channel.change(what, **fields)
        if self.publisher is not None:
            self.publisher.change(what, **fields)

    def in_tournament(self, match: Match) -> bool:
        """Return whether `match` is a game of the running tournament; True while unknown."""
        from game.tournament.local_games import known_by

        requests = self.broadcast.tournament_requests if self.broadcast is not None else None
        return requests is not None and (
            requests.games is None or known_by(match) in requests.games
        )

    def elsewhere(self, match: Match, seat: Seat) -> bool:
        """Return whether a seat is played on the network, or is reserved for somebody there.

        Always False for a match that is not in play.
        """
        if match is not self.match:
            return False
        if self.visiting is not None:
            return seat != self.visiting.guest.seat
        if self.channel is None:
            return False
        kept = self.channel.match.spec.seats[seat].kind == "remote"
        return self.channel.elsewhere(seat) or (kept and bool(self.channel.places[seat].code))

    def promised(self, seat: Seat) -> bool:
        """Return whether a seat of the match in play is offered on the network, or held there."""
        return self.channel is not None and self.channel.places[seat].state != "free"

    @property
    def awaited(self) -> Seat | None:
        """The first seat reserved for somebody on the network who has not come yet."""
        if self.match is None or self.visiting is not None:
            return None
        kept = [n for n, seat in enumerate(self.match.spec.seats) if seat.kind == "remote"]
        return next((seat for seat in kept if not self.elsewhere(self.match, seat)), None)

    def lost(self, match: Match, seat: Seat) -> bool:
        """Return whether the player of a seat on the network is disconnected."""
        channel = self.channel if match is self.match else None
        return channel is not None and channel.places[seat].state == "away"

    def _open(self, holders: Mapping[Seat, str]) -> None:
        if self.broadcast is not None and self.match is not None and self.visiting is None:
            from game.network.lines.tickets import load_holders

            self.channel = self.broadcast.channel_of(self.match)
            self._kept = dict(holders) or load_holders(self.match)
            if self.channel is None:
                self.channel = self.broadcast.open(self.match, self._about, self._kept)
