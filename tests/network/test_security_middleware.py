"""The guard decides who may send requests and how often, and adds headers to every answer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from game.network.http.web_app import CONTENT_SECURITY_POLICY, HEADERS, SecurityMiddleware
from game.network.rate_limits import REQUEST_RATE

HOSTS = frozenset({"127.0.0.1:8770", "localhost:8770"})
OURS = ("host", "127.0.0.1:8770")
Header = tuple[str, str]


class Site:
    """A guard with an application behind it that accepts everybody."""

    def __init__(self, scheme: str = "http") -> None:
        self.now = 0.0
        self.let_in = 0
        self.guard = SecurityMiddleware(self._app, HOSTS, lambda: self.now, scheme)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self.let_in += 1
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
            await send({"type": "http.response.body", "body": b"page"})
        else:
            await receive()
            await send({"type": "websocket.accept"})

    def ask(
        self, *headers: Header, kind: str = "http", method: str = "GET", address: str = "10.0.0.7"
    ) -> list[dict[str, Any]]:
        """Send a request and return the status of its answer."""
        fields = [(name.encode(), value.encode()) for name, value in headers]
        scope = {"type": kind, "headers": fields, "client": (address, 1234)}
        if kind == "http":
            scope["method"] = method
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(self.guard(scope, receive, send))
        return sent

    def status(self, *headers: Header, **how: Any) -> int:
        return int(self.ask(*headers, **how)[0]["status"])

    def opens(self, *headers: Header, **how: Any) -> bool:
        """Return whether a WebSocket is accepted."""
        [answer] = self.ask(*headers, kind="websocket", **how)
        assert answer["type"] == "websocket.accept" or answer == {
            "type": "websocket.close",
            "code": 1008,
        }
        return bool(answer["type"] == "websocket.accept")


def test_whoever_names_our_host_is_let_in() -> None:
    site = Site()
    assert site.status(OURS) == 200
    assert site.status(("host", "LOCALHOST:8770")) == 200
    assert site.status(OURS, method="HEAD") == 200
    assert site.opens(OURS)
    assert site.let_in == 4


@pytest.mark.parametrize(
    "hosts", [[], [OURS, OURS], [OURS, ("host", "evil")], [("host", "evil")], [("host", "")]]
)
def test_another_host_is_misdirected(hosts: list[Header]) -> None:
    site = Site()
    assert site.status(*hosts) == 421
    assert not site.opens(*hosts)
    assert site.let_in == 0


OWN = ("origin", "http://127.0.0.1:8770")


@pytest.mark.parametrize(
    ("origins", "status"),
    [
        ([], 200),
        ([OWN], 200),
        ([("origin", "HTTP://127.0.0.1:8770")], 200),
        ([OWN, OWN], 403),
        ([OWN, ("origin", "http://evil")], 403),
        ([("origin", "http://localhost:8770")], 403),
        ([("origin", "https://127.0.0.1:8770")], 403),
        ([("origin", "null")], 403),
        ([("origin", "")], 403),
    ],
)
def test_one_origin_at_most_and_it_is_our_own_page(origins: list[Header], status: int) -> None:
    site = Site()
    assert site.status(OURS, *origins) == status
    assert site.opens(OURS, *origins) == (status == 200)


def test_over_https_the_origin_is_https() -> None:
    site = Site("https")
    assert site.status(OURS, ("origin", "https://127.0.0.1:8770")) == 200
    assert site.status(OURS, OWN) == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get"])
def test_only_reading_is_known(method: str) -> None:
    assert Site().status(OURS, method=method) == 405


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (("content-length", "0"), 200),
        (("content-length", "9"), 413),
        (("transfer-encoding", "chunked"), 413),
    ],
)
def test_no_body_is_taken(header: Header, status: int) -> None:
    assert Site().status(OURS, header) == status


def test_an_address_asks_so_often_and_no_more() -> None:
    site = Site()
    rate, room = REQUEST_RATE
    assert [site.status(OURS) for _number in range(room + 1)] == [200] * room + [429]
    assert not site.opens(OURS)
    assert site.status(OURS, address="10.0.0.8") == 200, "others are not concerned"
    assert site.opens(OURS, address="10.0.0.8")
    site.now += 2 / rate
    assert [site.status(OURS) for _number in range(3)] == [200, 200, 429]


def test_whoever_is_refused_is_asked_to_come_in_again() -> None:
    start, body = Site().ask(("host", "evil"))
    assert (b"connection", b"close") in start["headers"]
    assert (b"content-length", b"0") in start["headers"]
    assert body == {"type": "http.response.body", "body": b""}


def test_every_answer_carries_our_headers() -> None:
    for site, headers, live in (
        (Site(), [OURS], "ws://127.0.0.1:8770"),
        (Site("https"), [OURS], "wss://127.0.0.1:8770"),
        (Site(), [("host", "evil")], "ws://127.0.0.1:8770"),
        (Site(), [("host", "localhost:8770")], "ws://localhost:8770"),
    ):
        start, body = site.ask(*headers)
        found = dict(start["headers"])
        for name, value in HEADERS.items():
            assert found[name.encode()] == value.encode()
        assert (
            found[b"content-security-policy"] == CONTENT_SECURITY_POLICY.format(live=live).encode()
        )
        assert "headers" not in body
    assert dict(Site().ask(OURS)[0]["headers"])[b"a"] == b"b", "beside those of the answer"


def test_the_headers_are_those_that_browsers_know() -> None:
    assert HEADERS == {
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
        "cache-control": "no-cache",
    }
    assert CONTENT_SECURITY_POLICY.split("; ") == [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' {live}",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]


def test_what_is_neither_request_nor_websocket_is_left_alone() -> None:
    site = Site()
    assert site.ask(OURS, kind="lifespan") == []
    assert site.let_in == 0
