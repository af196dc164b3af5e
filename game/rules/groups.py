"""Groups of connected stones on a hexagon, shared by Libra and Multiplicity."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.rules.kernel import kernel
from game.rules.topology import Topology

SIDES = 6  # neighbours of a cell


def neighbour_table(board: Topology) -> list[int]:
    """Six numbers for each cell: its neighbours, then -1 as often as needed."""
    table: list[int] = []
    for label in board.points:
        numbers = [board.index[other] for other in board.neighbours[label]]
        table += numbers + [-1] * (SIDES - len(numbers))
    return table


@kernel
def flood(
    neighbours: Sequence[int],
    s: Sequence[int],
    board: int,
    cell: int,
    work: MutableSequence[int],
    cells: int,
) -> int:
    """Size of the group of `cell`.  work[:cells] marks the visited, the next `cells` is a stack."""
    colour = s[board + cell]
    work[cell] = 1
    work[cells] = cell
    height = 1
    size = 0
    while height > 0:
        height -= 1
        here = work[cells + height]
        size += 1
        for way in range(here * SIDES, here * SIDES + SIDES):
            other = neighbours[way]
            if other < 0:
                break
            if work[other] == 0 and s[board + other] == colour:
                work[other] = 1
                work[cells + height] = other
                height += 1
    return size


@kernel
def count_groups(
    neighbours: Sequence[int], s: Sequence[int], board: int, cells: int, work: MutableSequence[int]
) -> int:
    """Number of groups of stones 1 and 2 together; `work` needs twice `cells`."""
    for cell in range(cells):
        work[cell] = 0
    groups = 0
    for cell in range(cells):
        if work[cell] == 0 and 0 < s[board + cell] < 3:
            flood(neighbours, s, board, cell, work, cells)
            groups += 1
    return groups


@kernel
def product_of_groups(
    neighbours: Sequence[int],
    s: Sequence[int],
    board: int,
    cells: int,
    colour: int,
    work: MutableSequence[int],
) -> int:
    """Product of the sizes of the groups of `colour`; `work` needs twice `cells`."""
    for cell in range(cells):
        work[cell] = 0
    product = 1
    for cell in range(cells):
        if work[cell] == 0 and s[board + cell] == colour:
            product *= flood(neighbours, s, board, cell, work, cells)
    return product
