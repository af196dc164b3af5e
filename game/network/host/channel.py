"""A match on the network, as the program sees it: events are published, proposals are judged.

Nothing here blocks. A channel may outlive the server process: `open` sends everything again to a
new one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from game.network.errors import NetworkError
from game.network.lines import pipe
from game.network.lines.tickets import CODE_LIFETIME_S
from game.network.protocol import match_info
from game.network.protocol.match_info import MatchDetails
from game.platform.codec import write
from game.platform.codes import new_code
from game.platform.errors import CodedError, in_words
from game.platform.i18n import in_every_language
from game.rules import proposals
from game.rules.errors import RulesError
from game.rules.events import Seat
from game.table.agreement import may_ask
from game.table.clock import Left
from game.table.conceded import ConcededCount
from game.table.errors import MatchError
from game.table.history import Ended, MatchEvent, Played, Reopened, TakenBack, swaps
from game.table.match import Match
from game.table.spec import ClockSpec
from game.table.wire_events import encode, snapshot

Send = Callable[[pipe.ToServer | Callable[[], pipe.ToServer]], None]
State = Literal["free", "offered", "here", "away"]
MOVING = Played | TakenBack | Ended | Reopened  # events that change the position
MAX_LAG_S = 0.5  # maximum time of a turn, in seconds, that is not charged because the line is slow
LASTING_S = 366 * 24 * 3600.0  # seconds that a reusable code is valid
CLOCK_TOLERANCE_S = 0.25  # seconds that a follower's clock may be wrong before an update


@dataclass
class RemoteSeat:
    """A seat of the match on the network, with its code while it is offered, then its holder's key.

    If `lasts` exceeds CODE_LIFETIME_S, the code stays valid and may be used again.
    """

    state: State = "free"
    code: str = ""
    key: str = ""  # digest of the holder's key
    until: float | None = None  # when the code expires; set in the first frame after it was made
    lasts: float = CODE_LIFETIME_S
    lag: float = 0.0  # round trip to the holder in seconds


class Channel:
    """The connection of `match` to a table of the network.

    `send` takes messages to the server.  `holders` are digests of the keys of seats held before.
    `codes` are codes that may be used any number of times.  `table` is the table's name; a random
    name replaces "".
    """

    def __init__(
        self,
        match: Match,
        about: MatchDetails,
        send: Send,
        holders: Mapping[Seat, str] | None = None,
        codes: Mapping[Seat, str] | None = None,
        table: str = "",
    ) -> None:
        self.match, self.about = match, about
        self.table = table or secrets.token_hex(4)
        self.places = {seat: RemoteSeat() for seat in range(match.game.seats)}
        for seat, key in (holders or {}).items():
            self.places[seat] = RemoteSeat("away", key=key)
        for seat, code in (codes or {}).items():
            place = self.places[seat]
            state: State = "away" if place.key else "offered"
            self.places[seat] = RemoteSeat(state, code, place.key, lasts=LASTING_S)
        self._send = send
        self._clock: tuple[int | None, Left, float, float] | None = None
        self._published: dict[str, Mapping[str, Any]] = {}
        self._feed = match.feed()
        self._conceded = ConcededCount(match.game)
        self._resigns: list[pipe.ProposalAsked] = []  # waiting until their cost is computed
        # The number of seats by which all players have moved on since the server last got the
        # match.
        self._moved = 0

    # -- opening and closing ---------------------------------------------------------------------

    def open(self) -> None:
        """Send a server the match as it is now."""
        self._feed = self.match.feed()
        self._clock = None
        self._published.clear()
        about, run, state = self.about, secrets.token_hex(4), snapshot(self.match)
        info = match_info.MatchInfo(
            about.title,
            about.seats,
            about.theme,
            about.back,
            tuple(_clock_info(one) for one in self.match.clock.controls),
        )
        holders = {str(seat): key for seat, key in self.holders.items()}
        self._send(
            lambda: pipe.OpenTable(
                self.table, run, state, info, holders, self.about.words(None), self.about.look
            )
        )
        for seat, place in self.places.items():
            if place.code:
                self._offer(seat, place.code)

    def close(self) -> None:
        self._send(pipe.CloseTable(self.table))

    # -- seats -----------------------------------------------------------------------------------

    def offer_seat(self, seat: Seat) -> str:
        """Offer a seat under a new one-time code, which is returned; the holder loses the seat."""
        self.withdraw_seat(seat)
        code = new_code()
        self.places[seat] = RemoteSeat("offered", code)
        self._offer(seat, code)
        return code

    def withdraw_seat(self, seat: Seat) -> None:
        """Take the seat back, so that it is played on this machine again."""
        self.places[seat] = RemoteSeat()
        self._send(pipe.WithdrawSeat(self.table, seat))

    def _offer(self, seat: Seat, code: str) -> None:
        lasts = self.places[seat].lasts
        self._send(pipe.OfferSeat(self.table, seat, code, lasts, lasts > CODE_LIFETIME_S))

    @property
    def holders(self) -> dict[Seat, str]:
        """Return the digests of all holders' keys, to restore the seats in another channel."""
        return {seat: place.key for seat, place in self.places.items() if place.key}

    def elsewhere(self, seat: Seat) -> bool:
        """Return whether somebody on the network holds the seat."""
        return self.places[seat].state in ("here", "away")

    # -- every frame -----------------------------------------------------------------------------

    def on_message(self, message: pipe.ProposalAsked | pipe.SeatState, now: float) -> None:
        """Apply a message from the server: judge a proposal, or note a change of a seat."""
        if message.seat not in self.places:
            return
        if isinstance(message, pipe.SeatState):
            self._seat_changed(self.places[message.seat], message.state, message.key)
            self.places[message.seat].lag = message.lag
            return
        side = message.seat % 2
        if message.proposal.kind == "resign" and not self._conceded.ready(self.match.state, side):
            self._resigns.append(message)
            return
        self._publish_events()
        why: CodedError | None = None
        try:
            if message.proposal.kind == "hint":
                _check_turn(self.match, message)
                self.about.hint(message.seat)
            else:
                proposal = proposal_of(self.match, message, self.about.back)
                answer = self.match.submit(proposal, now)
                why = answer.why if isinstance(answer, proposals.Refused) else None
        except (NetworkError, MatchError, RulesError) as error:
            why = error
        self._publish_events()  # followers get the events before the answer
        self._answer(message, why)
        self._reseat()

    def update(self, now: float) -> None:
        """Publish all events since the last frame, and the clock if it has changed."""
        self._end_codes(now)
        resigns, self._resigns = self._resigns, []
        for message in resigns:
            self.on_message(message, now)
        self._publish_events()
        self._reseat()
        self._publish_clock(now)

    def change(self, what: str, **fields: Any) -> None:
        """Publish one of `match_info.STATES` if it has changed."""
        if self._published.get(what) != fields:
            self._published[what] = fields
            self._send(pipe.StateChange(self.table, what, fields))

    def give_hint(self, seat: Seat, words: Callable[[], str], *shown: Any) -> None:
        """Send a seat its hint: words in every language, then points and arrows."""
        self._send(lambda: pipe.SeatHint(self.table, seat, in_every_language(words), *shown))

    # -- inside ----------------------------------------------------------------------------------

    def _publish_events(self) -> None:
        news = self._feed.drain()
        for seq, event in news:
            self._send(partial(self._event, seq, event))
            if isinstance(event, Played):
                self._moved += swaps(event.entry)
            elif isinstance(event, TakenBack):
                self._moved -= sum(map(swaps, event.entries))
        if news or "offers" not in self._published:
            self.change("offers", **write(offers(self.match)))

    def _reseat(self) -> None:
        """Move all players to their new seats after a swap, and send the whole match again."""
        by, self._moved = self._moved % self.match.game.seats, 0
        if not by:
            return
        seats = self.match.game.seats
        self.places = {(seat - by) % seats: place for seat, place in self.places.items()}
        self.about = self.about.moved_on(by)
        self.open()

    def _event(self, seq: int, event: MatchEvent) -> pipe.EventHappened:
        """Return the message of an event; the pipe's thread calls this to make its words."""
        return pipe.EventHappened(self.table, encode(seq, event), self.about.words(event))

    def _end_codes(self, now: float) -> None:
        """Withdraw seats whose codes have expired."""
        for seat, place in self.places.items():
            if place.state != "offered":
                continue
            if place.until is None:
                place.until = now + place.lasts
            elif now >= place.until:
                self.withdraw_seat(seat)

    def _answer(self, asked: pipe.ProposalAsked, why: CodedError | None) -> None:
        code, accepted = (why.code if why is not None else ""), why is None
        head = (self.table, asked.seat, asked.number, accepted, code)
        # The pipe's thread makes the words, perhaps after the next turn.
        state = self.match.state

        def words() -> str:
            assert why is not None
            typed = isinstance(why, RulesError) and asked.proposal.kind == "play"
            actions = asked.proposal.actions if typed else ()
            better = self.about.why(self.match.game, state, actions) if actions else ""
            return better or in_words(why)

        self._send(lambda: pipe.SeatAnswer(*head, {} if why is None else in_every_language(words)))

    def _publish_clock(self, now: float) -> None:
        clock = self.match.clock
        seats: Iterable[int] = range(self.match.game.seats)
        for seat, place in self.places.items():
            if seat != clock.running:  # constant within a turn, so that no clock jumps
                clock.lag[seat] = min(place.lag, MAX_LAG_S)
        left = tuple(clock.remaining(seat, now) for seat in seats) if clock.timed else None
        if not self._clock_is_news(clock.running, left, now):
            return
        used = clock.spent(now)
        self._clock = (clock.running, left, used, now)
        rounded = left and tuple(one if one is None else round(one, 2) for one in left)
        self.change("clock", **write(match_info.ClockState(clock.running, rounded, round(used, 2))))

    def _clock_is_news(self, running: int | None, left: Left, now: float) -> bool:
        """Return whether followers' clocks would differ too much from the match's clock."""
        if self._clock is None:
            return True
        was_running, was, used, at = self._clock
        if left is None or was is None:
            return running != was_running or left != was
        controls = self.match.clock.controls
        passed = [
            _charged(controls[seat], used, now - at) if seat == was_running else 0.0
            for seat in range(len(was))
        ]
        known = (
            (old or 0.0) - gone - (new or 0.0)
            for old, gone, new in zip(was, passed, left)
            if new is not None
        )
        drift = max(map(abs, known))
        return running != was_running or drift > CLOCK_TOLERANCE_S

    def _seat_changed(self, place: RemoteSeat, state: str, key: str) -> None:
        if state in ("here", "away"):
            place.state = "here" if state == "here" else "away"
            place.code = place.code if place.lasts > CODE_LIFETIME_S else ""
            place.key = key
        elif place.state != "offered":
            place.state, place.key = "free", ""


