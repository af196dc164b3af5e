"""A connection to the server, without the connection: what it follows and what it was told.

What happens at a table is not queued for anybody: a client has its place in the table's events and
takes the next one when its line is free.  So a slow line costs nothing but its own delay; one that
falls too far behind is given the match as it is now.
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

MAX_QUEUED_MESSAGES = 32  # answers to this client alone; whoever lets more pile up is cut off
POLICY_VIOLATION, TRY_AGAIN_LATER = 1008, 1013  # why a WebSocket is closed, as RFC 6455 numbers it


class Client:
    """`address` is where it comes from; `wake` is set when something may wait for it."""

    def __init__(self, address: str, now: float) -> None:
        self.address = address
        self.network, self.site = network_and_site(address)  # that limits go by
        self.bucket = TokenBucket(MESSAGE_RATE, now)
        self.sending = TokenBucket(SEND_RATE, now)  # shared with its address, or with its seat
        self.newcomer = False  # beyond the limit: it may show the key of a seat, and nothing else
        self.first: Follow | None = None  # what a newcomer follows once it has shown that
        self.wake = asyncio.Event()
        self.following = False
        self.view: View = "page"
        self.wanted = ""  # the table asked for; "" is whichever was opened last
        self.table: ServedTable | None = None
        self.seat: Seat | None = None
        self.lag = 0.0  # seconds to it and back
        self.key = ""  # digest of the key it holds its seat with
        self.player = ""  # digest of the personal code it speaks with at the tournament
        self.notices: dict[str, str] = {}  # of a kind of text only the newest is told
        self.mosaic: Mosaic | None = None  # the cards of all tables, where it follows them
        self._batch: int | None = None  # the newest batch of them it was told
        self.cut_off = 0  # the code to close with, once that is decided
        self._next: int | None = None  # event to be told; None: the snapshot comes first
        self._told: dict[str, int] = {}  # how often that had changed when it was told last
        self._choices: int | None = None  # the event after which it was told what it may choose
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
        """Queue a text of which only the newest of its kind is sent; it may be long."""
        self.notices[kind] = text
        self.wake.set()

    def cut(self, code: int) -> None:
        """Close the line once what waits has been told."""
        self.cut_off = self.cut_off or code
        self.wake.set()

    def follow_all(self, mosaic: Mosaic | None) -> None:
        """Be told the cards of all tables, from the beginning; None for no longer."""
        self.mosaic, self._batch = mosaic, None
        self.wake.set()

    @property
    def patience_s(self) -> float | None:
        """Seconds after which something may wait for it although nobody has woken it."""
        return None if self.mosaic is None else BATCH_INTERVAL_S

    def sit(
        self, table: ServedTable | None, seat: Seat | None, run: str = "", since: int | None = None
    ) -> None:
        """Follow `table`, from the event `since` of its `run` on where that can be.

        Otherwise the match comes first as it is now.
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
        """Return the next message to send; None if everything was sent."""
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
