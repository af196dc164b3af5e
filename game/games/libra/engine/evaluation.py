"""Evaluation of Libra: sensible playouts fill the rest of a round and count the groups.

The result does not depend on who places a stone, so the search learns a stone's value from the
stones of both seats.

Even results are the groups that equal players, or playouts, make. They are weighted sums of the
free cells, of pairs that touch, and of triples that touch each other. docs/lab/tuning.md describes
the data of the fit.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence
from functools import lru_cache

from game.engine.compile.compiler import Arrays
from game.engine.kernels.cell_sets import (
    MOST_CELLS,
    SIZE,
    SMALL,
    groups_beside,
    lay,
    neighbour_sets,
)
from game.engine.kernels.dice import shaken
from game.engine.kernels.named_groups import (
    BLOCKS,
    NUMBER,
    REST,
    beside,
    clear,
    ring_table,
    run_table,
)
from game.engine.kernels.named_groups import lay as name_group
from game.engine.kernels.slots import Ints, Tables
from game.engine.search.profile import LEAST_WORK, Weight
from game.games.libra import rules as libra
from game.games.libra.rules import (
    AGREED,
    AIM,
    BLACK,
    BOARD,
    CELLS,
    DUEL,
    EMPTY,
    FIRST,
    META,
    MODE,
    MORE_SEAT,
    NEIGHBOURS,
    ROUND,
    WHITE,
    Libra,
)
from game.rules import Game
from game.rules.kernel import SEAT, kernel
from game.rules.topology import Point, hexagon

EQUALS = (0.958, -0.4622, 0.2155)
PLAYOUTS = (0.962, -0.492, 0.271)
SEEN, BEND = 1.11, 2.3  # speed and shape of the decrease of a search's surplus during a round


def even_groups(game: Libra) -> float:
    """Return the groups that MORE makes when both players are equally strong."""
    return _weighed(EQUALS, game)


def surplus(game: Libra, empty: int) -> float:
    """Return by how many groups a search overestimates when there are `empty` empty cells.

    At the beginning, this is the surplus of playouts, because no tree is deep enough to correct it.
    Towards the end, the search sees the real result.
    """
    free = len(game.topology) - len(game.obstacles)
    more = max(0.0, _weighed(PLAYOUTS, game) - even_groups(game))
    filled = min(1.0, SEEN * (1 - empty / free))
    return more * (1 - math.pow(filled, BEND))


def _weighed(weights: tuple[float, ...], game: Libra) -> float:
    counts = cells_pairs_triples(game.size, game.obstacles)
    return sum(weight * count for weight, count in zip(weights, counts))


@lru_cache(maxsize=64)
def cells_pairs_triples(side: int, blocked: tuple[Point, ...]) -> tuple[int, int, int]:
    """Return the numbers of free cells, of touching pairs, and of mutually touching triples."""
    board = hexagon(side)
    free = set(board.points) - set(blocked)
    near = {cell: free & set(board.neighbours[cell]) for cell in free}
    pairs = [(one, other) for one in free for other in near[one] if one < other]
    triples = sum(len(near[one] & near[other]) for one, other in pairs)
    return len(free), len(pairs), triples // 3


# Indices in x. NEAR is the set of neighbours of each cell. GROUP is scratch space for the names of
# groups. AROUND and RUNS are the tables of `named_groups`. WEIGHTS are the tunable numbers in
# thousandths, see WEIGHED.
NEAR, GROUP, AROUND, RUNS, WEIGHTS = range(5)
OwnTables = tuple[Ints, ...]  # the tables x; kernels write to GROUP
SCALE, DRAWN, WON, CLEAR = range(4)
WEIGHED = (
    # Number of groups that makes a clear difference in a first round.
    Weight("scale", 0.7, 0.2, 2.0),
    # Number of random stones from which a player chooses in a playout.
    Weight("drawn", 3.0, 1.0, 6.0),
    # Share of winning or losing in the value of a second round or of a bid.
    Weight("won", 0.7, 0.3, 1.0),
    # Number of groups that makes a clear difference in the rest of that value.
    Weight("clear", 2.0, 0.5, 4.0),
)
EMPTIES = SIZE + MOST_CELLS  # index in `work` of the list of empty cells


# `prepare` stores a number in the AGREED field of a search's root; no rule reads that field during
# the game. In the first round of a duel, where the search ends with the round, it is the number of
# groups of an even round. Otherwise it is negative: the groups to subtract from a playout's result.
# Either number is multiplied by UNIT.
UNIT = 100


def prepare(game: Game, s: MutableSequence[int]) -> None:
    assert isinstance(game, Libra)
    beyond = surplus(game, s[EMPTY])
    first = game.mode == DUEL and s[ROUND] == 1
    s[AGREED] = round(UNIT * (even_groups(game) + beyond if first else -beyond))


@kernel
def legal(t: Tables, s: Sequence[int], out: Ints, work: Ints) -> int:
    """Write the legal actions of the rules, but none after the round that is searched."""
    if s[AGREED] > 0 and s[ROUND] == 2:
        return 0
    return libra.legal(t, s, out, work)


@kernel
def mark_both(t: Tables, s: Sequence[int], code: int, seen: Ints, codes: int, stamp: int) -> None:
    seen[code] = stamp
    seen[codes + code] = stamp


@kernel
def weight(x: Tables, which: int) -> float:
    return x[WEIGHTS][which] / 1000.0


@kernel
def worth_of(t: Tables, x: Tables, s: Sequence[int], groups: int) -> float:
    """Return the chance of side 0 if the round ends with `groups`; clear results count more."""
    more = 1 if s[AGREED] > 0 else s[MORE_SEAT]
    if s[AGREED] > 0:
        ahead = groups - s[AGREED] / UNIT
        value = 1.0 / (1.0 + math.exp(-ahead / weight(x, SCALE)))
    else:
        counted = groups + s[AGREED] / UNIT
        if t[META][MODE] == 0:
            ahead = counted - s[FIRST]
            won = (ahead + 1.0) / 2.0  # The same number of groups is a draw.
        else:
            ahead = counted - s[AIM] + 0.5
            won = ahead + 0.5
        clear = 1.0 / (1.0 + math.exp(-ahead / weight(x, CLEAR)))
        value = clear + weight(x, WON) * (min(1.0, max(0.0, won)) - clear)
    return value if more == 0 else 1.0 - value


@kernel
def rollout(
    t: Tables, x: OwnTables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Play the rest of the round sensibly; return the value of the result."""
    cells = t[META][CELLS]
    if s[AGREED] > 0 and s[ROUND] == 2:
        return worth_of(t, x, s, s[FIRST])
    if cells <= MOST_CELLS:
        groups = fill_sets(t, x, s, rng, work, seen, stamp)
    else:
        groups = fill(t, x, s, rng, work, seen, stamp)
    return worth_of(t, x, s, groups)


