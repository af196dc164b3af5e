"""The head of a request: slow ones are cut off, impossible ones refused, others left alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import uvicorn
import websockets

from game.network import patience
from game.network.addresses import Address
from game.network.hall import Hall
from game.network.helper import config, listen

HEAD = 0.5
Talk = Callable[[Address], Coroutine[Any, Any, None]]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEAD", HEAD)


def with_server(talk: Talk) -> None:
    """Run `talk` beside a server."""

    async def run() -> None:
        listening = listen(Address("127.0.0.1", 0))
        address = Address("127.0.0.1", listening.getsockname()[1])
        hall = Hall(lambda _said: None, time.monotonic)
        server = uvicorn.Server(config(hall, address))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        await talk(address)
        server.should_exit = server.force_exit = True
        await serving

    asyncio.run(run())


async def answered(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the line is cut."""
    try:
        return await asyncio.wait_for(reader.read(), 20)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("begun", [b"", b"GET / HTTP/1.1\r\nHost: 127"])
def test_a_head_that_never_ends_is_cut_off(begun: bytes) -> None:
    async def talk(address: Address) -> None:
        reader, writer = await asyncio.open_connection(address.host, address.port)
        writer.write(begun)
        assert await answered(reader) == b""
        writer.close()

    with_server(talk)


def test_a_byte_now_and_then_does_not_prolong_it() -> None:
    async def talk(address: Address) -> None:
        reader, writer = await asyncio.open_connection(address.host, address.port)

        writer.write(b"GET / HTTP/1.1\r\nx: ")
        answer = asyncio.create_task(answered(reader))
        while not answer.done():
            writer.write(b"a")
            await asyncio.wait({answer}, timeout=HEAD / 10)
        assert answer.result() == b""
        writer.close()

    with_server(talk)


def test_a_handshake_that_is_no_ascii_is_a_bad_request() -> None:
    async def talk(address: Address) -> None:
        reader, writer = await asyncio.open_connection(address.host, address.port)
        head = f"GET /live HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\n"
        head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: é\r\n\r\n"
        writer.write(head.encode())
        assert b" 400 " in await reader.readline()
        writer.close()

    with_server(talk)


def test_requests_and_live_lines_are_left_alone() -> None:
    async def talk(address: Address) -> None:
        head = f"GET /icon.svg HTTP/1.1\r\nHost: {address}\r\n"
        reader, writer = await asyncio.open_connection(address.host, address.port)
        for last in ("", "Connection: close\r\n"):
            writer.write(f"{head}{last}\r\n".encode())
            assert b" 200 " in await reader.readline()
            if not last:
                await reader.readuntil(b"</svg>\n")
        await answered(reader)
        writer.close()
        async with websockets.connect(f"ws://{address}/live") as line:
            silent, writer = await asyncio.open_connection(address.host, address.port)
            assert await answered(silent) == b"", "as long as a head may take has gone by"
            writer.close()
            await line.send('{"v": 1, "type": "ping", "number": 1}')
            assert "pong" in await line.recv()

    with_server(talk)
