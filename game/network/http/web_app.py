"""The web application: the page's files, its texts, and the WebSocket for everything live.

It serves only the files listed here, and accepts no request with a body.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import re
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from game.network.http.connections import Connection
from game.network.lines.addresses import NO_PROXY, Address, Proxy
from game.network.lines.broker_line import BrokerLine
from game.network.rate_limits import MAX_MESSAGE_BYTES, REQUEST_RATE, RateLimiter
from game.network.server.client import Client
from game.network.server.match_server import MatchServer
from game.platform.i18n import LANGUAGES, _, in_language
from game.platform.paths import ASSETS
from game.platform.toml import read_own
from game.tournament.pairing.reason import SENTENCES

PAGE = ASSETS / "page"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".woff2": "font/woff2",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
SEND_POLL_S = 0.25  # maximum time in seconds until the send budget is checked again
Line = WebSocket | BrokerLine
CUT = (TimeoutError, asyncio.TimeoutError, RuntimeError, WebSocketDisconnect, OSError)
UNSUPPORTED_DATA = 1003  # closing code of a WebSocket, from RFC 6455


def make_app(
    match_server: MatchServer,
    hosts: Collection[str],
    clock: Callable[[], float],
    scheme: str = "http",
    proxy: Proxy = NO_PROXY,
) -> ASGIApp:
    """Return the application: routes behind the security middleware, which allows these `hosts`."""
    files = page_files()
    routes = [Route(path, _file(kind, body)) for path, (kind, body) in files.items()]
    boards = Route("/board-{name}.json", partial(_board, match_server))
    looks = Route("/look-{name}", partial(_picture, match_server))
    live = WebSocketRoute("/live", lambda socket: _live(match_server, socket, clock))
    app = Starlette(routes=[*routes, boards, looks, live])
    app.router.redirect_slashes = False  # a missing path is answered with 404
    return SecurityMiddleware(app, hosts, clock, scheme, proxy)


def page_files() -> dict[str, tuple[str, bytes]]:
    """Return every path of the page, with its content type and its content."""
    found = {f"/{path.name}": (KINDS[path.suffix], path.read_bytes()) for path in _page_paths()}
    found["/"] = found.pop("/index.html")
    for code in LANGUAGES:
        words = {"words": words_in(code), "languages": LANGUAGES}
        text = json.dumps(words, ensure_ascii=False)
        found[f"/words-{code}.json"] = (KINDS[".json"], text.encode())
    return found


def words_in(code: str) -> dict[str, str]:
    """Return all texts of the page in the language `code`."""
    words = read_own(PAGE / "words.toml")["shown"] | SENTENCES
    with in_language(code):
        return {key: _(text) for key, text in words.items()}


def _page_paths() -> list[Path]:
    return [path for path in sorted(PAGE.iterdir()) if path.suffix in KINDS]


def _board(match_server: MatchServer, request: Request) -> Response:
    """Answer with the JSON of a board to which the cards of the mosaic refer."""
    text = match_server.mosaic.board(request.path_params["name"])
    if text is None:
        return Response("Not Found", 404)
    return _file(KINDS[".json"], text.encode())(request)


def _picture(match_server: MatchServer, request: Request) -> Response:
    """Answer with a picture of the user's own, to which the drawing of a board refers."""
    picture = match_server.picture(request.path_params["name"])
    if picture is None:
        return Response("Not Found", 404)
    return _file(f"image/{picture.kind}", picture.data)(request)


@lru_cache(maxsize=256)
def _file(kind: str, body: bytes) -> Callable[[Request], Response]:
    """Return a handler for a file: compressed if the browser accepts that, 304 for a known ETag."""
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
    connection.measured = partial(match_server.measured, client)
    try:
        await talk(match_server, client, socket, clock)
    finally:
        connection.ended()


async def talk(
    match_server: MatchServer, client: Client, socket: Line, clock: Callable[[], float]
) -> None:
    """Serve one client until its line is cut."""
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


async def _receive(match_server: MatchServer, client: Client, socket: Line) -> None:
    while True:
        try:
            text = await socket.receive_text()
        except CUT:
            return
        except KeyError:  # the message consists of bytes
            text = None
        if text is None or len(text) > MAX_MESSAGE_BYTES:
            await _end(socket, UNSUPPORTED_DATA, match_server.limits.send_timeout_s)
            return
        match_server.on_message(client, text)


async def _send(client: Client, socket: Line, clock: Callable[[], float], timeout_s: float) -> None:
    """Send the messages for the client, as fast as its connection and its send budget allow."""
    while True:
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(client.wake.wait(), client.patience_s)
        client.wake.clear()
        while (text := await _next(client, clock)) is not None:
            client.sending.spend(len(text), clock())
            try:
                await asyncio.wait_for(socket.send_text(text), timeout_s)
            except CUT:
                return
        if client.cut_off:
            await _end(socket, client.cut_off, timeout_s)
            return


