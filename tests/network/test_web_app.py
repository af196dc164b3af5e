"""Seen from the network, the server admits the right clients, sends headers, survives crashes."""

from __future__ import annotations

import gzip
import signal
from collections.abc import Iterator

import pytest
import websockets.exceptions

from game.network.errors import NetworkError
from game.network.host.broadcast import ServerSupervisor
from game.network.http.web_app import HEADERS, page_files
from game.network.lines.addresses import Address, parse_address
from tests.network.served import HERE, Served
from tests.support.waiting import until


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with Served() as served:
        yield served


def status(served: Served, path: str = "/", method: str = "GET", **headers: str) -> int:
    fields = {"Host": served.host, "Connection": "close", **headers}
    lines = [f"{method} {path} HTTP/1.1", *(f"{k}: {v}" for k, v in fields.items()), "", ""]
    return int(served.ask("\r\n".join(lines).encode()).split()[1])


def test_the_page_and_its_parts_are_served_with_strict_headers(served: Served) -> None:
    request = f"GET / HTTP/1.1\r\nHost: {served.host}\r\nConnection: close\r\n\r\n"
    head, _gap, body = served.ask(request.encode()).partition(b"\r\n\r\n")
    assert body.lstrip().startswith(b"<!doctype html>")
    told = head.decode().lower()
    for name, value in HEADERS.items():
        assert f"{name}: {value}".lower() in told
    assert "script-src 'self'" in told
    assert "frame-ancestors 'none'" in told
    assert "unsafe" not in told
    assert "server:" not in told
    for path in ("/main.js", "/page.css", "/icon.svg", "/words-fr.json", "/text-500.woff2"):
        assert status(served, path) == 200, path


def test_a_first_visit_loads_little() -> None:
    files = page_files()
    shown = [path for path in files if not path.startswith("/words-") and "-more." not in path]
    assert "/text-500.woff2" in shown
    packed = {path: gzip.compress(files[path][1]) for path in [*shown, "/words-de.json"]}
    least = {path: min(len(body), len(files[path][1])) for path, body in packed.items()}
    assert sum(least.values()) < 150_000, least


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/../main.py", "/%2e%2e/main.py", "//etc/passwd", "/page.css/", "/index.html"],
)
def test_nothing_else_is_served(served: Served, path: str) -> None:
    assert status(served, path) == 404


def test_only_reading_is_known(served: Served) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        assert status(served, "/", method) == 405
    assert status(served, "/", "HEAD") == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "", "[::1]:80"])
def test_another_host_is_refused(served: Served, host: str) -> None:
    assert status(served, "/", Host=host) in (400, 421)
    with pytest.raises(websockets.exceptions.InvalidStatus):
        served.line(Host=host or "-")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://{host}", "http://{host}.evil.example", "null"]
)
def test_a_page_of_another_origin_is_refused(served: Served, origin: str) -> None:
    with pytest.raises(websockets.exceptions.InvalidStatus) as refused:
        served.line(Origin=origin.format(host=served.host))
    assert refused.value.response.status_code == 403
    served.line(Origin=f"http://{served.host}").say("ping")


def test_a_wrong_code_and_a_spectator_who_plays_are_refused(served: Served) -> None:
    served.offer_seat(0)
    line = served.line()
    line.say("propose", number=1, run="", seen=0, proposal={"is": "play", "actions": ["c3"]})
    assert line.wait_for("error")["code"] == "no-follow"
    line.say("follow")
    line.say("claim", code="AAAA-BBBB")
    assert line.wait_for("error", 2)["code"] == "wrong-code"
    run = line.wait_for("snapshot")["run"]
    line.say("propose", number=1, run=run, seen=0, proposal={"is": "play", "actions": ["c3"]})
    assert line.wait_for("error", 3)["code"] == "not-seated"
    assert served.match.seq == 0


def test_too_long_a_message_cuts_the_line(served: Served) -> None:
    line = served.line()
    line.socket.send("x" * 5000)
    with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
        line.socket.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_server_that_is_killed_comes_back_and_the_match_goes_on() -> None:
    with Served() as served:
        line = served.line()
        line.say("follow")
        code = served.offer_seat(0)
        line.say("claim", code=code)
        key = line.wait_for("seated")["key"]
        # In the state "here" the program knows the key.
        assert served.until(lambda: served.channel.places[0].state == "here")
        address = served.broadcast.address
        served.broadcast.process.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        assert served.until(lambda: not served.broadcast.on)
        assert served.until(lambda: served.broadcast.on)
        assert served.broadcast.address == address
        again = served.line()
        again.say("follow")
        again.say("resume", key=key)
        again.wait_for("seated")
        run = again.wait_for("snapshot")["run"]
        again.say("propose", number=2, run=run, seen=0, proposal={"is": "play", "actions": ["c3"]})
        assert again.wait_for("answer")["accepted"]
        assert [entry.text for entry in served.match.entries] == ["c3"]


def test_an_address_in_use_is_told() -> None:
    with Served() as served:
        other = ServerSupervisor(served.broadcast.address)
        assert until(lambda: bool(other.problem), step=lambda: other.update(0.0))
        assert "cannot be used" in other.problem
        assert not other.on


def test_an_address_of_another_machine_is_told() -> None:
    other = ServerSupervisor(Address("192.0.2.77", 0))
    assert until(lambda: bool(other.problem), step=lambda: other.update(0.0))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1", Address("127.0.0.1", 8770)),
        ("localhost:80", Address("127.0.0.1", 80)),
        ("0.0.0.0:9000", Address("0.0.0.0", 9000)),
        ("[::1]:9000", Address("::1", 9000)),
        ("[::1]", Address("::1", 8770)),
        (":9000", Address(parse_address("").host, 9000)),
    ],
)
def test_addresses_are_read(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["nowhere", "1.2.3", "127.0.0.1:port", "127.0.0.1:99999"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(NetworkError):
        parse_address(text)


def test_the_server_ends_with_the_program() -> None:
    broadcast = ServerSupervisor(HERE)
    assert until(lambda: broadcast.on, step=lambda: broadcast.update(0.0))
    broadcast.close()
    assert until(lambda: broadcast.process.poll() is not None)
