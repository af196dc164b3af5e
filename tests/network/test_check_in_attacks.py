"""Players with codes, and people at the door, do no harm by requests that the protocol allows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from game.network.host.tournament_requests import TournamentRequests
from game.network.lines.pipe import RequestAsked, RequestDone, TournamentState
from game.platform.codec import read
from game.tournament import operations
from game.tournament.plan import TournamentPlan
from game.tournament.store import TournamentStore
from game.tournament.tournament import Tournament
from tests.network.lines import Json
from tests.support.waiting import until

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


class Door:
    """A tournament of four in its first round, and the requests for it."""

    def __init__(self) -> None:
        self.store = TournamentStore()
        self.number = self.store.found(TournamentPlan("Cup", "libra size=3 mode=duel", rounds=3))
        for name in PEOPLE:
            self.do(partial(operations.enter, names=[name], here=True))
        self.do(operations.draw)
        self.answers: list[RequestDone] = []
        self.requests = TournamentRequests(self._hear)
        self.requests.open()
        self.asked = 0

    def _hear(self, message: TournamentState | RequestDone) -> None:
        if isinstance(message, RequestDone):
            self.answers.append(message)

    def do(self, operation: Any) -> None:
        self.store.carry_out(self.number, operation)

    @property
    def state(self) -> Tournament:
        return self.store.load(self.number)

    def ask(self, entrant: int, deed: Json) -> RequestDone:
        """Return the answer to a request that the server passes on for the client of `entrant`."""
        self.asked += 1
        fields = {"asked": self.asked, "entrant": entrant, "tournament": self.number, "deed": deed}
        self.requests.on_request(read(RequestAsked, fields))
        assert until(lambda: len(self.answers) == self.asked)
        return self.answers[-1]


@pytest.fixture
def door() -> Iterator[Door]:
    made = Door()
    yield made
    made.requests.close()
    made.store.close()


def test_nobody_confirms_or_reports_for_a_game_of_others(door: Door) -> None:
    dice = random.Random(5)
    entrants = list(door.state.entrants)
    games = {(1, game.number): set(game.sides) for game in door.state.games}
    said: dict[tuple[int, int], set[int]] = {at: set() for at in games}
    for _deed in range(200):
        entrant = dice.choice([*entrants, 99])
        at = (dice.choice((1,) * 9 + (2, 7)), dice.choice((1, 1, 2, 2, 9)))
        place = {"round": at[0], "game": at[1]}
        deed: Json = dice.choice(
            (
                *({"is": "result", **place, "outcome": what} for what in ("won", "lost")),
                {"is": "confirm", **place, "score": dice.choice(("1 – 0", "0 – 1"))},
                {"is": "arrive"},
                {"is": "arrive", "person": dice.choice([*entrants, 99])},
            )
        )
        done = door.ask(entrant, deed)
        if done.accepted and deed["is"] in ("result", "confirm"):
            assert entrant in games[at], "somebody spoke for others"
            said[at].add(entrant)
        assert not (done.accepted and deed.get("person")), "by name, which nobody has allowed"
    finished = [game for game in door.state.games if game.result is not None]
    assert finished
    for game in finished:
        assert said[1, game.number] == set(game.sides)


def test_at_the_door_a_name_only_checks_in(door: Door) -> None:
    door.do(partial(operations.allow_self_check_in, allowed=True))
    before = len(door.state.log)
    known = list(door.state.entrants)
    for person in (99, 2**31, *known):
        assert door.ask(person, {"is": "arrive", "person": person}).accepted == (person in known)
    assert len(door.state.log) == before, "they were here already"
    for deed in (
        {"is": "result", "round": 1, "game": 1, "outcome": "won", "person": 1},
        {"is": "confirm", "round": 1, "game": 1, "score": "1 – 0", "person": 1},
    ):
        assert not door.ask(99, deed).accepted
    assert all(game.result is None for game in door.state.games)
