"""A match at two places ends with the same record at both, whatever is cut or restarted."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from game.network.guest.guest import Guest
from game.network.lines.server_connection import ConnectionState
from game.network.lines.tickets import Ticket, digest
from game.network.protocol.messages import MESSAGES, ClientMessage
from game.network.server.client import Client
from game.platform.codec import write_tagged
from game.rules.proposals import (
    Accept,
    Decline,
    GoBack,
    Offer,
    Play,
    Resign,
    TimeUp,
    Withdraw,
)
from game.table.match import Match
from game.table.record import from_record, to_record
from game.table.spec import ClockSpec, MatchSpec, SeatSpec, two_people
from game.table.wire_events import snapshot
from tests.network.lines import House
from tests.support.waiting import until

Json = dict[str, Any]
SETUPS = [
    "multiplicity size=3",
    "libra size=3",
    "more-or-less board=decagon-51",
    "less seed=5",
    "less seats=4 seed=3",
]


class Wire:
    """A guest's line to a house in the same process.

    A cut loses the messages on their way to the guest, which are in `arriving`.
    """

    def __init__(self, house: House) -> None:
        self.house = house
        self._client: Client | None = None
        self.arriving: list[str] = []

    def send(self, message: ClientMessage) -> None:
        if self._client is not None:
            text = json.dumps({"v": 1, **write_tagged(MESSAGES, message, "type")})
            self.house.hall.on_message(self._client, text)

    def received(self) -> list[str | ConnectionState]:
        if self._client is None:
            self._client = Client("10.0.0.9", self.house.now)
            self.house.hall.connect(self._client)
            return [ConnectionState(cut=False)]
        while (text := self._client.next_text(self.house.now)) is not None:
            self.arriving.append(text)
        arrived, self.arriving = self.arriving, []
        return [*arrived]

    def cut(self) -> None:
        """Cut the line and lose all messages on their way."""
        if self._client is not None:
            self.house.hall.disconnect(self._client)
        self._client, self.arriving = None, []

    def close(self) -> None:
        self.cut()


def spec_of(setup: str) -> MatchSpec:
    """Return a match of people only."""
    return MatchSpec(setup, (SeatSpec(),) * 4) if "seats=4" in setup else two_people(setup)


class Places:
    """A table and a guest, which run frame by frame."""

    def __init__(self, setup: str, seat: int = 1, clock: ClockSpec | None = None) -> None:
        self.house, self.seat = House(replace(spec_of(setup), clock=clock)), seat
        self.ticket = Ticket(code=self.house.channel.offer_seat(seat))
        self.arrive()
        self.frames(3)

    def arrive(self) -> None:
        self.wire = Wire(self.house)
        self.guest = Guest(self.wire, self.ticket)

    def frames(self, count: int = 1) -> None:
        for _frame in range(count):
            self.house.go_on(1.0)
            self.guest.update(self.house.now)
            until(lambda: not self.guest.waits_to_read, step=self._read_on)

    def _read_on(self) -> None:
        self.guest.update(self.house.now)

    def restart_table(self) -> None:
        """Restart the table's program from its saved record."""
        self.wire.cut()
        record, holders = to_record(self.house.match), self.house.channel.holders
        kept = from_record(json.loads(json.dumps(record)), "kept")
        self.house = House(match=kept, holders=holders)
        self.wire.house = self.house

    @property
    def table(self) -> Match:
        return self.house.match

    @property
    def mine(self) -> Match:
        assert self.guest.match is not None
        return self.guest.match


def turns(match: Match) -> list[str]:
    return [entry.text for entry in match.entries]


@pytest.mark.parametrize("setup", SETUPS)
def test_whatever_is_cut_or_started_again_both_end_alike(setup: str) -> None:
    places, dice = Places(setup), random.Random(setup)
    cuts = 0
    for _frame in range(6000):
        if places.table.over and places.guest.match is not None and places.mine.over:
            break
        accident = dice.random()
        if accident < 0.12:
            places.wire.cut()
            cuts += 1
        elif accident < 0.15:
            places.restart_table()
            cuts += 1
        elif accident < 0.17:
            places.wire.cut()
            places.ticket = Ticket(key=places.guest.ticket.key)
            places.arrive()
            cuts += 1
        match = places.mine if dice.random() < 0.5 and places.guest.match else places.table
        here = match is places.table
        own = (match.to_move != places.seat) if here else (match.to_move == places.seat)
        if own and not match.over and dice.random() < 0.7:
            enough = len(match.entries) > 90  # random pieces of Less seldom get home
            some = Play((dice.choice(match.legal()),), match.state)
            match.submit(Resign(match.to_move) if enough else some, places.house.now)
        if dice.random() < 0.6:
            places.frames()
    places.frames(10)
    assert places.table.over
    assert turns(places.mine) == turns(places.table)
    assert places.mine.outcome == places.table.outcome
    assert cuts >= 3


def played(places: Places, count: int) -> None:
    """Play this many actions, each at the place that has the seat to move."""
    for _action in range(count):
        match = places.mine if places.table.to_move == places.seat else places.table
        match.submit_or_raise(Play((match.legal()[0],)), places.house.now)
        places.frames(2)


def test_an_action_of_ones_own_turn_goes_back_at_both_places() -> None:
    places = Places("multiplicity size=3", seat=0)
    played(places, 1)
    while places.mine.turn_begun == 0 or places.mine.to_move != places.seat:
        played(places, 1)
    before = len(places.mine.entries)
    places.mine.submit_or_raise(GoBack(before - 1), places.house.now)
    other = places.mine.legal()[1]
    places.mine.submit_or_raise(
        Play((other,)), places.house.now
    )  # the table has not received the take-back yet
    places.frames(6)
    assert turns(places.mine) == turns(places.table)
    assert places.table.entries[before - 1].action == other


