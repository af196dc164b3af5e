"""Evaluation of Multiplicity: playouts open at random and then play sensibly.

A stone multiplies the product of its colour: by two beside a single stone, by little beside a large
group, by less than one if it joins groups. It also keeps the other colour off its cell. In a
playout, each player draws a few cells at random. The player takes the cell with the largest sum of
both effects.
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

# Indices in x. LOGS is the logarithm of each group size, in units of 1 / LOG. NEAR is the set of
# neighbours of each cell. GROUP is scratch space of playouts with sets, see BESIDE, SIZED and
# JOINS. AROUND and RUNS are the tables of `named_groups`. FACES and PROMISES are the tables of the
# priors. WEIGHTS are the tunable numbers in thousandths, see WEIGHED.
LOGS, NEAR, GROUP, AROUND, RUNS, FACES, PROMISES, WEIGHTS = range(8)
OwnTables = tuple[Ints, ...]  # the tables x; kernels write to GROUP
LOG = 10_000_000
# Offsets in x[GROUP], with SIZE numbers each. At offset 0 is the set of each group, at the cell
# that names it (`work` has the name of each stone's group). BESIDE is the set of cells beside the
# group. SIZED is the group's size and, in the higher bits, the logarithm of the size. JOINS has,
# for each empty cell, the sum of SIZED over the groups that a stone there joins: SIZE numbers for
# the side to move, then SIZE numbers for the other side.
BESIDE, SIZED, JOINS = SIZE, 2 * SIZE, 3 * SIZE
NOTED = 5 * SIZE
NOTES = 511  # mask of an index in x[GROUP]; it serves like SMALL for a cell
SIZE_BITS, SIZE_MASK = 8, 255
TURN_BITS = 8
# Logarithms of equal products differ by less than this; other products hardly ever do.
SAME = 100
DRAWN, MARGIN, CLEAR, FIRST, FALL = range(5)
WEIGHED = (
    Weight("drawn", 4.0, 2.0, 6.0),  # number of cells from which a player chooses in a playout
    Weight("margin", 0.3, 0.0, 0.5),  # share of the lead's size in the value of a playout
    Weight("clear", 2.0, 0.3, 4.0),  # logarithm of a clear lead
    Weight("first", 0.8, 0.5, 1.0),  # prior of the action with the most promising pattern
    # Decrease of the prior of a pattern that promises less than the best by a factor e.
    Weight("fall", 0.1, 0.0, 0.4),
)


def log_table(cells: int) -> list[int]:
    """Return the logarithms of the sizes from 1 to `cells`, after a 0 for size 0."""
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
    """Play the open phase to its end; return White's lead, the logarithm of a ratio of products."""
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
    """Add `number` to numbers[first + cell] for each cell of a set."""
    while cells != 0:
        numbers[first + (lowest(cells) & SMALL)] += number
        cells &= cells - 1


@kernel
def note_groups(x: OwnTables, stones: int, empty: int, joins: int, work: Ints) -> int:
    """Write a colour's groups, and the groups that a stone on each empty cell would join.

    Return the logarithm of the product. `joins` is the colour's offset in x[GROUP]: JOINS or JOINS
    + SIZE.
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
    """Place a stone on `cell`, and update the data of `note_groups`.

    `own` are the other stones of its colour. `empty` no longer contains the cell.
    """
    near = x[NEAR][cell]
    touching = near & own
    group, size, root = 1 << cell, 1, cell
    # The cells beside the first group that the stone joins, and that group's entry in SIZED.
    before = replaced = 0
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
    """Return `gain` for a stone, from the sum in JOINS of the groups it joins."""
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
    """Play like `lead_after`, with sets of cells instead of the board."""
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
        # The loop has no branch; of equal cells, the one drawn first is taken.
        for turn in range(choice, 0, -1):
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
    """Return a legal cell of the opening or restricted phase, drawn with equal probabilities."""
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
    """Play a random opening, then the rest sensibly; return the chance of side 0."""
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
    """Return the value of a lead of White: mostly for winning, and a little for the lead's size."""
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
# The six cells round a cell are a pattern; patterns that are equal up to rotation or reflection
# count as one. The file `assets/answers/multiplicity-patterns.json` has a number for each pattern:
# the logarithm of how often a long search places a stone in it, relative to other patterns. It has
# separate numbers for stones of the open phase, for bound stones and for free ones; boards of all
# sizes share them. `python -m tools.learning` makes the file.

