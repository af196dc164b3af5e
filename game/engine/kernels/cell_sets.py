"""Bitboards: sets of cells as bits of a number, and the groups in them.

They are for boards whose cells fit into a signed 64-bit number. The kernels of larger boards use
the flood fill of `game.rules.groups`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.rules.groups import SIDES
from game.rules.kernel import kernel


def lowest(bits: int) -> int:
    """Return the index of the lowest bit set in a number above 0."""
    return (bits & -bits).bit_length() - 1


MOST_CELLS = 62
SMALL = 63  # a mask that shows the compiler that a cell is not negative
SIZE = 64

Longs = MutableSequence[int]


def neighbour_sets(neighbours: Sequence[int]) -> list[int]:
    """Return the set of neighbours of each cell, from a table of `game.rules.groups`.

    [0] if the board is too large.
    """
    cells = len(neighbours) // SIDES
    if cells > MOST_CELLS:
        return [0]
    ways = [neighbours[SIDES * cell : SIDES * (cell + 1)] for cell in range(cells)]
    return [sum(1 << other for other in others if other >= 0) for others in ways]


@kernel
def take_group(near: Sequence[int], left: int) -> tuple[int, int]:
    """Return the size of the group of the lowest cell of `left`, and `left` without that group."""
    edge = left & -left
    left ^= edge
    size = 0
    while edge != 0:
        found = near[lowest(edge)] & left
        left ^= found
        edge = (edge & (edge - 1)) | found
        size += 1
    return size, left


@kernel
def groups_in(near: Sequence[int], stones: int) -> int:
    """Return the number of groups of a set of stones."""
    groups = 0
    while stones != 0:
        _, stones = take_group(near, stones)
        groups += 1
    return groups


@kernel
def product_in(near: Sequence[int], stones: int) -> int:
    """Return the product of the sizes of the groups of a set of stones."""
    product = 1
    while stones != 0:
        size, stones = take_group(near, stones)
        product *= size
    return product


# Named groups, for playouts that place stone after stone: names[cell] is the name of a stone's
# group, which is one of the group's cells. names[SIZE + name] is the size of the group, and
# group[name] the set of its cells.


@kernel
def joined(near: Sequence[int], own: int, cell: int) -> int:
    """Return the number of groups of the set `own` that a new stone on `cell` would join."""
    touching = near[cell] & own
    groups = 0
    while touching != 0:
        edge = touching & -touching
        own ^= edge
        while edge != 0:
            found = near[lowest(edge)] & own
            own ^= found
            edge = (edge & (edge - 1)) | found
        touching &= own
        groups += 1
    return groups


@kernel
def groups_beside(
    near: Sequence[int], group: Sequence[int], own: int, cell: int, names: Sequence[int]
) -> int:
    """Return the number of groups of the set `own` that touch `cell`, by their names."""
    touching = near[cell] & own
    count = 0
    while touching != 0:
        touching &= ~group[names[lowest(touching) & SMALL] & SMALL]
        count += 1
    return count


@kernel
def lay(near: Sequence[int], group: Longs, own: int, cell: int, names: Longs) -> None:
    """Name the group of a new stone on `cell`; `own` are the other stones of its colour."""
    touching = near[cell] & own
    joined, size, root = 1 << cell, 1, cell
    while touching != 0:
        name = names[lowest(touching) & SMALL] & SMALL
        other = group[name]
        touching &= ~other
        joined |= other
        size += names[SIZE + name]
        if root == cell:
            root = name
        else:
            while other != 0:
                names[lowest(other) & SMALL] = root
                other &= other - 1
    names[cell] = root
    names[SIZE + root] = size
    group[root] = joined
