"""Playouts of the open phase of Multiplicity, played with some sense.

A stone multiplies the product of its colour: by two beside a single stone, by little beside a large
group, by less than one where it joins groups.  It also keeps the other colour off its cell.  Of a
few cells drawn each player takes the one where both together are worth most.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.kernels.bits import lowest
from game.engine.kernels.cell_sets import SIZE, SMALL, lay
from game.engine.kernels.dice import shaken
from game.engine.kernels.named_groups import NUMBER, beside, clear
from game.engine.kernels.named_groups import SIZE as SIZES
from game.engine.kernels.named_groups import lay as name_group
from game.engine.kernels.slots import Ints, Tables
from game.engine.search.profile import Weight
from game.games.multiplicity.rules import (
    BOARD,
    CELLS,
    END,
    META,
)
from game.rules.kernel import SEAT, kernel

# x[LOGS]: the logarithm of each size of a group, in 1 / LOG.
# x[NEAR]: the set of neighbours of each cell; x[GROUP]: work space, the set of cells of each group.
# x[WEIGHTS]: what can be tuned, in thousandths, see WEIGHED.
# x[AROUND], x[RUNS]: as `named_groups` wants them.
# x[FACES], x[PROMISES]: as `patterns` wants them.
LOGS, NEAR, GROUP, AROUND, RUNS, FACES, PROMISES, WEIGHTS = range(8)
OwnTables = tuple[Ints, ...]  # the tables x, where GROUP is written
LOG = 10_000_000
SAME = 100  # logarithms of the same product differ by less, of others hardly ever
DRAWN, MARGIN, CLEAR, FIRST, FALL = range(5)
WEIGHED = (
    Weight("drawn", 4.0, 2.0, 6.0),  # cells that a player of a playout chooses from,
    Weight("margin", 0.3, 0.0, 0.5),  # share of its value that tells by how much it is won,
    Weight("clear", 2.0, 0.3, 4.0),  # a lead, as a logarithm, that is clear
    Weight("first", 0.8, 0.5, 1.0),  # the worth at first sight of what promises most,
    Weight("fall", 0.1, 0.0, 0.4),  # how much less one is worth that promises e times less
)


def log_table(cells: int) -> list[int]:
    """Return the logarithms of 0 (which no group has) and the sizes up to `cells`."""
    return [0, *(round(LOG * math.log(size)) for size in range(1, cells + 1))]


@kernel
def gain(x: OwnTables, span: int, colour: int, cell: int, work: Sequence[int]) -> int:
    """Return the logarithm of the factor by which a stone of `colour` raises its product."""
    count, one, two, three = beside(x[AROUND], x[RUNS], span, colour, cell, work)
    size, worth = 1, 0
    if count > 0:
        other = work[SIZES * span + one & NUMBER] & NUMBER
        size, worth = size + other, worth - x[LOGS][other]
        if count > 1:
            other = work[SIZES * span + two & NUMBER] & NUMBER
            size, worth = size + other, worth - x[LOGS][other]
            if count > 2:
                other = work[SIZES * span + three & NUMBER] & NUMBER
                size, worth = size + other, worth - x[LOGS][other]
    return worth + x[LOGS][size]


@kernel
def lead_after(
    t: Tables, x: OwnTables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> int:
    """Play the open phase to its end; how far White's product is ahead, as a logarithm."""
    cells = t[META][CELLS]
    span = cells + 1
    count = lead = 0
    clear(span, work)
    for cell in range(cells):
        stone = s[BOARD + cell]
        out[count] = cell
        count += stone == 0
        if stone != 0:
            won = gain(x, span, stone - 1, cell, work)
            lead += won if stone == 1 else -won
            name_group(x[AROUND], x[RUNS], span, stone - 1, cell, work)
    colour = s[SEAT]
    choice = (x[WEIGHTS][DRAWN] + 500) // 1000
    dice = rng[0]
    for left in range(count, t[META][END], -1):
        best, best_place, best_gain = -(1 << 40), 0, 0
        for _ in range(choice):
            dice = shaken(dice)
            place = (dice * left >> 32) & NUMBER
            cell = out[place] & NUMBER
            won = gain(x, span, colour, cell, work)
            worth = won + gain(x, span, 1 - colour, cell, work)
            if worth > best:
                best, best_place, best_gain = worth, place, won
        cell = out[best_place] & NUMBER
        out[best_place] = out[left - 1]
        s[BOARD + cell] = colour + 1
        name_group(x[AROUND], x[RUNS], span, colour, cell, work)
        seen[colour * cells + cell & NUMBER] = stamp
        lead += best_gain if colour == 0 else -best_gain
        colour = 1 - colour
    rng[0] = dice
    return lead


@kernel
def gain_in_set(x: OwnTables, own: int, cell: int, work: Ints) -> int:
    """Return `gain` for the stones `own`; `work` is as `lead_in_sets` fills it."""
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
    t: Tables,
    x: OwnTables,
    s: Sequence[int],
    rng: Ints,
    out: Ints,
    work: Ints,
    seen: Ints,
    stamp: int,
) -> int:
    """Play as `lead_after` does, with sets of cells instead of the board."""
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
    choice = (x[WEIGHTS][DRAWN] + 500) // 1000
    for left in range(count, t[META][END], -1):
        best, best_place, best_gain = -(1 << 40), 0, 0
        for _ in range(choice):
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
