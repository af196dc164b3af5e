"""Sessions of tournament players on the server: who is logged in, and their pending requests.

The server knows only digests of personal codes and decides nothing: the program gets the requests.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from game.network.errors import NetworkError
from game.network.lines.pipe import FromServer, RequestAsked, RequestDone, TournamentState
from game.network.lines.tickets import digest
from game.network.protocol.messages import CheckIn, PlayerRequest
from game.network.rate_limits import PLAYER_REQUEST_RATE, RateLimiter
from game.network.server import page_json
from game.network.server.client import Client
from game.platform.codes import equal_secrets, normalized


class TournamentSessions:
    """The logged-in players of the tournament; `send` passes their requests to the program."""

    def __init__(self, send: Callable[[FromServer], None]) -> None:
        self._send = send
        self._state: Mapping[str, Any] | None = None
        self.text = ""  # the state as it is sent; "" if there was no tournament yet
        self._keys: Mapping[str, int] = {}  # the player of each code's digest
        # A random start: answers to requests of an earlier server match no request here.
        self._asked = secrets.randbits(48)
        # The client of each pending request, and the client's own number for the request.
        self._askers: dict[int, tuple[Client, int]] = {}
        self._deeds = RateLimiter(PLAYER_REQUEST_RATE)

    # -- the program says ------------------------------------------------------------------------

    def update(self, said: TournamentState, clients: Iterable[Client]) -> None:
        """Update the state of the tournament; None means that there is no tournament."""
        if said.state is None and self._state is None:
            return
        self._state, self._keys = said.state, said.keys
        self.text = page_json.text("tournament", state=self._state)
        for client in clients:
            if client.following:
                self.show(client)
            if client.player and client.player not in self._keys:
                self.leave(client)

    def answer(self, said: RequestDone) -> None:
        """Send the answer to a request, if its client is still connected."""
        client, number = self._askers.pop(said.asked, (None, 0))
        if client is not None:
            fields = {"accepted": said.accepted, "code": said.code, "words": said.words}
            client.send(page_json.text("done", number=number, **fields))

    # -- clients ---------------------------------------------------------------------------------

    def show(self, client: Client) -> None:
        if self.text:
            client.notify("tournament", self.text)

    def enter(self, client: Client, code: str) -> bool:
        """Log in the player with this code; return False for an unknown code.

        All codes are compared, so that the time reveals nothing. Raises NetworkError if there is no
        tournament.
        """
        if self._state is None:
            raise NetworkError("no-tournament")
        key, found = digest(normalized(code)), ""
        for known in self._keys:
            found = known if equal_secrets(known, key) else found
        if not found:
            return False
        client.player = found
        client.send(page_json.text("player", person=self._keys[found]))
        return True

    def leave(self, client: Client) -> None:
        """Log the player out."""
        client.player = ""
        client.send(page_json.text("player", person=None))

    def forward(self, client: Client, request: PlayerRequest, now: float) -> None:
        """Forward a player's request. Raises NetworkError if not logged in, or if asked too fast.

        Anybody may check players in by name, at the rate of one player's requests.
        """
        by_name = isinstance(request.deed, CheckIn) and request.deed.person
        if self._state is None or (client.player not in self._keys and not by_name):
            raise NetworkError("no-player")
        if any(asker is client for asker, _number in self._askers.values()):
            raise NetworkError("busy")
        if not self._deeds.of(client.address if by_name else client.player, now).take(now):
            raise NetworkError("too-many")
        self._asked += 1
        self._askers[self._asked] = client, request.number
        entrant, number = by_name or self._keys[client.player], self._state["tournament"]
        self._send(RequestAsked(self._asked, entrant, number, request.deed))

    def forget(self, client: Client) -> None:
        """Forget a client that has gone, with its pending requests."""
        for asked in [asked for asked, (one, _n) in self._askers.items() if one is client]:
            del self._askers[asked]
