"""Boards with a ChessLink of Millennium.  Sans I/O.

Written from the published description of the protocol ("Magic Chessboard Communications Protocol",
2017): 38400 baud, seven bits and odd parity, which this driver makes in eight bits without parity.
A message is a letter, its data, and two hex digits: the exclusive or of all characters before.

    S    requests the squares: "s" and a letter for each from a8 on, "." for none.  The board may
         also send this without a request on every scan.
    L    sets its 81 lamps at the corners of the squares, column by column from a8's outer corner:
         a time slot in units of 4.096 ms, then eight slots, on or off, for each lamp
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce

from hardware.drivers import chess
from hardware.drivers.driver import Sensed, Senses
from hardware.wire.messages import Blink
from hardware.wire.palette import COLOURS

BAUD = 38400
ASK_S = 0.2  # seconds without a message before a request; a board may send only answers
STATUS = re.compile(r"s([KQRNBPkqrnbp.]{64})([0-9A-Fa-f]{2})")
STATUS_LENGTH = 67
LAMPS = chess.SIDE + 1  # lamps on a side
SLOT = 30  # units of 4.096 ms: all eight slots take about a second
STEADY, SLOW, FAST = 0xFF, 0xF0, 0xAA


def _checked(text: str) -> str:
    """Return a message with its check digits."""
    return f"{text}{reduce(lambda sum_, char: sum_ ^ ord(char), text, 0):02X}"


def _with_parity(text: str) -> bytes:
    """Return seven-bit characters with odd parity in the eighth."""
    return bytes(ord(char) | (0x80 if ord(char).bit_count() % 2 == 0 else 0) for char in text)


class Millennium:
    """A board behind a ChessLink, which recognises pieces."""

    def __init__(self, sides: bool = True) -> None:
        self.abilities = chess.abilities(sides, ASK_S)
        self.understood = 0
        self._senses = Senses(chess.SQUARES, sides)
        self._rest = ""

    def ask(self) -> bytes:
        """Request all squares."""
        return _with_parity(_checked("S"))

    def feed(self, data: bytes) -> list[Sensed]:
        """Return the changes in the messages that are complete."""
        self._rest += "".join(chr(byte & 0x7F) for byte in data)
        out: list[Sensed] = []
        end = 0
        for found in STATUS.finditer(self._rest):
            end = found.end()
            if _checked(found[0][:-2]) == found[0][:-2] + found[2].upper():
                self.understood += 1
                out += self._picture(found[1])
        self._rest = self._rest[max(end, len(self._rest) - STATUS_LENGTH + 1) :]
        return out

    def _picture(self, letters: str) -> list[Sensed]:
        told = [0 if letter == "." else chess.colour_of(letter) for letter in letters]
        return self._senses.picture(chess.from_far_side(told))

    def light(self, codes: Sequence[int]) -> bytes:
        """Return the message that lights the four corners of each lit square."""
        patterns = [[0] * LAMPS for _file in range(LAMPS)]
        squares = chess.lit(codes)
        ours = chess.from_far_side([*codes, *[0] * (chess.SQUARES - len(codes))][: chess.SQUARES])
        for number, (on, code) in enumerate(zip(squares, ours)):
            row, file = divmod(number, chess.SIDE)
            if on:
                for lamp_file, lamp_row in ((0, 0), (0, 1), (1, 0), (1, 1)):
                    patterns[file + lamp_file][row + lamp_row] |= _pattern(code)
        if not any(map(any, patterns)):
            return _with_parity(_checked("X"))
        shown = "".join(f"{lamp:02X}" for column in patterns for lamp in column)
        return _with_parity(_checked(f"L{SLOT:02X}{shown}"))


def _pattern(code: int) -> int:
    """Return the eight time slots of a lamp."""
    blink = COLOURS[code].blink if code < len(COLOURS) else Blink.STEADY
    return {Blink.STEADY: STEADY, Blink.FAST: FAST}.get(Blink(blink), SLOW)
