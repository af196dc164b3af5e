"""Boards of Certabo and Tabutronic on USB.  Sans I/O.

Written from the messages that programs of the maker and of others read and send: 38400 baud.  The
board sends a line that begins with a colon, several times a second, without a request.

    :0 0 0 0 0 12 7 80 ...   five numbers for each square from a8 on: the chip of the piece there,
                             zeros for none (Certabo)
    :255 255 0 0 0 0 255 255 one number per row from the far one on: the highest bit is file a
                             (Tabutronic)

A chip identifies a piece but not its owner, so such a board only reports occupied squares.  A
reading may miss a chip, so a square changes only when two lines agree.  The lamps take eight bytes,
one per row from the far one on; the lowest bit is file a.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.drivers import chess
from hardware.drivers.driver import Sensed, Senses

BAUD = 38400
CHIP = 5  # numbers that identify a chip
LEAST_OF_CHIP = 3  # minimum number of non-zero values among a chip's five
# Maximum bytes of a line that is kept; 320 numbers of three digits are 1,280 bytes.
MOST_LINE_BYTES = 2000


class Certabo:
    """A board that reports occupied squares; it sends without requests."""

    def __init__(self) -> None:
        self.abilities = chess.abilities(sides=False, ask_s=0.0)
        self.understood = 0
        self._senses = Senses(chess.SQUARES, sides=False)
        self._before: list[int] | None = None
        self._rest = b""

    def ask(self) -> bytes:
        """Return nothing, because the board sends without requests."""
        return b""

    def feed(self, data: bytes) -> list[Sensed]:
        """Return the changes in the lines that are complete."""
        *lines, rest = (self._rest + data).replace(b"\r", b"\n").split(b"\n")
        self._rest = rest[-MOST_LINE_BYTES:]
        return [one for line in lines for one in self._read(line)]

    def _read(self, line: bytes) -> list[Sensed]:
        words = line.rpartition(b":")[2].split()
        if b":" not in line or not all(word.isdigit() and len(word) <= 3 for word in words):
            return []
        told = _squares([int(word) for word in words])
        if not told:
            return []
        self.understood += 1
        before, self._before = self._before, chess.from_far_side(told)
        if before is None:
            return []
        agreed = zip(before, self._before)
        return [
            change
            for point, (then, now) in enumerate(agreed)
            if then == now
            for change in self._senses.change(point, now)
        ]

    def light(self, codes: Sequence[int]) -> bytes:
        """Return the message that lights these squares."""
        return chess.row_bytes(chess.lit(codes), a_first=False)


def _squares(numbers: Sequence[int]) -> list[int]:
    """Return the squares' states in a line's numbers, from a8 on; [] if their count is wrong."""
    if len(numbers) == chess.SIDE:
        return [row >> place & 1 for row in numbers for place in range(chess.SIDE - 1, -1, -1)]
    if len(numbers) != chess.SQUARES * CHIP:
        return []
    chips = [numbers[at : at + CHIP] for at in range(0, len(numbers), CHIP)]
    return [int(sum(map(bool, chip)) >= LEAST_OF_CHIP) for chip in chips]
