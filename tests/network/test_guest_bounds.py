"""A guest accepts no more from a hostile host than it can use, and stores little of that."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
import websockets.sync.server
from websockets.exceptions import ConnectionClosed

from game.network.guest.guest import Guest
from game.network.guest.message_reader import MAX_READ_AT_ONCE
from game.network.lines.addresses import Address
from game.network.lines.broker_line import MAX_WAITING_BYTES, BrokerLine
from game.network.lines.server_connection import ConnectionState
from game.network.lines.tickets import Ticket
from game.network.lines.ws_client import MAX_BYTES_A_LOOK, MAX_HELD_BYTES, WebSocketClient
from game.network.protocol import messages
from game.network.protocol.messages import MAX_MESSAGE_BYTES, read_server_message
from game.platform.untrusted import InputError
from game.table.match import Match
from game.table.spec import two_people
from game.table.wire_events import snapshot
from tests.support.waiting import PATIENCE, until

LONG = json.dumps({"v": 1, "type": "event", "table": "x" * 1_000_000})
MANY = 80


class Flood:
    """A host that sends long messages as fast as it can."""

    def __init__(self) -> None:
        self.sent = 0
        self._server = websockets.sync.server.serve(self._talk, "127.0.0.1", 0, compression=None)
        self.address = Address("127.0.0.1", self._server.socket.getsockname()[1], "/")
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def _talk(self, line: websockets.sync.server.ServerConnection) -> None:
        with suppress(ConnectionClosed):
            while self.sent < MANY:
                line.send(LONG)
                self.sent += 1

    def close(self) -> None:
        self._server.shutdown()


@pytest.fixture
def flood() -> Iterator[Flood]:
    made = Flood()
    yield made
    made.close()


def test_a_host_that_floods_has_to_wait(flood: Flood) -> None:
    client = WebSocketClient(flood.address)
    try:
        assert until(lambda: flood.sent * len(LONG) >= MAX_HELD_BYTES)
        until(lambda: False, 1.0)  # in this time the host could send much more
        assert flood.sent < MANY / 2
        taken = 0

        def take() -> None:
            nonlocal taken
            long = [one for one in client.received() if isinstance(one, str)]
            assert sum(map(len, long)) < MAX_BYTES_A_LOOK + len(LONG)
            taken += len(long)

        assert until(lambda: taken >= MANY / 2, step=take)
    finally:
        client.close()


def test_a_message_has_a_budget_of_bytes_and_of_values() -> None:
    many = MAX_MESSAGE_BYTES // 5
    for text in (f'"{"x" * MAX_MESSAGE_BYTES}"', "[" + "[]," * many + "0]"):
        with pytest.raises(InputError) as refused:
            read_server_message(text)
        assert refused.value.code == "large"


def test_a_line_through_a_broker_ends_where_frames_pile_up() -> None:
    async def pile_up() -> int:
        async def publish(_text: str) -> None: ...

        line, frame = BrokerLine(publish), "x" * 1_000_000
        for number in range(20):
            line.hear(f"m{number} {frame}".encode())
        heard = 0
        with suppress(ConnectionError):
            while await line.receive_text():
                heard += 1
        return heard * len(frame)

    assert MAX_WAITING_BYTES <= asyncio.run(pile_up()) < MAX_WAITING_BYTES + 2_000_000


class Said:
    """A line on which the test sends texts."""

    def __init__(self, *texts: str) -> None:
        self.waiting: list[str | ConnectionState] = [ConnectionState(cut=False), *texts]
        self.looks = 0

    def send(self, message: object) -> None:
        """Drop the message, since nobody listens."""

    def received(self) -> list[str | ConnectionState]:
        self.looks += 1
        found, self.waiting = self.waiting, []
        return found

    def close(self) -> None:
        """Do nothing, as there is nothing to close."""


def test_a_long_message_is_read_beside_the_frames_and_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While a thread reads the message, frames go on, and nothing more is taken from the line."""
    begin, readers = threading.Event(), list[str]()

    def slow(text: str) -> object:
        readers.append(threading.current_thread().name)
        if len(text) > MAX_READ_AT_ONCE:
            assert begin.wait(PATIENCE)
        return read_server_message(text)

    monkeypatch.setattr(messages, "read_server_message", slow)
    wrong = json.dumps({"v": 1, "type": "error", "code": "wrong-code", "x": "x" * 900_000})
    late = json.dumps({"v": 1, "type": "error", "code": "too-many"})
    line = Said(wrong, late)
    guest = Guest(line, Ticket("K7QM-X2RD"))
    for frame in range(50):
        guest.update(frame / 60)
    assert (guest.online, guest.problem, line.looks) == (True, "", 1)
    begin.set()
    assert until(lambda: guest.problem == "too-many", step=lambda: guest.update(1.0))
    assert threading.main_thread().name not in readers[:1]
    assert readers[1] == threading.current_thread().name


def test_a_long_match_is_played_through_beside_the_frames() -> None:
    match = Match(two_people("libra size=8"))
    for _turn in range(40):
        match.play(match.legal()[0])
    told = {"table": "hall", "run": "r", "seq": 0, "data": snapshot(match), "events": []}
    text = json.dumps({"v": 1, "type": "snapshot", **told})
    seated = json.dumps({"v": 1, "type": "seated", "table": "hall", "seat": 0, "asked": 0})
    line = Said(text, seated)
    guest = Guest(line, Ticket("K7QM-X2RD"))
    guest.update(0.0)
    assert guest.match is None
    assert until(lambda: guest.match is not None, step=lambda: guest.update(0.1))
    assert guest.match is not None
    assert guest.match.state == match.state


def test_very_many_messages_are_spread_over_frames() -> None:
    line = Said(*[json.dumps({"v": 1, "type": "error", "code": "too-many"})] * 5_000)
    guest = Guest(line, Ticket("K7QM-X2RD"))
    guest.update(0.0)
    assert guest.waits_to_read
    frames = 1
    while guest.waits_to_read:
        guest.update(frames / 60)
        frames += 1
    assert frames == 51
