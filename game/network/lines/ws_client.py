"""A line to a server elsewhere: JSON in both directions, reopened after every cut.

It runs in a thread of its own; received messages wait in a queue, and no call blocks. The line does
not depend on the meaning of its messages.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import socket
import ssl
import threading
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, TypedDict

from game.network.errors import NetworkError, packages_missing
from game.network.lines.addresses import TRUSTED, Address
from game.network.lines.server_connection import ConnectionState
from game.network.lines.tls import certificate_digest, client_context
from game.network.logs import report
from game.network.protocol.messages import MAX_MESSAGE_BYTES, MESSAGES, VERSION, ClientMessage
from game.platform.codec import write_tagged

try:  # an optional package
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import InvalidMessage, WebSocketException

    CUT = (OSError, WebSocketException, TimeoutError, asyncio.TimeoutError)
except ImportError:
    connect = None  # type: ignore[assignment,misc]

FIRST_RETRY_S, LONGEST_RETRY_S = 0.2, 5.0  # seconds before a cut line is reopened
# Seconds after which a line counts as stable: the next retry comes quickly again.
STABLE_AFTER_S = 10.0
CONNECT_TIMEOUT_S = 6.0
PING_EVERY_S, PONG_TIMEOUT_S = 2.0, 4.0
# Frames that the package receives ahead; then the sender has to wait.
MAX_QUEUED_FRAMES = 4
# Received bytes that nobody has taken yet; above this, the sender has to wait, too.
MAX_HELD_BYTES = 4 << 20
# Maximum number of bytes that one call of `received` returns, unless a single message is longer:
# the caller has a window to draw.
MAX_BYTES_A_LOOK = 1 << 20
# Seconds that the end of the program waits for a client's thread.
JOIN_TIMEOUT_S = 2.0


def call_in_loop(loop: asyncio.AbstractEventLoop, job: Callable[..., object], *words: Any) -> None:
    """Run a job in an event loop from another thread; a closed loop runs nothing."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(job, *words)


_clients: weakref.WeakSet[WebSocketClient] = weakref.WeakSet()


def end_clients() -> None:
    """Close all clients and wait for their threads, because OpenSSL is freed at exit."""
    clients = list(_clients)
    for client in clients:
        client.close()
    for client in clients:
        client.join(JOIN_TIMEOUT_S)


atexit.register(end_clients)


class Encryption(TypedDict, total=False):
    """The TLS arguments of a connection; empty without encryption."""

    ssl: ssl.SSLContext
    server_hostname: str


