"""The guest's side of a match at two places: a local match, kept in step with the host's.

A guest holds one seat of a match on another machine. A turn played here, on the screen or on a
sensor board, goes to the guest's own match immediately and to the table as a proposal. Everything
that happens at the table is repeated here. The table decides: where the two matches differ and no
proposal is pending, the guest's match is made equal to the table's.

After a cut the guest says which event it saw last. It sends an unanswered proposal again under its
old number, and the table carries it out once. If the table itself was restarted, its match shows
whether the proposal was carried out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from game.network.errors import NetworkError, is_for_clients
from game.network.guest.message_reader import MessageReader, NotUnderstood, Snapshot, Understood
from game.network.lines.server_connection import ConnectionState, ServerConnection
from game.network.lines.tickets import Ticket
from game.network.protocol import messages
from game.network.protocol.mirror import Mirror
from game.rules.errors import RulesError
from game.rules.events import Seat
from game.rules.proposals import Accept, AllAgreed, Close, Decline, GoBack, Offer, Play, Withdraw
from game.table.clock import Clock, Left
from game.table.errors import WireError
from game.table.history import Answered, Ended, HistoryEntry, Offered, OfferGone, TakenBack
from game.table.match import Match
from game.table.spec import SeatKind
from game.table.wire_events import from_snapshot

REMOTE_SOURCES = ("remote", "record", "clock")  # sources of events that nobody here has requested
# Seconds before a rejected key is tried again, or the whole match is requested again.
RETRY_DELAY_S = 13.0


class TableClock(Clock):
    """A clock that continues from the table's last message; only the table lets a flag fall."""

    def run(self, seat: int, now: float) -> None:
        """Do nothing: only the table lets time run."""

    def fallen(self, now: float) -> int | None:
        return None

    def turn_done(self, seat: int, now: float) -> float:
        """End a turn and return its seconds; only the table adds time."""
        left = self.remaining(seat, now)
        used = super().turn_done(seat, now)
        self.left[seat] = left
        return used

    def restore(self, left: Left, used: float = 0.0, seat: int | None = None) -> None:
        super().restore(None, used, seat)

    def set_from_table(
        self, running: int | None, left: Sequence[float | None] | None, now: float
    ) -> None:
        """Set the clock to the seconds `left` at `now`, and start the time of seat `running`."""
        self.hold(now)
        if left is not None and len(left) == self.seats:
            self.left = list(left)
        if running is not None and 0 <= running < self.seats:
            super().run(running, now)


