"""A line through a broker, if neither side can reach the other: a table's topics `to` and `from`.

    less-is-more/1/NAME/to/SESSION      guest to host
    less-is-more/1/NAME/from/SESSION    host to guest

SESSION is a random name, which the guest's client also uses at the broker, so that an access list
can keep others out. A payload is a frame: a letter, its number, a blank and its text.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from game.network.errors import NetworkError
from game.network.lines import broker as mqtt
from game.network.lines.addresses import Address
from game.network.lines.ws_client import WebSocketClient, call_in_loop
from game.network.protocol.messages import MAX_MESSAGE_BYTES

SESSION = re.compile(r"[0-9a-f]{32}")
FRAME = re.compile(r"([hmioe])(\d{1,9}) (.*)", re.DOTALL)
HELLO, MESSAGE, PING, PONG, END = "hmioe"  # `hello` only requests the first ping
FIRST = f"{HELLO}0 ".encode()  # first payload of a session
MAX_WAITING = 100  # maximum number of frames that wait to be read
MAX_WAITING_BYTES = 2 * MAX_MESSAGE_BYTES  # maximum number of bytes in those frames
# Seconds between pings, and seconds of silence that end a line.
PING_EVERY_S, SILENT_S = 2.0, 6.0


class BrokerLine:
    """One end of a session; `publish` sends a payload. Use it only in its event loop.

    A repeated frame is dropped; a gap, a foreign frame or silence ends the session.
    """

    def __init__(self, publish: Callable[[str], Awaitable[None]]) -> None:
        self._publish, self._sending = publish, asyncio.Lock()
        self._sent = self._heard = 0
        self._waiting: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._waiting_bytes = 0
        self._pinged = 0.0
        self.measured: Callable[[float], None] = lambda _seconds: None

    @property
    def waiting(self) -> int:
        """Return how many frames wait to be read, including the end of the session."""
        return self._waiting.qsize()

    def hear(self, payload: bytes) -> None:
        """Receive a frame from the other side."""
        found = FRAME.fullmatch(payload.decode(errors="replace"))
        number = -1 if found is None else int(found[2])
        room = self._waiting.qsize() < MAX_WAITING and self._waiting_bytes < MAX_WAITING_BYTES
        if found is not None and number == self._heard and room:
            self._heard += 1
            self._waiting_bytes += len(payload)
            self._waiting.put_nowait((found[1], found[3]))
        elif not 0 <= number < self._heard:
            self.cut()

    def cut(self) -> None:
        """End the session when all waiting frames have been read."""
        if self._heard < sys.maxsize:
            self._waiting.put_nowait((END, ""))
            self._heard = sys.maxsize  # no further frame is accepted

    async def _frame(self) -> str | None:
        """Wait for a frame and return its text if it is a message, else None."""
        kind, text = await asyncio.wait_for(self._waiting.get(), SILENT_S)
        if self._waiting.empty():
            self._waiting_bytes = 0
        if kind == END:
            raise ConnectionError("the session has ended")
        if kind == PING:
            await self._send(PONG)
        elif kind == PONG:
            self.measured(asyncio.get_running_loop().time() - self._pinged)
        return text if kind == MESSAGE else None

    async def receive_text(self) -> str:
        """Return the next message.  Raises ConnectionError at the end, TimeoutError for silence."""
        while (text := await self._frame()) is None:
            pass
        return text

    async def send_text(self, text: str) -> None:
        """Send a message and wait until the broker has it. Raises OSError or TimeoutError."""
        await self._send(MESSAGE, text)

    async def hello(self) -> None:
        """Begin a session as its guest. Raises the errors of `receive_text`."""
        await self._send(HELLO)
        await self._frame()

    async def ping(self) -> None:
        """Ping the guest until cancelled."""
        while True:
            self._pinged = asyncio.get_running_loop().time()
            await self._send(PING)
            await asyncio.sleep(PING_EVERY_S)

    async def close(self, _code: int = 0) -> None:
        """Tell the other side that the session ends.  Raises OSError or TimeoutError."""
        await self._send(END)

    async def _send(self, kind: str, text: str = "") -> None:
        async with self._sending:
            self._sent += 1
            await self._publish(f"{kind}{self._sent - 1} {text}")

    # The interface of a WebSocket of the package `websockets`.
    send = send_text

    async def __aiter__(self) -> AsyncIterator[str]:
        while True:
            yield await self.receive_text()


class Acknowledged:
    """Publishes through a client and waits for the broker's acknowledgement.

    Use it in the event loop.
    """

    def __init__(self, client: Any) -> None:
        self._client, self._loop = client, asyncio.get_running_loop()
        self._results: dict[int, asyncio.Future[Any]] = {}
        client.on_publish = lambda _client, _user, number, reason, *_more: self.call(
            self._taken, number, reason
        )

    def call(self, job: Callable[..., object], *words: Any) -> None:
        """Run a job in the event loop, from the client's thread."""
        call_in_loop(self._loop, job, *words)

    async def publish(self, topic: str, text: str) -> None:
        """Publish a text.  Raises ConnectionError if nobody has subscribed, or TimeoutError."""
        result = self._loop.create_future()
        number = self._client.publish(topic, text, qos=1).mid
        self._results[number] = result
        try:
            reason = await asyncio.wait_for(result, SILENT_S)
        finally:
            del self._results[number]
        if reason.value:
            raise ConnectionError(str(reason))

    def _taken(self, number: int, reason: Any) -> None:
        result = self._results.get(number)
        if result is not None and not result.done():
            result.set_result(reason)


class BrokerClient(WebSocketClient):
    """The guest's line to a table through its broker; every connection is a new session.

    Raises NetworkError if the club's packages are missing.
    """

    def __init__(self, broker: mqtt.Broker) -> None:
        self._broker = broker
        mqtt.new_client(broker)  # This call raises the error of missing packages.
        super().__init__(Address(broker.host, broker.port, f"/{broker.table}"))

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[BrokerLine]:
        session = secrets.token_hex(16)
        client = mqtt.new_client(self._broker, session, once=True)
        ways = Acknowledged(client)
        to, here = (mqtt.topic(self._broker.table, f"{way}/{session}") for way in ("to", "from"))
        line = BrokerLine(partial(ways.publish, to))
        opened = asyncio.get_running_loop().create_future()

        def settle(why: NetworkError | None) -> None:
            if not opened.done():
                opened.set_exception(why) if why is not None else opened.set_result(None)

        mqtt.on_connect(
            client,
            self._broker,
            lambda: client.subscribe(here, qos=1),
            lambda why: ways.call(settle, why),
        )
        client.on_subscribe = lambda *_who: ways.call(settle, None)
        client.on_disconnect = lambda *_who: ways.call(line.cut)
        client.on_message = lambda _client, _user, found: ways.call(line.hear, found.payload)
        try:
            mqtt.start(client, self._broker, MAX_MESSAGE_BYTES)
            await asyncio.wait_for(opened, SILENT_S)
            await line.hello()
            yield line
        finally:
            client.disconnect()
            client.loop_stop()

    async def _problem(self, why: Exception) -> None:
        """Return None: a problem with the broker is a NetworkError already."""
