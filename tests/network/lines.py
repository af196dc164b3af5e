"""A program, its hall and clients without real connections: every message arrives immediately."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from game.network.host.channel import Channel
from game.network.lines.pipe import FROM_SERVER, TO_SERVER, ProposalAsked, SeatState, ToServer
from game.network.protocol.match_info import MatchDetails
from game.network.rate_limits import ConnectionLimits
from game.network.server.client import Client
from game.network.server.match_server import MatchServer
from game.platform.codec import read_tagged, write_tagged
from game.platform.untrusted import parse_json
from game.table.match import Match
from game.table.spec import MatchSpec, two_people

Json = dict[str, Any]


class Caller:
    """A client, and all messages that it has received."""

    def __init__(self, house: House, address: str = "10.0.0.7", **follow: Any) -> None:
        self.house, self.heard = house, list[Json]()
        self.client = Client(address, house.now)
        house.hall.connect(self.client)
        self.say("follow", **follow)

    def say(self, kind: str, **fields: Any) -> None:
        self.house.hall.on_message(self.client, json.dumps({"v": 1, "type": kind, **fields}))
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
        """Return the messages of a kind that the client has received."""
        while (text := self.client.next_text(self.house.now)) is not None:
            self.heard.append(json.loads(text))
        return [said for said in self.heard if said["type"] == kind]

    def go(self) -> None:
        self.house.hall.disconnect(self.client)
        self.house.go_on()


class House:
    """A program, with its hall, that has one match on the network."""

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
        self.told: list[Json] = []  # lines of the pipe from the hall
        self.hall = MatchServer(
            lambda message: self.told.append(write_tagged(FROM_SERVER, message)),
            lambda: self.now,
            limits,
        )
        self.channel = Channel(self.match, about or MatchDetails("a game"), self.send, holders)
        self.channel.open()
        self._heard = 0

    def send(self, made: ToServer | Callable[[], ToServer]) -> None:
        self.receive(write_tagged(TO_SERVER, made() if callable(made) else made))

    def receive(self, line: Json) -> None:
        """Let the hall receive a line of the pipe."""
        self.hall.apply(read_tagged(TO_SERVER, parse_json(json.dumps(line), "pipe")))

    def go_on(self, seconds: float = 0.0) -> None:
        """Run a frame of the program."""
        self.now += seconds
        while self._heard < len(self.told):
            line, self._heard = self.told[self._heard], self._heard + 1
            said = read_tagged(FROM_SERVER, json.loads(json.dumps(line)))
            if isinstance(said, (ProposalAsked, SeatState)):
                self.channel.on_message(said, self.now)
        self.channel.update(self.now)

    def seated(self, seat: int, **follow: Any) -> Caller:
        """Return a client that has claimed a seat."""
        line = Caller(self, **follow)
        line.say("claim", code=self.channel.offer_seat(seat))
        return line
