"""Tablebases: stored values of the first positions of a small board.

A position is a number in base 3, with a digit for each cell: 0 empty, 1 and 2 stones. Positions
that are equal up to rotation or reflection share one entry, under the smallest of their numbers.
The file is compressed. It holds the number of entries, the difference between each position's
number and the previous one, and a byte for each value.
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
    """Return the target of each cell, for each symmetry of the board."""
    return tuple(tuple(board.index[way[label]] for label in board.points) for way in ways_of(board))


def number_of(board: Topology, stones: Stones, colours_alike: bool) -> int:
    """Return the number under which a position is stored.

    `colours_alike` means that the colours may be exchanged.
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
        """Return the value stored for a number from `number_of`.

        None if the position is not stored.
        """
        place = bisect_left(self.numbers, number)
        if place == len(self.numbers) or self.numbers[place] != number:
            return None
        return self.values[place]


def stones_of(cells: Iterable[int]) -> list[tuple[int, int]]:
    """Return the stones (cell and colour) of a list of cells."""
    return [(cell, colour) for cell, colour in enumerate(cells) if colour in (1, 2)]
