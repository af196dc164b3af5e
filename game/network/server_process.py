"""The server process: standard input and output are the pipe, the network is uvicorn's.

It lives as long as its input: when the program has gone, so has it.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from game.network.addresses import Address, Proxy
from game.network.errors import NetworkError
from game.network.logs import log_folder, set_up_log
from game.network.match_server import MatchServer
from game.network.pipe import (
    FROM_SERVER,
    TO_SERVER,
    FromServer,
    ListenFailed,
    Listening,
    Pipe,
    ToServer,
)
from game.network.tls import Certificate
from game.network.uvicorn_server import open_server, own_limits

log = logging.getLogger("network")


def main(words: list[str]) -> int:
    """Serve at the host and port of `words` until the input ends.

    A certificate and its key follow, or two empty words, then the page's URL at a proxy and the
    addresses of proxies.
    """
    os.umask(0o077)  # the log is nobody else's business
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
        lambda message: _call(loop, partial(messages.put_nowait, message)),
        lambda: _call(loop, over.set),
    )
    match_server = MatchServer(pipe.send, time.monotonic, own_limits())
    following = asyncio.create_task(_follow(match_server, messages))
    begun, ended = (asyncio.create_task(one.wait()) for one in (match_server.begun, over))
    await asyncio.wait([begun, ended], return_when=asyncio.FIRST_COMPLETED)
    try:
        server = open_server(match_server, address, certificate, proxy)
    except (OSError, NetworkError) as error:
        code, why = getattr(error, "errno", 0), getattr(error, "strerror", "") or str(error)
        pipe.send(ListenFailed(code or 0, why))
        await over.wait()
        return
    pipe.send(Listening(server.address.host, server.address.port))
    serving = asyncio.create_task(server.serve())
    await asyncio.wait([serving, following, ended], return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = server.force_exit = True
    following.cancel()
    await asyncio.wait([serving], timeout=2.0)


def _call(loop: asyncio.AbstractEventLoop, job: Any) -> None:
    """Run a job in the event loop, from a thread of the pipe."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(job)


async def _follow(match_server: MatchServer, messages: asyncio.Queue[ToServer]) -> None:
    while True:
        message = await messages.get()
        try:
            match_server.apply(message)
        except ValueError as why:
            log.warning("a line of the program was not understood: %s", why)