class Guest:
    """A player at one seat of a match elsewhere, who moves by `kind` ("person" or "board").

    `match` is None until the table has sent its match; a new object means that a new game began.
    `refused` is the table's last refusal, a sentence by language.  `problem` is a code of
    NetworkError.  `line_problem` is the error while the line cannot be opened.
    """

    def __init__(self, line: ServerConnection, ticket: Ticket, kind: SeatKind = "person") -> None:
        self.line, self.ticket, self.kind = line, ticket, kind
        self.match: Match | None = None
        self.seat: Seat | None = None
        self.online = False
        self.problem = ""
        self.line_problem: NetworkError | None = None
        self.refused: dict[str, str] = {}
        self._table, self._run = "", ""
        self._code = ""  # the code that led to the seat; a correspondence game accepts it again
        self._seat_table = ""  # the table of the seat; a server may have many tables
        self._mirror: Mirror | None = None
        self._fresh: Match | None = None  # a match made from the last snapshot and not used yet
        self._reader: MessageReader[ConnectionState] = MessageReader()
        self._in_flight: tuple[int, messages.SeatProposal] | None = None
        self._requests: deque[messages.SeatProposal] = deque()
        self._back = False  # True if the table still has actions that were taken back here
        self._again_at: float | None = None
        self._start_over_at = 0.0  # earliest time to request the whole match again

    # -- every frame -----------------------------------------------------------------------------

    def update(self, now: float) -> bool:
        """Apply the table's messages and send ours; return whether any message came."""
        if self._reader.idle:
            self._reader.put(self.line.received())
        received = self._reader.take()
        for message in received:
            if isinstance(message, ConnectionState):
                self.line_problem = message.problem
                self.online = not message.cut
                if self.online:
                    self._opened()
            else:
                self._on_message(message, now)
        if self._again_at is not None and now >= self._again_at and self.online:
            self._again_at = None
            self._come_in()
        try:
            self._settle(now)
        except ValueError:  # the table's messages contradict each other
            self._not_understood(now)
        return bool(received)

    def claim(self, code: str) -> None:
        """Try another code after a wrong one."""
        self.ticket, self.problem = Ticket(code, pin=self.ticket.pin), ""
        if self.online:
            self._come_in()

    @property
    def waiting(self) -> bool:
        """Return whether an action or request of ours may not have reached the table."""
        return self._in_flight is not None or bool(self._requests)

    @property
    def waits_to_read(self) -> bool:
        """Return whether messages from the table have come that are not read yet."""
        return not self._reader.idle

    # -- what happens here -----------------------------------------------------------------------

    def _watch(self, match: Match) -> None:
        """Queue our own events for the table; ignore events that came from the table."""
        for _number, event in self._feed.drain():
            if event.by in REMOTE_SOURCES or match is not self.match:
                continue
            if isinstance(event, TakenBack):
                self._back = True
            elif isinstance(event, Ended | Offered | Answered | OfferGone):
                self._requests.extend(_request(event))

    # -- what the table says ---------------------------------------------------------------------

    def _on_message(self, message: Understood, now: float) -> None:
        """Apply a message from the table; an unreadable message leaves the match unchanged."""
        try:
            handler = _HANDLERS.get(type(message))
            if handler is not None:
                handler(self, message, now)
            elif isinstance(message, NotUnderstood):
                self._not_understood(now)
        except ValueError:
            self._not_understood(now)

    def _not_understood(self, now: float) -> None:
        """Request the whole match again, at intervals, because ours may be wrong."""
        self.problem = "message"
        if now >= self._start_over_at:
            self._start_over_at = now + RETRY_DELAY_S
            self.line.send(messages.Follow("wire", self._table))

    def _opened(self) -> None:
        self._again_at, self._start_over_at = None, 0.0
        since = self._mirror.seq if self._mirror is not None else None
        self.line.send(messages.Follow("wire", self._table, self._run, since))
        self._come_in()

    def _come_in(self) -> None:
        if self.ticket.key:
            self.line.send(messages.Resume(self.ticket.key))
        elif self.ticket.code:
            self.line.send(messages.Claim(self.ticket.code))

    def _seated(self, message: messages.Seated, now: float) -> None:
        if self._mirror is not None and message.seat not in range(self._mirror.game.seats):
            raise WireError("snapshot", found=f"seat {message.seat}")
        self.seat, self.problem = message.seat, ""
        self._seat_table = message.table
        self.ticket.key = message.key or self.ticket.key
        self._code, self.ticket.code = self.ticket.code or self._code, ""
        self.ticket.asked = max(self.ticket.asked, message.asked)
        if self._in_flight is not None:  # the table carries out a repeated proposal once
            self._propose(*self._in_flight)
        if self._mirror is not None and message.table == self._table:
            self._begin_if_new(now)

    def _unseated(self, message: messages.Unseated, now: float) -> None:
        self.seat, self.problem = None, "wrong-key"

    def _error(self, message: messages.ErrorMessage, now: float) -> None:
        self.problem = message.code if is_for_clients(message.code) else "message"
        # A host that was killed may not have stored the key.
        if message.code == "wrong-key" and self._code:
            self.line.send(messages.Claim(self._code))
            self.ticket.code, self._code = self._code, ""
        if message.code in ("wrong-key", "too-many", "not-seated") and self.ticket.key:
            self._again_at = now + RETRY_DELAY_S

    def _snapshot(self, snapshot: Snapshot, now: float) -> None:
        message, mirror = snapshot.message, snapshot.mirror
        if message.table != self._seat_table:
            self.seat = None  # unknown until the server confirms the seat
        if self.seat is not None and self.seat not in range(mirror.game.seats):
            raise WireError("snapshot", found=f"seat {self.seat}")
        if message.run != self._run:
            self._in_flight = None  # the snapshot shows whether the proposal was carried out
        self._table, self._run, self._mirror = message.table, message.run, mirror
        self._started, self._fresh = message.data, snapshot.match
        if self.problem == "message":
            self.problem = ""
        self._begin_if_new(now)

    def _event(self, message: messages.EventMessage, now: float) -> None:
        if self._mirror is None or message.table != self._table or message.seq < self._mirror.seq:
            return
        event = self._mirror.apply(message.data)
        if isinstance(event, Offered | Answered | OfferGone):
            self._settle(now)
            self._apply_offer(event, now)

    def _apply_offer(self, event: Offered | Answered | OfferGone, now: float) -> None:
        """Apply an offer or answer from the table to our match; our own is applied already."""
        if self.match is None:
            return
        match event:
            case Offered(what, seat):
                self.match.submit(Offer(what, seat, by="remote"), now)
            case Answered(what, seat, True):
                self.match.submit(Accept(what, seat, by="remote"), now)
            case Answered(what, seat):
                self.match.submit(Decline(what, seat, by="remote"), now)
            case OfferGone(_what, seat, True):
                self.match.submit(Withdraw(seat, by="remote"), now)

    def _clock(self, message: messages.ClockMessage, now: float) -> None:
        if self.match is not None and isinstance(self.match.clock, TableClock):
            self.match.clock.set_from_table(message.running, message.left, now - message.ago)

    def _answer(self, message: messages.ProposalAnswer, now: float) -> None:
        if self._in_flight is None or message.number != self._in_flight[0]:
            return
        self._in_flight = None
        if not message.accepted:
            self.refused = dict(message.words)
            self._requests.clear()
            self._become(now)
            offer = self.match.offer if self.match is not None else None
            if offer is not None and offer.seat == self.seat:
                self._apply_offer(OfferGone(offer.what, offer.seat, True), now)

    # -- keeping step ----------------------------------------------------------------------------

    def _begin_if_new(self, now: float) -> None:
        """Begin a new match if the table plays another match than ours."""
        mirror, seat = self._mirror, self.seat
        if mirror is None or seat is None:
            return
        match, self._fresh = self._fresh or from_snapshot(self._started)[1], None
        if self.match is None or _named(self.match) != _named(match):
            seats = tuple(
                replace(spec, kind=self.kind if number == seat else "remote")
                for number, spec in enumerate(match.spec.seats)
            )
            match.spec = replace(match.spec, seats=seats)
            left, match.clock = match.clock.left, TableClock(match.clock.controls)
            match.clock.left = left
            self._requests.clear()
            self._back = False
            self.match = match
            self._become(now)
            self._feed = match.feed()
            match.watch(self._watch)
            self._play_again(now)

    def _play_again(self, now: float) -> None:
        """Replay what was played here before a restart, if it still fits."""
        match, ticket = self.match, self.ticket
        ahead, ticket.ahead = ticket.ahead, ()
        if match is None or not ahead or ticket.length != len(match.entries):
            return
        for text in ahead:
            if match.over or match.to_move != self.seat:
                return
            try:
                action = match.game.parse_action(match.state, text)
            except RulesError:
                return
            match.submit(Play((action,)), now)

    @property
    def ahead(self) -> tuple[int, tuple[str, ...]]:
        """Return the number of actions shared with the table, and those played here after them."""
        if self.match is None or self._mirror is None:
            return self.ticket.length, self.ticket.ahead
        same = _in_common(self.match.entries, self._mirror.history.entries)
        return same, tuple(one.text for one in self.match.entries[same:] if one.action is not None)

    def _settle(self, now: float) -> None:
        """Send the table the actions it lacks, and replay here the actions we lack."""
        match, mirror = self.match, self._mirror
        if match is None or mirror is None or self._in_flight is not None or self.seat is None:
            return
        if self._table != self._seat_table:
            return
        same = _in_common(match.entries, mirror.history.entries)
        ahead, theirs = match.entries[same:], mirror.history.entries[same:]
        own = (one for one in ahead if one.seat == self.seat and one.action is not None)
        moved = tuple(one.text for one in own)
        if theirs and not (self._back and all(one.seat == self.seat for one in theirs)):
            self._become(now)
        elif not self.online:
            return
        elif theirs:
            self._ask(messages.SeatProposal("back"))
        elif moved:
            self._ask(messages.SeatProposal("play", moved))
        elif self._requests:
            self._ask(self._requests.popleft())
        elif ahead or match.outcome != mirror.history.outcome:
            self._become(now)
        else:
            self._back = False

    def _ask(self, proposal: messages.SeatProposal) -> None:
        self.ticket.asked += 1
        self._in_flight = (self.ticket.asked, proposal)
        self._propose(*self._in_flight)

    def _propose(self, number: int, proposal: messages.SeatProposal) -> None:
        seen = self._mirror.seq if self._mirror is not None else 0
        self.line.send(messages.Propose(number, self._run, seen, proposal))

    def _become(self, now: float) -> None:
        """Make our match equal to the table's."""
        match, mirror = self.match, self._mirror
        assert match is not None
        assert mirror is not None
        theirs = mirror.history
        same = _in_common(match.entries, theirs.entries)
        declared = match.over and match.outcome != theirs.outcome
        if same < len(match.entries) or declared:
            match.submit_or_raise(GoBack(same, by="remote"), now)
        for entry in theirs.entries[same:]:
            played = Play((entry.action,), by="remote") if entry.action is not None else None
            match.submit_or_raise(played or AllAgreed("end", by="remote"), now)
        if theirs.outcome is not None and not match.over:
            match.submit_or_raise(Close(theirs.outcome, by="remote"), now)
        self._back = False


