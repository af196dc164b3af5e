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
SAME = 100  # logarithms of the same product differ by no more, and no others by so little
NUMBER = 0x7FFFFFFF  # by it the compiler knows that a number is not negative
DRAWN = 4  # cells that a player chooses from


def log_table(cells: int) -> list[int]:
    """Of 0 (which no group has) and the sizes up to `cells`."""
    return [0, *(round(LOG * math.log(size)) for size in range(1, cells + 1))]


@kernel
def root_of(work: Ints, cell: int) -> int:
    """The cell that stands for the group of `cell`."""
    while work[cell] != cell:
        work[cell] = work[work[cell]]
        cell = work[cell]
    return cell


@kernel
def gain(t: Tables, x: Tables, s: Sequence[int], cell: int, stone: int, work: Ints) -> int:
    """What a `stone` on an empty cell multiplies the product of its colour by, as a logarithm."""
    cells = t[META][CELLS]
    size, worth = 1, 0
    one = two = three = -1  # groups that touch it; there cannot be more
    for way in range(cell * SIDES, cell * SIDES + SIDES):
        other = t[NEIGHBOURS][way]
        if other < 0:
            break
        if s[BOARD + other] == stone:
            root = root_of(work, other)
            if root != one and root != two and root != three:
                one, two, three = root, one, two
                size += work[cells + root]
                worth -= x[LOGS][work[cells + root]]
    return worth + x[LOGS][size]


@kernel
def connect(t: Tables, s: Sequence[int], cell: int, work: Ints) -> None:
    """Note the groups that the stone on `cell` joins."""
    cells = t[META][CELLS]
    work[cell] = root = cell
    size = 1
    for way in range(cell * SIDES, cell * SIDES + SIDES):
        other = t[NEIGHBOURS][way]
        if other < 0:
            break
        if s[BOARD + other] == s[BOARD + cell] and work[other] >= 0:
            name = root_of(work, other)
            if name != root:
                size += work[cells + name]
                if root == cell:
                    root = name
                work[name] = work[cell] = root
    work[cells + root] = size


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
            own = gain(t, x, s, out[place], stone, work)
            worth = own + gain(t, x, s, out[place], 3 - stone, work)
            if worth > best:
                best, best_place, best_gain = worth, place, own
        cell = out[best_place]
        out[best_place] = out[left - 1]
        s[BOARD + cell] = stone
        connect(t, s, cell, work)
        seen[(stone - 1) * cells + cell] = stamp
        lead += best_gain if stone == 1 else -best_gain
        stone = 3 - stone
    return lead


@kernel
def gain_in_set(x: Room, own: int, cell: int, work: Ints) -> int:
    """As `gain`, with a set of the stones of one colour; `work` as `lead_in_sets` fills it."""
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
