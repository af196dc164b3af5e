"""What stands before every request: who may ask, how often, and the headers of every answer.

A browser names the page a script comes from (Origin) and the address it believes to speak with
(Host): both must be ours, so that no page from elsewhere reaches a match through a visitor.
Programs name no origin.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from game.network.limits import MOST_CLIENTS, MOST_OF_ONE, REQUESTS, Buckets

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self' ws://{host}; "
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


class Guard:
    """`hosts` are the values of Host under which the server is known."""

    def __init__(
        self, app: ASGIApp, hosts: frozenset[str], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._app, self._hosts, self._clock = app, hosts, clock
        self._requests = Buckets(REQUESTS)
        self._open: Counter[str] = Counter()  # connections by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        status = self._refusal(scope)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, status)
        elif status:
            await _plain(status, self._answering(scope, send))
        else:
            await self._app(scope, receive, self._answering(scope, send))

    def _refusal(self, scope: Scope) -> int:
        """The status that says no; 0 is yes."""
        address, now = address_of(scope), self._clock()
        if not self._requests.of(address, now).take(now):
            return 429
        host, origin = _header(scope, b"host"), _header(scope, b"origin")
        if host not in self._hosts:
            return 421
        if origin and origin != f"http://{host}":
            return 403
        if scope["type"] == "websocket":
            full = self._open.total() >= MOST_CLIENTS or self._open[address] >= MOST_OF_ONE
            return 503 if full else 0
        return 0 if scope["method"] in ("GET", "HEAD") else 405

    async def _socket(self, scope: Scope, receive: Receive, send: Send, status: int) -> None:
        if status:
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it was accepted: 403
            return
        address = address_of(scope)
        self._open[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    def _answering(self, scope: Scope, send: Send) -> Send:
        """Sends with our headers."""
        host = _header(scope, b"host")
        known = host if host in self._hosts else next(iter(sorted(self._hosts)))
        strict = {**HEADERS, "content-security-policy": POLICY.format(host=known)}
        added = [(name.encode(), value.encode()) for name, value in strict.items()]

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        return answer


def address_of(scope: Scope) -> str:
    """The other machine's address."""
    return str(scope["client"][0]) if scope.get("client") else ""


def _header(scope: Scope, name: bytes) -> str:
    """A header's value in small letters; "" where it is missing or given more than once."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1").lower() if len(found) == 1 else ""


async def _plain(status: int, send: Send) -> None:
    headers = [(b"content-type", b"text/plain"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