FILE = ASSETS / "answers" / "multiplicity-patterns.json"
UNIT = 1000  # Promises are stored as whole numbers, multiplied by this.
# The number of a pattern has two bits for each cell of the ring:
VOID, OWN, OTHER, OUTSIDE = range(4)
PATTERNS = 1 << 2 * SIDES
# All possible numbers of a ring's cells outside and inside the board.
RINGS = ((0, 6), (2, 4), (3, 3))
KINDS = ("open", "bound", "free")  # PROMISES has PATTERNS numbers for each kind.
LAID, BOUND, FREE = range(3)
# Offsets in `work` after `look`: the kind or UNSURE, the best promise, each cell's pattern.
KIND, BEST, RING = range(3)
UNSURE = -1

Promises = Mapping[str, Sequence[float]]  # by kind, one number for each item of `alike`


@cache
def alike() -> tuple[tuple[int, ...], ...]:
    """Return all patterns that occur on boards, grouped by symmetry."""
    found = {
        tuple(sorted({_number(way[turn:] + way[:turn]) for way in ways for turn in range(SIDES)}))
        for outside, inside in RINGS
        for ring in _fillings(inside)
        for ways in [((OUTSIDE,) * outside + ring, (ring[::-1] + (OUTSIDE,) * outside))]
    }
    return tuple(sorted(found))


def _fillings(cells: int) -> list[tuple[int, ...]]:
    """Return all possible contents of `cells` cells."""
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
    """Return a table with the promises of all patterns, for each of KINDS."""
    table = [0] * (len(KINDS) * PATTERNS)
    for kind, name in enumerate(KINDS):
        for patterns, worth in zip(alike(), learned[name], strict=True):
            for pattern in patterns:
                table[kind * PATTERNS + pattern] = round(UNIT * worth)
    return table


def faces(board: Topology) -> list[int]:
    """Return the number of the pattern round each cell of an empty board."""
    ring, cells = ring_table(board), len(board)
    return [
        _number([OUTSIDE if one == cells else VOID for one in ring[SIDES * cell :][:SIDES]])
        for cell in range(cells)
    ]


@kernel
def kind_of(s: Sequence[int]) -> int:
    """Return the kind of the next stone; UNSURE for the first stone of the game."""
    if s[PHASE] == OPENING:
        return UNSURE
    if s[PHASE] == OPEN:
        return LAID
    return BOUND if s[BEGUN] == 0 else FREE


@kernel
def read_patterns(t: Tables, x: Tables, s: Sequence[int], work: MutableSequence[int]) -> None:
    """Write the number of the pattern round each cell, as the side to move sees it."""
    cells = t[META][CELLS]
    for cell in range(cells):
        work[RING + cell] = x[FACES][cell]
    for cell in range(cells):
        stone = s[BOARD + cell]
        if stone != 0:
            lying = OWN if stone == s[SEAT] + 1 else OTHER
            for way in range(SIDES):
                # All places outside the board share a number that is never read.
                beside = x[AROUND][cell * SIDES + way]
                work[RING + beside] += lying << 2 * ((way + 3) % SIDES)


@kernel
def look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Write the patterns, and the best promise of any legal action, for `prior`."""
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
    """Return the prior of an action, which falls with the gap between its promise and the best."""
    if work[KIND] == UNSURE:
        return -1.0
    promise = x[PROMISES][work[KIND] * PATTERNS + work[RING + code]]
    less = (work[BEST] - promise) / UNIT * x[WEIGHTS][FALL]
    return max(0.0, (x[WEIGHTS][FIRST] - less) / 1000.0)
