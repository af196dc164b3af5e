"""Alpha-beta for endings of Multiplicity, with the products of all sets of cells, and a table.

It is a template without slots. It answers one question: is White's product larger at the end (or,
with `margin` 0, at least equal)? So a single answer in the mover's favour ends a node. A product
depends only on which of the empty cells a colour takes. It is computed once for every set of cells,
and the search only chooses cells. The best play of the last stones is looked up in the products.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import lowest
from game.engine.kernels.open_groups import MOST_BESIDE, lowest_group, note_links, note_places
from game.engine.search.endgame import LONGEST, NO, READY, UNKNOWN, YES

ENTRIES = ("white_gets",)

NODES, LIMIT = range(2)  # indices in `ctl`, before READY
# With at most this many stones left, the answer is looked up in the products without a search.
READ_OFF = 3
CHEAP = 2  # Computing the products of 1 << CHEAP sets counts as a node.
HASH = (1 << 61) - 1
FACTOR = 6364136223846793005
KEY_BITS = 28  # bits for the cells of a colour in a key of the table
BOUND_BITS = 2  # bits for each of the two bounds in an entry of the table
LOST, WON = 0, 2  # results for White; 1 is a draw
RARE = 0.05  # minimum weight of a cell, which it has even if it was never the answer

# Offsets in `space`. NEAR has the places beside each place. LINKED has, for each colour and place,
# the places that belong to the group of a stone there, and BESIDE the groups beside the place.
# SIZES are the sizes of the groups of each colour, PRODUCT their product, and COMPUTED the number
# of sets computed. TRIED is how often a place was tried, by the number of stones left. BEST numbers
# later is how often the place was the answer.
NEAR = 0
LINKED = NEAR + LONGEST
BESIDE = LINKED + 2 * LONGEST
SIZES = BESIDE + 2 * LONGEST
PRODUCT = SIZES + 2 * MOST_BESIDE
COMPUTED = PRODUCT + 2
TRIED = COMPUTED + 1
BEST = LONGEST * (LONGEST + 1)
SPACE = TRIED + 2 * BEST


def white_gets(
    around: Sequence[int],
    board: Sequence[int],
    empties: Sequence[int],
    last: int,
    mover: int,
    margin: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    worth: MutableSequence[float],
    space: MutableSequence[int],
    ground: MutableSequence[int],
    sets: MutableSequence[int],
) -> int:
    """Return whether White's product ends larger by `margin`: YES, NO, or UNKNOWN at the limit.

    The game ends with `last` empty cells; `mover` (0 or 1) places the next stone. `empties` are the
    cells of the product tables; those with a stone on the `board` are filled. The length of `table`
    is a power of two. `worth` is scratch space of LONGEST numbers for each stone left, and LONGEST
    more. `space` counts which cells were answers, so that they are tried first in other positions.
    Two numbers for each set of places fit into `sets`.
    """
    places = len(empties)
    if space[COMPUTED] == 0:
        note_places(around, board, empties, NEAR, space, ground)
        for colour in range(2):
            rows = (LINKED + colour * LONGEST, BESIDE + colour * LONGEST)
            sizes = SIZES + colour * MOST_BESIDE
            _, product = note_links(
                around, board, colour + 1, places, NEAR, rows[0], rows[1], sizes, space, ground
            )
            space[PRODUCT + colour] = product
    if not compute_products(places, ctl, space, sets):
        return UNKNOWN
    ctl[READY] = 1
    white = black = 0
    for place in range(places):
        white |= int(board[empties[place]] == 1) << place
        black |= int(board[empties[place]] == 2) << place
    empty, left = ((1 << places) - 1) ^ white ^ black, -last
    rest = empty
    while rest != 0:
        rest &= rest - 1
        left += 1
    own, other = (white, black) if mover == 0 else (black, white)
    return search(own, other, empty, left, mover, margin, ctl, table, worth, space, sets)


def compute_products(
    places: int, ctl: MutableSequence[int], space: MutableSequence[int], sets: MutableSequence[int]
) -> bool:
    """Continue to compute the products of each set of places; return False at the limit.

    The products for White come first. Each set consists of the group of its lowest place and a
    smaller set.
    """
    first, every = space[COMPUTED], 1 << places
    if first == every:
        return True
    last = min(every, first + (max(0, ctl[LIMIT] - ctl[NODES]) << CHEAP))
    if first == 0 and last > 0:
        sets[0], sets[every] = space[PRODUCT], space[PRODUCT + 1]
        first = 1
    for cells in range(first, last):
        for colour in range(2):
            links, beside = LINKED + colour * LONGEST, BESIDE + colour * LONGEST
            group, joined, size = lowest_group(cells, links, beside, space)
            replaced = 1
            while joined != 0:
                more = space[SIZES + colour * MOST_BESIDE + lowest(joined)]
                joined &= joined - 1
                size += more
                replaced *= more
            at = colour << places
            sets[at + cells] = sets[at + (cells ^ group)] // replaced * size
    ctl[NODES] += (last - space[COMPUTED]) >> CHEAP
    space[COMPUTED] = max(0, last)
    return last == every


def key_of(own: int, other: int, mover: int) -> int:
    """Return the key of a position in the table."""
    return own << KEY_BITS | other if mover == 0 else other << KEY_BITS | own


def slot_of(key: int, table: Sequence[int]) -> int:
    """Return the index of a position in the table."""
    mixed = ((key ^ key >> 29) * FACTOR) & HASH
    return (mixed ^ mixed >> 31) & (len(table) - 1)


def looked_up(key: int, margin: int, table: Sequence[int]) -> int:
    """Return the table's answer for a position: YES, NO, or UNKNOWN."""
    entry = table[slot_of(key, table)]
    if entry >> 2 * BOUND_BITS != key + 1:
        return UNKNOWN
    if entry >> BOUND_BITS & 3 > margin:
        return YES
    return NO if entry & 3 <= margin else UNKNOWN


