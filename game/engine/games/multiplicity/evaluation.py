"""Multiplicity for the search: a playout shuffles the empty cells once and counts once."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.compile.compiler import Arrays
from game.engine.kernels.cell_sets import MOST_CELLS, neighbour_sets, product_in
from game.engine.kernels.defaults import value_of
from game.engine.kernels.dice import draw, shaken
from game.engine.kernels.slots import Ints, Tables
from game.rules import Game, multiplicity
from game.rules.groups import SIDES
from game.rules.kernel import BEGUN, RESULT, RUNNING, SEAT, kernel
from game.rules.multiplicity import (
    BOARD,
    CELLS,
    END,
    META,
    NEIGHBOURS,
    OPEN,
    OPENING,
    PHASE,
    QUIET,
    judge,
)

# x[NEAR]: the set of neighbours of each cell.
NEAR = 0


@kernel
def random_opening_cell(t: Tables, s: Sequence[int], rng: Ints, out: Ints) -> int:
    """A cell as the restricted phase allows, each as likely."""
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
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """A uniformly random game to the end."""
    cells = t[META][CELLS]
    while s[PHASE] != OPEN:
        cell = random_opening_cell(t, s, rng, out)
        seen[s[SEAT] * cells + cell] = stamp
        multiplicity.play(t, s, cell, work)
        if s[RESULT] != RUNNING:
            return value_of(s[RESULT])
    if cells <= MOST_CELLS:
        return fill_sets(t, x, s, rng, out, seen, stamp)
    count = 0
    for cell in range(cells):
        if s[BOARD + cell] == 0:
            out[count] = cell
            count += 1
    seat = s[SEAT]
    for left in range(count, t[META][END], -1):
        place = draw(rng, left)
        cell = out[place]
        out[place] = out[left - 1]
        s[BOARD + cell] = seat + 1
        seen[seat * cells + cell] = stamp
        seat = 1 - seat
    judge(t, s, work)
    return value_of(s[RESULT])


@kernel
def fill_sets(
    t: Tables, x: Tables, s: Sequence[int], rng: Ints, out: Ints, seen: Ints, stamp: int
) -> float:
    """The open phase at random and its value, with sets of cells instead of the board."""
    cells = t[META][CELLS]
    count = own = other = 0
    mine = s[SEAT] + 1
    for cell in range(cells):
        stone = s[BOARD + cell]
        out[count] = cell
        count += stone == 0
        own |= (stone == mine) << cell
        other |= (stone == 3 - mine) << cell
    base, change = s[SEAT] * cells, cells - 2 * s[SEAT] * cells
    dice = rng[0]
    for left in range(count, t[META][END], -1):
        dice = shaken(dice)
        place = (dice * left) >> 32
        cell = out[place]
        out[place] = out[left - 1]
        seen[base + cell] = stamp
        own, other = other, own | (1 << cell)
        base += change
        change = -change
    rng[0] = dice
    if (count - t[META][END]) % 2 == 1:
        own, other = other, own
    ahead = product_in(x[NEAR], own) - product_in(x[NEAR], other)
    if ahead == 0:
        return 0.5
    return 1.0 if (ahead > 0) == (mine == 1) else 0.0


def tables(game: Game, compiled: bool) -> tuple[Sequence[int], ...]:
    return (Arrays(compiled).longs(neighbour_sets(game.tables[NEIGHBOURS])),)
