"""Retrograde analysis of a small board of Multiplicity in its open phase.

A template without slots. A position is a number in base 3, with a digit per cell: 0 empty, 1 a
stone of the first player, 2 of the second. The first player moves when both have equally many.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import product_in

ENTRIES = ("solve_all",)

LOSS, TIE, WON = range(3)  # results of the first player


def solve_all(
    near: Sequence[int],
    powers: Sequence[int],
    end: int,
    results: MutableSequence[int],
    first: int,
    last: int,
) -> None:
    """Fill `results` from position `last` - 1 down to `first`; games end with `end` empty cells.

    Impossible positions are skipped.
    """
    cells = len(near)
    for number in range(last - 1, first - 1, -1):
        one = two = 0
        ones = twos = 0
        rest = number
        for cell in range(cells):
            stone = rest % 3
            rest //= 3
            if stone == 1:
                one |= 1 << cell
                ones += 1
            elif stone == 2:
                two |= 1 << cell
                twos += 1
        if ones - twos not in (0, 1) or cells - ones - twos < end:
            continue
        if ones + twos == cells - end:
            mine, other = product_in(near, one), product_in(near, two)
            results[number] = WON if mine > other else (TIE if mine == other else LOSS)
            continue
        stone = 1 if ones == twos else 2
        best = LOSS if stone == 1 else WON
        taken = one | two
        for cell in range(cells):
            if taken >> cell & 1 == 0:
                reached = results[number + stone * powers[cell]]
                best = max(best, reached) if stone == 1 else min(best, reached)
        results[number] = best