_HANDLERS: dict[type, Callable[[Guest, Any, float], None]] = {
    messages.Seated: Guest._seated,
    messages.Unseated: Guest._unseated,
    messages.ErrorMessage: Guest._error,
    Snapshot: Guest._snapshot,
    messages.EventMessage: Guest._event,
    messages.ProposalAnswer: Guest._answer,
    messages.ClockMessage: Guest._clock,
}


def _request(event: Ended | Offered | Answered | OfferGone) -> list[messages.SeatProposal]:
    """Return the proposals that repeat our event at the table."""
    match event:
        case Ended(outcome, True) if outcome.reason == "resigned":
            return [messages.SeatProposal("resign")]
        case Offered(what):
            return [messages.SeatProposal("offer", offer=what)]
        case Answered(_what, _seat, agreed):
            return [messages.SeatProposal("accept" if agreed else "decline")]
        case OfferGone(_what, _seat, True):
            return [messages.SeatProposal("withdraw")]
    return []


def _named(match: Match) -> tuple[str, str, str | None]:
    """Return what identifies a game: date, setup and first position."""
    return match.date, match.game.setup, match.spec.position


def _in_common(ours: list[HistoryEntry], theirs: list[HistoryEntry]) -> int:
    """Return the number of leading actions that both lists share."""
    pairs = zip(ours, theirs)
    return next(
        (n for n, (one, other) in enumerate(pairs) if one.text != other.text),
        min(len(ours), len(theirs)),
    )
