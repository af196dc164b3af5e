"""Attacks on a server in a process of its own: nobody elsewhere notices, and seats get in."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
import websockets.sync.client

from game.network import broadcast
from game.platform.processes import helper_command
from tests.network.served import Served, ServedLine

pytestmark = pytest.mark.skipif(os.name == "nt", reason="sources 127.0.0.x are Linux's")
MANY = 999
BODY_TO_COME = "GET /icon.svg HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\n"


def short_of_files(monkeypatch: pytest.MonkeyPatch, files: int) -> None:
    """Servers that are started from now on may open so many files."""

    def limited(name: str, *words: str) -> list[str]:
        command = helper_command(name, *words)
        return ["sh", "-c", f'ulimit -n {files}; exec "$0" "$@"', *command]

    monkeypatch.setattr(broadcast, "helper_command", limited)


def line_from(served: Served, address: str) -> ServedLine:
    connecting = websockets.sync.client.connect(
        f"ws://{served.host}/live", source_address=(address, 0), open_timeout=60
    )
    return ServedLine(served, served._stack.enter_context(connecting))


def idle(served: Served, address: str, stack: ExitStack) -> None:
    """Return a socket that has sent a request with one byte of its body."""
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
    """Hold connections from so many addresses, while a match is followed and played."""
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
        back = line_from(served, "127.0.0.3")
        back.say("follow")
        back.say("resume", key="k" * 40)
        assert back.wait_for("seated")["seat"] == 0


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
