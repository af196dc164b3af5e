"""Checks the par of a layout with two seats: the fewest moves of four pieces alone.

From corner to corner, by trying every placement in order of its cost.  Reads the digits of the
walls itself, and shares no code with the engine or the rules.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

SIDE = 6
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
Square = tuple[int, int]  # column and row, counted from the upper left
Placement = frozenset[Square]
START = frozenset((column, row) for column in (4, 5) for row in (4, 5))
GOAL = frozenset((column, row) for column in (0, 1) for row in (0, 1))


def walls_of(digits: str) -> dict[frozenset[Square], int]:
    """The walls between two squares, by their digits from the top row down."""
    left, walls = list(digits), {}
    for row in range(SIDE):
        for column in range(SIDE - 1):
            walls[frozenset(((column, row), (column + 1, row)))] = int(left.pop(0))
        for column in range(SIDE if row < SIDE - 1 else 0):
            walls[frozenset(((column, row), (column, row + 1)))] = int(left.pop(0))
    return walls


def moves(walls: dict[frozenset[Square], int], here: Placement) -> Iterator[tuple[int, Placement]]:
    """Every step and leap: its cost, and the placement after it."""
    for x, y in here:
        for dx, dy in WAYS:
            over, beyond = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
            first, second = frozenset(((x, y), over)), frozenset((over, beyond))
            if over not in here and first in walls:
                yield 1 + walls[first], here - {(x, y)} | {over}
            elif over in here and beyond not in here and walls.get(second) == 0 == walls[first]:
                yield 1, here - {(x, y)} | {beyond}


def fewest_moves(digits: str) -> int:
    """Moves from the lower right corner to the upper left one.

    Raises ValueError if there is no way, which no walls can do.
    """
    walls = walls_of(digits)
    best: dict[Placement, int] = {START: 0}
    queue, number = [(0, 0, START)], 0
    while queue:
        cost, _, here = heapq.heappop(queue)
        if here == GOAL:
            return cost
        if cost == best[here]:
            for price, there in moves(walls, here):
                if cost + price < best.get(there, cost + price + 1):
                    best[there], number = cost + price, number + 1
                    heapq.heappush(queue, (cost + price, number, there))
    raise ValueError("no way home")
