"""Security middleware: who may ask, how often, and the headers of every answer.

A browser names the page a script comes from (Origin) and the address it believes to speak with
(Host): both must be ours, so that no page from elsewhere reaches a match through a visitor.
Programs name no origin.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from game.network.rate_limits import REQUEST_RATE, RateLimiter

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self' {live}; "
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
    """`hosts` are the values of Host under which the server is known, `scheme` is http or https."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str],
        clock: Callable[[], float] = time.monotonic,
        scheme: str = "http",
    ) -> None:
        self._app, self._hosts, self._clock, self._scheme = app, hosts, clock, scheme
        self._requests = RateLimiter(REQUEST_RATE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        status = self._refusal(scope)
        if not status:
            await self._app(scope, receive, self._answering(scope, send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it was accepted: 403
        else:
            await _plain(status, self._answering(scope, send))

    def _refusal(self, scope: Scope) -> int:
        """Return the status that says no; 0 is yes."""
        now = self._clock()
        if not self._requests.of(address_of(scope), now).take(now):
            return 429
        host, origin = _header(scope, b"host"), _header(scope, b"origin")
        if host not in self._hosts:
            return 421
        if origin != f"{self._scheme}://{host}" and _has(scope, b"origin"):
            return 403
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return 405
        body = _header(scope, b"content-length") not in ("", "0") or _has(
            scope, b"transfer-encoding"
        )
        return 413 if body else 0

    def _answering(self, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds our headers."""
        host = _header(scope, b"host")
        known = host if host in self._hosts else min(self._hosts)
        live = f"{self._scheme.replace('http', 'ws')}://{known}"
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
    """Return a header's value in lower case; "" if it is missing or repeated."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1").lower() if len(found) == 1 else ""


async def _plain(status: int, send: Send) -> None:
    """Refuse, and close the connection: a refused client has to come in again."""
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
