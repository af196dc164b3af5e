"""A program, its hall and clients without any line between them: everything arrives at once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from game.network.channel import Channel, MatchDetails
from game.network.client import Client
from game.network.match_server import MatchServer
from game.network.pipe import Line
from game.network.pipe_messages import ProposalAsked, SeatState, read_from_server
from game.network.rate_limits import ConnectionLimits
from game.table.match import Match
from game.table.spec import MatchSpec, two_people

Json = dict[str, Any]


class Caller:
    """A client and all it was told."""

    def __init__(self, house: House, address: str = "10.0.0.7", **follow: Any) -> None:
        self.house, self.heard = house, list[Json]()
        self.client = Client(address, house.now)
        house.hall.come(self.client)
        self.say("follow", **follow)

    def say(self, kind: str, **fields: Any) -> None:
        self.house.hall.hear(self.client, json.dumps({"v": 1, "type": kind, **fields}))
        self.house.go_on()

    def play(self, number: int, *actions: str, seen: int | None = None, run: str = "") -> None:
        proposal = {"is": "play", "actions": list(actions)}
        self.propose(number, proposal, seen, run)

    def propose(self, number: int, proposal: Json, seen: int | None = None, run: str = "") -> None:
        seen = self.house.match.seq if seen is None else seen
        self.say("propose", number=number, run=run or self.run, seen=seen, proposal=proposal)

    @property
    def run(self) -> str:
        return str(self.of("snapshot")[-1]["run"])

    def of(self, kind: str) -> list[Json]:
        """What it was told of a kind."""
        while (text := self.client.next_text(self.house.now)) is not None:
            self.heard.append(json.loads(text))
        return [said for said in self.heard if said["type"] == kind]

    def go(self) -> None:
        self.house.hall.go(self.client)
        self.house.go_on()


class House:
    """A program with one match on the network."""

    def __init__(
        self,
        spec: MatchSpec | None = None,
        about: MatchDetails | None = None,
        match: Match | None = None,
        holders: Mapping[int, str] | None = None,
        limits: ConnectionLimits | None = None,
    ) -> None:
        self.now = 0.0
        self.match = match or Match(spec or two_people("multiplicity size=3"))
        self.told: list[Json] = []  # by the hall
        self.hall = MatchServer(self.told.append, lambda: self.now, limits)
        self.channel = Channel(self.match, about or MatchDetails("a game"), self._say, holders)
        self.channel.open()
        self._heard = 0

    def _say(self, line: Line) -> None:
        said = line() if callable(line) else line
        self.hall.take(json.loads(json.dumps(said)))

    def go_on(self, seconds: float = 0.0) -> None:
        """A frame of the program."""
        self.now += seconds
        while self._heard < len(self.told):
            line, self._heard = self.told[self._heard], self._heard + 1
            said = read_from_server(json.loads(json.dumps(line)))
            if isinstance(said, (ProposalAsked, SeatState)):
                self.channel.hear(said)
        self.channel.update(self.now)

    def seated(self, seat: int, **follow: Any) -> Caller:
        """A client that has claimed a seat."""
        line = Caller(self, **follow)
        line.say("claim", code=self.channel.offer_seat(seat))
        return line
