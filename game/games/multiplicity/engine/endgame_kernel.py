"""Alpha-beta for endings of Multiplicity: who wins.  Bitboards and a table.

A template without slots.  It answers one question, does White's product come out on top (or, for
`margin` 0, at least level), so that a single answer in its favour ends a node.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import lowest
from game.engine.search.endgame import GOAL_BITS, LONGEST, NO, UNKNOWN, YES

ENTRIES = ("white_gets",)

NODES, LIMIT = range(2)  # in `ctl`
PLAIN_ORDER = 3  # with so few cells left to fill, looking for the best first does not pay
# In `space`: how often a cell was tried with so many stones left, and how often it was the answer.
TRIED, BEST = range(2)
SPACE = 2 * LONGEST * (LONGEST + 1)
RARE = 0.05  # weight of a cell that is never the answer


def grown(near: Sequence[int], own: int, cell: int) -> tuple[int, int]:
    """Return the size of the group that a stone on `cell` makes, and the product it replaces."""
    touching = near[cell] & own
    size, product = 1, 1
    while touching != 0:
        edge = touching & -touching
        own ^= edge
        joined = 0
        while edge != 0:
            found = near[lowest(edge)] & own
            own ^= found
            edge = (edge & (edge - 1)) | found
            joined += 1
        touching &= own
        size += joined
        product *= joined
    return size, product


def white_gets(
    near: Sequence[int],
    empties: Sequence[int],
    white: int,
    black: int,
    products: tuple[int, int],
    key: int,
    left: int,
    mover: int,
    margin: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    worth: MutableSequence[float],
    space: MutableSequence[int],
) -> int:
    """Return whether White's product ends larger by `margin`: YES, NO, or UNKNOWN at the limit.

    `products` are White's and Black's now, `left` the stones still to be laid, `mover` 0 or 1 the
    side that lays the next.  `key` holds two bits for each of the `empties`, its stone; `worth` is
    scratch space of LONGEST numbers for each stone left and one more; `space` remembers what
    was tried, so that what answered elsewhere comes first.
    """
    if left == 0:
        return YES if products[0] >= products[1] + margin else NO
    name = (key << GOAL_BITS) + margin + 1  # never 0, which is no entry
    slot = name % len(table)
    if table[slot] >> 1 == name:
        return table[slot] & 1
    if ctl[NODES] >= ctl[LIMIT]:
        return UNKNOWN
    ctl[NODES] += 1
    wanted = YES if mover == 0 else NO
    own, other = (white, black) if mover == 0 else (black, white)
    count = len(empties)
    first = left * LONGEST
    for place in range(count):
        if key >> 2 * place & 3 != 0:
            worth[first + place] = -1.0
        elif left > PLAIN_ORDER:
            after_name = ((key | (1 + mover) << 2 * place) << GOAL_BITS) + margin + 1
            known = table[after_name % len(table)]
            if known >> 1 == after_name:  # what follows is in the table already
                if known & 1 == wanted:
                    table[slot] = name << 1 | wanted
                    return wanted
                worth[first + place] = -1.0
                continue
            size, product = grown(near, own, empties[place])
            theirs, joined = grown(near, other, empties[place])
            tried = 2 * (first + place)
            good = (space[tried + BEST] + 1.0) / (space[tried + TRIED] + 3.0) + RARE
            worth[first + place] = good * good * size * theirs / (product * joined)
        else:
            worth[first + place] = 0.0
    answer = 1 - wanted
    for _ in range(count):
        place, best = -1, -1.0
        for at in range(count):
            if worth[first + at] > best:
                place, best = at, worth[first + at]
        if place < 0:
            break
        worth[first + place] = -1.0
        cell = empties[place]
        size, product = grown(near, own, cell)
        if mover == 0:
            after = (products[0] // product * size, products[1])
        else:
            after = (products[0], products[1] // product * size)
        found = white_gets(
            near,
            empties,
            white | (1 - mover) << cell,
            black | mover << cell,
            after,
            key | (1 + mover) << 2 * place,
            left - 1,
            1 - mover,
            margin,
            ctl,
            table,
            worth,
            space,
        )
        if found == UNKNOWN:
            return UNKNOWN
        space[2 * (first + place) + TRIED] += 1
        if found == wanted:
            space[2 * (first + place) + BEST] += 1
            answer = wanted
            break
    table[slot] = name << 1 | answer
    return answer
