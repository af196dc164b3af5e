"""Alpha-beta for endings of Multiplicity: who wins.  Groups by their empty cells, and a table.

A template without slots.  It answers one question, does White's product come out on top (or, for
`margin` 0, at least level), so that a single answer in its favour ends a node.  The colours meet
only in that they take cells from each other; so what the last two stones make is read off.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import lowest
from game.engine.kernels.open_groups import note_groups, note_places
from game.engine.search.endgame import LONGEST, NO, UNKNOWN, YES

ENTRIES = ("white_gets",)

NODES, LIMIT = range(2)  # in `ctl`
READ_OFF = 2  # stones left whose best play is read off
PLAIN_ORDER = 3  # with so few stones left, looking for the best first does not pay
MOST_JOINED = 3  # groups of a colour that one cell touches
HASH = (1 << 61) - 1
FACTOR = 6364136223846793005
BOUND_BITS = 2  # of each of the two bounds in an entry of the table:
LOST, WON = 0, 2  # what White gets, a draw between them
RARE = 0.05  # weight of a cell that is never the answer

# `space`, a row for each number of stones left: the empty places that each group touches, White's
# first; their sizes; by places the size of the group that a stone makes and the product it
# replaces, of White's and of Black's.
GROUPS = MOST_JOINED * LONGEST  # of a colour, that touch empty cells
SIZES = 2 * GROUPS
MADE = 4 * GROUPS
REPLACED = MADE + 2 * LONGEST
ROW = REPLACED + 2 * LONGEST
NEAR = ROW * (LONGEST + 1)  # then the places beside each place,
TRIED = NEAR + LONGEST  # how often one was tried with so many stones left,
BEST = LONGEST * (LONGEST + 1)  # and, so much further on, how often it was the answer
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
) -> int:
    """Return whether White's product ends larger by `margin`: YES, NO, or UNKNOWN at the limit.

    The game ends with `last` empty cells; `mover`, 0 or 1, lays the next stone.  The `empties` are
    places of the table: those where the `board` has a stone are filled.  The length of the table is
    a power of two; `worth` is scratch space of LONGEST numbers for each stone left and one more;
    `space` remembers what was tried, so that what answered elsewhere comes first.
    """
    empty, left = note_places(around, board, empties, NEAR, space, ground)
    left -= last
    row, key = left * ROW, 0
    for place in range(len(empties)):
        key |= board[empties[place]] << 2 * place
    whites, _, white = note_groups(around, board, 1, empty, row, row + SIZES, space, ground)
    blacks, _, black = note_groups(
        around, board, 2, empty, row + GROUPS, row + SIZES + GROUPS, space, ground
    )
    return search(
        empty, whites, blacks, white, black, key, left, mover, margin, ctl, table, worth, space
    )


def slot_of(key: int, table: Sequence[int]) -> int:
    """Return where the table keeps a position."""
    mixed = ((key ^ key >> 29) * FACTOR) & HASH
    return (mixed ^ mixed >> 31) & (len(table) - 1)


def looked_up(key: int, margin: int, table: Sequence[int]) -> int:
    """Return what the table knows of a position: YES, NO, or UNKNOWN."""
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
    empty: int,
    whites: int,
    blacks: int,
    white: int,
    black: int,
    key: int,
    left: int,
    mover: int,
    margin: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    worth: MutableSequence[float],
    space: MutableSequence[int],
) -> int:
    """Answer `white_gets` for the position whose groups are in its row of `space`.

    `white` and `black` are the products; `key` holds two bits for each place, its stone.
    """
    if left == 0:
        return YES if white >= black + margin else NO
    if left > READ_OFF:
        known = looked_up(key, margin, table)
        if known != UNKNOWN:
            return known
    if ctl[NODES] >= ctl[LIMIT]:
        return UNKNOWN
    ctl[NODES] += 1
    row = left * ROW
    note_stones(empty, whites, 0, row, space)
    note_stones(empty, blacks, 1, row, space)
    if left <= READ_OFF:
        return read_off(empty, white, black, left, mover, margin, space)
    wanted = YES if mover == 0 else NO
    mine, theirs = row + MADE + mover * LONGEST, row + MADE + (1 - mover) * LONGEST
    replaced = REPLACED - MADE
    first = left * LONGEST
    rest = empty
    while rest != 0:
        place = lowest(rest)
        rest &= rest - 1
        worth[first + place] = 0.0
        if left > PLAIN_ORDER:
            known = looked_up(key | (1 + mover) << 2 * place, margin, table)
            if known == wanted:  # what follows is in the table already
                remember(key, margin, wanted, table)
                return wanted
            if known != UNKNOWN:
                worth[first + place] = -1.0
                continue
            tried = TRIED + first + place
            good = (space[tried + BEST] + 1.0) / (space[tried] + 3.0) + RARE
            gain = space[mine + place] * space[theirs + place] + 0.0
            worth[first + place] = (
                good
                * good
                * gain
                / (space[mine + replaced + place] * space[theirs + replaced + place])
            )
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
        made, gone = space[mine + place], space[mine + replaced + place]
        more_whites, more_blacks = lay(place, mover, empty, whites, blacks, row, space)
        found = search(
            empty ^ 1 << place,
            more_whites,
            more_blacks,
            white // gone * made if mover == 0 else white,
            black if mover == 0 else black // gone * made,
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
        space[TRIED + first + place] += 1
        if found == wanted:
            space[TRIED + first + place + BEST] += 1
            remember(key, margin, wanted, table)
            return wanted
    remember(key, margin, 1 - wanted, table)
    return 1 - wanted


def note_stones(
    empty: int, groups: int, colour: int, row: int, space: MutableSequence[int]
) -> None:
    """Write what a stone on each place makes of the groups of its colour, 0 or 1."""
    made, first = row + MADE + colour * LONGEST, row + colour * GROUPS
    replaced = made + REPLACED - MADE
    while empty != 0:
        place = lowest(empty)
        empty &= empty - 1
        space[made + place] = space[replaced + place] = 1
    for group in range(first, first + groups):
        touched, size = space[group], space[group + SIZES]
        while touched != 0:
            place = lowest(touched)
            touched &= touched - 1
            space[made + place] += size
            space[replaced + place] *= size


def read_off(
    empty: int, white: int, black: int, left: int, mover: int, margin: int, space: Sequence[int]
) -> int:
    """Return the answer for one or two stones left, after `note_stones`.

    Of the other side's replies only the best one counts, or the second if its cell is taken.
    """
    own, other = (white, black) if mover == 0 else (black, white)
    mine = left * ROW + MADE + mover * LONGEST
    theirs = left * ROW + MADE + (1 - mover) * LONGEST
    replaced = REPLACED - MADE
    taken, best, second = -1, other, other
    if left == READ_OFF:
        best = second = 0
        rest = empty
        while rest != 0:
            place = lowest(rest)
            rest &= rest - 1
            after = other // space[theirs + replaced + place] * space[theirs + place]
            if after > best:
                taken, best, second = place, after, best
            else:
                second = max(second, after)
    while empty != 0:
        place = lowest(empty)
        empty &= empty - 1
        after = own // space[mine + replaced + place] * space[mine + place]
        reply = second if place == taken else best
        if mover == 0 and after >= reply + margin:
            return YES
        if mover == 1 and reply < after + margin:
            return NO
    return NO if mover == 0 else YES


def lay(
    place: int,
    mover: int,
    empty: int,
    whites: int,
    blacks: int,
    row: int,
    space: MutableSequence[int],
) -> tuple[int, int]:
    """Write the groups after a stone into the next row; return how many of each colour."""
    bit = 1 << place
    touches, size = space[NEAR + place] & empty, 1
    counts = (whites, blacks)
    after_white = after_black = 0
    for colour in range(2):
        here = row + colour * GROUPS
        there = here - ROW
        written = 0
        for group in range(counts[colour]):
            touched = space[here + group]
            if touched & bit != 0:
                if colour == mover:
                    touches |= touched
                    size += space[here + SIZES + group]
                    continue
                touched ^= bit
            if touched != 0:
                space[there + written] = touched
                space[there + SIZES + written] = space[here + SIZES + group]
                written += 1
        touches &= ~bit
        if colour == mover and touches != 0:
            space[there + written] = touches
            space[there + SIZES + written] = size
            written += 1
        if colour == 0:
            after_white = written
        else:
            after_black = written
    return after_white, after_black
