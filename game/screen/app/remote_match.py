"""A seat in a match at another machine."""

from __future__ import annotations

from typing import Literal

from game.network.errors import NETWORK
from game.network.guest.guest import Guest
from game.network.lines.addresses import Address
from game.network.lines.broker import Broker
from game.network.lines.broker_line import BrokerClient
from game.network.lines.tickets import Ticket, delete_ticket, save_ticket
from game.network.lines.ws_client import WebSocketClient
from game.platform.errors import in_words
from game.platform.i18n import _, language
from game.table.match import Match

Kind = Literal["person", "board"]
OFFLINE_WARNING_S = 3.0  # seconds without a connection before a warning


class RemoteMatch:
    """A seat in a match at another machine: its connection, its state, and data for resuming it.

    `kind` says how this seat is played: at the screen ("person") or on a sensor board.
    """

    def __init__(self, address: Address | Broker, ticket: Ticket, kind: Kind = "person") -> None:
        self.address = address
        line: WebSocketClient
        if isinstance(address, Broker):
            line = BrokerClient(address)
        else:
            line = WebSocketClient(address, ticket.pin)
        self.guest = Guest(line, ticket, kind)
        self._kept: tuple[str, tuple[int, tuple[str, ...]]] | None = None
        self._online_at: float | None = None  # last time when the connection was open
        self._alone = 0.0  # seconds without a connection

    @property
    def match(self) -> Match | None:
        """The match in play; a new object when another game begins."""
        return self.guest.match

    def update(self, now: float) -> bool:
        """Do a frame's work at `now` seconds; return True if something was received."""
        heard = self.guest.update(now)
        if self.guest.online or self._online_at is None:
            self._online_at = now
        self._alone = now - self._online_at
        self._keep()
        return heard

    def _keep(self) -> None:
        """Save the data for resuming after a restart of the program, if the data have changed."""
        ticket = self.guest.ticket
        state = (ticket.key, self.guest.ahead)
        if not ticket.key or state == self._kept:
            return
        self._kept = state
        length, ahead = self.guest.ahead
        kept = Ticket(key=ticket.key, length=length, ahead=ahead, pin=ticket.pin)
        save_ticket(self.address, kept)

    @property
    def alone(self) -> bool:
        """True if the connection has been lost for a while."""
        return not self.guest.online and self._alone > OFFLINE_WARNING_S

    @property
    def problem(self) -> str:
        """Why the seat is not ours, in words; "" while it is ours or the answer is unknown."""
        code, line = self.guest.problem, self.guest.line_problem
        return in_words(line) if line is not None else _(NETWORK[code].shown) if code else ""

    def refusal(self) -> str:
        """Return the table's last refusal in words; each refusal is returned only once."""
        words, self.guest.refused = self.guest.refused, {}
        return words.get(language(), words.get("en", ""))

    def close(self) -> None:
        """Disconnect. The seat stays ours while its match continues."""
        if self.match is not None and self.match.over and not self.guest.waiting:
            delete_ticket()
        self.guest.line.close()
