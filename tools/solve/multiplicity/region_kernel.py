"""A region of a board of Multiplicity as a game of its own, solved backwards from full regions.

A template without slots. One player, the held one, wants a large product, the other a small one. A
position consists of the set of taken cells and a subset of it: the cells with stones of the held
player. The subset is written in the order of the taken cells. The index of the position is
`places[taken]` plus the subset's rank among all subsets of its size. The stored value is the cube
of the product, a whole number: see `weight_in`.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import take_group

ENTRIES = ("fill",)


def weight_in(near: Sequence[int], border: int, stones: int) -> int:
    """Return the cube of the product of the groups' weights.

    A group weighs its number of stones. On the border it may be part of a larger group: there one
    stone weighs the cube root of 3, and two stones weigh the cube root of 9.
    """
    cube = 1
    while stones != 0:
        size, left = take_group(near, stones)
        if size < 3 and (stones ^ left) & border != 0:
            cube *= 3 if size == 1 else 9
        else:
            cube *= size * size * size
        stones = left
    return cube


def with_bit(bits: int, at: int, bit: int) -> int:
    """Return the subset `bits` after a taken cell is inserted at index `at` with value `bit`."""
    low = bits & ((1 << at) - 1)
    return ((bits ^ low) << 1) | (bit << at) | low


def fill(
    near: Sequence[int],
    border: int,
    held_begins: bool,
    leaves: bool,
    sets: Sequence[int],
    starts: Sequence[int],
    ranks: Sequence[int],
    places: Sequence[int],
    passed: Sequence[int],
    worth: MutableSequence[int],
    first: int,
    last: int,
) -> None:
    """Fill `worth` for all sets of taken cells from `last` - 1 down to `first`.

    If `leaves`, the held player may leave the last cell empty. `passed` has the values of positions
    after the held player passes; empty means that passing is not allowed.
    """
    cells = len(near)
    for taken in range(last - 1, first - 1, -1):
        count = 0
        for cell in range(cells):
            count += taken >> cell & 1
        held_moves = (count % 2 == 0) == held_begins
        stones = (count + 1) // 2 if held_begins else count // 2
        place = places[taken]
        for rank in range(places[taken + 1] - place):
            held = sets[starts[stones] + rank]
            if count == cells:
                worth[place + rank] = weight_in(near, border, held)
                continue
            best = 0 if held_moves else 1 << 16
            if held_moves and len(passed) > 0:
                best = passed[place + rank]
            at = 0
            for cell in range(cells):
                if taken >> cell & 1:
                    at += 1
                    continue
                after = with_bit(held, at, 1 if held_moves else 0)
                reached = worth[places[taken | 1 << cell] + ranks[after]]
                best = max(best, reached) if held_moves else min(best, reached)
                if leaves and held_moves and count == cells - 1:
                    best = max(best, weight_in(near, border, with_bit(held, at, 0)))
            worth[place + rank] = best
