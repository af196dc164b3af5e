"""Groups by what can still become of them: the empty cells that they touch, and their sizes.

For searches of endings, on boards of any size.  The cells that were empty at first are *places*, at
most 62, so that a set of them is a number.  Groups that touch no empty cell are left out.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.rules.groups import SIDES
from game.rules.kernel import kernel

# In `ground`, a number for each cell: its place, or -1; 1 when its group is noted; a stack.
PLACE, NOTED, STACK = range(3)
GROUND = 3


@kernel
def note_places(
    around: Sequence[int],
    board: Sequence[int],
    empties: Sequence[int],
    near: int,
    space: MutableSequence[int],
    ground: MutableSequence[int],
) -> tuple[int, int]:
    """Write which places are beside each place; return the set of empty ones, and its size.

    `around` is a table of `game.rules.groups`; the sets begin at space[near].
    """
    cells = len(board)
    for cell in range(cells):
        ground[cell] = -1
        ground[cells + cell] = 0
    for place in range(len(empties)):
        ground[empties[place]] = place
    left = empty = 0
    for place in range(len(empties)):
        cell, beside = empties[place], 0
        if board[cell] == 0:
            empty |= 1 << place
            left += 1
        for way in range(cell * SIDES, cell * SIDES + SIDES):
            other = around[way]
            if other < 0:
                break
            if ground[other] >= 0:
                beside |= 1 << ground[other]
        space[near + place] = beside
    return empty, left


@kernel
def note_groups(
    around: Sequence[int],
    board: Sequence[int],
    colour: int,
    empty: int,
    touched: int,
    sizes: int,
    space: MutableSequence[int],
    ground: MutableSequence[int],
) -> tuple[int, int, int]:
    """Write the groups of a colour: the empty places that each touches, and its size.

    They begin at space[touched] and space[sizes].  Returns how many are written, how many there are
    in all, and the product of the sizes of all.  After `note_places`.
    """
    cells = len(board)
    written = groups = 0
    product = 1
    for first in range(cells):
        if board[first] != colour or ground[cells + first] != 0:
            continue
        ground[cells + first] = 1
        ground[STACK * cells] = first
        height, size, touches = 1, 0, 0
        while height > 0:
            height -= 1
            cell = ground[STACK * cells + height]
            size += 1
            for way in range(cell * SIDES, cell * SIDES + SIDES):
                other = around[way]
                if other < 0:
                    break
                if board[other] == colour:
                    if ground[cells + other] == 0:
                        ground[cells + other] = 1
                        ground[STACK * cells + height] = other
                        height += 1
                elif ground[other] >= 0:
                    touches |= 1 << ground[other]
        touches &= empty
        groups += 1
        product *= size
        if touches != 0:
            space[touched + written] = touches
            space[sizes + written] = size
            written += 1
    return written, groups, product
