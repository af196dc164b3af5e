"""Alpha-beta for endings of Libra: whether MORE reaches its aim.  A table of frontiers.

A template without slots.  What can still happen depends on the empty cells, and on which of them
each group touches; not on the other cells, nor on which colour is which.  So fillings that leave
the same share an entry of the table, which bounds the groups that are still to come.

A question is what MORE wants to add, so that one answer in somebody's favour ends a node.
(`exact` knows what every position of a small board is worth.)
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import lowest
from game.engine.kernels.open_groups import note_groups, note_places
from game.engine.search.endgame import LONGEST, NO, UNKNOWN, YES

ENTRIES = ("more_gets",)

NODES, LIMIT = range(2)  # in `ctl`
MOST_JOINED = 3  # groups of a colour that one cell touches
HASH = (1 << 61) - 1
FACTORS = 6364136223846793005, 1442695040888963407
BOUND_BITS = 8  # of each of the two bounds in an entry of the table
ZERO = 100  # in a bound: no group
WHOLE = 1024  # an order between two numbers of groups has so many steps

READ_OFF = 2  # cells left whose best play is read off

# `space`, a row for each number of empty cells: the empty cells that each group touches, white ones
# first; for each colour and cell how many groups touch it, the sum of their hashes, what that sum
# loses with the cell, all that they touch; and of each stone that may be laid:
MOVE, WHITE_HASH, BLACK_HASH, GAIN, ORDER = range(5)  # MOVE: place and colour
GROUPS = MOST_JOINED * LONGEST  # of a colour, that touch empty cells
TOUCHING = 2 * GROUPS
JOINED, FEWER, AROUND = TOUCHING + 2 * LONGEST, TOUCHING + 4 * LONGEST, TOUCHING + 6 * LONGEST
STONES = TOUCHING + 8 * LONGEST
ROW = STONES + 5 * 2 * LONGEST
NEAR = ROW * (LONGEST + 1)  # then the empty cells beside each of them;
TRIED = NEAR + LONGEST  # how often a stone was tried with so many cells empty,
BEST = 2 * LONGEST * (LONGEST + 1)  # and, so much further on, how often it was the answer
SIZES = TRIED + 2 * BEST  # sizes of groups, which do not matter
SPACE = SIZES + GROUPS
ANSWERED = -1  # instead of a number of stones


def more_gets(
    around: Sequence[int],
    board: Sequence[int],
    empties: Sequence[int],
    asked: int,
    less: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    space: MutableSequence[int],
    ground: MutableSequence[int],
) -> int:
    """Return whether there will be `asked` groups: YES, NO, or UNKNOWN at the limit of nodes.

    `less` is 1 when LESS lays the next stone.  The `empties` are places of the table: those where
    the `board` has a stone are filled.  The length of the table is a power of two.
    """
    empty, left = note_places(around, board, empties, NEAR, space, ground)
    row = left * ROW
    whites, white, _ = note_groups(around, board, 1, empty, row, SIZES, space, ground)
    blacks, black, _ = note_groups(around, board, 2, empty, row + GROUPS, SIZES, space, ground)
    white_hash, black_hash = hashed(row, whites, space), hashed(row + GROUPS, blacks, space)
    wanted = asked - white - black
    return search(
        empty, whites, blacks, white_hash, black_hash, wanted, left, less, ctl, table, space
    )


def hashed(row: int, groups: int, space: Sequence[int]) -> int:
    """Return the hash of the groups at space[row]."""
    total = 0
    for group in range(row, row + groups):
        total += mixed(space[group])
    return total & HASH


def mixed(bits: int) -> int:
    """Return a hash of a set of cells; none for no cells."""
    key = ((bits ^ bits << 29) * FACTORS[0]) & HASH
    key = ((key ^ key >> 31) * FACTORS[1]) & HASH
    return key ^ key >> 29


def entry_of(white_hash: int, black_hash: int) -> int:
    """Return the hash of a position: the colours may change places."""
    return (mixed(white_hash ^ 1) + mixed(black_hash ^ 1)) & HASH


def slot_of(key: int, table: Sequence[int]) -> int:
    return 2 * (key & (len(table) // 2 - 1))


def looked_up(key: int, name: int, wanted: int, table: Sequence[int]) -> int:
    """Return what the table knows of a position: YES, NO, or UNKNOWN."""
    slot = slot_of(key, table)
    if table[slot] != key or table[slot + 1] >> 2 * BOUND_BITS != name:
        return UNKNOWN
    bounds = table[slot + 1]
    if (bounds >> BOUND_BITS & 255) - ZERO >= wanted:
        return YES
    return NO if (bounds & 255) - ZERO < wanted else UNKNOWN


def remember(key: int, name: int, wanted: int, answer: int, table: MutableSequence[int]) -> None:
    slot = slot_of(key, table)
    least, most = 0, 2 * ZERO
    if table[slot] == key and table[slot + 1] >> 2 * BOUND_BITS == name:
        least, most = table[slot + 1] >> BOUND_BITS & 255, table[slot + 1] & 255
    if answer == YES:
        least = max(least, wanted + ZERO)
    else:
        most = min(most, wanted - 1 + ZERO)
    table[slot] = key
    table[slot + 1] = (name << BOUND_BITS | least) << BOUND_BITS | most


def search(
    empty: int,
    whites: int,
    blacks: int,
    white_hash: int,
    black_hash: int,
    wanted: int,
    left: int,
    less: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    space: MutableSequence[int],
) -> int:
    """Answer `more_gets` for the position whose groups are in its row of `space`."""
    if left == 0:
        return YES if wanted <= 0 else NO
    if wanted <= (1 - MOST_JOINED) * left:
        return YES
    row = left * ROW
    if left <= READ_OFF:
        ctl[NODES] += 1
        return read_off(empty, whites, blacks, wanted, less, row, space)
    key, name = entry_of(white_hash, black_hash), empty << 1 | less
    known = looked_up(key, name, wanted, table)
    if known != UNKNOWN:
        return known
    if ctl[NODES] >= ctl[LIMIT]:
        return UNKNOWN
    ctl[NODES] += 1
    note_touching(empty, whites, row, row + TOUCHING, space)
    note_touching(empty, blacks, row + GROUPS, row + TOUCHING + LONGEST, space)
    if wanted > most_added(empty, left, less, row, space):
        return NO
    good = NO if less == 1 else YES
    count = note_stones(empty, white_hash, black_hash, wanted, left, less, table, space)
    if count == ANSWERED:
        remember(key, name, wanted, good, table)
        return good
    tried = TRIED + left * 2 * LONGEST
    for step in range(count):
        at = row + STONES + 5 * step
        best_first(at, row + STONES + 5 * count, space)
        move, gain = space[at + MOVE], space[at + GAIN]
        more_whites, more_blacks = lay(move, empty, whites, blacks, row, space)
        found = search(
            empty ^ 1 << (move >> 1),
            more_whites,
            more_blacks,
            space[at + WHITE_HASH],
            space[at + BLACK_HASH],
            wanted - gain,
            left - 1,
            1 - less,
            ctl,
            table,
            space,
        )
        if found == UNKNOWN:
            return UNKNOWN
        space[tried + move] += 1
        if found == good:
            space[tried + BEST + move] += 1
            remember(key, name, wanted, good, table)
            return good
    remember(key, name, wanted, 1 - good, table)
    return 1 - good


def note_touching(
    empty: int, groups: int, first: int, touching: int, space: MutableSequence[int]
) -> None:
    """Write what the groups at space[first] of a colour are to each cell, at space[touching]."""
    joined, fewer = touching + JOINED - TOUCHING, touching + FEWER - TOUCHING
    around = touching + AROUND - TOUCHING
    while empty != 0:
        place = lowest(empty)
        empty &= empty - 1
        space[touching + place] = space[joined + place] = 0
        space[fewer + place] = space[around + place] = 0
    for group in range(first, first + groups):
        touched = rest = space[group]
        hashed = mixed(touched)
        while rest != 0:
            bit = rest & -rest
            place = lowest(rest)
            rest ^= bit
            space[touching + place] += 1
            space[joined + place] += hashed
            space[fewer + place] += mixed(touched ^ bit) - hashed
            space[around + place] |= touched


def read_off(
    empty: int,
    whites: int,
    blacks: int,
    wanted: int,
    less: int,
    row: int,
    space: MutableSequence[int],
) -> int:
    """Return the answer for one or two empty cells.

    A stone changes what the next one of its colour joins: groups that touch both cells are one.
    """
    good = NO if less == 1 else YES
    low, high = empty & -empty, empty & (empty - 1)
    one, two = row + TOUCHING + lowest(low), row + TOUCHING
    if high != 0:
        two += lowest(high)
    for colour in range(2):
        first = row + colour * GROUPS
        lows = highs = both = 0
        for group in range(first, first + (blacks if colour == 1 else whites)):
            touched = space[group]
            lows += touched & low != 0
            highs += touched & high != 0
            both += touched == empty
        space[one + colour * LONGEST] = lows
        if high != 0:
            space[two + colour * LONGEST] = highs
            adjacent = space[NEAR + lowest(low)] & high != 0
            space[row + JOINED + colour] = int(adjacent or both > 0) - both
    for place in range(2 if high != 0 else 1):
        here, there = (one, two) if place == 0 else (two, one)
        for colour in range(2):
            gain = 1 - space[here + colour * LONGEST]
            if high != 0:
                same = 1 - space[there + colour * LONGEST] - space[row + JOINED + colour]
                unlike = 1 - space[there + (1 - colour) * LONGEST]
                gain += max(same, unlike) if less == 1 else min(same, unlike)
            if (YES if wanted <= gain else NO) == good:
                return good
    return 1 - good


def note_stones(
    empty: int,
    white_hash: int,
    black_hash: int,
    wanted: int,
    left: int,
    less: int,
    table: Sequence[int],
    space: MutableSequence[int],
) -> int:
    """Write the stones that may answer, and return how many; ANSWERED when one is known to.

    After `note_touching`, for more than READ_OFF empty cells.
    """
    good = NO if less == 1 else YES
    row, tried, count = left * ROW, TRIED + left * 2 * LONGEST, 0
    rest = empty
    while rest != 0:
        bit = rest & -rest
        rest ^= bit
        place = lowest(bit)
        beside = space[NEAR + place] & empty
        white, black = row + place, row + place + LONGEST
        # The hashes when the stone is white and when it is black; the other colour loses a liberty.
        for colour in range(2):
            if colour == 0:
                gain = 1 - space[white + TOUCHING]
                joined = mixed((space[white + AROUND] | beside) & ~bit)
                one = white_hash - space[white + JOINED] + joined
                two = black_hash + space[black + FEWER]
            else:
                gain = 1 - space[black + TOUCHING]
                joined = mixed((space[black + AROUND] | beside) & ~bit)
                one = white_hash + space[white + FEWER]
                two = black_hash - space[black + JOINED] + joined
            one &= HASH
            two &= HASH
            known = UNKNOWN
            if left > READ_OFF + 1:
                other = (empty ^ bit) << 1 | (1 - less)
                known = looked_up(entry_of(one, two), other, wanted - gain, table)
            if known == good:
                return ANSWERED
            if known == UNKNOWN:
                move = 2 * place + colour
                at = row + STONES + 5 * count
                space[at + MOVE] = move
                space[at + WHITE_HASH] = one
                space[at + BLACK_HASH] = two
                space[at + GAIN] = gain
                liked = (1 + space[tried + BEST + move]) * (WHOLE - 1)
                liked //= 2 + space[tried + move]
                space[at + ORDER] = (gain if less == 0 else -gain) * WHOLE + liked
                count += 1
    return count


def most_added(empty: int, left: int, less: int, row: int, space: Sequence[int]) -> int:
    """Return how many groups MORE adds at most, after `note_touching`.

    LESS leans on stones, and there first where MORE might make a group: of those MORE has half.
    """
    touching = row + TOUCHING
    free = alone = 0  # cells where a stone may make a group; those of them without a stone near
    while empty != 0:
        place = lowest(empty)
        empty &= empty - 1
        one, two = space[touching + place], space[touching + LONGEST + place]
        free += min(one, two) == 0
        alone += max(one, two) == 0
    return alone + min((left + 1 - less) // 2, (free - alone + 1 - less) // 2)


def best_first(first: int, end: int, space: MutableSequence[int]) -> None:
    """Bring the stone that looks best to the front."""
    best = first
    for at in range(first + 5, end, 5):
        if space[at + ORDER] > space[best + ORDER]:
            best = at
    if best != first:
        for field in range(5):
            space[first + field], space[best + field] = space[best + field], space[first + field]


def lay(
    move: int, empty: int, whites: int, blacks: int, row: int, space: MutableSequence[int]
) -> tuple[int, int]:
    """Write the groups after a stone into the next row; return how many of each colour."""
    bit, colour = 1 << (move >> 1), move & 1
    joined = (space[NEAR + (move >> 1)] & empty) | bit
    counts = (whites, blacks)
    after_white = after_black = 0
    for own in range(2):
        here = row + own * GROUPS
        there = here - ROW
        kept = 0
        for group in range(counts[own]):
            touched = space[here + group]
            if touched & bit != 0:
                if own == colour:
                    joined |= touched
                    continue
                touched ^= bit
            if touched != 0:
                space[there + kept] = touched
                kept += 1
        if own == colour and joined != bit:
            space[there + kept] = joined ^ bit
            kept += 1
        if own == 0:
            after_white = kept
        else:
            after_black = kept
    return after_white, after_black