def remember(key: int, margin: int, answer: int, table: MutableSequence[int]) -> None:
    slot = slot_of(key, table)
    least, most = LOST, WON
    if table[slot] >> 2 * BOUND_BITS == key + 1:
        least, most = table[slot] >> BOUND_BITS & 3, table[slot] & 3
    if answer == YES:
        least = max(least, margin + 1)
    else:
        most = min(most, margin)
    table[slot] = ((key + 1) << BOUND_BITS | least) << BOUND_BITS | most


def search(
    own: int,
    other: int,
    empty: int,
    left: int,
    mover: int,
    margin: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    worth: MutableSequence[float],
    space: MutableSequence[int],
    sets: Sequence[int],
) -> int:
    """Answer `white_gets`; the mover has the cells `own`, and the other side has `other`."""
    mine, theirs = mover * (len(sets) >> 1), (1 - mover) * (len(sets) >> 1)
    if left <= READ_OFF:
        ctl[NODES] += 1
        return read_off(own, other, empty, left, mover, margin, mine, theirs, sets)
    key = key_of(own, other, mover)
    known = looked_up(key, margin, table)
    if known != UNKNOWN:
        return known
    if ctl[NODES] >= ctl[LIMIT]:
        return UNKNOWN
    ctl[NODES] += 1
    wanted = YES if mover == 0 else NO
    first = left * LONGEST
    rest = empty
    while rest != 0:
        bit = rest & -rest
        place = lowest(bit)
        rest ^= bit
        if left - 1 > READ_OFF:
            known = looked_up(key_of(own | bit, other, mover), margin, table)
            if known == wanted:  # The table has an answer for the next position.
                remember(key, margin, wanted, table)
                return wanted
            if known != UNKNOWN:
                worth[first + place] = -1.0
                continue
        tried = TRIED + first + place
        good = (space[tried + BEST] + 1.0) / (space[tried] + 3.0) + RARE
        gain = sets[mine + (own | bit)] * 1.0 * sets[theirs + (other | bit)]
        worth[first + place] = good * good * gain
    while True:
        best, place, rest = -1.0, -1, empty
        while rest != 0:
            at = lowest(rest)
            rest &= rest - 1
            if worth[first + at] > best:
                place, best = at, worth[first + at]
        if place < 0:
            break
        worth[first + place] = -1.0
        bit = 1 << place
        found = search(
            other,
            own | bit,
            empty ^ bit,
            left - 1,
            1 - mover,
            margin,
            ctl,
            table,
            worth,
            space,
            sets,
        )
        if found == UNKNOWN:
            return UNKNOWN
        space[TRIED + first + place] += 1
        if found == wanted:
            space[TRIED + first + place + BEST] += 1
            remember(key, margin, wanted, table)
            return wanted
    remember(key, margin, 1 - wanted, table)
    return 1 - wanted


def read_off(
    own: int,
    other: int,
    empty: int,
    left: int,
    mover: int,
    margin: int,
    mine: int,
    theirs: int,
    sets: Sequence[int],
) -> int:
    """Return the answer for at most three stones left, from the products."""
    wanted = YES if mover == 0 else NO
    if left == 0:
        return answer_of(sets[mine + own], sets[theirs + other], mover, margin)
    taken, best, second = 0, sets[theirs + other], sets[theirs + other]
    if left == 2:
        taken, best, second = two_best(other, empty, theirs, sets)
    rest = empty
    while rest != 0:
        bit = rest & -rest
        rest ^= bit
        if left < READ_OFF:
            reply = second if bit == taken else best
            if answer_of(sets[mine + (own | bit)], reply, mover, margin) == wanted:
                return wanted
        else:
            taken, best, second = two_best(own | bit, empty ^ bit, mine, sets)
            found, replies = wanted, empty ^ bit
            while replies != 0 and found == wanted:
                answer = replies & -replies
                replies ^= answer
                made = second if answer == taken else best
                found = answer_of(made, sets[theirs + (other | answer)], mover, margin)
            if found == wanted:
                return wanted
    return 1 - wanted


def two_best(own: int, empty: int, side: int, sets: Sequence[int]) -> tuple[int, int, int]:
    """Return a side's best cell (as a set), and the largest products of this and any other cell."""
    taken = best = second = 0
    while empty != 0:
        bit = empty & -empty
        empty ^= bit
        after = sets[side + (own | bit)]
        if after > best:
            taken, best, second = bit, after, best
        else:
            second = max(second, after)
    return taken, best, second


def answer_of(mine: int, theirs: int, mover: int, margin: int) -> int:
    """Return the answer for the final products of the mover and of the other side."""
    ahead = mine - theirs if mover == 0 else theirs - mine
    return YES if ahead >= margin else NO
