"""The proxies of docs/guide/phones.md stop attacks: smuggling, upgrades, false addresses."""

from __future__ import annotations

import socket
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest
import websockets.sync.client
from websockets.typing import Origin

from game.network.lines.addresses import Address
from game.network.lines.tls import own_certificate
from tests.network.served import ServedLine, secure_line
from tests.network.test_reverse_proxy import Behind, proxied
from tests.support.tools import needs
from tests.support.waiting import PATIENCE

pytestmark = needs("openssl")
QUIET_S = 0.4  # seconds of silence after which no answer is expected
# The proxy has no path to this file of the server, so only a smuggled request gets it.
INNER = "GET /words-de.json HTTP/1.1\r\nHost: {inner}\r\n\r\n"
MARK = b'"languages"'
HEAD = "{method} /less/ HTTP/1.1\r\nHost: {outer}\r\n"
UPGRADE = (
    "GET /less/live HTTP/1.1\r\nHost: {outer}\r\nConnection: Upgrade\r\nUpgrade: {upgrade}\r\n"
    "Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{more}\r\n"
)
SMUGGLED = {
    "content-length and chunks": HEAD
    + "Content-Length: {length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    + INNER,
    "a body of a request": HEAD + "Content-Length: {length}\r\n\r\n" + INNER,
    "two lengths": HEAD + "Content-Length: 0\r\nContent-Length: {length}\r\n\r\n" + INNER,
    "a length with a sign": HEAD + "Content-Length: +{length}\r\n\r\n" + INNER,
    "chunks by another name": HEAD + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + INNER,
    "a blank before the colon": HEAD + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + INNER,
    "a tab in the value": HEAD + "Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n" + INNER,
    "a folded field": HEAD + "X: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + INNER,
    "line feeds alone": HEAD.replace("\r\n", "\n") + "X: a\n\n" + INNER,
    "a chunk with an extension": HEAD
    + 'Transfer-Encoding: chunked\r\n\r\n1;a="\n"\r\nx\r\n0\r\n\r\n'
    + INNER,
    "a whole address": "GET http://{inner}/words-de.json HTTP/1.1\r\nHost: {outer}\r\n\r\n",
    "a way out of the folder": "GET /less/..%2fwords-de.json HTTP/1.1\r\nHost: {outer}\r\n\r\n",
}
UPGRADES = {
    "another version": UPGRADE.replace("{version}", "777").replace("{upgrade}", "websocket"),
    "another protocol": UPGRADE.replace("{version}", "13").replace("{upgrade}", "h2c"),
    "another origin": UPGRADE.replace("{version}", "13")
    .replace("{upgrade}", "websocket")
    .replace("{more}", "Origin: https://evil.example\r\n"),
    "a body": UPGRADE.replace("{version}", "13")
    .replace("{upgrade}", "websocket")
    .replace("{more}", "Content-Length: {length}\r\n"),
}


class Attacked:
    """A program behind a proxy, and an attacker who sends it raw bytes."""

    def __init__(self, served: Behind, port: int) -> None:
        self.served, self._port = served, port
        self.secure = secure_line(own_certificate(Address("127.0.0.1")))

    def say(self, text: str, method: str = "GET") -> bytes:
        """Send a request and return all bytes of the answer."""
        inner = str(self.served.broadcast.address)
        fields = {"inner": inner, "outer": f"127.0.0.1:{self._port}", "method": method}
        fields |= {"length": str(len(INNER.format(inner=inner))), "more": ""}
        answer = b""
        with (
            socket.create_connection(("127.0.0.1", self._port), PATIENCE) as plain,
            self.secure.wrap_socket(plain, server_hostname="127.0.0.1") as line,
        ):
            line.sendall(text.format(**fields).encode("latin-1"))
            line.settimeout(QUIET_S)
            with suppress(OSError):
                while part := line.recv(65536):
                    answer += part
        return answer

    def page(self) -> bytes:
        """Return the page that another client gets."""
        with urllib.request.urlopen(self.served.url, context=self.secure) as answer:
            return bytes(answer.read())


@pytest.fixture(
    scope="module", params=[pytest.param(name, marks=needs(name)) for name in ("nginx", "caddy")]
)
def attacked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Attacked]:
    folder = tmp_path_factory.mktemp(request.param)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LESS_IS_MORE_HOME", str(folder / "home"))
        with proxied(request.param, folder) as (served, port):
            yield Attacked(served, port)


def test_no_request_is_smuggled_past_a_proxy(attacked: Attacked) -> None:
    page = attacked.page()
    assert b"main.js" in page
    for name, text in SMUGGLED.items():
        answer = attacked.say(text, "POST")
        assert MARK not in answer, name
        assert attacked.page() == page, name


def test_no_line_stays_open_behind_an_upgrade_that_was_refused(attacked: Attacked) -> None:
    for name, text in UPGRADES.items():
        answer = attacked.say(text + INNER)
        assert b" 101 " not in answer.partition(b"\r\n")[0], name
        assert MARK not in answer, name
    assert b"main.js" in attacked.page()


def test_whoever_names_another_address_has_the_limits_of_the_own(attacked: Attacked) -> None:
    with ExitStack() as stack:
        try_codes(attacked, stack)


def try_codes(attacked: Attacked, stack: ExitStack) -> None:
    codes = []
    for number in range(8):
        spoofed = {
            "X-Forwarded-For": f"10.0.0.{number}, 127.0.0.1",
            "X-Real-IP": f"10.0.0.{number}",
            "Forwarded": f"for=10.0.0.{number}",
        }
        line = from_address(attacked, stack, "127.0.0.9", spoofed)
        line.say("follow")
        line.say("claim", code="AAAA-AAAA")
        codes.append(line.wait_for("error")["code"])
    assert codes[-1] == "too-many"
    other = from_address(attacked, stack, "127.0.0.8", {"X-Forwarded-For": "127.0.0.9"})
    other.say("follow")
    other.say("claim", code="AAAA-AAAA")
    assert other.wait_for("error")["code"] == "wrong-code"


def from_address(
    attacked: Attacked, stack: ExitStack, source: str, fields: dict[str, str]
) -> ServedLine:
    """Return a line through the proxy from the given address, with these handshake headers."""
    place = attacked.served.url.removeprefix("https://")
    connecting = websockets.sync.client.connect(
        f"wss://{place}live",
        ssl=attacked.secure,
        source_address=(source, 0),
        origin=Origin(f"https://{place.partition('/')[0]}"),
        additional_headers=fields,
        proxy=None,
        open_timeout=PATIENCE,
    )
    return ServedLine(attacked.served, stack.enter_context(connecting))
