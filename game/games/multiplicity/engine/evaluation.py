"""Evaluation of Multiplicity: playouts open at random and go on with some sense."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.compile.compiler import Arrays
from game.engine.kernels.cell_sets import MOST_CELLS, neighbour_sets
from game.engine.kernels.defaults import value_of
from game.engine.kernels.dice import draw
from game.engine.kernels.named_groups import BLOCKS, ring_table, run_table
from game.engine.kernels.slots import Ints, Tables
from game.engine.search.profile import LEAST_WORK
from game.games.multiplicity import rules as multiplicity
from game.games.multiplicity.engine.filling import (
    CLEAR,
    LOG,
    MARGIN,
    SAME,
    WEIGHTS,
    OwnTables,
    lead_after,
    lead_in_sets,
    log_table,
)
from game.games.multiplicity.engine.patterns import faces, kept, promises
from game.games.multiplicity.rules import (
    BOARD,
    CELLS,
    META,
    NEIGHBOURS,
    OPEN,
    OPENING,
    PHASE,
    QUIET,
)
from game.rules import Game
from game.rules.groups import SIDES
from game.rules.kernel import BEGUN, RESULT, RUNNING, SEAT, kernel


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
    sets = make.longs(near), make.longs([0] * len(near))
    board = game.topology
    rings = ring_table(board), run_table(), faces(board), promises(kept())
    return log_table(len(board)), *sets, *rings


def scratch(game: Game) -> int:
    return max(LEAST_WORK, BLOCKS * (len(game.topology) + 1))
