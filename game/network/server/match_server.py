"""The match server: tables, the clients that follow them, the seats they hold.

It is between two sides: `apply` takes messages from the program, `on_message` those from clients.
Nothing here opens a port or blocks. Time is passed in by `clock`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from game.network.errors import NetworkError
from game.network.lines import pipe
from game.network.lines.tickets import OneTimeCodes, digest, new_key
from game.network.protocol import messages
from game.network.protocol.match_info import read_state
from game.network.rate_limits import (
    ACTIONS_A_LOOK,
    ADDRESS_MESSAGE_RATE,
    FAILED_CODE_RATE,
    LOOK_RATE,
    SEND_RATE,
    SITE_SHARE,
    ConnectionLimits,
    EvictingPool,
    RateLimiter,
    network_and_site,
)
from game.network.server import page_json
from game.network.server.client import POLICY_VIOLATION, TRY_AGAIN_LATER, Client
from game.network.server.mosaic import Mosaic
from game.network.server.page_json import message_text
from game.network.server.served_table import SeatHolder, ServedTable
from game.network.server.tournament_sessions import TournamentSessions
from game.rules.errors import RulesError
from game.rules.events import Seat
from game.table import positions_json

if TYPE_CHECKING:  # not loaded unless a game has a look of its own
    from game.platform.own_look import OwnPicture


class TableFields(TypedDict, total=False):
    """A table as all followers see it; with `unreadable`, its match cannot be shown."""

    table: str
    about: page_json.AboutFields
    unreadable: bool


# Messages with a code or key, which have a rate limit of their own.
SHOWS_RIGHT = (messages.Claim, messages.Resume, messages.Enter)


class MatchServer:
    """Tables and clients of one server.

    The callable `send` takes messages to the program; `seats` says whether seats can be claimed
    here. The user's own pictures have addresses that begin with `pictures`; "" embeds them in the
    drawings of boards.
    """

    def __init__(
        self,
        send: Callable[[pipe.FromServer], None],
        clock: Callable[[], float],
        limits: ConnectionLimits | None = None,
        seats: bool = True,
        pictures: str = "look-",
    ) -> None:
        self._send, self._clock, self.limits = send, clock, limits or ConnectionLimits()
        self._seats, self._pictures = seats, pictures
        self.tables: dict[str, ServedTable] = {}
        self.mosaic = Mosaic(self.tables)
        self.unreadable: set[str] = set()  # names of tables whose match cannot be read
        self.clients: dict[Client, None] = {}  # clients in order of arrival
        self._newcomers: EvictingPool[Client] = EvictingPool(
            self.limits.newcomers, self.limits.newcomers
        )
        self.begun = asyncio.Event()  # set when everything open at the start has been sent
        self.sessions = TournamentSessions(send)
        self._codes = OneTimeCodes()
        self._tries, self._sending = RateLimiter(FAILED_CODE_RATE), RateLimiter(SEND_RATE)
        self._looks, self._messages = RateLimiter(LOOK_RATE), RateLimiter(ADDRESS_MESSAGE_RATE)

    # -- the program says ------------------------------------------------------------------------

    def apply(self, message: pipe.ToServer) -> None:
        """Apply a message from the program. Raises ValueError if its data is damaged."""
        if isinstance(message, pipe.OpenTable):
            self._open(message)
        elif isinstance(message, pipe.Begin):
            self.begun.set()
        elif isinstance(message, pipe.TournamentState):
            self.sessions.update(message, self.clients)
        elif isinstance(message, pipe.RequestDone):
            self.sessions.answer(message)
        elif isinstance(message, pipe.TableMessage) and message.table in self.tables:
            self._apply_to(self.tables[message.table], message)
        elif isinstance(message, pipe.CloseTable):
            self.unreadable.discard(message.table)
            self._settle_all()

    def mark_unreadable(self, name: str) -> None:
        """List a table as unreadable, and close its match."""
        if name in self.tables:
            self.apply(pipe.CloseTable(name))
        self.unreadable.add(name)
        self._settle_all()

    def picture(self, digest: str) -> OwnPicture | None:
        """Return a picture of the user's own that the board of some table shows."""
        for table in self.tables.values():
            for picture in table.look.pictures if table.look is not None else ():
                if picture.digest == digest:
                    return picture
        return None

    def _open(self, message: pipe.OpenTable) -> None:
        table = ServedTable(message, self._pictures)
        for seat, key in message.holders.items():
            table.holders[int(seat)] = SeatHolder(key)
        self.tables.pop(table.name, None)
        self.unreadable.discard(table.name)
        self.tables[table.name] = table
        self.mosaic.change(table)
        self._settle_all()

    def _apply_to(self, table: ServedTable, message: Any) -> None:
        match message:
            case pipe.EventHappened():
                table.apply(message.event, message.words)
                self.mosaic.change(table)
                self._wake(table)
            case pipe.StateChange():  # for example, the clock or the evaluation has changed
                state = read_state(message.what, message.fields)
                table.change(message.what, asdict(state), self._clock())
                if message.what in ("clock", "line"):
                    self.mosaic.change(table)
                self._wake(table)
            case pipe.OfferSeat():
                until = self._clock() + message.lasts
                self._codes.offer((table.name, message.seat), message.code, until, message.again)
            case pipe.WithdrawSeat():
                self._codes.withdraw((table.name, message.seat))
                self._free(table, message.seat)
            case pipe.SeatAnswer():
                self._answer(table, message)
            case pipe.SeatHint():
                fields = asdict(message)
                for client in self._at_seat(table, fields.pop("seat")):
                    client.notify("hint", page_json.text("hint", **fields))
            case pipe.CloseTable():
                del self.tables[table.name]
                for seat in tuple(table.holders):
                    self._codes.withdraw((table.name, seat))
                self._settle_all()

    def _answer(self, table: ServedTable, message: pipe.SeatAnswer) -> None:
        """Pass the answer to a proposal on to its seat."""
        answer = messages.ProposalAnswer(
            table=table.name,
            words=message.words,
            number=message.number,
            accepted=message.accepted,
            code=message.code,
        )
        text = message_text(answer)
        holder = table.holders.get(message.seat)
        if holder is not None:
            holder.answered(message.number, text)
        for client in self._at_seat(table, message.seat):
            client.send(text)

    # -- clients come, speak and go --------------------------------------------------------------

    def connect(self, client: Client) -> None:
        """Add a client; beyond the limit it may only show the key of a seat."""
        client.sending = self._sending.of(client.address, self._clock())
        client.newcomer = self._crowded(client.address) or len(self.clients) >= self.limits.clients
        if not client.newcomer:
            self.clients[client] = None
            return
        other = self._newcomers.enter(client.address, client)
        if other is not None:
            self.expel(other)

    def measured(self, client: Client, lag: float) -> None:
        """Note the round trip of a ping to the client, in seconds."""
        client.lag = lag
        if client.table is not None and client.seat is not None:
            self._send_seat(client.table, client.seat)

    def disconnect(self, client: Client) -> None:
        """Remove a client whose WebSocket has closed."""
        self._newcomers.leave(client.address, client)
        self.clients.pop(client, None)
        self.sessions.forget(client)
        if client.table is not None and client.seat is not None:
            self._send_seat(client.table, client.seat)
        self._send_count()

    def expel(self, client: Client) -> None:
        """Disconnect a client for which there is no room."""
        client.send(message_text(messages.ErrorMessage("full")))
        client.cut(TRY_AGAIN_LATER)
        self.disconnect(client)

    def on_message(self, client: Client, text: str) -> None:
        """Apply a message from a client; a refused message is answered with an error."""
        if client.cut_off:
            return
        try:
            if not client.bucket.take(self._clock()):
                raise NetworkError("too-fast")
            message = messages.read_message(text)
            self._check_flood(client, message)
            following = client.following or client.first is not None
            if not following and not isinstance(message, messages.Follow | messages.ClientPing):
                raise NetworkError("no-follow")
            if client.newcomer and not isinstance(
                message, messages.Follow | messages.Claim | messages.Resume | messages.Enter
            ):
                raise NetworkError("full")
            _HANDLERS[type(message)](self, client, message)
        except NetworkError as why:
            client.send(message_text(messages.ErrorMessage(why.code)))
            if why.code == "too-fast":
                client.cut(POLICY_VIOLATION)

    def _check_flood(self, client: Client, message: messages.ClientMessage) -> None:
        """Check the rate of messages from all spectators of an address. Raises NetworkError.

        Clients with a seat, and messages with a key or code, are exempt from this limit.
        """
        if client.seat is not None or client.player or isinstance(message, SHOWS_RIGHT):
            return
        now = self._clock()
        if not self._messages.of(client.address, now).take(now):
            raise NetworkError("too-many")

    def _follow(self, client: Client, message: messages.Follow) -> None:
        if client.newcomer:
            client.first = message
            return
        client.following, client.view, client.wanted = True, message.view, message.table
        self._settle(client, message.run, message.since)
        client.notify("tables", self.tables_text())
        self.sessions.show(client)
        self._send_count()

    def _follow_all(self, client: Client, message: messages.FollowAll) -> None:
        client.follow_all(self.mosaic if message.on else None)

    def _look(self, client: Client, message: messages.Look) -> None:
        """Answer with an earlier position of the client's table, or one after tried actions."""
        now, table = self._clock(), client.table
        bucket = self._looks.of(client.address, now)
        if table is None or not bucket.take(now):
            raise NetworkError("busy")
        bucket.spend(len(message.tried) / ACTIONS_A_LOOK, now)
        try:
            shown = positions_json.look(table.mirror.history, message.turn, message.tried)
        except RulesError as why:
            raise NetworkError("message", found=why.code) from None
        client.notify("look", page_json.text("look", table=table.name, run=table.run, **shown))

    def _claim(self, client: Client, message: messages.Claim) -> None:
        self._check_tries(client)
        place = self._codes.use(message.code, self._clock())
        if place is None or place[0] not in self.tables:
            raise self._wrong(client, "wrong-code")
        table, seat = self.tables[place[0]], place[1]
        key = message.key or new_key()
        self._admit(client, digest(key))
        self._free(table, seat)
        table.holders[seat] = SeatHolder(digest(key))
        self._seat(client, table, seat, table.holders[seat].key)
        client.send(message_text(messages.Seated(table.name, seat, 0, key=key)))

    def _resume(self, client: Client, message: messages.Resume) -> None:
        key = digest(message.key)
        for table in self.tables.values():
            seat = table.seat_of(key)
            if seat is not None:  # allowed even if others at this address tried too often
                self._admit(client, key)
                self._seat(client, table, seat, key)
                asked = table.holders[seat].asked
                client.send(message_text(messages.Seated(table.name, seat, asked)))
                return
        self._check_tries(client)
        raise self._wrong(client, "wrong-key")

    def _propose(self, client: Client, message: messages.Propose) -> None:
        table, seat = client.table, client.seat
        if table is None or seat is None:
            raise NetworkError("not-seated")
        holder = table.holders[seat]
        if message.number in holder.answers:  # a repeated proposal is carried out once
            client.send(holder.answers[message.number])
        elif message.number > holder.asked:
            holder.asked = message.number
            seen = message.seen if message.run == table.run else -1
            asked = pipe.ProposalAsked(table.name, seat, message.number, seen, message.proposal)
            self._send(asked)

    def _leave(self, client: Client, message: messages.Leave) -> None:
        if client.table is None or client.seat is None:
            raise NetworkError("not-seated")
        self._free(client.table, client.seat)

    def _enter(self, client: Client, message: messages.Enter) -> None:
        if not message.code:
            self.sessions.leave(client)
            return
        self._check_tries(client)
        if not self.sessions.enter(client, message.code):
            raise self._wrong(client, "wrong-pass")
        self._admit(client, client.player)

    def _deed(self, client: Client, message: messages.PlayerRequest) -> None:
        self.sessions.forward(client, message, self._clock())

    def _ping(self, client: Client, message: messages.ClientPing) -> None:
        client.send(page_json.text("pong", number=message.number))

    # -- tries -----------------------------------------------------------------------------------

    def _check_tries(self, client: Client) -> None:
        """Check the rate limit of an address. Raises NetworkError.

        There is no limit for all addresses together, because with it a few could lock out
        everybody. A code is random enough that not even thousands of networks can guess it.
        """
        now = self._clock()
        if not self._tries.of(client.address, now).any_left(now):
            raise NetworkError("too-many")

    def _wrong(self, client: Client, code: str) -> NetworkError:
        """Count a failed try; return the error for the client."""
        now = self._clock()
        self._tries.of(client.address, now).take(now)
        return NetworkError(code)

    # -- places ----------------------------------------------------------------------------------

    def _crowded(self, address: str) -> bool:
        """Return whether an address, or its network, has reached its limit of clients."""
        network, site = network_and_site(address)
        of_one = sum(other.network == network for other in self.clients)
        of_site = sum(other.site == site for other in self.clients)
        most = self.limits.clients_of_one
        return of_one >= most or of_site >= SITE_SHARE * most

    def _admit(self, client: Client, key: str) -> None:
        """Give a seat its own send budget, and its client a place, if necessary a spectator's.

        Raises NetworkError if no client can be replaced.
        """
        if client.newcomer:
            other = self._replaceable(client, key)
            if other is None:
                raise NetworkError("full")
            self.expel(other)
            self._newcomers.leave(client.address, client)
            self.clients[client] = None
            client.newcomer = False
            if client.first is not None:
                self._follow(client, client.first)
        client.sending = self._sending.of(key, self._clock())

    def _replaceable(self, client: Client, key: str) -> Client | None:
        """Return the client that makes room for a client with this key; None if there is none.

        It is the oldest spectator of the address with the most spectators. If all clients have
        seats, it is the oldest connection with the same key.
        """
        crowded = self._crowded(client.address)
        near = [one for one in self.clients if not crowded or one.site == client.site]
        if sum(one.network == client.network for one in near) >= self.limits.clients_of_one:
            near = [one for one in near if one.network == client.network]
        watching = [one for one in near if one.seat is None and not one.player]
        crowds = Counter(one.network for one in watching)
        if watching:
            return max(watching, key=lambda one: crowds[one.network])
        return next((one for one in near if key in (one.key, one.player)), None)

    # -- seats -----------------------------------------------------------------------------------

    def _seat(self, client: Client, table: ServedTable, seat: Seat, key: str) -> None:
        client.key, client.wanted = key, table.name
        if client.table is table:
            client.take_seat(seat)
        else:
            client.sit(table, seat)
        self._send_seat(table, seat)

    def _free(self, table: ServedTable, seat: Seat) -> None:
        """Free a seat and tell its clients."""
        table.holders.pop(seat, None)
        for client in self._at_seat(table, seat):
            client.key = ""
            client.take_seat(None)
            client.send(message_text(messages.Unseated(table.name, seat)))
        self._send_seat(table, seat)

    def _at_seat(self, table: ServedTable, seat: Seat) -> list[Client]:
        return [c for c in self.clients if c.table is table and c.seat == seat]

    # -- telling ---------------------------------------------------------------------------------

    def _settle_all(self) -> None:
        """Reassign followers after the tables have changed."""
        tables = self.tables_text()
        for client in self.clients:
            if client.following:
                if self._table_for(client) is not client.table:
                    self._settle(client)
                client.notify("tables", tables)

    def _table_for(self, client: Client) -> ServedTable | None:
        """Return the table for a client: the one requested, else the present, else the newest."""
        shown = self.tables.get(client.table.name) if client.table is not None else None
        asked = self.tables.get(client.wanted)
        return asked or shown or next(reversed(self.tables.values()), None)

    def _settle(self, client: Client, run: str = "", since: int | None = None) -> None:
        table = self._table_for(client)
        seat = table.seat_of(client.key) if table is not None and client.key else None
        client.sit(table, seat, run, since)
        if table is not None and seat is not None:
            self._send_seat(table, seat)
            client.send(message_text(messages.Seated(table.name, seat, 0)))

    def tables_text(self) -> str:
        """Return the list of all tables that every follower gets."""
        return page_json.text("tables", tables=self._list(), seats=self._seats)

    def _list(self) -> list[TableFields]:
        shown = [TableFields(table=one.name, about=one.about) for one in self.tables.values()]
        unread = [TableFields(table=name, unreadable=True) for name in sorted(self.unreadable)]
        return [*shown, *unread]

    def _wake(self, table: ServedTable) -> None:
        for client in self.clients:
            if client.table is table:
                client.wake.set()

    def _send_count(self) -> None:
        self._send(pipe.Followers(sum(one.following for one in self.clients)))

    def _send_seat(self, table: ServedTable, seat: Seat) -> None:
        """Report whether a seat is free, held, or held by a client that is away."""
        holder = table.holders.get(seat)
        state: Literal["free", "here", "away"] = "free"
        if holder is not None:
            state = "here" if self._at_seat(table, seat) else "away"
        lag = min((client.lag for client in self._at_seat(table, seat)), default=0.0)
        key = holder.key if holder is not None else ""
        self._send(pipe.SeatState(table.name, seat, state, key, round(lag, 6)))
        seats = {number: bool(self._at_seat(table, number)) for number in table.holders}
        fields = {"here": {str(number): here for number, here in seats.items()}}
        table.change("seats", fields, self._clock())
        self._wake(table)


_HANDLERS: dict[type, Callable[[MatchServer, Client, Any], None]] = {
    messages.Follow: MatchServer._follow,
    messages.FollowAll: MatchServer._follow_all,
    messages.Look: MatchServer._look,
    messages.Claim: MatchServer._claim,
    messages.Resume: MatchServer._resume,
    messages.Propose: MatchServer._propose,
    messages.Leave: MatchServer._leave,
    messages.Enter: MatchServer._enter,
    messages.PlayerRequest: MatchServer._deed,
    messages.ClientPing: MatchServer._ping,
}
