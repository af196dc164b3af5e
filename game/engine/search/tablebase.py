"""Tablebases: values of the first positions of a small board, solved once and kept.

A position is a number in base 3, a digit a cell: 0 empty, 1 and 2 stones.  Positions that turning
or mirroring the board makes equal are kept once, as the smallest of their numbers.  The file holds,
compressed, how many there are, the steps from each number to the next, and a byte of value each.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from game.rules.topology import Topology, ways_of

Stones = Sequence[tuple[int, int]]  # cell and colour, 1 or 2
COUNT_BYTES = 4


@lru_cache(maxsize=8)
def symmetries(board: Topology) -> tuple[tuple[int, ...], ...]:
    """Return where each cell goes, for each way to lay the board onto itself."""
    return tuple(tuple(board.index[way[label]] for label in board.points) for way in ways_of(board))


def number_of(board: Topology, stones: Stones, colours_alike: bool) -> int:
    """Return the number under which a position is kept.

    `colours_alike` when they may be exchanged.
    """
    powers: list[int] = [3**cell for cell in range(len(board))]
    exchanged = [(cell, 3 - colour) for cell, colour in stones]
    return min(
        sum(powers[symmetry[cell]] * colour for cell, colour in lying)
        for symmetry in symmetries(board)
        for lying in ([stones, exchanged] if colours_alike else [stones])
    )


class Tablebase:
    """The values of a file, by position."""

    def __init__(self, path: Path) -> None:
        text = zlib.decompress(path.read_bytes())
        count = int.from_bytes(text[:COUNT_BYTES], "little")
        steps = array("I")
        end = COUNT_BYTES + count * steps.itemsize
        steps.frombytes(text[COUNT_BYTES:end])
        if sys.byteorder == "big":
            steps.byteswap()
        self.numbers = array("I", accumulate(steps))
        self.values = text[end:]

    def value(self, number: int) -> int | None:
        """Return the value kept for a number of `number_of`.

        None for a position that is not there.
        """
        place = bisect_left(self.numbers, number)
        if place == len(self.numbers) or self.numbers[place] != number:
            return None
        return self.values[place]


def stones_of(cells: Iterable[int]) -> list[tuple[int, int]]:
    """Return the stones of a row of cells."""
    return [(cell, colour) for cell, colour in enumerate(cells) if colour in (1, 2)]
