"""A match on the network, as the program sees it: what happens is told, what seats ask is judged.

A channel is asked once a frame and never waits.  It may outlive the process that serves it: `open`
tells another one everything again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from game.network.codes import CODE_LIFETIME_S, new_code
from game.network.errors import NetworkError
from game.network.pipe_messages import ProposalAsked, SeatState
from game.network.seat_proposals import proposal_of
from game.platform.errors import CodedError, in_words
from game.platform.i18n import LANGUAGES, in_language
from game.platform.settings import THEMES
from game.rules.errors import RulesError
from game.rules.events import Seat
from game.rules.proposals import Answer, Refused
from game.table.agreement import may_ask
from game.table.clock import Left
from game.table.errors import MatchError
from game.table.history import MatchEvent
from game.table.match import Match
from game.table.spec import ClockSpec
from game.table.wire_events import encode, snapshot

Json = dict[str, Any]
Send = Callable[[Json | Callable[[], Json]], None]
State = Literal["free", "offered", "here", "away"]
CLOCK_TOLERANCE_S = (
    0.25  # seconds by which a clock may differ from what was told before it is told again
)


@dataclass
class RemoteSeat:
    """A seat of the match on the network: its code while one is offered, then who holds it."""

    state: State = "free"
    code: str = ""
    key: str = ""  # digest of the holder's key
    until: float | None = None  # when the code ends, from the first frame after it was made


@dataclass(frozen=True)
class MatchDetails:
    """What is told of a match besides its events.

    `seats` has for each seat its `name` by language, `kind` and `piece`; `theme` is that of its
    board; `words` the sentences by language for an event, None for the match as it stands; `back`:
    seats may take back finished turns.
    """

    title: str
    seats: tuple[Json, ...] = ()
    theme: str = THEMES[0]
    words: Callable[[MatchEvent | None], Json] = lambda event: {}
    back: bool = False


class Channel:
    """`match` at a table of the network; `holders` are digests of keys of seats held before."""

    def __init__(
        self,
        match: Match,
        about: MatchDetails,
        say: Send,
        holders: Mapping[Seat, str] | None = None,
    ) -> None:
        self.match, self.about = match, about
        self.table = secrets.token_hex(4)
        self.places = {seat: RemoteSeat() for seat in range(match.game.seats)}
        for seat, key in (holders or {}).items():
            self.places[seat] = RemoteSeat("away", key=key)
        self._say = say
        self._asked: list[ProposalAsked] = []
        self._clock: tuple[int | None, Left, float, float] | None = None
        self._told: dict[str, Json] = {}
        self._feed = match.feed()

    # -- opening and closing ---------------------------------------------------------------------

    def open(self) -> None:
        """Tell a server the match as it is now."""
        self._feed = self.match.feed()
        self._clock = None
        self._told.clear()
        line = {
            "is": "table",
            "table": self.table,
            "run": secrets.token_hex(4),
            "snapshot": snapshot(self.match),
            "about": {
                "title": self.about.title,
                "seats": list(self.about.seats),
                "theme": self.about.theme,
                "back": self.about.back,
                "clocks": [_control(one) for one in self.match.clock.controls],
            },
            "holders": {str(seat): place.key for seat, place in self.places.items() if place.key},
        }
        self._say(lambda: {**line, "words": self.about.words(None)})
        for seat, place in self.places.items():
            if place.code:
                self._offer(seat, place.code)

    def close(self) -> None:
        self._tell("close")

    # -- seats -----------------------------------------------------------------------------------

    def offer_seat(self, seat: Seat) -> str:
        """Offer a seat under a new one-time code, which is returned; whoever held it is out."""
        self.withdraw_seat(seat)
        code = new_code()
        self.places[seat] = RemoteSeat("offered", code)
        self._offer(seat, code)
        return code

    def withdraw_seat(self, seat: Seat) -> None:
        """The seat is played at this machine again."""
        self.places[seat] = RemoteSeat()
        self._tell("withdraw", seat=seat)

    def _offer(self, seat: Seat, code: str) -> None:
        self._tell("offer", seat=seat, code=code, lasts=CODE_LIFETIME_S)

    @property
    def holders(self) -> dict[Seat, str]:
        """Digests of the keys of all who hold a seat, for when the match is brought here again."""
        return {seat: place.key for seat, place in self.places.items() if place.key}

    def elsewhere(self, seat: Seat) -> bool:
        """Is the seat held by somebody on the network?"""
        return self.places[seat].state in ("here", "away")

    # -- every frame -----------------------------------------------------------------------------

    def hear(self, said: ProposalAsked | SeatState) -> None:
        """What the server says about this table."""
        if said.seat not in self.places:
            return
        if isinstance(said, ProposalAsked):
            self._asked.append(said)
        else:
            self._seat_changed(self.places[said.seat], said.state, said.key)

    def update(self, now: float) -> None:
        """Tell what has happened, let the match judge what was asked, and tell that."""
        self._end_codes(now)
        self._tell_news()
        asked, self._asked = self._asked, []
        for one in asked:
            why = self._judge(one, now)
            self._tell_news()  # the events come before the answer
            self._answer(one, why)
        self._tell_clock(now)

    def change(self, what: str, **fields: Any) -> None:
        """Tell something of which only the newest counts, if it has changed."""
        if self._told.get(what) != fields:
            self._told[what] = fields
            self._tell("change", what=what, fields=fields)

    # -- inside ----------------------------------------------------------------------------------

    def _tell(self, kind: str, **fields: Any) -> None:
        self._say({"is": kind, "table": self.table, **fields})

    def _tell_news(self) -> None:
        news = self._feed.drain()
        for seq, event in news:
            self._say(partial(self._event, seq, event))
        if news or "offers" not in self._told:
            self.change("offers", **offers(self.match))

    def _event(self, seq: int, event: MatchEvent) -> Json:
        """Put into words in the pipe's thread."""
        head = {"is": "event", "table": self.table, "event": encode(seq, event)}
        return {**head, "words": self.about.words(event)}

    def _end_codes(self, now: float) -> None:
        """Codes that nobody used end after a while."""
        for seat, place in self.places.items():
            if place.state != "offered":
                continue
            if place.until is None:
                place.until = now + CODE_LIFETIME_S
            elif now >= place.until:
                self.withdraw_seat(seat)

    def _judge(self, ask: ProposalAsked, now: float) -> CodedError | None:
        """Why the match refuses it; None where it has happened."""
        try:
            proposal = proposal_of(self.match, ask.seat, ask.seen, ask.proposal, self.about.back)
        except (NetworkError, MatchError, RulesError) as why:
            return why
        answer: Answer = self.match.submit(proposal, now)
        return answer.why if isinstance(answer, Refused) else None

    def _answer(self, ask: ProposalAsked, why: CodedError | None) -> None:
        head = {"is": "answer", "table": self.table, "seat": ask.seat, "number": ask.number}
        code = why.code if why is not None else ""
        self._say(lambda: {**head, "accepted": why is None, "code": code, "words": sentences(why)})

    def _tell_clock(self, now: float) -> None:
        clock = self.match.clock
        seats: Iterable[int] = range(self.match.game.seats)
        left = tuple(clock.remaining(seat, now) for seat in seats) if clock.timed else None
        if not self._clock_is_news(clock.running, left, now):
            return
        used = clock.spent(now)
        self._clock = (clock.running, left, used, now)
        shown = None if left is None else [one if one is None else round(one, 2) for one in left]
        self.change("clock", running=clock.running, left=shown, used=round(used, 2))

    def _clock_is_news(self, running: int | None, left: Left, now: float) -> bool:
        """Does the clock differ from what followers make of what they were told last?"""
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
            place.code, place.key = "", key
        elif place.state != "offered":
            place.state, place.key = "free", ""