@kernel
def fill(
    t: Tables, x: OwnTables, s: Sequence[int], rng: Ints, work: Ints, seen: Ints, stamp: int
) -> int:
    """Play the rest of the round, with LESS and MORE in turn; return the number of groups.

    Each player draws some stones at random. LESS places the one that joins most groups, MORE the
    one that joins fewest.
    """
    cells = t[META][CELLS]
    span, codes = cells + 1, 3 * cells + 2
    empties = REST * span
    count = groups = 0
    clear(span, work)
    for cell in range(cells):
        stone = s[BOARD + cell]
        work[empties + count] = cell
        count += stone == 0
        if stone in (WHITE, BLACK):
            colour = int(stone == BLACK)
            joined, _, _, _ = beside(x[AROUND], x[RUNS], span, colour, cell, work)
            groups += 1 - joined
            name_group(x[AROUND], x[RUNS], span, colour, cell, work)
    choice = (x[WEIGHTS][DRAWN] + 500) // 1000
    wish = -1 if s[SEAT] == s[MORE_SEAT] else 1
    dice = rng[0]
    for left in range(count, 0, -1):
        best, best_place, best_colour = -9, 0, 0
        for _ in range(choice):
            dice = shaken(dice)
            place = (dice * left >> 32) & NUMBER
            cell = work[empties + place & NUMBER] & NUMBER
            colour = dice & 1
            joined, _, _, _ = beside(x[AROUND], x[RUNS], span, colour, cell, work)
            if wish * joined > best:
                best, best_place, best_colour = wish * joined, place, colour
        cell = work[empties + best_place & NUMBER] & NUMBER
        work[empties + best_place & NUMBER] = work[empties + left - 1 & NUMBER]
        code = cell + best_colour * cells & NUMBER
        seen[code] = stamp
        seen[codes + code] = stamp
        groups += 1 - wish * best
        name_group(x[AROUND], x[RUNS], span, best_colour, cell, work)
        wish = -wish
    rng[0] = dice
    return groups


@kernel
def fill_sets(
    t: Tables, x: OwnTables, s: Sequence[int], rng: Ints, work: Ints, seen: Ints, stamp: int
) -> int:
    """Play the rest of the round like `fill`, with sets of cells."""
    cells = t[META][CELLS]
    codes = 3 * cells + 2
    count = white = black = groups = 0
    for cell in range(cells):
        stone = s[BOARD + cell]
        work[EMPTIES + count] = cell
        count += stone == 0
        if stone == WHITE:
            groups += 1 - groups_beside(x[NEAR], x[GROUP], white, cell, work)
            lay(x[NEAR], x[GROUP], white, cell, work)
            white |= 1 << cell
        elif stone == BLACK:
            groups += 1 - groups_beside(x[NEAR], x[GROUP], black, cell, work)
            lay(x[NEAR], x[GROUP], black, cell, work)
            black |= 1 << cell
    choice = (x[WEIGHTS][DRAWN] + 500) // 1000
    wish = -1 if s[SEAT] == s[MORE_SEAT] else 1
    dice = rng[0]
    for left in range(count, 0, -1):
        best, best_place, best_colour = -9, 0, 0
        for _ in range(choice):
            dice = shaken(dice)
            place = (dice * left >> 32) & NUMBER
            cell = work[EMPTIES + place] & SMALL
            colour = dice & 1
            own = black if colour == 1 else white
            worth = wish * groups_beside(x[NEAR], x[GROUP], own, cell, work)
            if worth > best:
                best, best_place, best_colour = worth, place, colour
        cell = work[EMPTIES + best_place] & SMALL
        work[EMPTIES + best_place] = work[EMPTIES + left - 1]
        code = cell + best_colour * cells
        seen[code] = stamp
        seen[codes + code] = stamp
        groups += 1 - wish * best
        if best_colour == 1:
            lay(x[NEAR], x[GROUP], black, cell, work)
            black |= 1 << cell
        else:
            lay(x[NEAR], x[GROUP], white, cell, work)
            white |= 1 << cell
        wish = -wish
    rng[0] = dice
    return groups


def tables(game: Game, compiled: bool) -> OwnTables:
    make = Arrays(compiled)
    near = neighbour_sets(game.tables[NEIGHBOURS])
    sets = make.longs(near), make.longs([0] * len(near))
    return *sets, ring_table(game.topology), run_table()


def scratch(game: Game) -> int:
    return max(LEAST_WORK, BLOCKS * (len(game.topology) + 1))
