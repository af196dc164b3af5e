"""Multiplicity for the search: a playout shuffles the empty cells once and counts once."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.defaults import value_of
from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables
from game.rules import multiplicity
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
