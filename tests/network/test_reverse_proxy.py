"""Tables work behind nginx and Caddy with the configurations in docs/guide/phones.md."""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.client
from websockets.typing import Origin

from game.network.errors import NetworkError
from game.network.guest.guest import Guest
from game.network.host.broadcast import ServerSupervisor
from game.network.http.web_app import SecurityMiddleware
from game.network.lines.addresses import TRUSTED, Address, Proxy, parse_invitation, parse_proxy
from game.network.lines.tickets import Ticket
from game.network.lines.tls import own_certificate
from game.network.lines.ws_client import WebSocketClient
from game.rules.proposals import Play
from tests.network.served import Served, ServedLine, secure_line
from tests.support.tools import needs
from tests.support.tools import program as program_path
from tests.support.waiting import PATIENCE, until

Json = MutableMapping[str, Any]
GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "phones.md"
NGINX = """
daemon off; master_process off; error_log {folder}/error.log; pid {folder}/pid;
events {{}}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    proxy_read_timeout {timeout}s;
    {before}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {crt}; ssl_certificate_key {key};
        {inside}
    }}
}}
"""
CADDY = """
{{
    admin off
    auto_https disable_redirects
}}
https://127.0.0.1:{port} {{
    tls {crt} {key}
    log {{
        output file {folder}/access.log
    }}
    {inside}
}}
"""


