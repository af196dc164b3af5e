"""Clients with valid codes and keys do no harm by any requests that the protocol allows."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from game.network.lines.tickets import digest, new_key
from game.network.protocol.match_info import MatchDetails
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import two_people
from tests.network.lines import Caller, House, Json

SEEDS = (7, 20261128)
STEPS = 300
MOST = 6  # number of actions before anybody may resign or accept an offer
PROPOSALS: tuple[Json, ...] = (
    *({"is": what} for what in ("back", "resign", "accept", "decline", "withdraw", "hint")),
    *({"is": "offer", "offer": what} for what in ("draw", "end")),
    {"is": "play", "actions": ["pass"]},
    {"is": "play", "actions": ["c3", "c3"]},
)


class Crowd:
    """Some clients at one table, each with keys of its own."""

    def __init__(self, seed: int, count: int = 4) -> None:
        self.dice = random.Random(seed)
        self.house = House(
            about=MatchDetails("a game", back=True),
            match=Match(two_people("multiplicity size=4")),
        )
        self.keys = {number: [new_key() for _key in range(2)] for number in range(count)}
        self.clients = {number: self.come(number) for number in range(count)}
        self.codes: list[str] = []
        self.count = 0

    def come(self, number: int) -> Caller:
        return Caller(self.house, f"10.0.1.{number}")

    def step(self) -> None:
        """Let a random client do something; sometimes the table acts instead."""
        self.house.go_on(self.dice.random())
        number = self.dice.choice(list(self.clients))
        one = self.clients[number]
        deeds: list[Callable[[int, Caller], None]] = [
            *[self.propose] * 6,
            *[self.claim] * 3,
            *[self.resume] * 3,
            *[self.table] * 3,
            self.leave,
            self.come_back,
            self.follow,
        ]
        self.dice.choice(deeds)(number, one)

    def propose(self, number: int, one: Caller) -> None:
        match, before = self.house.match, len(self.house.match.entries)
        mover, seat = match.to_move, one.client.seat
        legal = [match.game.turn_text((action,)) for action in match.legal()]
        wish = self.dice.choice(PROPOSALS)
        ends = wish["is"] in ("resign", "accept") and len(match.entries) < MOST
        if legal and (ends or self.dice.random() < 0.6):
            wish = {"is": "play", "actions": [self.dice.choice(legal)]}
        self.count += self.dice.choice((0, 1, 1, 1, 1000))
        seen = match.seq if self.dice.random() < 0.8 else self.dice.randrange(-1, match.seq + 5)
        answers = len(one.of("answer"))
        run = one.run if one.of("snapshot") else ""
        one.say("propose", number=self.count, run=run, seen=max(-1, seen), proposal=wish)
        if len(match.entries) > before:
            assert seat is not None
            assert wish["is"] == "play"
            assert seat == mover, "somebody played for another seat"
        if seat is None:
            assert len(one.of("answer")) == answers

    def claim(self, number: int, one: Caller) -> None:
        if self.dice.random() < 0.5 or not self.codes:
            self.codes.append(self.house.channel.offer_seat(self.dice.randrange(2)))
            self.house.go_on()
        code = self.codes.pop(self.dice.randrange(len(self.codes)))
        one.say("claim", code=code, key=self.dice.choice(self.keys[number]))

    def resume(self, number: int, one: Caller) -> None:
        one.say("resume", key=self.dice.choice(self.keys[number]))

    def leave(self, number: int, one: Caller) -> None:
        one.say("leave")

    def follow(self, number: int, one: Caller) -> None:
        one.say("follow", view=self.dice.choice(("page", "wire")), table="", since=None)

    def come_back(self, number: int, one: Caller) -> None:
        one.go()
        self.clients[number] = self.come(number)

    def table(self, number: int, one: Caller) -> None:
        match = self.house.match
        if self.dice.random() < 0.3:
            self.house.channel.withdraw_seat(self.dice.randrange(2))
        elif not match.over and self.house.channel.places[match.to_move].state == "free":
            match.submit(Play((self.dice.choice(match.legal()),)), self.house.now)
        self.house.go_on()

    def check(self) -> None:
        """Check that every seat is held only by the client that has its key."""
        [table] = self.house.hall.tables.values()
        for number, one in self.clients.items():
            own = {digest(key) for key in self.keys[number]}
            if one.client.seat is not None:
                assert table.holders[one.client.seat].key in own
            strangers = {said["key"] for said in one.of("seated") if "key" in said}
            assert strangers <= set(self.keys[number])
        for seat, holder in table.holders.items():
            assert sum(digest(k) == holder.key for keys in self.keys.values() for k in keys) == 1
            assert self.house.channel.places[seat].state in ("here", "away", "offered")


@pytest.mark.parametrize("seed", SEEDS)
def test_seats_stay_with_their_keys_whatever_their_holders_do(seed: int) -> None:
    crowd = Crowd(seed)
    for _step in range(STEPS):
        crowd.step()
        crowd.check()
    assert len(crowd.house.match.entries) > 3, "nobody could play"
