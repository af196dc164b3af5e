"""Priors of Multiplicity by the pattern round a cell, learned from long searches.

The six cells round a cell are a pattern; patterns that are turns or mirror images of one another
are alike.  How much more often a long search lays a stone on a cell of one pattern than on one of
another is data, as a logarithm (`assets/answers/multiplicity-patterns.json`, which `python -m
tools.learning` makes): for a stone of the open phase, a bound one and a free one, on boards of all
sizes alike.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, MutableSequence, Sequence
from functools import cache

from game.engine.kernels.named_groups import ring_table
from game.engine.kernels.slots import Ints, Tables
from game.games.multiplicity.engine.filling import (
    AROUND,
    FACES,
    FALL,
    FIRST,
    PROMISES,
    WEIGHTS,
)
from game.games.multiplicity.rules import (
    BOARD,
    CELLS,
    LAST,
    META,
    OPEN,
    OPENING,
    PHASE,
)
from game.platform.paths import ASSETS
from game.rules.groups import SIDES
from game.rules.kernel import BEGUN, SEAT, kernel
from game.rules.topology import Topology

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
