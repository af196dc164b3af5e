"""The sign of life reaches systemd's socket, and a file for other watchdogs."""

from __future__ import annotations

import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.kiosk.watchdog import Watchdog


def at_once(job: Callable[[], object]) -> None:
    job()


@pytest.fixture
def listening() -> Iterator[tuple[socket.socket, str]]:
    if sys.platform == "win32":
        pytest.skip("Windows has no such sockets")
    with tempfile.TemporaryDirectory() as folder:  # tmp_path is too long for a socket's address
        address = f"{folder}/notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
            heard.bind(address)
            heard.settimeout(5)
            yield heard, address


def test_systemd_hears_that_it_is_ready_and_then_twice_as_often_as_it_must(
    listening: tuple[socket.socket, str],
) -> None:
    heard, address = listening
    health = Watchdog("", at_once, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "20000000"})
    for now in (0.0, 9.9, 10.0, 15.0, 20.0):
        health.beat(now, f"title at {now:.0f}")
    health.notify("STOPPING=1")
    assert [heard.recv(200).decode() for _ in range(4)] == [
        "READY=1\nWATCHDOG=1\nSTATUS=title at 0",
        "WATCHDOG=1\nSTATUS=title at 10",
        "WATCHDOG=1\nSTATUS=title at 20",
        "STOPPING=1",
    ]


def test_nobody_who_listens_is_no_trouble(tmp_path: Path) -> None:
    for environment in ({}, {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "x"}):
        Watchdog("", at_once, environment).beat(0, "title")


def test_the_file_has_one_line_and_is_written_every_ten_seconds(tmp_path: Path) -> None:
    path = tmp_path / "health"
    health = Watchdog(str(path), at_once, {})
    health.beat(0, "title, idle 0 s")
    first = path.read_text(encoding="utf-8")
    health.beat(9, "play")
    assert path.read_text(encoding="utf-8") == first
    health.beat(10, "play")
    stamp, _space, status = path.read_text(encoding="utf-8").partition(" ")
    assert status == "play\n"
    assert stamp.startswith("20")
