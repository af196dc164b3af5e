"""Bitboards: sets of cells as bits of a number, and the groups in them.

For boards whose cells fit into a signed number of 64 bits; the kernels of larger boards use the
floods of `game.rules.groups`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.rules.groups import SIDES
from game.rules.kernel import kernel


def lowest(bits: int) -> int:
    """Return the place of the lowest bit of a number above 0."""
    return (bits & -bits).bit_length() - 1


MOST_CELLS = 62
SMALL = 63  # by it the compiler knows that a cell is not negative
SIZE = 64

Longs = MutableSequence[int]


def neighbour_sets(neighbours: Sequence[int]) -> list[int]:
    """Return the set of neighbours of each cell, from a table of `game.rules.groups`.

    [0] if too large.
    """
    cells = len(neighbours) // SIDES
    if cells > MOST_CELLS:
        return [0]
    ways = [neighbours[SIDES * cell : SIDES * (cell + 1)] for cell in range(cells)]
    return [sum(1 << other for other in others if other >= 0) for others in ways]


@kernel
def take_group(near: Sequence[int], left: int) -> tuple[int, int]:
    """Return the size of the group of the lowest cell of `left`, and what is left without it."""
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


# Groups with names, for playouts that lay stone by stone: names[cell] is a cell of its group, the
# same for all of them, names[SIZE + that] the size and group[that] the set of the group.


@kernel
def joined(near: Sequence[int], own: int, cell: int) -> int:
    """Return groups of the set `own` that one more stone on `cell` joins."""
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
    """Return the number of groups of the set `own` that touch `cell`."""
    touching = near[cell] & own
    count = 0
    while touching != 0:
        touching &= ~group[names[lowest(touching) & SMALL] & SMALL]
        count += 1
    return count


@kernel
def lay(near: Sequence[int], group: Longs, own: int, cell: int, names: Longs) -> None:
    """Name the group of a stone that is laid on `cell`, beside the stones `own`."""
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
