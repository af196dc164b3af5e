"""A client of the server, independent of its connection: what it follows and what it was sent.

Events of a table are not queued for each client. A client has a position in the table's events and
takes the next one when its line is free. So a slow line delays only its own client. A client that
falls too far behind gets the present state of the match.
"""

from __future__ import annotations

import asyncio
from collections import deque

from game.network.protocol.messages import Follow, View
from game.network.rate_limits import MESSAGE_RATE, SEND_RATE, TokenBucket, network_and_site
from game.network.server import page_json
from game.network.server.mosaic import BATCH_INTERVAL_S, Mosaic
from game.network.server.served_table import ServedTable
from game.rules.events import Seat

# Answers queued for one client; a client with more is cut off.
MAX_QUEUED_MESSAGES = 32
# Closing codes of a WebSocket, from RFC 6455.
POLICY_VIOLATION, TRY_AGAIN_LATER = 1008, 1013


class Client:
    """A follower or player at `address`; `wake` is set when there may be something to send."""

    def __init__(self, address: str, now: float) -> None:
        self.address = address
        self.network, self.site = network_and_site(address)  # the units to which limits apply
        self.bucket = TokenBucket(MESSAGE_RATE, now)
        self.sending = TokenBucket(SEND_RATE, now)  # shared with its address or its seat
        # True for a client beyond the limit, which may only show the key of a seat.
        self.newcomer = False
        # request that is carried out when a newcomer has shown a key
        self.first: Follow | None = None
        self.wake = asyncio.Event()
        self.following = False
        self.view: View = "page"
        self.wanted = ""  # name of the requested table; "" is the table opened last
        self.table: ServedTable | None = None
        self.seat: Seat | None = None
        self.lag = 0.0  # round trip to the client in seconds
        self.key = ""  # digest of the key that holds its seat
        self.player = ""  # digest of the personal code used to log in
        self.notices: dict[str, str] = {}  # only the newest text of each kind is sent
        self.mosaic: Mosaic | None = None  # the cards of all tables, if it follows them
        self._batch: int | None = None  # the newest batch of cards that was sent
        self.cut_off = 0  # the closing code, once the client is to be cut off
        self._next: int | None = None  # event to send next; None: the snapshot first
        # for each state, its number of changes when it was sent last
        self._told: dict[str, int] = {}
        self._choices: int | None = None  # the event after which its choices were sent
        self._own: deque[str] = deque()

    @property
    def queued(self) -> int:
        """Return how many texts for this client alone are still to be sent."""
        return len(self._own)

    def send(self, text: str) -> None:
        """Queue a text for this client alone."""
        self._own.append(text)
        if len(self._own) > MAX_QUEUED_MESSAGES:
            self.cut(POLICY_VIOLATION)
        self.wake.set()

    def notify(self, kind: str, text: str) -> None:
        """Queue a text that replaces an unsent text of its kind; it may be long."""
        self.notices[kind] = text
        self.wake.set()

    def cut(self, code: int) -> None:
        """Close the line when all queued texts have been sent."""
        self.cut_off = self.cut_off or code
        self.wake.set()

    def follow_all(self, mosaic: Mosaic | None) -> None:
        """Send the client the cards of all tables from now on; None stops this."""
        self.mosaic, self._batch = mosaic, None
        self.wake.set()

    @property
    def patience_s(self) -> float | None:
        """Return the seconds until the client must be checked although nobody has woken it."""
        return None if self.mosaic is None else BATCH_INTERVAL_S

    def sit(
        self, table: ServedTable | None, seat: Seat | None, run: str = "", since: int | None = None
    ) -> None:
        """Follow `table` from the event `since` of its `run`, if that event is still kept.

        Otherwise the present state of the match is sent first.
        """
        kept = table is not None and run == table.run and since is not None
        self._next = since if kept else None
        self.table = table
        self._told.clear()
        self.take_seat(seat)

    def take_seat(self, seat: Seat | None) -> None:
        """Play at `seat` of the table, or only watch."""
        self.seat, self._choices = seat, None
        self.wake.set()

    def next_text(self, now: float) -> str | None:
        """Return the next message to send; None if there is nothing to send."""
        table = self.table
        if table is not None and self.following:
            if self._next is None or not table.first_kept <= self._next <= table.seq:
                self._next = table.seq
                return table.snapshot(self.view)
            if self._next < table.seq:
                self._next += 1
                return table.event(self._next - 1, self.view)
        if self._own:
            return self._own.popleft()
        if self.notices:
            return self.notices.pop(next(iter(self.notices)))
        state = self._state_of(table, now) if table is not None and self.following else None
        if state is None and self.mosaic is not None:
            batch = self.mosaic.after(self._batch, now)
            if batch is not None:
                self._batch, state = batch
        return state

    def _state_of(self, table: ServedTable, now: float) -> str | None:
        for what, newest in table.newest.items():
            if self._told.get(what) != newest.count:
                self._told[what] = newest.count
                ago = round(now - newest.at, 2)
                return page_json.text(what, table=table.name, ago=ago, **newest.fields)
        if self.seat is not None and self.view == "page" and self._choices != table.seq:
            self._choices = table.seq
            actions = page_json.actions(table.mirror, self.seat)
            return page_json.text("choices", table=table.name, seq=table.seq, actions=actions)
        return None
