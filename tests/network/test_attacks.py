"""Attacks on a server in its own process harm nobody else, and seats still get in."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import websockets.sync.client

from game.network.host import broadcast
from game.platform.processes import helper_command
from tests.network.served import Served, ServedLine
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sources 127.0.0.x are Linux's")
MANY = 999
BODY_TO_COME = "GET /icon.svg HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\n"


def short_of_files(monkeypatch: pytest.MonkeyPatch, files: int) -> None:
    """Limit the number of open files in servers started from now on."""

    def limited(name: str, *words: str) -> list[str]:
        command = helper_command(name, *words)
        return ["sh", "-c", f'ulimit -n {files}; exec "$0" "$@"', *command]

    monkeypatch.setattr(broadcast, "helper_command", limited)


def line_from(served: Served, address: str) -> ServedLine:
    connecting = websockets.sync.client.connect(
        f"ws://{served.host}/live", source_address=(address, 0), open_timeout=PATIENCE
    )
    return ServedLine(served, served.lines.enter_context(connecting))


def idle(served: Served, address: str, stack: ExitStack) -> None:
    """Open a socket, send a request with the first byte of its body, and keep the socket open."""
    host, port = served.host.split(":")
    with suppress(OSError):
        line = stack.enter_context(socket.create_connection((host, int(port)), 60, (address, 0)))
        line.sendall(BODY_TO_COME.format(served.host).encode())
        line.sendall(b"x")


def log_of(home: Path) -> list[str]:
    return (home / "data" / "logs" / "network.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    ("attackers", "files"),
    [
        (1, 0),
        (40, 256),
        pytest.param(40, 0, marks=pytest.mark.slow),
        pytest.param(1, 256, marks=pytest.mark.slow),
    ],
)
def test_a_thousand_idle_sockets_harm_nobody(
    monkeypatch: pytest.MonkeyPatch, home: Path, attackers: int, files: int
) -> None:
    if files:
        short_of_files(monkeypatch, files)
    with Served() as served:
        attack(served, attackers)
    log = log_of(home)
    assert len(log) == (1 if files else 0), log
    assert all(line.endswith("WebSockets at once (ulimit -n)") for line in log)


def attack(served: Served, attackers: int) -> None:
    """Hold connections from this many addresses, while others follow and play a match."""
    spectator, player = line_from(served, "127.0.0.2"), line_from(served, "127.0.0.3")
    for one in (spectator, player):
        one.say("follow")
    player.say("claim", code=served.offer_seat(0), key="k" * 40)
    player.wait_for("seated")
    with ExitStack() as stack:
        for number in range(MANY):
            idle(served, f"127.0.9.{number % attackers + 1}", stack)
        served.play(served.match.legal()[0])
        assert spectator.wait_for("event")["seq"] == 0
        fresh = line_from(served, "127.0.0.4")
        fresh.say("follow")
        assert fresh.wait_for("snapshot")["seq"] == 1
        come_back(served, times=10)


def come_back(served: Served, times: int) -> None:
    """Connect as the holder of seat 0 this many times, one connection after another."""
    for _time in range(times):
        back = line_from(served, "127.0.0.3")
        back.say("follow")
        back.say("resume", key="k" * 40)
        assert back.wait_for("seated")["seat"] == 0
        back.socket.close()


UPGRADE = (
    "GET /live HTTP/1.1\r\nHost: {0}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
TEXT = "GET /main.js HTTP/1.1\r\nHost: {0}\r\n"
# Bytes that one connection each sends, without reading the answer.
SENT = (
    "",
    BODY_TO_COME + "x",
    TEXT + "Transfer-Encoding: chunked\r\n\r\n5\r\na",
    (TEXT + "\r\n") * 100,
    UPGRADE,
    UPGRADE + "\r\n",
    UPGRADE + "\r\n\x81\xfe\xff\xff" + "\xe9" * 30,
    UPGRADE + "Content-Length: 99\r\n\r\nab",
    UPGRADE.replace("GET", "HEAD") + "X: \xe9\r\n\r\n",
    (TEXT + "\r\n") * 5 + UPGRADE + "\r\nGET / HTTP/1.1\r\n",
)


@pytest.mark.parametrize("files", [256, pytest.param(0, marks=pytest.mark.slow)])
def test_bodies_pipelines_and_upgrades_together_harm_nobody(
    monkeypatch: pytest.MonkeyPatch, home: Path, files: int
) -> None:
    if files:
        short_of_files(monkeypatch, files)
    with Served() as served, ExitStack() as stack:
        followers = [line_from(served, f"127.0.4.{number + 1}") for number in range(60)]
        for one in followers:
            one.say("follow")
        player = line_from(served, "127.0.0.3")
        player.say("follow")
        player.say("claim", code=served.offer_seat(0), key="k" * 40)
        player.wait_for("seated")
        host, port = served.broadcast.address.host, served.broadcast.address.port
        for number in range(300):
            with suppress(OSError):
                source = (f"127.0.9.{number % 40 + 1}", 0)
                line = stack.enter_context(socket.create_connection((host, port), 60, source))
                line.setblocking(False)
                line.send(SENT[number % len(SENT)].format(served.host).encode("latin-1"))
        come_back(served, times=10)
        served.play(served.match.legal()[0])
        for one in followers:
            assert one.wait_for("event")["seq"] == 0
    assert len(log_of(home)) == (1 if files else 0)


def test_where_all_places_are_taken_a_seat_gets_in(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    short_of_files(monkeypatch, 96)
    with Served() as served:
        player = line_from(served, "127.0.0.3")
        player.say("follow")
        player.say("claim", code=served.offer_seat(0), key="k" * 40)
        player.wait_for("seated")
        player.socket.close()
        crowd = [line_from(served, f"127.0.8.{number + 1}") for number in range(60)]
        for one in crowd:
            with suppress(websockets.exceptions.ConnectionClosed):
                one.say("follow")
        back = line_from(served, "127.0.0.3")
        back.say("follow")
        back.say("resume", key="k" * 40)
        assert back.wait_for("seated")["seat"] == 0
        assert back.wait_for("snapshot")
        [line] = log_of(home)
        assert line.endswith("WebSockets at once (ulimit -n)")
