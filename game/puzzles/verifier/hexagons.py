"""Groups of letters on a hexagon of cells named by a letter and a number."""

from __future__ import annotations

from collections.abc import Sequence

STEPS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))


def neighbours(names: Sequence[str]) -> list[list[int]]:
    """Return the numbers of the cells around each."""
    number = {name: at for at, name in enumerate(names)}
    around = []
    for name in names:
        letter, rank = ord(name[0]), int(name[1:])
        near = (f"{chr(letter + q)}{rank + r}" for q, r in STEPS)
        around.append([number[other] for other in near if other in number])
    return around


def group_sizes(around: list[list[int]], cells: str, letter: str) -> list[int]:
    """Return the size of every group of `letter`."""
    rest = {at for at, here in enumerate(cells) if here == letter}
    sizes = []
    while rest:
        edge = [rest.pop()]
        size = 0
        while edge:
            size += 1
            for other in around[edge.pop()]:
                if other in rest:
                    rest.remove(other)
                    edge.append(other)
        sizes.append(size)
    return sizes
