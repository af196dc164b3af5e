"""The server on the network: the page's files, the words, and the one line for everything live.

It reads nothing but the files that are listed here, and takes no body of any request.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from game.network.client import Client
from game.network.connections import Connection
from game.network.match_server import MatchServer
from game.network.rate_limits import MAX_MESSAGE_BYTES
from game.network.security_middleware import SecurityMiddleware, address_of
from game.platform.i18n import LANGUAGES, _, in_language
from game.platform.paths import ASSETS
from game.platform.toml import read_own

PAGE = ASSETS / "page"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
SEND_POLL_S = 0.25  # seconds
UNSUPPORTED_DATA = 1003  # why a WebSocket is closed, as RFC 6455 numbers it


def make_app(
    match_server: MatchServer,
    hosts: frozenset[str],
    clock: Callable[[], float],
    scheme: str = "http",
) -> ASGIApp:
    """Return the application: routes behind the security middleware."""
    files = page_files()
    routes = [Route(path, _file(kind, body)) for path, (kind, body) in files.items()]
    live = WebSocketRoute("/live", lambda socket: _live(match_server, socket, clock))
    app = Starlette(routes=[*routes, live])
    app.router.redirect_slashes = False  # what is not there is not there
    return SecurityMiddleware(app, hosts, clock, scheme)


def page_files() -> dict[str, tuple[str, bytes]]:
    """Every path that can be asked for, with its kind and its content."""
    found = {f"/{path.name}": (KINDS[path.suffix], path.read_bytes()) for path in _page_paths()}
    found["/"] = found.pop("/index.html")
    for code in LANGUAGES:
        words = {"words": words_in(code), "languages": LANGUAGES}
        text = json.dumps(words, ensure_ascii=False)
        found[f"/words-{code}.json"] = (KINDS[".json"], text.encode())
    return found


def words_in(code: str) -> dict[str, str]:
    """Return every word of the page in the language `code`."""
    words = read_own(PAGE / "words.toml")["shown"]
    with in_language(code):
        return {key: _(text) for key, text in words.items()}


def _page_paths() -> list[Path]:
    return [path for path in sorted(PAGE.iterdir()) if path.suffix in KINDS]


def _file(kind: str, body: bytes) -> Callable[[Request], Response]:
    """Answer with a file, packed where the browser unpacks, or that it has it already (ETag)."""
    packed = gzip.compress(body, mtime=0)
    plain = {"content-type": kind, "etag": _tag(body), "vary": "accept-encoding"}
    smaller = {**plain, "etag": _tag(packed), "content-encoding": "gzip"}

    def answer(request: Request) -> Response:
        unpacks = "gzip" in request.headers.get("accept-encoding", "")
        headers = smaller if unpacks and len(packed) < len(body) else plain
        if request.headers.get("if-none-match") == headers["etag"]:
            kept = {name: headers[name] for name in ("etag", "vary")}
            return Response(status_code=304, headers=kept)
        return Response(packed if headers is smaller else body, headers=headers)

    return answer


def _tag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"'


async def _live(match_server: MatchServer, socket: WebSocket, clock: Callable[[], float]) -> None:
    """Serve one WebSocket from its beginning to its end."""
    connection: Connection = socket.scope["state"]["connection"]
    await socket.accept()
    connection.opened()
    client = Client(address_of(socket.scope), clock())
    match_server.connect(client)
    talking = {
        asyncio.create_task(_send(client, socket, clock, match_server.limits.send_timeout_s)),
        asyncio.create_task(_receive(match_server, client, socket)),
    }
    try:
        limit = match_server.limits.key_timeout_s if client.newcomer else None
        done, _rest = await asyncio.wait(
            talking, timeout=limit, return_when=asyncio.FIRST_COMPLETED
        )
        if not done:
            if client.newcomer:
                match_server.expel(client)
            await asyncio.wait(talking, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in talking:
            task.cancel()
        await asyncio.gather(*talking, return_exceptions=True)
        match_server.disconnect(client)
        connection.ended()


async def _receive(match_server: MatchServer, client: Client, socket: WebSocket) -> None:
    while True:
        try:
            message = await socket.receive()
        except (RuntimeError, WebSocketDisconnect):
            return
        if message["type"] == "websocket.disconnect":
            return
        text = message.get("text")
        if text is None or len(text) > MAX_MESSAGE_BYTES:
            await _end(socket, UNSUPPORTED_DATA, match_server.limits.send_timeout_s)
            return
        match_server.on_message(client, text)


async def _send(
    client: Client, socket: WebSocket, clock: Callable[[], float], timeout_s: float
) -> None:
    """Send what waits for the client, as fast as its line and its address may have it."""
    while True:
        await client.wake.wait()
        client.wake.clear()
        while (text := await _next(client, clock)) is not None:
            client.sending.spend(len(text), clock())
            try:
                await asyncio.wait_for(socket.send_text(text), timeout_s)
            except (TimeoutError, asyncio.TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
                return
        if client.cut_off:
            await _end(socket, client.cut_off, timeout_s)
            return


async def _next(client: Client, clock: Callable[[], float]) -> str | None:
    """Wait until something may be sent, and return the newest text."""
    while (wait := client.sending.wait(clock())) > 0 and not client.cut_off:
        await asyncio.sleep(min(wait, SEND_POLL_S))  # it may have a seat's own account by then
    return client.next_text(clock())


async def _end(socket: WebSocket, code: int, timeout_s: float) -> None:
    try:
        await asyncio.wait_for(socket.close(code), timeout_s)
    except (TimeoutError, asyncio.TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
        return  # it has gone already, or takes nothing more