def _clock_info(clock: ClockSpec | None) -> match_info.ClockInfo | None:
    """Return a clock's settings besides its time: periods and delay."""
    return None if clock is None else match_info.ClockInfo(clock.periods, clock.period, clock.delay)


def _charged(clock: ClockSpec | None, used: float, passed: float) -> float:
    """Return the seconds to charge for another `passed` seconds of a turn that has used `used`."""
    delay = clock.delay if clock is not None else 0.0
    return max(0.0, used + passed - delay) - max(0.0, used - delay)


def offers(match: Match) -> match_info.OffersInfo:
    """Return the open offer, the seats that have to answer it, and what each seat may offer."""
    standing, seats = match.offer, match.game.seats
    offer = None
    if standing is not None:
        offer = match_info.OfferInfo(standing.what, standing.seat, standing.waiting(seats))
    possible = {"draw": match.game.can_draw, "end": match.game.agreed_end(match.state) is not None}
    matters = tuple(what for what, known in possible.items() if known and match.entries)
    asking = [
        not match.over and may_ask(match.history, match.offers, seat) for seat in range(seats)
    ]
    return match_info.OffersInfo(
        offer, {str(n): matters if may else () for n, may in enumerate(asking)}
    )


def sentences(why: CodedError | None) -> dict[str, str]:
    """Return a refusal in every language."""
    return {} if why is None else in_every_language(partial(in_words, why))


