"""The rest of the open phase of Multiplicity, played with some sense: a kernel of the playout.

A stone multiplies the product of its colour: by two beside a single stone, by little beside a large
group, by less than one where it joins groups.  It also keeps the other colour off its cell.  Of a
few cells drawn each player takes the one where both together are worth most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.kernels.bits import lowest
from game.engine.kernels.cell_sets import SIZE, SMALL, lay
from game.engine.kernels.dice import draw, shaken
from game.engine.kernels.slots import Ints, Tables
from game.rules.groups import SIDES
from game.rules.kernel import SEAT, kernel
from game.rules.multiplicity import BOARD, CELLS, END, META, NEIGHBOURS

# x[LOGS]: the logarithm of each size of a group, in 1 / LOG.
# x[NEAR]: the set of neighbours of each cell; x[GROUP]: work space, the set of cells of each group.
LOGS, NEAR, GROUP = range(3)
Room = tuple[Ints, ...]  # the tables x, where the last is written
LOG = 10_000_000
SAME = 100  # logarithms of the same product differ by less, of others hardly ever
NUMBER = 0x7FFFFFFF  # by it the compiler knows that a number is not negative
DRAWN = 4  # cells that a player chooses from


def log_table(cells: int) -> list[int]:
    """Of 0 (which no group has) and the sizes up to `cells`."""
    return [0, *(round(LOG * math.log(size)) for size in range(1, cells + 1))]


@kernel
def gains(
    t: Tables, x: Tables, s: Sequence[int], cell: int, work: Sequence[int]
) -> tuple[int, int]:
    """What a white and a black stone on an empty cell would multiply their products by, as
    logarithms; `work` as `connect` fills it."""
    cells = t[META][CELLS]
    white, black, white_worth, black_worth = 1, 1, 0, 0
    one = two = three = four = five = -1  # groups that touch the cell; the last need not be kept
    first = cell * SIDES & NUMBER
    for way in range(first, first + SIDES):
        other = t[NEIGHBOURS][way]
        if other < 0:
            break
        stone = s[BOARD + other & NUMBER]
        if stone == 0:
            continue
        name = work[other & NUMBER]
        if name in (one, two, three, four, five):
            continue
        one, two, three, four, five = name, one, two, three, four
        size = work[cells + name & NUMBER] & NUMBER
        if stone == 1:
            white += size
            white_worth -= x[LOGS][size]
        else:
            black += size
            black_worth -= x[LOGS][size]
    return white_worth + x[LOGS][white], black_worth + x[LOGS][black]


@kernel
def connect(t: Tables, s: Sequence[int], cell: int, work: Ints) -> None:
    """Note the group of the stone on `cell`.

    In `work`, for each stone: the name of its group, the same for all its stones; then, under that
    name, the size; then the next stone of the group, round and round.
    """
    cells = t[META][CELLS]
    ring = 2 * cells
    name, size = cell, 1
    work[cell], work[ring + cell] = cell, cell
    for way in range(cell * SIDES, cell * SIDES + SIDES):
        other = t[NEIGHBOURS][way]
        if other < 0:
            break
        if s[BOARD + other] != s[BOARD + cell] or work[other] < 0 or work[other] == name:
            continue
        size += work[cells + work[other]]
        if name == cell:
            name = work[other]
            work[cell] = name
        else:
            here = other
            while work[here] != name:
                work[here] = name
                here = work[ring + here]
        work[ring + cell], work[ring + other] = work[ring + other], work[ring + cell]
    work[cells + name] = size


@kernel
def name_groups(t: Tables, s: Sequence[int], work: Ints) -> None:
    """Note all groups that lie."""
    cells = t[META][CELLS]
    for cell in range(cells):
        work[cell] = -1
    for cell in range(cells):
        if s[BOARD + cell] != 0:
            connect(t, s, cell, work)


@kernel
def lead_after(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> int:
    """Play the open phase to its end; how far White's product is ahead, as a logarithm."""
    cells = t[META][CELLS]
    count = 0
    for cell in range(cells):
        out[count] = cell
        count += s[BOARD + cell] == 0
    name_groups(t, s, work)
    lead = 0
    for cell in range(cells):
        if work[cell] == cell:
            worth = x[LOGS][work[cells + cell]]
            lead += worth if s[BOARD + cell] == 1 else -worth
    stone = s[SEAT] + 1
    for left in range(count, t[META][END], -1):
        best, best_place, best_gain = -(1 << 40), 0, 0
        for _ in range(DRAWN):
            place = draw(rng, left)
            white, black = gains(t, x, s, out[place], work)
            if white + black > best:
                best, best_place = white + black, place
                best_gain = white if stone == 1 else -black
        cell = out[best_place]
        out[best_place] = out[left - 1]
        s[BOARD + cell] = stone
        connect(t, s, cell, work)
        seen[(stone - 1) * cells + cell] = stamp
        lead += best_gain
        stone = 3 - stone
    return lead


@kernel
def gain_in_set(x: Room, own: int, cell: int, work: Ints) -> int:
    """As `gains`, of the colour whose stones are `own`; `work` as `lead_in_sets` fills it."""
    touching = x[NEAR][cell] & own
    size, worth = 1, 0
    while touching != 0:
        name = work[lowest(touching) & SMALL] & SMALL
        touching &= ~x[GROUP][name]
        other = work[SIZE + name] & 255
        size += other
        worth -= x[LOGS][other]
    return worth + x[LOGS][size]


@kernel
def lead_in_sets(
    t: Tables, x: Room, s: Sequence[int], rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> int:
    """As `lead_after`, with sets of cells instead of the board."""
    cells = t[META][CELLS]
    count = own = other = lead = 0
    mine = s[SEAT] + 1
    for cell in range(cells):
        stone = s[BOARD + cell]
        out[count] = cell
        count += stone == 0
        if stone == mine:
            lead += gain_in_set(x, own, cell, work)
            lay(x[NEAR], x[GROUP], own, cell, work)
            own |= 1 << cell
        elif stone != 0:
            lead -= gain_in_set(x, other, cell, work)
            lay(x[NEAR], x[GROUP], other, cell, work)
            other |= 1 << cell
    base, change = s[SEAT] * cells, cells - 2 * s[SEAT] * cells
    dice = rng[0]
    for left in range(count, t[META][END], -1):
        best, best_place, best_gain = -(1 << 40), 0, 0
        for _ in range(DRAWN):
            dice = shaken(dice)
            place = (dice * left >> 32) & NUMBER
            cell = out[place] & SMALL
            won = gain_in_set(x, own, cell, work)
            worth = won + gain_in_set(x, other, cell, work)
            if worth > best:
                best, best_place, best_gain = worth, place, won
        cell = out[best_place] & SMALL
        out[best_place] = out[left - 1]
        seen[base + cell & NUMBER] = stamp
        lay(x[NEAR], x[GROUP], own, cell, work)
        own, other = other, own | (1 << cell)
        lead = -lead - best_gain
        base += change
        change = -change
    rng[0] = dice
    if (count - t[META][END]) % 2 == 1:
        lead = -lead
    return lead if mine == 1 else -lead
