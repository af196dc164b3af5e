"""The server process: standard input and output are the pipe to the program; uvicorn serves.

The process ends when its input ends, so it never outlives the program.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from game.network.errors import NetworkError
from game.network.http.uvicorn_server import LOOK_EVERY_S, UvicornServer, open_server, own_limits
from game.network.http.web_app import talk
from game.network.lines import broker as mqtt
from game.network.lines.addresses import Address, Proxy
from game.network.lines.broker_line import FIRST, SESSION, Acknowledged, BrokerLine
from game.network.lines.cards import list_places
from game.network.lines.pipe import (
    FROM_SERVER,
    TO_SERVER,
    FromServer,
    ListenFailed,
    Listening,
    NoNetwork,
    Pipe,
    PlacesFound,
    ToServer,
    UseBroker,
    VisitorCame,
)
from game.network.lines.tls import Certificate
from game.network.lines.ws_client import call_in_loop
from game.network.logs import log_folder, set_up_log
from game.network.rate_limits import CONNECTION_RATE, MAX_MESSAGE_BYTES, TokenBucket
from game.network.server.client import Client
from game.network.server.match_server import MatchServer

log = logging.getLogger("network")
# Seconds that the wanted address may take to appear after a new network's first address.
NETWORK_GRACE_S = 60.0
# For the limits, all sessions of a broker together count as this many addresses.
ADDRESSES = 4
# Maximum number of payloads that wait for the event loop; the broker keeps further ones.
MAX_PENDING = 1000


def main(words: list[str]) -> int:
    """Serve until the input ends; `words` begin with the host and the port.

    Next come the files of a certificate and its key, or two empty words. Last come the page's URL
    at a proxy and the addresses of proxies.
    """
    os.umask(0o077)  # other users must not read the log
    set_up_log(log_folder() / "network.txt")
    host, port, file, key, url, *trusted = words
    certificate = Certificate(Path(file), Path(key)) if file else None
    asyncio.run(_serve(Address(host, int(port)), certificate, Proxy(url, tuple(trusted))))
    return 0


async def _serve(address: Address, certificate: Certificate | None, proxy: Proxy) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    messages: asyncio.Queue[ToServer] = asyncio.Queue()
    pipe: Pipe[FromServer, ToServer] = Pipe(
        (sys.stdout, sys.stdin),
        FROM_SERVER,
        TO_SERVER,
        partial(call_in_loop, loop, messages.put_nowait),
        partial(call_in_loop, loop, over.set),
    )
    match_server = MatchServer(pipe.send, time.monotonic, own_limits())
    following = asyncio.create_task(_follow(match_server, messages))
    begun, ended = (asyncio.create_task(one.wait()) for one in (match_server.begun, over))
    await asyncio.wait([begun, ended], return_when=asyncio.FIRST_COMPLETED)
    try:
        opening = _open(match_server, address, certificate, proxy, lambda: pipe.send(NoNetwork()))
        server = await _unless(over, opening)
    except (OSError, NetworkError) as error:
        code, why = getattr(error, "errno", 0), getattr(error, "strerror", "") or str(error)
        pipe.send(ListenFailed(code or 0, why))
        await over.wait()
        return
    if server is None:
        return
    server.moved = lambda places: pipe.send(PlacesFound(places))
    server.visited = lambda: pipe.send(VisitorCame())
    server.moved(server.places)
    pipe.send(Listening(server.address.host, server.address.port))
    serving = asyncio.create_task(server.serve())
    await asyncio.wait([serving, following, ended], return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = server.force_exit = True
    following.cancel()
    await asyncio.wait([serving], timeout=2.0)


async def _unless(
    over: asyncio.Event, job: Coroutine[Any, Any, UvicornServer]
) -> UvicornServer | None:
    """Return the result of a job, or None if `over` is set first."""
    doing, ended = asyncio.create_task(job), asyncio.create_task(over.wait())
    await asyncio.wait([doing, ended], return_when=asyncio.FIRST_COMPLETED)
    ended.cancel()
    if doing.done():
        return doing.result()
    doing.cancel()
    return None


async def _open(
    match_server: MatchServer,
    address: Address,
    certificate: Certificate | None,
    proxy: Proxy,
    waits: Callable[[], None],
) -> UvicornServer:
    """Open the port; wait if this machine has no network yet.

    `waits` is called once when the waiting begins.  Raises the errors of `open_server`.  A missing
    address is an error only if there is a network without that address.
    """
    loop, patient_until = asyncio.get_running_loop(), float("-inf")
    while True:
        try:
            return open_server(match_server, address, certificate, proxy)
        except OSError as why:
            if why.errno != errno.EADDRNOTAVAIL:
                raise
            if await asyncio.to_thread(list_places):
                if loop.time() >= patient_until:
                    raise
            else:
                if patient_until < 0:
                    waits()
                patient_until = loop.time() + NETWORK_GRACE_S
        await asyncio.sleep(LOOK_EVERY_S)


async def _follow(match_server: MatchServer, messages: asyncio.Queue[ToServer]) -> None:
    sessions = list[BrokerSessions]()
    while True:
        message = await messages.get()
        try:
            if isinstance(message, UseBroker):
                sessions.append(BrokerSessions(match_server, message))
            else:
                match_server.apply(message)
        except ValueError as why:
            log.warning("a line of the program was not understood: %s", why)


class BrokerSessions:
    """Serves guests that come through a broker as clients of the match server.

    All of them count as a few addresses, so that a flood through the broker locks out nobody else.
    Raises NetworkError.
    """

    def __init__(self, match_server: MatchServer, use: UseBroker) -> None:
        self._broker = mqtt.parse_table(use.table, ("", use.authority))
        self._broker = replace(self._broker, password=use.password)
        self._match_server = match_server
        self._lines: dict[str, BrokerLine] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._openings = TokenBucket(CONNECTION_RATE, time.monotonic())
        self._pending = threading.BoundedSemaphore(MAX_PENDING)
        client = mqtt.new_client(self._broker)
        self._ways = Acknowledged(client)
        topics = mqtt.topic(self._broker.table, "to/+")
        mqtt.on_connect(client, self._broker, lambda: client.subscribe(topics, qos=1))
        client.on_disconnect = lambda *_who: self._ways.call(self._cut_all)
        client.on_message = self._on_message
        mqtt.start(client, self._broker, MAX_MESSAGE_BYTES)

    def _on_message(self, _client: Any, _user: Any, message: Any) -> None:
        """Pass a payload to the event loop; the client's thread waits if too many are pending."""
        if not message.retain:
            self._pending.acquire()
            self._ways.call(self._hear, message.topic.rpartition("/")[2], message.payload)

    def _hear(self, session: str, payload: bytes) -> None:
        self._pending.release()
        now = time.monotonic()
        new = session not in self._lines and payload == FIRST and SESSION.fullmatch(session)
        if new and self._openings.take(now):
            topic = mqtt.topic(self._broker.table, f"from/{session}")
            line = self._lines[session] = BrokerLine(partial(self._ways.publish, topic))
            self._tasks[session] = asyncio.create_task(self._serve(session, line, now))
        if session in self._lines:
            self._lines[session].hear(payload)

    async def _serve(self, session: str, line: BrokerLine, now: float) -> None:
        client = Client(f"broker {int(session[0], 16) % ADDRESSES}", now)
        line.measured = partial(self._match_server.measured, client)
        pinging = asyncio.create_task(line.ping())
        try:
            await talk(self._match_server, client, line, time.monotonic)
        finally:
            pinging.cancel()
            await asyncio.gather(pinging, return_exceptions=True)
            del self._lines[session], self._tasks[session]

    def _cut_all(self) -> None:
        for line in self._lines.values():
            line.cut()