async def _next(client: Client, clock: Callable[[], float]) -> str | None:
    """Wait until the send budget allows a message, and return the next one."""
    while (wait := client.sending.wait(clock())) > 0 and not client.cut_off:
        # Meanwhile the client may have taken a seat, which has a send budget of its own.
        await asyncio.sleep(min(wait, SEND_POLL_S))
    return client.next_text(clock())


async def _end(socket: Line, code: int, timeout_s: float) -> None:
    try:
        await asyncio.wait_for(socket.close(code), timeout_s)
    except CUT:
        return  # the client is gone already, or accepts nothing more


# -- security --------------------------------------------------------------------------------------
# A browser names the page that a script comes from (Origin) and the address that it has called
# (Host). Both must be ours, so that no foreign page reaches a match through a visitor's browser.
# Programs send no origin.

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self' {live}; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}


class SecurityMiddleware:
    """Refuses requests to foreign hosts, from foreign pages, with bodies, or above the rate.

    The Host headers in `hosts` are those under which the server is known, and may change. The
    numeric address that a connection has reached is accepted, too, and so is the proxy's host. The
    `scheme` is http or https.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str],
        clock: Callable[[], float] = time.monotonic,
        scheme: str = "http",
        proxy: Proxy = NO_PROXY,
    ) -> None:
        self._app, self._clock = app, clock
        self._hosts, self._scheme, self._proxy = hosts, scheme, proxy
        self._requests = RateLimiter(REQUEST_RATE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        status = self._refusal(scope)
        if not status:
            await self._app(scope, receive, self._answering(scope, send))
        elif scope["type"] == "websocket":
            await receive()
            # Closing before the WebSocket is accepted makes uvicorn answer 403.
            await send({"type": "websocket.close", "code": 1008})
        else:
            body = self._directions(scope) if status == 421 else b""
            await _plain(status, self._answering(scope, send), body)

    def _refusal(self, scope: Scope) -> int:
        """Return the HTTP status of the refusal; 0 means that the request is allowed."""
        now = self._clock()
        if not self._requests.of(address_of(scope), now).take(now):
            return 429
        host, origin = _header(scope, b"host"), _header(scope, b"origin")
        if not self._knows(scope, host):
            return 421
        if origin != f"{self._scheme_of(host)}://{host}" and _has(scope, b"origin"):
            return 403
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return 405
        body = _header(scope, b"content-length") not in ("", "0") or _has(
            scope, b"transfer-encoding"
        )
        return 413 if body else 0

    def _knows(self, scope: Scope, host: str) -> bool:
        """Return whether a Host header is ours.

        A numeric address that a connection has reached is ours, even before this machine's
        addresses were listed. This is safe, because a page from elsewhere uses a host name.
        """
        local = _local(scope)
        numbers = "" if local is None else str(local).lower()
        return bool(host) and (host in (self._proxy.host, numbers) or host in self._hosts)

    def _directions(self, scope: Scope) -> bytes:
        """Return a page with a link to the address under which the server is known.

        It names only an address that the visitor has reached already: the proxy, or the numeric
        address of this connection.
        """
        local = _local(scope)
        url = self._proxy.url or ("" if local is None else local.url_at(self._scheme))
        if not url:
            return b""
        with in_language(_wanted_language(scope)):
            words = _("This page is at {address}.")
        link = words.format(address=f'<a href="{url}">{url}</a>')
        return f"<!doctype html><meta charset=utf-8><title>Less is More</title><p>{link}".encode()

    def _scheme_of(self, host: str) -> str:
        return self._proxy.scheme if host == self._proxy.host else self._scheme

    def _answering(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds our headers to every answer."""
        host = _header(scope, b"host")
        known = host if self._knows(scope, host) else min(self._hosts, default="")
        live = f"{self._scheme_of(known).replace('http', 'ws')}://{known}"
        strict = {**HEADERS, "content-security-policy": CONTENT_SECURITY_POLICY.format(live=live)}
        added = [(name.encode(), value.encode()) for name, value in strict.items()]

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        return answer


def address_of(scope: Scope) -> str:
    """Return the other machine's address."""
    return str(scope["client"][0]) if scope.get("client") else ""


def _has(scope: Scope, name: bytes) -> bool:
    return any(key == name for key, _value in scope["headers"])


def _header(scope: Scope, name: bytes) -> str:
    """Return a header's value in lower case; "" if the header is missing or repeated."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1").lower() if len(found) == 1 else ""


def _local(scope: Scope) -> Address | None:
    """Return our address that a connection has reached; None if it is unknown."""
    server = scope.get("server")
    return Address(str(server[0]), int(server[1])) if server and server[1] else None


def _wanted_language(scope: Scope) -> str:
    """Return the browser's first language that the page has, else English."""
    wanted = re.findall("[a-z]{2}", _header(scope, b"accept-language"))
    return next((code for code in wanted if code in LANGUAGES), "en")


async def _plain(status: int, send: Send, body: bytes = b"") -> None:
    """Refuse and close the connection, so that the client has to connect again."""
    headers = [(b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    if body:
        headers.append((b"content-type", KINDS[".html"].encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
