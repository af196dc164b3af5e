"""Simulated boards for chess, written from the published protocols and not from our drivers.

A device holds the pieces on its squares. `heard` receives bytes, `says` returns the bytes that the
device sends up to a time in seconds; `lamps` are the lit squares, if the device has lamps.
"""

from __future__ import annotations

import json
import os
import select
import threading
import time
import tty
from collections.abc import Callable
from typing import Protocol

from websockets.sync.server import Server, ServerConnection, serve

FILES = "abcdefgh"
FROM_A8 = [file + rank for rank in "87654321" for file in FILES]


class ChessDevice(Protocol):
    """The interface of all simulated chess boards."""

    standing: dict[str, str]
    lamps: set[str]

    def heard(self, data: bytes) -> None: ...
    def says(self, now: float) -> bytes: ...


class Standing:
    """The pieces on the squares; capital letters are White's."""

    def __init__(self) -> None:
        self.standing: dict[str, str] = {}
        self.lamps: set[str] = set()

    def put(self, square: str, face: int) -> None:
        """Put White's or Black's piece on a square, or remove it (face 0)."""
        self.standing.pop(square, None)
        if face:
            self.standing[square] = " Rn"[face]


class ChessLinkDevice(Standing):
    """The Magic Chessboard: characters have odd parity, messages end with an XOR in two hex digits.

    With `alone`, it sends its status after every scan, otherwise only on request.
    """

    def __init__(self, alone: bool = True, scan: float = 0.041) -> None:
        super().__init__()
        self._alone, self._scan, self._at = alone, scan, 0.0
        self._command, self._answers = "", ""

    def heard(self, data: bytes) -> None:
        for byte in data:
            assert bin(byte).count("1") % 2 == 1, "even parity"
            self._command += chr(byte & 0x7F)
            length = {"S": 3, "X": 3, "V": 3, "L": 167}.get(self._command[0])
            assert length, f"no command: {self._command}"
            if len(self._command) == length:
                self._obey(self._command)
                self._command = ""

    def _obey(self, command: str) -> None:
        body, check = command[:-2], command[-2:]
        assert self._sum(body) == check, command
        if body == "S":
            self._answers += self._status()
        elif body == "X":
            self.lamps = set()
            self._answers += self._ended("x")
        elif body == "V":
            self._answers += self._ended("v0102")
        else:
            codes = [int(body[at : at + 2], 16) for at in range(3, len(body), 2)]
            assert len(codes) == 81
            self._light({number for number, code in enumerate(codes, 1) if code})
            self._answers += self._ended("l")

    def _light(self, lit: set[int]) -> None:
        """Light the squares whose four lamps are all lit; lamp 1 is at A8, 9 at A1, 73 at H8."""
        self.lamps = set()
        for square in FROM_A8:
            column, row = FILES.index(square[0]), 8 - int(square[1])
            corners = {9 * (column + dx) + row + dy + 1 for dx in (0, 1) for dy in (0, 1)}
            if corners <= lit:
                self.lamps.add(square)

    def _status(self) -> str:
        return self._ended("s" + "".join(self.standing.get(square, ".") for square in FROM_A8))

    @staticmethod
    def _sum(text: str) -> str:
        total = 0
        for char in text:
            total ^= ord(char)
        return format(total, "02X")

    def _ended(self, text: str) -> str:
        return text + self._sum(text)

    def says(self, now: float) -> bytes:
        out, self._answers = self._answers, ""
        if self._alone and now - self._at >= self._scan:
            self._at = now
            out += self._status()
        return bytes(ord(c) | (0 if bin(ord(c)).count("1") % 2 else 0x80) for c in out)


class CertaboDevice(Standing):
    """A board that repeatedly sends every piece's chip number; it may fail to read some chips."""

    def __init__(self, period: float = 0.06, misses: int = 0) -> None:
        super().__init__()
        self._period, self._at, self._misses, self._count = period, 0.0, misses, 0

    def heard(self, data: bytes) -> None:
        for row, lit in zip("87654321", data[-8:]):
            for place, file in enumerate(FILES):
                (self.lamps.add if lit >> place & 1 else self.lamps.discard)(file + row)

    def says(self, now: float) -> bytes:
        if now - self._at < self._period:
            return b""
        self._at, self._count = now, self._count + 1
        return self._line().encode()

    def _line(self) -> str:
        numbers = []
        for place, square in enumerate(FROM_A8):
            missed = self._misses and (self._count + place) % self._misses == 0
            here = square in self.standing and not missed
            numbers += [17, place % 250 + 1, 0, 99, 255] if here else [0, 0, 0, 0, 0]
        return ":" + " ".join(map(str, numbers)) + "\r\n"


