"""Evaluation of Multiplicity: playouts open at random and go on with some sense.

A stone multiplies the product of its colour: by two beside a single stone, by little beside a large
group, by less than one where it joins groups.  It also keeps the other colour off its cell.  Of a
few cells drawn each player takes the one where both together are worth most.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, MutableSequence, Sequence
from functools import cache

from game.engine.compile.compiler import Arrays
from game.engine.kernels.cell_sets import MOST_CELLS, SIZE, SMALL, lowest, neighbour_sets
from game.engine.kernels.dice import draw, shaken
from game.engine.kernels.named_groups import BLOCKS, NUMBER, beside, clear, ring_table, run_table
from game.engine.kernels.named_groups import SIZE as SIZES
from game.engine.kernels.named_groups import lay as name_group
from game.engine.kernels.slots import Ints, Tables, value_of
from game.engine.search.profile import LEAST_WORK, Weight
from game.games.multiplicity import rules as multiplicity
from game.games.multiplicity.rules import (
    BOARD,
    CELLS,
    END,
    LAST,
    META,
    NEIGHBOURS,
    OPEN,
    OPENING,
    PHASE,
    QUIET,
)
from game.platform.paths import ASSETS
from game.rules import Game
from game.rules.groups import SIDES
from game.rules.kernel import BEGUN, RESULT, RUNNING, SEAT, kernel
from game.rules.topology import Topology

# x[LOGS]: the logarithm of each size of a group, in 1 / LOG.
# x[NEAR]: the set of neighbours of each cell.
# x[GROUP]: work space of playouts with sets: see BESIDE, SIZED and JOINS.
# x[WEIGHTS]: what can be tuned, in thousandths, see WEIGHED.
# x[AROUND], x[RUNS]: as `named_groups` wants them.
# x[FACES], x[PROMISES]: as the priors want them.
LOGS, NEAR, GROUP, AROUND, RUNS, FACES, PROMISES, WEIGHTS = range(8)
OwnTables = tuple[Ints, ...]  # the tables x, where GROUP is written
LOG = 10_000_000
# In x[GROUP], SIZE numbers each: the set of a group, at the cell that names it (`work` has the name
# of each stone's group); the set of cells beside it; its size and, above that, the logarithm; what
# a stone on each empty cell joins, as the sum of these, for the side to move first and the other.
BESIDE, SIZED, JOINS = SIZE, 2 * SIZE, 3 * SIZE
NOTED = 5 * SIZE
NOTES = 511  # as SMALL for an index of these
SIZE_BITS, SIZE_MASK = 8, 255
TURN_BITS = 8
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
def add_to(numbers: Ints, first: int, cells: int, number: int) -> None:
    """Add a number to those of a set of cells, which begin at numbers[first]."""
    while cells != 0:
        numbers[first + (lowest(cells) & SMALL)] += number
        cells &= cells - 1


@kernel
def note_groups(x: OwnTables, stones: int, empty: int, joins: int, work: Ints) -> int:
    """Note the groups of a colour, and what each empty cell would join; the log of the product.

    `joins` is where x[GROUP] keeps that of the colour: JOINS or JOINS + SIZE.
    """
    product = 0
    while stones != 0:
        edge = group = stones & -stones
        root, near, size = lowest(edge) & SMALL, 0, 0
        while edge != 0:
            cell = lowest(edge) & SMALL
            work[cell] = root
            near |= x[NEAR][cell]
            found = x[NEAR][cell] & stones & ~group
            group |= found
            edge = (edge & (edge - 1)) | found
            size += 1
        stones ^= group
        sized = x[LOGS][size] << SIZE_BITS | size
        x[GROUP][root], x[GROUP][BESIDE + root], x[GROUP][SIZED + root] = group, near, sized
        add_to(x[GROUP], joins, near & empty, sized)
        product += x[LOGS][size]
    return product


@kernel
def lay_noting(x: OwnTables, own: int, empty: int, joins: int, cell: int, work: Ints) -> None:
    """Lay a stone on `cell`, beside the stones `own`, as `note_groups` would note it.

    The cell is not `empty` any more.
    """
    near = x[NEAR][cell]
    touching = near & own
    group, size, root = 1 << cell, 1, cell
    before = replaced = 0  # the cells beside the first group that the stone joins, and its size
    while touching != 0:
        name = work[lowest(touching) & SMALL] & SMALL
        other, beside, sized = x[GROUP][name], x[GROUP][BESIDE + name], x[GROUP][SIZED + name]
        touching &= ~other
        group |= other
        near |= beside
        size += sized & SIZE_MASK
        if root == cell:
            root, before, replaced = name, beside, sized
        else:
            add_to(x[GROUP], joins, beside & empty, -sized)
            while other != 0:
                work[lowest(other) & SMALL] = root
                other &= other - 1
    work[cell] = root
    sized = x[LOGS][size] << SIZE_BITS | size
    x[GROUP][root], x[GROUP][BESIDE + root], x[GROUP][SIZED + root] = group, near, sized
    left = near & empty
    while left != 0:
        place = lowest(left) & SMALL
        x[GROUP][joins + place] += sized - (before >> place & 1) * replaced
        left &= left - 1


@kernel
def gain_noted(x: OwnTables, joined: int) -> int:
    """Return `gain` for a stone of which is noted what it joins."""
    return x[LOGS][(joined & SIZE_MASK) + 1] - (joined >> SIZE_BITS)


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
    count = own = other = empty = 0
    mine = s[SEAT] + 1
    for cell in range(cells):
        stone, bit = s[BOARD + cell], 1 << cell
        out[count] = cell
        count += stone == 0
        empty |= bit * (stone == 0)
        own |= bit * (stone == mine)
        other |= bit * (stone == 3 - mine)
    for place in range(JOINS, NOTED):
        x[GROUP][place] = 0
    joins, change = JOINS, SIZE
    lead = note_groups(x, own, empty, joins, work)
    lead -= note_groups(x, other, empty, joins + change, work)
    base, step = s[SEAT] * cells, cells - 2 * s[SEAT] * cells
    dice = rng[0]
    choice = (x[WEIGHTS][DRAWN] + 500) // 1000
    for left in range(count, t[META][END], -1):
        best = -(1 << 60)
        for turn in range(choice, 0, -1):  # without a branch; the first one drawn wins a tie
            dice = shaken(dice)
            place = (dice * left >> 32) & SMALL
            cell = out[place] & SMALL
            worth = gain_noted(x, x[GROUP][joins + cell & NOTES])
            worth += gain_noted(x, x[GROUP][joins + change + cell & NOTES])
            best = max(best, (worth << TURN_BITS | turn) << TURN_BITS | place)
        place = best & SMALL
        cell = out[place] & SMALL
        out[place] = out[left - 1]
        lead = -lead - gain_noted(x, x[GROUP][joins + cell & NOTES])
        seen[base + cell & NUMBER] = stamp
        empty ^= 1 << cell
        lay_noting(x, own, empty, joins & NOTES, cell, work)
        own, other = other, own | (1 << cell)
        base, step = base + step, -step
        joins, change = joins + change, -change
    rng[0] = dice
    if (count - t[META][END]) % 2 == 1:
        lead = -lead
    return lead if mine == 1 else -lead


@kernel
def random_opening_cell(t: Tables, s: Sequence[int], rng: Ints, out: Ints) -> int:
    """Return a cell as the restricted phase allows, each as likely."""
    cells = t[META][CELLS]
    if s[PHASE] == OPENING:
        return draw(rng, cells)
    if s[BEGUN] == 0:
        last = s[multiplicity.LAST] - 1
        count = 0
        for way in range(last * SIDES, last * SIDES + SIDES):
            cell = t[NEIGHBOURS][way]
            if cell >= 0 and s[BOARD + cell] == 0:
                out[count] = cell
                count += 1
        return out[draw(rng, count)]
    left = draw(rng, s[QUIET])
    cell = -1
    while left >= 0:
        cell += 1
        if s[BOARD + cells + cell] == 0:
            left -= 1
    return cell


@kernel
def rollout(
    t: Tables, x: OwnTables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Play a random opening, then the rest with some sense; return the chance of side 0."""
    cells = t[META][CELLS]
    while s[PHASE] != OPEN:
        cell = random_opening_cell(t, s, rng, out)
        seen[s[SEAT] * cells + cell] = stamp
        multiplicity.play(t, s, cell, work)
        if s[RESULT] != RUNNING:
            return value_of(s[RESULT])
    if cells <= MOST_CELLS:
        return value_of_lead(x, lead_in_sets(t, x, s, rng, out, work, seen, stamp))
    return value_of_lead(x, lead_after(t, x, s, rng, out, work, seen, stamp))


