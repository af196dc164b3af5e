"""Boards of Chessnut (Air, Air+, Pro, Go) on USB.  Sans I/O.

Written from the maker's published interface.  A message is its type, the number of bytes that
follow, and these bytes; a USB report may be padded with zeros.

    21 01 00   requests the squares as they change; answered by 23 01 00
    01 24      the squares: 32 bytes with two squares each, the lower half first, from h8 to a8,
               then h7 to a7; four more bytes are ignored here
    0a 08      the lamps: eight bytes, one per row from the far one on; the highest bit is file a
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.drivers import chess
from hardware.drivers.driver import Sensed, Senses

ASK_S = 1.0  # seconds without a message before the next request
LETTERS = ".qkbpnRPrBNQK"  # the pieces, indexed by the board's numbers
SQUARES_KIND, SQUARES_BYTES, HALVES = 0x01, 0x24, chess.SQUARES // 2
KINDS = {SQUARES_KIND, 0x21, 0x23, 0x27, 0x28, 0x29, 0x2A}  # types of the messages that boards send


class Chessnut:
    """A board that recognises pieces."""

    def __init__(self, sides: bool = True) -> None:
        self.abilities = chess.abilities(sides, ASK_S)
        self.understood = 0
        self._senses = Senses(chess.SQUARES, sides)
        self._rest = b""

    def ask(self) -> bytes:
        """Request the squares as they change."""
        return b"\x21\x01\x00"

    def feed(self, data: bytes) -> list[Sensed]:
        """Return the changes in the messages that are complete."""
        rest, out = self._rest + data, list[Sensed]()
        while len(rest) >= 2:
            kind, size = rest[0], rest[1]
            if kind not in KINDS or size > SQUARES_BYTES or (kind == 1 and size != SQUARES_BYTES):
                rest = rest[1:]  # Skip a padding zero, or a byte of a damaged message.
                continue
            if len(rest) < 2 + size:
                break
            told = _squares(rest[2 : 2 + HALVES]) if kind == SQUARES_KIND else []
            if kind == SQUARES_KIND and not told:
                rest = rest[1:]
                continue
            rest = rest[2 + size :]
            self.understood += 1
            out += self._senses.picture(told)
        self._rest = rest
        return out

    def light(self, codes: Sequence[int]) -> bytes:
        """Return the message that lights these squares."""
        return b"\x0a\x08" + chess.row_bytes(chess.lit(codes), a_first=True)


def _squares(halves: bytes) -> list[int]:
    """Return the states in our order; [] if a number is not a piece."""
    numbers = [number for pair in halves for number in (pair & 0x0F, pair >> 4)]
    if max(numbers) >= len(LETTERS):
        return []
    states = [chess.colour_of(LETTERS[number]) if number else 0 for number in numbers]
    rows = [states[at : at + chess.SIDE][::-1] for at in range(0, chess.SQUARES, chess.SIDE)]
    return chess.from_far_side([state for row in rows for state in row])
