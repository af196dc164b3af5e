"""Groups that keep their names while stones are placed, for playouts on boards of any size.

The six cells round a cell form a ring, and neighbours in the ring are neighbours on the board. So a
cell touches at most three groups of a colour, one for each run of stones in the ring. A table has
the places of the runs for each of the 64 patterns of a ring.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence

from game.rules.groups import SIDES
from game.rules.kernel import kernel
from game.rules.topology import Topology

# Blocks in `work`, each of `span` numbers (the cells, and one number for all places outside): NAME
# is the name of each stone's group, which is one of its cells. SIZE is the size of a group, by
# name. NEXT is the next stone of the group, in a ring. PATTERN is two blocks, the patterns of white
# and of black stones round each cell. REST is free for the caller.
NAME, SIZE, NEXT, PATTERN, REST = 0, 1, 2, 3, 5
BLOCKS = 6

NUMBER = 0x7FFFFFFF  # a mask that shows the compiler that a number is not negative


def ring_table(board: Topology) -> list[int]:
    """Return six numbers for each cell: the cells round it, in order.

    The number of cells stands for a place outside the board.
    """
    table: list[int] = []
    for label in board.points:
        ring = [len(board)] * SIDES
        x, y = board.xy[label]
        for other in board.neighbours[label]:
            angle = math.atan2(board.xy[other][1] - y, board.xy[other][0] - x)
            ring[round(angle / (math.pi / 3) - 0.5) % SIDES] = board.index[other]
        table += ring
    return table


def run_table() -> list[int]:
    """Return, for each ring pattern, the number of runs (2 bits) and a place in each (3 bits)."""
    table = []
    for pattern in range(1 << SIDES):
        starts = [
            way
            for way in range(SIDES)
            if pattern >> way & 1 and not pattern >> (way - 1) % SIDES & 1
        ]
        if pattern == (1 << SIDES) - 1:
            starts = [0]
        table.append(len(starts) | sum(way << 2 + 3 * at for at, way in enumerate(starts)))
    return table


@kernel
def clear(span: int, work: MutableSequence[int]) -> None:
    """Clear the board."""
    for place in range(PATTERN * span, REST * span):
        work[place] = 0


@kernel
def beside(
    around: Sequence[int],
    runs: Sequence[int],
    span: int,
    colour: int,
    cell: int,
    work: Sequence[int],
) -> tuple[int, int, int, int]:
    """Return how many groups of `colour` (0 or 1) touch `cell`, at most three, and their names."""
    found = runs[work[(PATTERN + colour) * span + cell & NUMBER] & 63]
    count = found & 3
    one = two = three = 0
    if count > 0:
        first = cell * SIDES
        one = work[around[first + (found >> 2 & 7) & NUMBER] & NUMBER]
        if count > 1:
            two = work[around[first + (found >> 5 & 7) & NUMBER] & NUMBER]
            if count > 2:
                three = work[around[first + (found >> 8 & 7) & NUMBER] & NUMBER]
                if three in (one, two):
                    count = 2
            if two == one:
                two = three
                count -= 1
    return count, one, two, three


@kernel
def join(span: int, name: int, other: int, work: MutableSequence[int]) -> int:
    """Join two groups, and return the name of the joined group."""
    size, less = SIZE * span, NEXT * span
    if work[size + name & NUMBER] < work[size + other & NUMBER]:
        name, other = other, name
    here = other
    for _ in range(work[size + other & NUMBER]):
        work[here & NUMBER] = name
        here = work[less + here & NUMBER]
    work[less + name & NUMBER], work[less + other & NUMBER] = (
        work[less + other & NUMBER],
        work[less + name & NUMBER],
    )
    work[size + name & NUMBER] += work[size + other & NUMBER]
    return name


@kernel
def lay(
    around: Sequence[int],
    runs: Sequence[int],
    span: int,
    colour: int,
    cell: int,
    work: MutableSequence[int],
) -> None:
    """Place a stone of `colour` on `cell`, and update its group."""
    count, one, two, three = beside(around, runs, span, colour, cell, work)
    work[cell & NUMBER] = cell
    work[SIZE * span + cell & NUMBER] = 1
    work[NEXT * span + cell & NUMBER] = cell
    pattern, first = (PATTERN + colour) * span, cell * SIDES
    for way in range(SIDES):
        work[pattern + around[first + way & NUMBER] & NUMBER] |= 1 << (way + 3) % SIDES
    if count > 0:
        name = join(span, one, cell, work)
        if count > 1:
            name = join(span, name, two, work)
            if count > 2:
                join(span, name, three, work)
