"""The server process: standard input and output are the pipe, the network is uvicorn's.

It lives as long as its input: when the program has gone, so has it.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from functools import partial
from typing import Any

import uvicorn

from game.network.addresses import Address, names
from game.network.hall import Hall
from game.network.limits import MOST_CLIENTS, MOST_MESSAGE
from game.network.patience import PatientProtocol
from game.network.pipe import Pipe
from game.network.server import make_app

Json = dict[str, Any]
log = logging.getLogger("network")


def main(words: list[str]) -> int:
    """Serve at the host and port of `words` until the input ends."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    logging.getLogger("uvicorn.error").addFilter(_not_ours)
    asyncio.run(_serve(Address(words[0], int(words[1]))))
    return 0


def _not_ours(record: logging.LogRecord) -> bool:
    """Leaves out what clients do wrong: it ends their line, and must not fill the disk."""
    broken = record.exc_info is not None and isinstance(record.exc_info[1], UnicodeDecodeError)
    return record.levelno >= logging.ERROR and not broken


async def _serve(address: Address) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    lines: asyncio.Queue[Json] = asyncio.Queue()
    pipe = Pipe(
        sys.stdout,
        sys.stdin,
        lambda line: _call(loop, partial(lines.put_nowait, line)),
        lambda: _call(loop, over.set),
    )
    try:
        listening = listen(address)
    except OSError as error:
        pipe.say({"is": "failed", "errno": error.errno or 0, "why": error.strerror or ""})
        await over.wait()
        return
    address = Address(address.host, listening.getsockname()[1])
    hall = Hall(pipe.say, time.monotonic)
    server = uvicorn.Server(config(hall, address))
    pipe.say({"is": "listening", "host": address.host, "port": address.port})
    work = [
        asyncio.create_task(server.serve(sockets=[listening])),
        asyncio.create_task(_follow(hall, lines)),
        asyncio.create_task(over.wait()),
    ]
    await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
    server.should_exit = server.force_exit = True
    work[1].cancel()
    await asyncio.wait(work[:1], timeout=2.0)


def _call(loop: asyncio.AbstractEventLoop, job: Any) -> None:
    """From a thread of the pipe."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(job)


async def _follow(hall: Hall, lines: asyncio.Queue[Json]) -> None:
    while True:
        line = await lines.get()
        try:
            hall.take(line)
        except ValueError as why:
            log.warning("a line of the program was not understood: %s", why)


def listen(address: Address) -> socket.socket:
    """The one port that is opened.  Raises OSError."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    return socket.create_server((address.host, address.port), family=family, backlog=256)


def config(hall: Hall, address: Address) -> uvicorn.Config:
    """How uvicorn is run: small messages, quick to let go, nothing said of itself."""
    return uvicorn.Config(
        make_app(hall, names(address), time.monotonic),
        http=PatientProtocol,
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_ping_interval=15.0,
        ws_ping_timeout=15.0,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        limit_concurrency=2 * MOST_CLIENTS,
        timeout_keep_alive=5,
        h11_max_incomplete_event_size=8192,
    )