def test_what_the_table_does_not_take_back_stands_again() -> None:
    places = Places("libra size=3")
    played(places, 2)
    assert places.table.to_move != places.seat
    places.mine.submit_or_raise(GoBack(1), places.house.now)
    places.frames(6)
    assert turns(places.mine) == turns(places.table)
    assert len(places.mine.entries) == 2
    assert places.guest.refused["en"]


def test_what_comes_too_late_is_refused_and_undone() -> None:
    places = Places("less seed=5")
    played(places, 1)
    while places.table.to_move != places.seat:
        played(places, 1)
    places.mine.submit_or_raise(Play((places.mine.legal()[0],)), places.house.now)
    places.table.submit_or_raise(Resign(0), places.house.now)
    places.frames(4)
    assert places.mine.outcome == places.table.outcome
    assert turns(places.mine) == turns(places.table)


def test_a_guest_resigns() -> None:
    places = Places("libra size=3")
    places.mine.submit_or_raise(Resign(places.seat), places.house.now)
    places.frames(3)
    assert places.table.outcome == places.mine.outcome
    assert places.table.outcome is not None
    assert places.table.outcome.winners == (0,)


@pytest.mark.parametrize("answer", [Accept, Decline])
@pytest.mark.parametrize("here", [True, False])
def test_an_end_is_offered_and_answered_across_the_line(answer: Any, here: bool) -> None:
    places = Places("libra size=3")
    played(places, 4)
    one, other = (places.mine, places.table) if here else (places.table, places.mine)
    asking, asked = (1, 0) if here else (0, 1)
    one.submit_or_raise(Offer("end", asking), places.house.now)
    places.wire.cut()
    places.frames(4)
    assert other.offer is not None
    other.submit_or_raise(answer("end", asked), places.house.now)
    places.frames(4)
    assert one.offer is None
    assert one.offers[-1].end == other.offers[-1].end
    assert turns(one) == turns(other)


def test_the_tables_offer_is_withdrawn_here_too() -> None:
    places = Places("libra size=3")
    places.table.submit_or_raise(Offer("end", 0), places.house.now)
    places.frames(2)
    assert places.mine.offer is not None
    places.table.submit_or_raise(Withdraw(0), places.house.now)
    places.frames(2)
    assert places.mine.offer is None


def test_a_wrong_code_is_said_and_a_seat_taken_back_too() -> None:
    places = Places("libra size=3")
    stranger = Guest(Wire(places.house), Ticket(code="K7QM-X2RD"))
    stranger.update(0.0)
    stranger.update(0.0)
    assert stranger.problem == "wrong-code"
    assert stranger.match is None
    places.house.channel.withdraw_seat(places.seat)
    places.frames(2)
    assert places.guest.problem == "wrong-key"
    assert places.guest.seat is None


def test_of_a_key_only_the_digest_leaves_the_guest_with_the_table() -> None:
    places = Places("libra size=3")
    assert places.house.channel.holders == {1: digest(places.guest.ticket.key)}


def test_the_clock_is_the_tables() -> None:
    places = Places("libra size=3", clock=ClockSpec(60.0, 5.0))
    table = places.table

    def now() -> float:
        return places.house.now

    table.clock.run(0, now())
    places.frames(5)
    assert places.mine.clock.remaining(0, now()) == pytest.approx(55.0, abs=1.1)
    table.submit_or_raise(Play((table.legal()[0],)), now())
    places.frames(2)
    assert places.mine.clock.remaining(0, now()) == pytest.approx(60.0, abs=2.1)
    table.clock.run(1, now())
    places.frames(80)
    assert places.mine.clock.fallen(now()) is None  # only the table may declare the time over
    assert not places.mine.over
    table.submit_or_raise(TimeUp(), now())
    places.frames(2)
    assert places.mine.outcome == table.outcome


class Script:
    """A line on which the test plays the server."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self._received: list[Any] = [ConnectionState(cut=False)]

    def tell(self, kind: str, **fields: Any) -> None:
        self._received.append(json.dumps({"v": 1, "type": kind, **fields}))

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def received(self) -> list[Any]:
        found, self._received = self._received, []
        return found

    def close(self) -> None:
        """Do nothing, as there is nothing to close."""


def test_the_match_of_another_table_never_becomes_the_guests_own() -> None:
    line = Script()
    guest = Guest(line, Ticket("K7QM-X2RD"))
    own, other = (Match(two_people(f"multiplicity size={size}")) for size in (3, 4))

    def show(table: str, match: Match) -> None:
        line.tell("snapshot", table=table, run=table, seq=0, data=snapshot(match), events=[])

    show("other", other)  # the table opened last is shown until the code is read
    show("own", own)
    line.tell("seated", table="own", seat=0, key="k" * 32, asked=0)
    guest.update(0.0)
    assert guest.match is not None
    assert guest.match.game.setup == own.game.setup
    kept = guest.match
    show("other", other)  # a restarted host opens its tables one by one
    guest.update(1.0)
    assert guest.match is kept
    assert guest.seat is None
    kept.submit_or_raise(Play((kept.legal()[0],)))
    guest.update(2.0)
    show("own", own)
    line.tell("seated", table="own", seat=0, asked=0)
    guest.update(3.0)
    assert guest.match is kept
    assert guest.waiting, "what was played meanwhile is on its way"
