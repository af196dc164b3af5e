"""Endings of Libra by truth tables: whether MORE reaches its aim.

It is a template without slots. The number of groups at the end depends only on which of the empty
cells become white. So the groups are counted once for every set of white cells. A question (are
there at least this many groups?) is a truth table with a bit for each set. A stone fixes the colour
of a cell and halves the table. A table without a 0, or without a 1, is answered. Positions with the
same table have the same answer, wherever their cells are.

Truth tables are words of 32 bits. The table of `left` cells begins in `bits` at the index that is
its number of words, so there is room for one table of each size.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.open_groups import MOST_BESIDE, lowest_group, note_links, note_places
from game.engine.search.endgame import LONGEST, NO, READY, UNKNOWN, YES

ENTRIES = ("more_gets",)

NODES, LIMIT = range(2)  # indices in `ctl`, before READY
HASH = (1 << 61) - 1
FACTOR = 6364136223846793005
WORD = 5  # number of cells whose table fits into one word
CHEAP = 4  # Counting 1 << CHEAP sets, or reading as many bits of a table, counts as a node.
BYTE = 8  # number of bits that hold a number of groups

# Offsets in `space`. NEAR has the places beside each place. LINKED has, for each colour and place,
# the places that belong to the group of a stone there, and BESIDE the groups beside the place.
# GROUPS is the number of groups of each colour, and COUNTED the number of sets counted. ASKED is
# the question whose table is written. THREE has the answers for three cells, plus one. ONES has,
# for each size of table, how many ones make each of its cells white.
NEAR = 0
LINKED = NEAR + LONGEST
BESIDE = LINKED + 2 * LONGEST
GROUPS = BESIDE + 2 * LONGEST
COUNTED = GROUPS + 2
ASKED = COUNTED + 1
THREE = ASKED + 1
ONES = THREE + (2 << 8)
SIZES = ONES + LONGEST * (LONGEST + 1)  # sizes of groups, not used here
SPACE = SIZES + MOST_BESIDE

# For each cell of a word, the bits of the sets in which the cell is not white.
BLACK_BITS = (0x55555555, 0x33333333, 0x0F0F0F0F, 0x00FF00FF, 0x0000FFFF)


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
    sets: MutableSequence[int],
    bits: MutableSequence[int],
) -> int:
    """Return whether there will be `asked` groups: YES, NO, or UNKNOWN at the limit of nodes.

    `less` is 1 when LESS places the next stone. `empties` are the cells of the truth table; those
    with a stone on the `board` are filled. The length of `table` is a power of two. `sets` has room
    for a number for each set of places, and `bits` has an eighth of that room.
    """
    places = len(empties)
    if space[COUNTED] == 0:
        note_places(around, board, empties, NEAR, space, ground)
        for colour in range(2):
            links, beside = LINKED + colour * LONGEST, BESIDE + colour * LONGEST
            groups, _ = note_links(
                around, board, colour + 1, places, NEAR, links, beside, SIZES, space, ground
            )
            space[GROUPS + colour] = groups
    if not count_sets(places, ctl, space, sets):
        return UNKNOWN
    ctl[READY] = 1
    if space[ASKED] != asked:
        if ctl[NODES] >= ctl[LIMIT]:
            return UNKNOWN
        write_truth(places, asked, ctl, sets, bits)
        space[ASKED] = asked
    left, word = places, bits[1]
    for place in range(places - 1, -1, -1):
        stone = board[empties[place]]
        if stone != 0:
            if left > WORD:
                take_half(left, place, int(stone == 1), bits)
                word = bits[1]
            else:
                word = halved(word, place, int(stone == 1))
            left -= 1
    if left <= WORD:
        return settled(word, left, less, space)
    return search(left, less, ctl, table, bits, space)


def count_sets(
    places: int, ctl: MutableSequence[int], space: MutableSequence[int], sets: MutableSequence[int]
) -> bool:
    """Continue to count the groups of each set of places by colour; return False at the limit.

    Each set consists of the group of its lowest place and a smaller set.
    """
    first, last = space[COUNTED], 1 << places
    if first == last:
        return True
    last = min(last, first + (max(0, ctl[LIMIT] - ctl[NODES]) << CHEAP))
    if first == 0 and last > 0:
        sets[0] = space[GROUPS + 1] << BYTE | space[GROUPS]
        first = 1
    for cells in range(first, last):
        both = 0
        for colour in range(2):
            links, beside = LINKED + colour * LONGEST, BESIDE + colour * LONGEST
            group, joined, _size = lowest_group(cells, links, beside, space)
            more = 1 + (sets[cells ^ group] >> colour * BYTE & 255)
            while joined != 0:
                joined &= joined - 1
                more -= 1
            both |= more << colour * BYTE
        sets[cells] = both
    ctl[NODES] += (last - space[COUNTED]) >> CHEAP
    space[COUNTED] = max(0, last)
    return last == 1 << places


def write_truth(
    places: int,
    asked: int,
    ctl: MutableSequence[int],
    sets: Sequence[int],
    bits: MutableSequence[int],
) -> None:
    """Write the truth table of a question: the sets of white cells with at least `asked` groups."""
    words, every = 1 << max(0, places - WORD), (1 << places) - 1
    for at in range(words):
        word = 0
        for bit in range(1 << min(places, WORD)):
            white = at << WORD | bit
            groups = (sets[white] & 255) + (sets[every ^ white] >> BYTE)
            word |= int(groups >= asked) << bit
        bits[words + at] = word
    ctl[NODES] += 1 << places >> CHEAP


def search(
    left: int,
    less: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    bits: MutableSequence[int],
    space: MutableSequence[int],
) -> int:
    """Answer `more_gets` for the table of `left` cells."""
    words = 1 << left - WORD
    key = (left << 1 | less) * FACTOR & HASH
    for at in range(words, 2 * words):
        key = ((key ^ bits[at]) * FACTOR) & HASH
        key ^= key >> 29
    slot = key & (len(table) - 1)
    if table[slot] >> 1 == key:
        return table[slot] & 1
    if ctl[NODES] >= ctl[LIMIT]:
        return UNKNOWN
    ctl[NODES] += 1 + (words >> CHEAP)
    ones = count_ones(left, bits, space)
    half, row = 1 << left - 1, ONES + LONGEST * left
    good = NO if less == 1 else YES
    answer, tried = 1 - good, 0
    while answer != good:
        best, move = 0, -1
        for place in range(left):
            for white in range(2):
                own = space[row + place] if white == 1 else ones - space[row + place]
                own = half - own if less == 1 else own
                if own > best and tried >> 2 * place + white & 1 == 0:
                    best, move = own, 2 * place + white
        if move < 0:
            break
        tried |= 1 << move
        found = good
        if best < half:
            take_half(left, move >> 1, move & 1, bits)
            if left - 1 > WORD:
                found = search(left - 1, 1 - less, ctl, table, bits, space)
            else:
                found = settled(bits[1], left - 1, 1 - less, space)
            if found == UNKNOWN:
                return UNKNOWN
        if found == good:
            answer = good
    table[slot] = key << 1 | answer
    return answer


def count_ones(left: int, bits: Sequence[int], space: MutableSequence[int]) -> int:
    """Return the number of ones in a table; write how many of them make each cell white."""
    words, row = 1 << left - WORD, ONES + LONGEST * left
    ones = 0
    for place in range(left):
        space[row + place] = 0
    for at in range(words):
        word = bits[words + at]
        here = ones_of(word)
        ones += here
        for place in range(WORD):
            space[row + place] += here - ones_of(word & BLACK_BITS[place])
        for place in range(WORD, left):
            space[row + place] += here * (at >> place - WORD & 1)
    return ones


def ones_of(word: int) -> int:
    """Return the number of ones in a word."""
    word -= word >> 1 & 0x55555555
    word = (word & 0x33333333) + (word >> 2 & 0x33333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F
    return word * 0x01010101 >> 24 & 255


def take_half(left: int, place: int, white: int, bits: MutableSequence[int]) -> None:
    """Write the half of a table in which a cell is white (or black, if `white` is 0)."""
    half = 1 << left - 1 - WORD
    if place >= WORD:
        apart = 1 << place - WORD
        for at in range(half):
            here = (at & -apart) << 1 | at & (apart - 1) | white * apart
            bits[half + at] = bits[2 * half + here]
    else:
        for at in range(half):
            low = halved(bits[2 * half + 2 * at], place, white)
            high = halved(bits[2 * half + 2 * at + 1], place, white)
            bits[half + at] = high << 16 | low


def halved(word: int, place: int, white: int) -> int:
    """Return the half of a word in which a cell is white (or black, if `white` is 0)."""
    word = word >> (white << place) & BLACK_BITS[place]
    for step in range(place, WORD - 1):
        word = (word | word >> (1 << step)) & BLACK_BITS[step + 1]
    return word


def settled(word: int, left: int, less: int, space: MutableSequence[int]) -> int:
    """Answer for a table of at most one word."""
    if word == 0:
        return NO
    if word == (1 << (1 << left)) - 1:
        return YES
    known = THREE + (less << 8) + (word & 255)
    if left == 3 and space[known] != 0:
        return space[known] - 1
    good = NO if less == 1 else YES
    answer = 1 - good
    for place in range(left):
        if answer != good:
            answer = settled(halved(word, place, 1), left - 1, 1 - less, space)
        if answer != good:
            answer = settled(halved(word, place, 0), left - 1, 1 - less, space)
    if left == 3:
        space[known] = answer + 1
    return answer
