"""Groups of connected stones on a hexagon: their number, the product of their sizes, the cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from functools import lru_cache

from game.rules.events import Piece
from game.rules.kernel import kernel
from game.rules.topology import Point, Topology

SIDES = 6  # neighbours of a cell
Group = frozenset[Point]


def neighbour_table(board: Topology) -> list[int]:
    """Return six numbers for each cell: its neighbours, filled up with -1."""
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
    name: int = 1,
) -> int:
    """Return the size of the group of `cell`, and mark its cells with `name` in work[:cells].

    Cells that are already marked are skipped; the next `cells` numbers of `work` are a stack.
    """
    colour = s[board + cell]
    work[cell] = name
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
                work[other] = name
                work[cells + height] = other
                height += 1
    return size


@kernel
def count_groups(
    neighbours: Sequence[int], s: Sequence[int], board: int, cells: int, work: MutableSequence[int]
) -> int:
    """Return the number of groups of stones 1 and 2 together; `work` needs twice `cells`."""
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
    """Return the product of the sizes of the groups of `colour`; `work` needs twice `cells`."""
    for cell in range(cells):
        work[cell] = 0
    product = 1
    for cell in range(cells):
        if work[cell] == 0 and s[board + cell] == colour:
            product *= flood(neighbours, s, board, cell, work, cells)
    return product


def groups_of(board: Topology, pieces: Mapping[Point, Piece]) -> list[Group]:
    """Return the groups of equal pieces, from the top of the board down, left to right."""
    cells, table = len(board), _neighbours(board)
    colours = dict.fromkeys(piece.colour for piece in pieces.values())
    codes = {colour: number for number, colour in enumerate(colours, start=1)}
    s = [codes[pieces[p].colour] if p in pieces else 0 for p in board.points]
    work = [0] * (2 * cells)
    groups = 0
    for point in sorted(pieces, key=lambda p: (-board.xy[p][1], board.xy[p][0])):
        if work[board.index[point]] == 0:
            groups += 1
            flood(table, s, 0, board.index[point], work, cells, groups)
    members: list[list[Point]] = [[] for _group in range(groups)]
    for cell, name in enumerate(work[:cells]):
        if name:
            members[name - 1].append(board.points[cell])
    return [frozenset(group) for group in members]


def middle_of(board: Topology, group: Iterable[Point]) -> Point:
    """Return the point of a group nearest to its middle."""
    points = sorted(group)
    x = sum(board.xy[point][0] for point in points) / len(points)
    y = sum(board.xy[point][1] for point in points) / len(points)
    return min(points, key=lambda p: (board.xy[p][0] - x) ** 2 + (board.xy[p][1] - y) ** 2)


@lru_cache(maxsize=8)
def _neighbours(board: Topology) -> list[int]:
    return neighbour_table(board)