def _control(clock: ClockSpec | None) -> Json | None:
    """What a clock has besides its time: periods, and what passes before the time does."""
    if clock is None:
        return None
    return {"periods": clock.periods, "period": clock.period, "delay": clock.delay}


def _charged(clock: ClockSpec | None, used: float, passed: float) -> float:
    """Seconds that go off the time, when `used` of the turn were gone and `passed` more go."""
    delay = clock.delay if clock is not None else 0.0
    return max(0.0, used + passed - delay) - max(0.0, used - delay)


def offers(match: Match) -> Json:
    """What is offered, who has to answer it, and what each seat may offer now."""
    deal = match.offer
    offer = None
    if deal is not None:
        waiting = list(deal.waiting(match.game.seats))
        offer = {"what": deal.what, "seat": deal.seat, "waiting": waiting}
    possible = {"draw": match.game.can_draw, "end": match.game.agreed_end(match.state) is not None}
    matters = [what for what, known in possible.items() if known and match.entries]
    may = {
        str(seat): [] if match.over or not may_ask(match.history, match.offers, seat) else matters
        for seat in range(match.game.seats)
    }
    return {"offer": offer, "may": may}


def sentences(why: CodedError | None) -> dict[str, str]:
    """A refusal in every language."""
    found = {}
    for code in LANGUAGES if why is not None else ():
        with in_language(code):
            found[code] = in_words(why) if why is not None else ""
    return found