def documented(kind: str, port: int) -> list[str]:
    """Return the guide's configurations, for a server at this port."""
    blocks = re.findall(rf"```{kind}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    return [block.replace("8770", str(port)) for block in blocks]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Behind(Served):
    """A program behind a proxy at `port`, in the folder /less/."""

    def __init__(self, port: int, trusted: tuple[str, ...] = ("127.0.0.1",)) -> None:
        super().__init__()
        self.broadcast.close()
        self.url = f"https://127.0.0.1:{port}/less/"
        self.broadcast = ServerSupervisor(Address("127.0.0.1", 0), proxy=Proxy(self.url, trusted))
        self.channel = self.broadcast.open(self.match, self.channel.about)

    def through(self, source: str, port: int, secure: ssl.SSLContext) -> ServedLine:
        """Return a line through the proxy that has its own address on this machine."""
        url = f"wss://127.0.0.1:{port}/less/live"
        origin = f"https://127.0.0.1:{port}"
        connecting = websockets.sync.client.connect(
            url,
            ssl=secure,
            source_address=(source, 0),
            origin=Origin(origin),
            proxy=None,
            open_timeout=PATIENCE,
        )
        return ServedLine(self, self.lines.enter_context(connecting))


@contextmanager
def proxied(kind: str, folder: Path, timeout: int = 60) -> Iterator[tuple[Behind, int]]:
    """Run the proxy in front of a program."""
    port = free_port()
    made = own_certificate(Address("127.0.0.1"))
    places = {"folder": folder, "port": port, "crt": made.file, "key": made.key}
    served = Behind(port)
    with served:
        blocks = documented(kind, served.broadcast.address.port)
        file = folder / "config"
        if kind == "nginx":
            before, inside = blocks
            text = NGINX.format(before=before, inside=inside, timeout=timeout, **places)
            command = [str(program_path("nginx")), "-c", str(file), "-p", str(folder)]
        else:
            text = CADDY.format(inside=blocks[0], **places)
            command = [
                str(program_path("caddy")),
                "run",
                "--config",
                str(file),
                "--adapter",
                "caddyfile",
            ]
        file.write_text(text)
        output = (folder / "output").open("w")
        program = subprocess.Popen(command, stdout=output, stderr=output)
        try:
            assert until(lambda: answers(port), step=served.go_on), (folder / "output").read_text()
            yield served, port
        finally:
            program.terminate()
            program.wait(10)
            output.close()


def answers(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(params=[pytest.param(name, marks=needs(name)) for name in ("nginx", "caddy")])
def kind(request: pytest.FixtureRequest, home: Path) -> str:
    return str(request.param)


@needs("openssl")
def test_the_page_and_a_seat_through_a_proxy(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = own_certificate(Address("127.0.0.1"))
    monkeypatch.setenv("SSL_CERT_FILE", str(own.file))
    with proxied(kind, tmp_path, timeout=5) as (served, port):
        secure = ssl.create_default_context(cafile=str(own.file))
        with urllib.request.urlopen(served.url, context=secure) as answer:
            policy = answer.headers["content-security-policy"]
            assert b"main.js" in answer.read()
        assert f"wss://127.0.0.1:{port}" in policy
        code = served.offer_seat(0)
        link = served.broadcast.link(code)
        assert link == f"{served.url}#{code}"
        offered, address, pin = parse_invitation(link)
        assert isinstance(address, Address)
        guest = Guest(WebSocketClient(address, pin), Ticket(offered, pin=pin))
        try:
            assert until(lambda: _step(served, guest) and guest.match is not None)
            idle = time.monotonic() + 8  # longer than the proxy's timeout for a silent line
            assert until(lambda: _step(served, guest) and time.monotonic() > idle)
            assert guest.online
            assert guest.match is not None
            guest.match.submit_or_raise(Play((guest.match.legal()[0],)))
            assert until(lambda: _step(served, guest) and len(served.match.entries) == 1)
        finally:
            guest.line.close()
        for file in ("access.log", "output"):
            found = tmp_path / file
            assert not found.exists() or code not in found.read_text()


def _step(served: Served, guest: Guest) -> bool:
    served.go_on()
    guest.update(time.monotonic())
    assert guest.problem in ("", "wrong-code")
    return True


@needs("openssl")
def test_visitors_behind_a_proxy_have_limits_of_their_own(kind: str, tmp_path: Path) -> None:
    with proxied(kind, tmp_path) as (served, port):
        secure = secure_line(own_certificate(Address("127.0.0.1")))
        wrong = served.through("127.0.0.5", port, secure)
        wrong.say("follow")
        for _try in range(6):
            wrong.say("claim", code="AAAA-AAAA")
        wrong.wait_for("error", 6)
        assert [one["code"] for one in wrong.of("error")][-1] == "too-many"
        other = served.through("127.0.0.6", port, secure)
        other.say("follow")
        other.say("claim", code="AAAA-AAAA")
        assert other.wait_for("error")["code"] == "wrong-code"


def test_only_a_trusted_proxy_says_who_is_behind_it() -> None:
    for trusted, expected in (((), "too-many"), (("127.0.0.1",), "wrong-code")):
        with Behind(443, trusted) as served:
            codes = []
            for number in range(6):
                line = served.line(**{"X-Forwarded-For": f"10.0.0.{number}"})
                line.say("follow")
                line.say("claim", code="AAAA-AAAA")
                codes.append(line.wait_for("error")["code"])
            assert codes[-1] == expected


def test_a_link_says_where_how_and_with_which_code() -> None:
    for link, port, path, pin in (
        ("https://club.org/less/#K7QM-X2RD", 443, "/less/", TRUSTED),
        ("https://club.org#K7QM-X2RD", 443, "/", TRUSTED),
        ("http://club.org:8770/#K7QM-X2RD", 8770, "/", ""),
        ("https://club.org:8770/#K7QM-X2RD/" + "3F2A-" * 5 + "3F2A", 8770, "/", "3f2a" * 6),
        ("K7QM-X2RD@https://club.org/less", 443, "/less/", TRUSTED),
        ("K7QM-X2RD@club.org:80/" + "3f2a" * 6, 80, "", "3f2a" * 6),
    ):
        assert parse_invitation(link) == ("K7QM-X2RD", Address("club.org", port, path), pin)
    for wrong in (
        "https://#K7QM-X2RD",
        "https://club.org/less/#",
        "ftp://club.org/#K7QM-X2RD",
        "https://club.org/?a=1#K7QM-X2RD",
        "https://club.org/a b/#K7QM-X2RD",
        "https://club.org/#K7QM-X2RD/12",
        "https://club.org:99999/#K7QM-X2RD",
    ):
        with pytest.raises(NetworkError):
            parse_invitation(wrong)


def test_the_address_of_a_proxy_is_a_page_and_numbers() -> None:
    assert parse_proxy("https://Club.org:443/less", "127.0.0.1,::1") == Proxy(
        "https://Club.org:443/less/", ("127.0.0.1", "::1")
    )
    assert Proxy("https://Club.org:443/less/").host == "club.org"
    assert Proxy("http://club.org:8080/").host == "club.org:8080"
    for url, trusted in (("club.org", ""), ("https://a/?b", ""), ("https://a@b/", ""), ("", "*")):
        with pytest.raises(NetworkError):
            parse_proxy(url, trusted)


def test_the_page_is_known_under_the_proxys_name_with_its_scheme_alone() -> None:
    async def app(
        _scope: object, _receive: object, send: Callable[[Json], Awaitable[None]]
    ) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    guard = SecurityMiddleware(
        app, frozenset({"10.0.0.1:8770"}), lambda: 0.0, "http", Proxy("https://club.org/less/")
    )

    def status(host: str, origin: str) -> int:
        answers: list[Json] = []

        async def receive() -> Json:
            raise AssertionError

        async def send(message: Json) -> None:
            answers.append(message)

        headers = [(b"host", host.encode()), (b"origin", origin.encode())]
        scope = {"type": "http", "method": "GET", "headers": headers, "client": ("10.0.0.9", 1)}
        asyncio.run(guard(scope, receive, send))
        return int(answers[0]["status"])

    assert status("club.org", "https://club.org") == 200
    assert status("10.0.0.1:8770", "http://10.0.0.1:8770") == 200
    assert status("club.org", "http://club.org") == 403
    assert status("10.0.0.1:8770", "https://club.org") == 403
    assert status("evil.org", "https://evil.org") == 421
