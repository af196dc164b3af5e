"""Groups described by the empty cells that they touch, and by their sizes.

They are for endgame searches, on boards of any size. The cells that are empty at the start are
called *places*. There are at most 62 places, so a set of them is a number. Groups that touch no
empty cell are left out.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import lowest
from game.rules.groups import SIDES
from game.rules.kernel import kernel

# Blocks in `ground`, each with a number per cell. PLACE is the cell's place or -1. NOTED is 1 if
# its group is done. STACK is scratch space.
PLACE, NOTED, STACK = range(3)
GROUND = 3
# maximum number of groups of a colour that touch places; each place touches at most three
MOST_BESIDE = 62


@kernel
def note_places(
    around: Sequence[int],
    board: Sequence[int],
    empties: Sequence[int],
    near: int,
    space: MutableSequence[int],
    ground: MutableSequence[int],
) -> tuple[int, int]:
    """Write the places beside each place as a set; return the set of empty places and its size.

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
def note_links(
    around: Sequence[int],
    board: Sequence[int],
    colour: int,
    places: int,
    near: int,
    links: int,
    beside: int,
    sizes: int,
    space: MutableSequence[int],
    ground: MutableSequence[int],
) -> tuple[int, int]:
    """Return the number of a colour's groups and the product of their sizes, without the places.

    For each place, write two sets. At space[links] are the places to which a stone there would be
    connected, and at space[beside] the groups that touch the place. Write the sizes of these groups
    at space[sizes]. All places count as empty. `note_places` must be called first.
    """
    cells = len(board)
    written = groups = 0
    product = 1
    for place in range(places):
        space[links + place] = space[near + place]
        space[beside + place] = 0
    for cell in range(cells):
        ground[cells + cell] = 0
    for first in range(cells):
        if board[first] != colour or ground[first] >= 0 or ground[cells + first] != 0:
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
                if ground[other] >= 0:
                    touches |= 1 << ground[other]
                elif board[other] == colour and ground[cells + other] == 0:
                    ground[cells + other] = 1
                    ground[STACK * cells + height] = other
                    height += 1
        groups += 1
        product *= size
        if touches != 0:
            space[sizes + written] = size
            for place in range(places):
                if touches >> place & 1 != 0:
                    space[links + place] |= touches
                    space[beside + place] |= 1 << written
            written += 1
    return groups, product


@kernel
def lowest_group(cells: int, links: int, beside: int, space: Sequence[int]) -> tuple[int, int, int]:
    """Return the group of a set's lowest place, the groups that it joins, and its size in places.

    `note_links` must have written the sets for the colour of the group.
    """
    edge = group = cells & -cells
    joined = size = 0
    while edge != 0:
        place = lowest(edge)
        joined |= space[beside + place]
        found = space[links + place] & cells & ~group
        group |= found
        edge = (edge & (edge - 1)) | found
        size += 1
    return group, joined, size