@kernel
def value_of_lead(x: Tables, lead: int) -> float:
    """Return the value of a product that far ahead: above all who wins, a little by how much."""
    won = 0.5
    if lead > SAME:
        won = 1.0
    elif lead < -SAME:
        won = 0.0
    clear = 1.0 / (1.0 + math.exp(-lead * 1000.0 / (LOG * x[WEIGHTS][CLEAR])))
    return won + x[WEIGHTS][MARGIN] / 1000.0 * (clear - won)


def tables(game: Game, compiled: bool) -> OwnTables:
    make = Arrays(compiled)
    near = neighbour_sets(game.tables[NEIGHBOURS])
    sets = make.longs(near), make.longs([0] * NOTED)
    board = game.topology
    rings = ring_table(board), run_table(), faces(board), promises(kept())
    return log_table(len(board)), *sets, *rings


def scratch(game: Game) -> int:
    return max(LEAST_WORK, BLOCKS * (len(game.topology) + 1))


# -- priors by patterns ----------------------------------------------------------------------------
# The six cells round a cell are a pattern; patterns that are turns or mirror images of one another
# are alike.  How much more often a long search lays a stone on a cell of one pattern than on one of
# another is data, as a logarithm (`assets/answers/multiplicity-patterns.json`, of `python -m
# tools.learning`): for a stone of the open phase, a bound one and a free one, on boards of all
# sizes alike.