# -- proposals of seats ----------------------------------------------------------------------------


def proposal_of(match: Match, asked: pipe.ProposalAsked, back: bool) -> proposals.Proposal:
    """Return the proposal of a seat; with `back`, finished turns may be taken back.

    This checks only whether the seat may propose it at all; the match judges the rest. Raises
    NetworkError, MatchError or RulesError.
    """
    seat = asked.seat
    match asked.proposal.kind:
        case "play":
            return _play(match, asked)
        case "back":
            return _go_back(match, asked, back)
        case "resign":
            return proposals.Resign(seat, by="remote")
        case "offer":
            what: proposals.Matter = "draw" if asked.proposal.offer == "draw" else "end"
            return proposals.Offer(what, seat, by="remote")
        case "withdraw":
            return proposals.Withdraw(seat, by="remote")
    if match.offer is None:
        raise MatchError("no-offer")
    kind = proposals.Accept if asked.proposal.kind == "accept" else proposals.Decline
    return kind(match.offer.what, seat, by="remote")


def _check_turn(match: Match, asked: pipe.ProposalAsked) -> None:
    """Check that the seat is to move, in the position it saw. Raises NetworkError, MatchError."""
    _check_position(match, asked.seen)
    if match.to_move != asked.seat and not match.over:
        raise NetworkError("not-your-turn", seat=asked.seat)
    if match.over:
        raise MatchError("ended")


def _play(match: Match, asked: pipe.ProposalAsked) -> proposals.Play:
    _check_turn(match, asked)
    state = match.state
    actions = match.game.parse_turn(state, ",".join(asked.proposal.actions))
    return proposals.Play(tuple(actions), state, by="remote")


def _go_back(match: Match, asked: pipe.ProposalAsked, back: bool) -> proposals.GoBack:
    """Return the take-back of the seat's last action in an open turn, else of its last turn."""
    _check_position(match, asked.seen)
    begun = match.history.begun
    if begun is not None and begun.seat == asked.seat:
        return proposals.GoBack(len(match.entries) - 1, by="remote")
    own = [turn for turn in match.turns if turn.seat == asked.seat]
    if not back or not own:
        raise NetworkError("no-take-back")
    return proposals.GoBack(own[-1].first, by="remote")


def _check_position(match: Match, seen: int) -> None:
    """Check that the position has not changed since event `seen`. Raises MatchError."""
    if not 0 <= seen <= match.seq:
        raise MatchError("moved-on")
    if any(isinstance(event, MOVING) for _number, event in match.feed(seen).drain()):
        raise MatchError("moved-on")