class WebSocketClient:
    """A client that keeps connecting to the server at `address` until it is closed.

    `pin` is the fingerprint that the server's certificate must have, as
    `addresses.parse_invitation` returns it; "" means no HTTPS.  Nothing is sent to a server with
    another certificate.

    Raises NetworkError if the club's packages are missing.
    """

    def __init__(self, address: Address, pin: str = "") -> None:
        if connect is None:
            raise packages_missing()
        self.address, self._pin = address, pin
        self._reported = ""
        self._received: SimpleQueue[str | ConnectionState] = SimpleQueue()
        self._held_bytes = 0  # bytes of text in that queue
        self._to_send: deque[str] = deque()
        self._loop = asyncio.new_event_loop()
        self._wake, self._taken = asyncio.Event(), asyncio.Event()
        self._over = self._talking = False
        self._work_task: asyncio.Task[None] = self._loop.create_task(self._stay_connected())
        self._thread = threading.Thread(target=self._work, daemon=True, name="distant line")
        self._thread.start()
        _clients.add(self)

    @property
    def alive(self) -> bool:
        """Return whether the client is connected or trying; False when its thread has ended."""
        return self._thread.is_alive()

    def send(self, message: ClientMessage) -> None:
        """Send a message; it is lost if the connection is not open or is cut first."""
        self._to_send.append(json.dumps({"v": VERSION, **write_tagged(MESSAGES, message, "type")}))
        call_in_loop(self._loop, self._wake.set)

    def received(self) -> list[str | ConnectionState]:
        """Return the next messages and changes of the connection.

        Normally these are all since the last call; only very long messages are spread over several
        calls.
        """
        found, taken = list[str | ConnectionState](), 0
        with suppress(Empty):
            while taken < MAX_BYTES_A_LOOK:
                found.append(one := self._received.get_nowait())
                taken += len(one) if isinstance(one, str) else 0
        if taken:
            call_in_loop(self._loop, self._make_room, taken)
        return found

    def _make_room(self, taken: int) -> None:
        self._held_bytes -= taken
        self._taken.set()

    def close(self) -> None:
        """Send the queued messages, then disconnect; without a connection, stop trying."""
        self._over = True
        call_in_loop(self._loop, self._hang_up)

    def join(self, seconds: float) -> None:
        """Wait until the client's thread has ended, but at most `seconds`."""
        self._thread.join(seconds)

    # -- in the thread ---------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._work_task)
        finally:
            self._loop.close()

    def _hang_up(self) -> None:
        self._wake.set()
        if not self._talking:
            self._work_task.cancel()

    async def _stay_connected(self) -> None:
        wait = FIRST_RETRY_S
        while not self._over:
            try:
                async with self._connection() as wire:
                    opened = self._loop.time()
                    try:
                        await self._talk(wire)
                    finally:
                        if self._loop.time() - opened >= STABLE_AFTER_S:
                            wait = FIRST_RETRY_S
            except (*CUT, NetworkError) as why:
                problem = why if isinstance(why, NetworkError) else await self._problem(why)
                self._report(problem)
                self._received.put(ConnectionState(True, problem))  # the loop tries again
            if not self._over:
                await asyncio.sleep(wait)
                wait = min(LONGEST_RETRY_S, 2 * wait)

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """Connect without following redirects.

        Raises one of CUT, or NetworkError for the certificate.
        """
        encrypted = Encryption()
        if self._pin:
            encrypted = Encryption(ssl=client_context(self._pin), server_hostname=self.address.host)
        # A page with a path is behind a proxy, which recognises its host by name.
        at = self.address if self.address.path else await self._numbers()
        attempt = connect(
            f"{'wss' if self._pin else 'ws'}://{str(at).rstrip('/')}/live",
            open_timeout=CONNECT_TIMEOUT_S,
            close_timeout=1.0,
            ping_interval=PING_EVERY_S,
            ping_timeout=PONG_TIMEOUT_S,
            max_size=MAX_MESSAGE_BYTES,
            max_queue=MAX_QUEUED_FRAMES,
            compression=None,
            **encrypted,
        )
        attempt.process_redirect = lambda why: why  # type: ignore[method-assign,assignment]
        async with attempt as wire:
            self._check_certificate(wire)
            yield wire

    async def _numbers(self) -> Address:
        """Return the numeric address, which every server accepts. Raises OSError."""
        host, port = self.address.host, self.address.port
        found = await self._loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        return Address(str(found[0][4][0]), port)

    def _check_certificate(self, wire: ClientConnection) -> None:
        """Raise NetworkError if the server's certificate does not have the fingerprint."""
        if self._pin in ("", TRUSTED):
            return
        secured: ssl.SSLObject = wire.transport.get_extra_info("ssl_object")
        if not certificate_digest(secured.getpeercert(True) or b"").startswith(self._pin):
            raise NetworkError("table-other")

    async def _problem(self, why: Exception) -> NetworkError | None:
        """Return the problem with HTTPS; None if the line was cut for another reason."""
        if isinstance(why, ssl.SSLCertVerificationError):
            return NetworkError("table-untrusted")
        if isinstance(why, ssl.SSLError) and not isinstance(why, ssl.SSLEOFError):
            return NetworkError("table-plain")
        answered = isinstance(why, ConnectionResetError | InvalidMessage)
        https = answered and not self._pin and await self._encrypts()
        return NetworkError("table-https") if https else None

    async def _encrypts(self) -> bool:
        """Return whether the server answers a TLS handshake."""
        try:
            place = await self._numbers()
            opening = asyncio.open_connection(place.host, place.port, ssl=client_context(""))
            _reader, writer = await asyncio.wait_for(opening, CONNECT_TIMEOUT_S)
        except CUT:
            return False
        writer.transport.abort()
        return True

    def _report(self, problem: NetworkError | None) -> None:
        """Print a problem on standard error if it is new."""
        words = "" if problem is None else f"{self.address}: {problem}"
        if words and words != self._reported:
            report(words)
        self._reported = words

    async def _talk(self, wire: Any) -> None:
        """Exchange messages until the line is cut or closed."""
        self._to_send.clear()  # messages meant for the previous connection
        self._talking = True
        self._received.put(ConnectionState(cut=False))
        tasks = {
            asyncio.create_task(self._send_all(wire)),
            asyncio.create_task(self._receive(wire)),
        }
        done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._talking = False
        self._received.put(ConnectionState(cut=True))
        for task in done:
            task.result()

    async def _send_all(self, wire: Any) -> None:
        while not (self._over and not self._to_send):
            await self._wake.wait()
            self._wake.clear()
            while self._to_send:
                await wire.send(self._to_send.popleft())
        await wire.close()

    async def _receive(self, wire: Any) -> None:
        async for text in wire:
            if isinstance(text, str):
                self._received.put(text)
                self._held_bytes += len(text)
            while self._held_bytes > MAX_HELD_BYTES:
                self._taken.clear()
                await self._taken.wait()