FILE = ASSETS / "answers" / "multiplicity-patterns.json"
UNIT = 1000  # promises are whole numbers of this part
# A pattern as a number has two bits for each cell of the ring:
VOID, OWN, OTHER, OUTSIDE = range(4)
PATTERNS = 1 << 2 * SIDES
RINGS = ((0, 6), (2, 4), (3, 3))  # cells of a ring that lie outside, and inside: all there are
KINDS = ("open", "bound", "free")  # PROMISES has PATTERNS numbers for each
LAID, BOUND, FREE = range(3)
# In `work`, after `look`: the kind, or UNSURE; the best promise; the patterns by cells.
KIND, BEST, RING = range(3)
UNSURE = -1

Promises = Mapping[str, Sequence[float]]  # by kinds, of each of `alike`


@cache
def alike() -> tuple[tuple[int, ...], ...]:
    """Return the patterns that there are on boards, those that are alike together."""
    found = {
        tuple(sorted({_number(way[turn:] + way[:turn]) for way in ways for turn in range(SIDES)}))
        for outside, inside in RINGS
        for ring in _fillings(inside)
        for ways in [((OUTSIDE,) * outside + ring, (ring[::-1] + (OUTSIDE,) * outside))]
    }
    return tuple(sorted(found))


def _fillings(cells: int) -> list[tuple[int, ...]]:
    """Return all that can lie on so many cells."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(cells):
        found = [(*one, lying) for one in found for lying in (VOID, OWN, OTHER)]
    return found


def _number(ring: Sequence[int]) -> int:
    return sum(lying << 2 * way for way, lying in enumerate(ring))


@cache
def kept() -> Promises:
    """Return the learned weights."""
    found: Promises = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def promises(learned: Promises) -> list[int]:
    """Return a table of all patterns, for each of KINDS."""
    table = [0] * (len(KINDS) * PATTERNS)
    for kind, name in enumerate(KINDS):
        for patterns, worth in zip(alike(), learned[name], strict=True):
            for pattern in patterns:
                table[kind * PATTERNS + pattern] = round(UNIT * worth)
    return table


def faces(board: Topology) -> list[int]:
    """Return the pattern round each cell of an empty board."""
    ring, cells = ring_table(board), len(board)
    return [
        _number([OUTSIDE if one == cells else VOID for one in ring[SIDES * cell :][:SIDES]])
        for cell in range(cells)
    ]


@kernel
def kind_of(s: Sequence[int]) -> int:
    """Return the kind of the stone that is laid next; UNSURE for the first of all."""
    if s[PHASE] == OPENING:
        return UNSURE
    if s[PHASE] == OPEN:
        return LAID
    return BOUND if s[BEGUN] == 0 else FREE


@kernel
def read_patterns(t: Tables, x: Tables, s: Sequence[int], work: MutableSequence[int]) -> None:
    """Write the pattern round each cell, as the side to move sees it."""
    cells = t[META][CELLS]
    for cell in range(cells):
        work[RING + cell] = x[FACES][cell]
    for cell in range(cells):
        stone = s[BOARD + cell]
        if stone != 0:
            lying = OWN if stone == s[SEAT] + 1 else OTHER
            for way in range(SIDES):
                beside = x[AROUND][cell * SIDES + way]  # outside is a cell that is never read
                work[RING + beside] += lying << 2 * ((way + 3) % SIDES)


@kernel
def look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Note the patterns and the best promise of the legal actions, for `prior`."""
    kind = work[KIND] = kind_of(s)
    if kind == UNSURE:
        return
    read_patterns(t, x, s, work)
    cells = t[META][CELLS]
    taken = BOARD + cells if kind == FREE else BOARD
    best = -(1 << 30)
    if kind == BOUND:
        for way in range(SIDES):
            cell = x[AROUND][(s[LAST] - 1) * SIDES + way]
            if cell < cells and s[taken + cell] == 0:
                best = max(best, x[PROMISES][kind * PATTERNS + work[RING + cell]])
    else:
        for cell in range(cells):
            if s[taken + cell] == 0:
                best = max(best, x[PROMISES][kind * PATTERNS + work[RING + cell]])
    work[BEST] = best


@kernel
def prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    """Return the prior of an action: less, the less its pattern promises than the best."""
    if work[KIND] == UNSURE:
        return -1.0
    promise = x[PROMISES][work[KIND] * PATTERNS + work[RING + code]]
    less = (work[BEST] - promise) / UNIT * x[WEIGHTS][FALL]
    return max(0.0, (x[WEIGHTS][FIRST] - less) / 1000.0)
