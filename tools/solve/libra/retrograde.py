"""Retrograde analysis of a small board of Libra, backwards from the full boards.

A template without slots. A position is a number in base 3, with a digit per cell: 0 empty, 1 white,
2 black. LESS moves when the number of stones is even.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import groups_in

ENTRIES = ("solve_all",)


def solve_all(
    near: Sequence[int], powers: Sequence[int], groups: MutableSequence[int], first: int, last: int
) -> None:
    """Fill `groups` from position `last` - 1 down to `first` with MORE's groups in perfect play.

    A stone makes the position's number larger, so the values of all successors are known already.
    """
    cells = len(near)
    for number in range(last - 1, first - 1, -1):
        white = black = empty = 0
        rest = number
        for cell in range(cells):
            stone = rest % 3
            rest //= 3
            if stone == 0:
                empty += 1
            elif stone == 1:
                white |= 1 << cell
            else:
                black |= 1 << cell
        if empty == 0:
            groups[number] = groups_in(near, white) + groups_in(near, black)
            continue
        less = (cells - empty) % 2 == 0
        best = cells + 1 if less else 0
        taken = white | black
        for cell in range(cells):
            if taken >> cell & 1 == 0:
                for stone in (1, 2):
                    made = groups[number + stone * powers[cell]]
                    best = min(best, made) if less else max(best, made)
        groups[number] = best