class TabutronicDevice(CertaboDevice):
    """A Certabo that sends one number for each row instead of chip numbers."""

    def _line(self) -> str:
        rows = [
            [FROM_A8[8 * row + place] in self.standing for place in range(8)] for row in range(8)
        ]
        numbers = [int("".join(str(int(one)) for one in row), 2) for row in rows]
        return ":" + " ".join(map(str, numbers)) + "\r\n"


class ChessnutDevice(Standing):
    """A board that sends its squares in reports of 64 bytes, after a request to start."""

    def __init__(self, period: float = 0.1) -> None:
        super().__init__()
        self._period, self._at, self._on, self._answer = period, 0.0, False, b""

    def heard(self, data: bytes) -> None:
        while data:
            if data.startswith(b"\x21\x01\x00"):
                self._on, self._answer, data = True, b"\x23\x01\x00".ljust(64, b"\0"), data[3:]
                continue
            assert data.startswith(b"\x0a\x08"), data.hex()
            self.lamps = set()
            for rank, row in zip("87654321", data[2:10]):
                for file, value in zip(FILES, (128, 64, 32, 16, 8, 4, 2, 1)):
                    if row & value:
                        self.lamps.add(file + rank)
            data = data[10:]

    def says(self, now: float) -> bytes:
        answer, self._answer = self._answer, b""
        if answer or not self._on or now - self._at < self._period:
            return answer
        self._at = now
        numbers = [
            ".qkbpnRPrBNQK".index(self.standing.get(file + rank, "."))
            for rank in "87654321"
            for file in reversed(FILES)
        ]
        halves = bytes(numbers[at] | numbers[at + 1] << 4 for at in range(0, 64, 2))
        return (b"\x01\x24" + halves + round(1000 * now).to_bytes(4, "little")).ljust(64, b"\0")


class LiveChessDevice(Standing):
    """The program LiveChess with one board, which sends one message per line."""

    def __init__(self, serial: str = "30123", state: str = "ACTIVE") -> None:
        super().__init__()
        self.serial, self.state = serial, state
        self._shown, self._subscribed, self._answers = "", False, b""

    def heard(self, data: bytes) -> None:
        for line in data.splitlines():
            asked = json.loads(line)
            if asked["call"] == "eboards":
                other = {"serialnr": "7", "source": "COM3", "state": "NOTRESPONDING"}
                board = {"serialnr": self.serial, "source": "COM4", "state": self.state}
                self._say({"response": "call", "id": asked["id"], "param": [other, board]})
            else:
                assert asked["call"] == "subscribe"
                assert asked["param"]["feed"] == "eboardevent"
                if asked["param"]["param"]["serialnr"] == self.serial:
                    self._subscribed, self._shown = True, ""

    def _say(self, message: object) -> None:
        self._answers += json.dumps(message).encode() + b"\n"

    def says(self, now: float) -> bytes:
        shown = "/".join(self._row(rank) for rank in "87654321")
        if self._subscribed and shown != self._shown:
            self._shown = shown
            told = {"serialnr": self.serial, "flipped": False, "board": shown, "clock": None}
            self._say({"response": "feed", "id": 1, "param": told, "time": round(1000 * now)})
        out, self._answers = self._answers, b""
        return out

    def _row(self, rank: str) -> str:
        row = "".join(self.standing.get(file + rank, ".") for file in FILES)
        for count in range(8, 0, -1):
            row = row.replace("." * count, str(count))
        return row


class AtTerminal:
    """A device at a pseudo terminal with the name `port`, until `close`.

    `clock` is the device's clock; `silent` simulates a pulled cable.
    """

    def __init__(self, device: ChessDevice, clock: Callable[[], float] = time.monotonic) -> None:
        self._device, self._clock, self.silent = device, clock, False
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def _live(self) -> None:
        while not self._end.is_set():
            ready, _out, _wrong = select.select([self._ours], [], [], 0.005)
            if ready:
                self._device.heard(os.read(self._ours, 4096))
            told = self._device.says(self._clock())
            if told and not self.silent:
                os.write(self._ours, told)

    def close(self) -> None:
        self._end.set()
        self._thread.join()
        os.close(self._ours)
        os.close(self._theirs)


class AtSocket:
    """LiveChess on this machine until `close`; `port` is its address with a free TCP port."""

    def __init__(
        self, device: LiveChessDevice, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._device, self._clock = device, clock
        self._server: Server = serve(self._serve, "127.0.0.1", 0)
        self.port = f"127.0.0.1:{self._server.socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def _serve(self, line: ServerConnection) -> None:
        assert line.request is not None
        assert line.request.path == "/api/v1.0"
        while True:
            for told in self._device.says(self._clock()).splitlines():
                line.send(told.decode())
            try:
                heard = line.recv(timeout=0.005)
            except TimeoutError:
                continue
            self._device.heard(heard.encode() if isinstance(heard, str) else heard)

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
