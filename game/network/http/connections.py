"""TCP connections of the server: accepted within limits, and cut off unless a WebSocket opens.

A connection that is not an open WebSocket is `waiting`: for a request, its answer, a handshake, or
the rest of a closed WebSocket. It has a single deadline, whatever it sends meanwhile. If too many
connections are waiting, the oldest is dropped. uvicorn alone would wait for the rest of a request
or of an answer without end.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress

from game.network.rate_limits import CONNECTION_RATE, ConnectionLimits, EvictingPool, RateLimiter

log = logging.getLogger("network")
RETRY_S = 0.1  # seconds without accepting while no file descriptor is left


class Connection:
    """One TCP connection; the caller must report `opened` and `ended` for its WebSocket.

    `measured` is called with the seconds between a ping and its answer.
    """

    measured: Callable[[float], None] = staticmethod(lambda _seconds: None)
    _over = False
    _transport: asyncio.Transport | None = None
    _task: asyncio.Task[None] | None = None  # performs the handshake that attaches a transport
    _timer: asyncio.TimerHandle | None = None

    def __init__(self, address: str, pool: EvictingPool[Connection], timeout_s: float) -> None:
        self.address, self._pool, self._timeout_s = address, pool, timeout_s

    def begin(self, task: asyncio.Task[None]) -> None:
        """Start waiting while `task` attaches a transport."""
        self._task = task
        self._wait()

    @property
    def attached(self) -> bool:
        """Return whether there is a transport, which then closes the connection."""
        return self._transport is not None

    def made(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        if self._over:
            transport.abort()

    def answered(self) -> None:
        """Restart the deadline after an answer, for the next request.

        An answer counts only when the client reads it: uvicorn sends at most 64 KB ahead, then
        waits.
        """
        if self._timer is not None:
            self._timer.cancel()
            self._timer = self._later()

    def opened(self) -> None:
        """Take an opened WebSocket out of the waiting connections."""
        self._stop_waiting()

    def ended(self) -> None:
        """Start a deadline for the rest of a closed WebSocket."""
        if not self._over:
            self._wait()

    def lost(self) -> None:
        self._over = True
        self._stop_waiting()

    def abort(self) -> None:
        """Cut the connection off immediately; unsent data is lost."""
        self.lost()
        if self._transport is not None:
            self._transport.abort()
        elif self._task is not None:
            self._task.cancel()

    def _wait(self) -> None:
        self._timer = self._later()
        other = self._pool.enter(self.address, self)
        if other is not None:
            other.abort()

    def _later(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(self._timeout_s, self.abort)

    def _stop_waiting(self) -> None:
        self._pool.leave(self.address, self)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Listener:
    """Accepts connections at one or more ports; `make` makes the protocol of each connection.

    `came` is called with the address of every connection and our address that it has reached.
    """

    def __init__(
        self,
        ports: Sequence[socket.socket],
        make: Callable[[Connection], asyncio.Protocol],
        limits: ConnectionLimits,
        clock: Callable[[], float],
        tls: ssl.SSLContext | None = None,
        trusted: Sequence[str] = (),
        came: Callable[[str, str], None] = lambda _address, _own: None,
    ) -> None:
        for port in ports:
            port.setblocking(False)
        self._trusted = trusted  # proxies, each of which forwards many visitors
        self._ports, self._make, self._clock, self._tls = ports, make, clock, tls
        self._limits, self._came = limits, came
        self._waiting: EvictingPool[Connection] = EvictingPool(
            limits.waiting, limits.waiting_of_one
        )
        self._rate = RateLimiter(CONNECTION_RATE)
        self._ran_short = False
        self._accepting = list[asyncio.Task[None]]()

    @property
    def waiting(self) -> int:
        """Return the number of connections that are not open WebSockets."""
        return len(self._waiting)

    async def serve(self) -> None:
        """Accept connections until cancelled."""
        self._accepting += [asyncio.create_task(self._serve_at(port)) for port in self._ports]
        try:
            await asyncio.gather(*self._accepting)
        finally:
            for task in self._accepting:
                task.cancel()

    def add(self, port: socket.socket) -> None:
        """Accept connections at another port, too, while `serve` runs."""
        port.setblocking(False)
        self._accepting.append(asyncio.create_task(self._serve_at(port)))

    async def _serve_at(self, port: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                line, peer = await loop.sock_accept(port)
            except ConnectionError:
                continue  # the connection was closed before it was accepted
            except OSError as why:
                await self._run_short(why)
            else:
                self._accept(line, *map(str, peer[:2]))
                await asyncio.sleep(0)  # lets other tasks run between connections

    async def _run_short(self, why: OSError) -> None:
        """Drop the oldest waiting connection when no file descriptor is left, and pause."""
        if not self._ran_short:
            log.error("a connection could not be accepted: %s (said once)", why.strerror)
        self._ran_short = True
        oldest = self._waiting.oldest()
        if oldest is not None:
            oldest.abort()
        await asyncio.sleep(RETRY_S)

    def _accept(self, line: socket.socket, address: str, port: str) -> None:
        now = self._clock()
        with suppress(OSError):  # the connection may be closed already
            self._came(address, str(line.getsockname()[0]))
        # The app limits a proxy's visitors by the address that the proxy reports.
        if address in self._trusted:
            address = f"{address} {port}"
        if not self._rate.of(address, now).take(now):
            line.close()
            return
        connection = Connection(address, self._waiting, self._limits.request_timeout_s)
        task = asyncio.create_task(self._attach(connection, line))
        # If the task is cancelled before it has run, nothing else closes the connection.
        task.add_done_callback(lambda _task: None if connection.attached else line.close())
        connection.begin(task)

    async def _attach(self, connection: Connection, line: socket.socket) -> None:
        """Perform the TLS handshake if the port is encrypted, then attach the protocol."""
        loop, protocol = asyncio.get_running_loop(), self._make(connection)
        try:
            await loop.connect_accepted_socket(lambda: protocol, line, ssl=self._tls)
        except (OSError, asyncio.CancelledError):
            connection.lost()
