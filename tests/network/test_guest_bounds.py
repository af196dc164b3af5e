"""A guest takes from a hostile host no more than it can use, and holds little of it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
import websockets.sync.server
from websockets.exceptions import ConnectionClosed

from game.network.addresses import Address
from game.network.broker_line import MAX_WAITING_BYTES, BrokerLine
from game.network.messages import MAX_MESSAGE_BYTES, read_server_message
from game.network.ws_client import MAX_BYTES_A_LOOK, MAX_HELD_BYTES, WebSocketClient
from game.platform.untrusted import InputError
from tests.support.waiting import until

LONG = json.dumps({"v": 1, "type": "event", "table": "x" * 1_000_000})
MANY = 80


class Flood:
    """A host that says long messages as fast as it is let."""

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
        until(lambda: False, 1.0)  # as long as a machine needs to send much more
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
