"""Malformed requests and messages cause no status 500 or log entry, and no change of the match."""

from __future__ import annotations

import base64
import json
import random
import select
import socket
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.network.served import Served

# Seconds to wait for an answer that may never come.
PATIENCE = 0.25
PER_LINE = 20  # messages on each line
WORDS = (
    "follow",
    "claim",
    "resume",
    "propose",
    "leave",
    "ping",
    "enter",
    "deed",
    "",
    "x" * 300,
    "события",
    "\ud800",
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**53, 10**400, 1.5, float("nan"), float("inf"), "", "\x00"),
    *(
        "page",
        "wire",
        "K7QM-X2RD",
        "<script>alert(1)</script>",
        "ß" * 500,
        [],
        {},
        [[[]]],
        {"is": 1},
    ),
    *({"is": "play", "actions": ["c3"]}, {"is": "offer", "offer": "draw"}, {"is": "resign"}),
    *({"is": "arrive"}, {"is": "result", "round": 1, "game": 1, "outcome": "won"}),
    *({"is": ["play"], "actions": {"a": 1}}, {"is": "play", "actions": ["c3"] * 300}),
)
FIELDS = (
    "v",
    "type",
    "view",
    "table",
    "run",
    "since",
    "code",
    "key",
    "number",
    "seen",
    "proposal",
    "deed",
)


class Fuzz:
    """A client that sends malformed data."""

    def __init__(self, served: Served, seed: int) -> None:
        self.served, self.dice = served, random.Random(seed)
        self.statuses: set[int] = set()

    def connect(self) -> socket.socket:
        """Connect from one of many addresses, so that rate limits do not end the test."""
        source = f"127.0.{self.dice.randrange(1, 250)}.{self.dice.randrange(1, 250)}"
        address = self.served.broadcast.address
        line = socket.create_connection((address.host, address.port), 10, (source, 0))
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return line

    def heard(self, line: socket.socket, patience: float = PATIENCE) -> bytes:
        """Return the first bytes of the answer; b"" if none comes."""
        with suppress(OSError):
            if select.select([line], [], [], patience)[0]:
                return line.recv(65536)
        return b""

    def request(self) -> None:
        """Send a malformed request and note the status of its answer."""
        with self.connect() as line, suppress(OSError):
            line.sendall(self._spoilt(self._request()))
            line.shutdown(socket.SHUT_WR)
            answer = self.heard(line)
        if answer.startswith(b"HTTP/1.1 "):
            self.statuses.add(int(answer.split()[1]))

    def messages(self) -> None:
        """Send messages over one line, most of them spoilt."""
        with self.connect() as line:
            if not self._shake_hands(line):
                return
            with suppress(OSError):
                for _number in range(PER_LINE):
                    line.sendall(frame(self._message()))
                while self.heard(line, 0.02):
                    pass

    def frames(self) -> None:
        """Send random bytes instead of frames after the handshake."""
        with self.connect() as line, suppress(OSError):
            if self._shake_hands(line):
                for _number in range(PER_LINE):
                    line.sendall(self.dice.randbytes(self.dice.randrange(1, 60)))
                self.heard(line, 0.02)

    def _shake_hands(self, line: socket.socket) -> bool:
        line.sendall(self._handshake())
        return b" 101 " in self.heard(line, 10)

    def _handshake(self) -> bytes:
        key = base64.b64encode(self.dice.randbytes(16)).decode()
        fields = f"Host: {self.served.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        fields += f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        return f"GET /live HTTP/1.1\r\n{fields}\r\n".encode()

    def _request(self) -> bytes:
        dice = self.dice
        if dice.random() < 0.3:
            return self._handshake()
        method = dice.choice(
            ("GET", "POST", "HEAD", "get", "", "G" * 99, "PRI", "CONNECT", "OPTIONS")
        )
        path = dice.choice(
            ("/", "/live", "/page.css", "*", "", "/%00", "/%zz", "/" + "a" * 9000, "/ü")
        )
        version = dice.choice(("HTTP/1.1", "HTTP/1.0", "HTTP/9.9", "", "HTTP"))
        fields = [
            f"Host: {dice.choice((self.served.host, 'evil', ''))}",
            f"Content-Length: {dice.choice((0, 5, -1, 10**30, 'x'))}",
            f"Transfer-Encoding: {dice.choice(('chunked', 'gzip', ''))}",
            f"Range: bytes={dice.choice(('0-', '-1', 'x', '9-1'))}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {dice.choice(('x', '', 'A' * 24))}",
            f"Cookie: {'a=b; ' * dice.randrange(40)}",
            "X: " + "y" * dice.choice((1, 9000)),
        ]
        chosen = dice.sample(fields, dice.randrange(len(fields)))
        body = dice.randbytes(dice.choice((0, 0, 40)))
        return "\r\n".join([f"{method} {path} {version}", *chosen, "", ""]).encode() + body

    def _message(self) -> bytes:
        dice = self.dice
        if dice.random() < 0.2:
            return dice.choice(
                (b"", b"[", b"null", b"[" * 3000, b"\xff\xfe", b'"', b"{}" * 2000, b"1e999")
            )
        fields = {"v": 1, "type": dice.choice(WORDS[:6]), "number": 1, "run": "", "seen": 0}
        fields |= {"proposal": {"is": "play", "actions": ["c3"]}, "code": "AAAA-AAAA", "key": "k"}
        for _change in range(dice.randrange(4)):
            fields[dice.choice(FIELDS)] = dice.choice((*VALUES, *WORDS))
        text = json.dumps(fields, ensure_ascii=dice.random() < 0.5)
        return self._spoilt(text.encode("utf-8", "surrogatepass"), 0.2)

    def _spoilt(self, data: bytes, share: float = 0.5) -> bytes:
        """Return the data; with this probability, some of its bytes are changed, lost or added."""
        if not data or self.dice.random() > share:
            return data
        spoilt = bytearray(data)
        for _change in range(self.dice.randrange(1, 4)):
            at = self.dice.randrange(len(spoilt))
            spoilt[at : at + self.dice.randrange(3)] = self.dice.randbytes(self.dice.randrange(3))
            if not spoilt:
                break
        return bytes(spoilt)


def frame(data: bytes) -> bytes:
    """Return a text frame as a client sends it."""
    mask = b"\x01\x02\x03\x04"
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return b"\x81" + size + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))


def bombard(home: Path, requests: int, lines: int) -> None:
    with Served() as served:
        served.channel.offer_seat(0)
        served.go_on()
        fuzz = Fuzz(served, 7)
        for number in range(requests):
            fuzz.request()
            if number % 50 == 0:
                served.go_on()
        for number in range(lines):
            (fuzz.frames if number % 3 == 0 else fuzz.messages)()
            served.go_on()
        assert not {status for status in fuzz.statuses if status >= 500}, fuzz.statuses
        assert {101, 400, 404, 405, 421} <= fuzz.statuses
        assert served.match.seq == 0
        assert served.channel.places[0].state == "offered"
        assert served.broadcast.process.poll() is None
        line = served.line()
        line.say("follow")
        line.wait_for("snapshot")
    log = (home / "data" / "logs" / "network.txt").read_text(encoding="utf-8")
    assert "Traceback" not in log
    assert "Exception" not in log
    assert "ERROR" not in log


def test_malformed_requests_and_messages_change_nothing(home: Path) -> None:
    bombard(home, 150, 24)


@pytest.mark.slow
def test_ten_thousand_malformed_requests_and_messages_change_nothing(home: Path) -> None:
    bombard(home, 4000, 400)
