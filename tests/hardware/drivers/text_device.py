"""Boards run by sketches of ten lines, which were written from hardware/DRIVERS.md alone."""

from __future__ import annotations

import os
import tty
from collections.abc import Callable

FILES = "abcdef"


class Sketch:
    """A board of 6 × 6 squares; `says` returns what it prints after a square has changed."""

    def __init__(self, says: Callable[[Sketch, str], str], sides: bool = False) -> None:
        self.lying = {f + r: 0 for r in "123456" for f in FILES}
        self._says, self._sides = says, sides

    def put(self, square: str, face: int) -> bytes:
        """Put a piece on a square, or remove it (face 0); return what is printed."""
        self.lying[square] = face if self._sides else int(bool(face))
        return self._says(self, square).encode()


def one_line(board: Sketch, square: str) -> str:
    """Print the change, like `Serial.println(name + " " + state)`."""
    return f"{square} {board.lying[square]}\r\n"


def a_picture(board: Sketch, _square: str) -> str:
    """Print all rows, the far row first, and an empty line."""
    rows = ["".join(str(board.lying[f + r]) for f in FILES) for r in "654321"]
    return "\n".join(rows) + "\n\n"


def a_drawn_picture(board: Sketch, square: str) -> str:
    """Print all rows, with spaces between the symbols, under a header."""
    return "scan:\n" + " ".join(a_picture(board, square).replace("0", ".").replace("1", "#"))


class OnPty:
    """A sketch's board at a pseudo terminal, whose name is `port`."""

    def __init__(self, board: Sketch) -> None:
        self._board = board
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.port = os.ttyname(self._theirs)
        os.write(self._ours, b"Matrix ready\r\n")

    def put(self, square: str, face: int) -> None:
        os.write(self._ours, self._board.put(square, face))

    def press(self) -> None:
        os.write(self._ours, b"button\n")

    def close(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)


class SketchDevice:
    """A sketch that prints after each change, and prints all squares when it receives anything."""

    def __init__(self, board: Sketch) -> None:
        self._board, self._printed = board, b"Matrix ready\r\n"
        self.standing: dict[str, str] = {}
        self.lamps: set[str] = set()

    def put(self, square: str, face: int) -> None:
        self._printed += self._board.put(square, face)

    def heard(self, data: bytes) -> None:
        if data:
            for square, face in self._board.lying.items():
                self._printed += self._board.put(square, face)

    def says(self, _now: float) -> bytes:
        out, self._printed = self._printed, b""
        return out
