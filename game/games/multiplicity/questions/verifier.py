"""Checks largest products: groups by counting them on the board, the ceiling by trying all sums.

Shares no code with what made them, nor with the rules; the labels of the cells tell it all.
"""

from __future__ import annotations

import math
from collections.abc import Collection

STEPS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))


def product_of(side: int, stones: Collection[str]) -> int:
    """Return the product of the groups that the stones make.

    Raises ValueError for a cell that is none.
    """
    left = {(ord(label[0]) - ord("a"), int(label[1:])) for label in stones}
    for x, y in left:
        q, r = x - side + 1, y - side
        if max(abs(q), abs(r), abs(q + r)) >= side:
            raise ValueError(f"no cell of side {side}")
    sizes = []
    while left:
        edge = [left.pop()]
        for x, y in edge:
            edge += [cell for dx, dy in STEPS if (cell := (x + dx, y + dy)) in left]
            left -= set(edge)
        sizes.append(len(set(edge)))
    return math.prod(sizes)


def largest_product(stones: int) -> int:
    """Return the largest product of numbers above 0 that add up to `stones`."""
    best = [1]
    for total in range(1, stones + 1):
        best.append(max(part * best[total - part] for part in range(1, total + 1)))
    return best[stones]
