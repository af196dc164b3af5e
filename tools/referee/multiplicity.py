"""Referee of Multiplicity: one character per cell."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from game.games.multiplicity.rules import Multiplicity
from game.rules.topology import Point, hexagon
from tools.referee.base import DRAWN, EMPTY, NOBODY, Referee, group_sizes, hex_neighbours

STONES = "wb"


class MultiplicityPosition(NamedTuple):
    """A position; `binds` is the cell of the stone that restricts the next one, or -1.

    `second` is true if the same player must place another stone.
    """

    cells: str
    seat: int
    binds: int
    second: bool
    won_by: int

    @property
    def begun(self) -> bool:
        return self.second


class MultiplicityReferee(Referee[MultiplicityPosition]):
    """The rules of Multiplicity with both openings and both endings."""

    def __init__(self, game: Multiplicity) -> None:
        words = game.setup.split()
        self.names = game.topology.points
        self.around = hex_neighbours(self.names)
        self.last_empty = 0 if "end=full" in words else 1
        self.bound = "opening=free" not in words

    def start(self) -> MultiplicityPosition:
        return MultiplicityPosition(EMPTY * len(self.names), 0, -1, False, NOBODY)

    def legal(self, position: MultiplicityPosition) -> set[str]:
        if position.won_by != NOBODY:
            return set()
        cells = position.cells
        if position.second:
            found = self._quiet(cells)
        elif position.binds >= 0:
            found = [at for at in self.around[position.binds] if cells[at] == EMPTY]
        else:
            found = [at for at, here in enumerate(cells) if here == EMPTY]
        return {self.names[at] for at in found}

    def _quiet(self, cells: str) -> list[int]:
        """Return the empty cells that have only empty neighbours."""
        return [
            at
            for at, here in enumerate(cells)
            if here == EMPTY and all(cells[other] == EMPTY for other in self.around[at])
        ]

    def play(self, position: MultiplicityPosition, text: str) -> MultiplicityPosition:
        at, before = self.names.index(text), position.cells
        cells = before[:at] + STONES[position.seat] + before[at + 1 :]
        if position.binds >= 0 and not position.second and self._quiet(cells):
            return position._replace(cells=cells, second=True)
        first = before.count(EMPTY) == len(before)
        binds = at if position.second or (first and self.bound) else -1
        won = NOBODY
        if cells.count(EMPTY) <= self.last_empty:
            white, black = (math.prod(group_sizes(self.around, cells, s)) for s in STONES)
            won = DRAWN if white == black else int(black > white)
        return MultiplicityPosition(cells, 1 - position.seat, binds, False, won)


def make(game: Multiplicity) -> MultiplicityReferee:
    """Return the referee for a game of Multiplicity."""
    return MultiplicityReferee(game)


def product_of(side: int, stones: Collection[Point]) -> int:
    """Return the product of the sizes of the groups that these stones make.

    Raises ValueError for a cell that is not on a board of that side.
    """
    names = hexagon(side).points
    if not {*stones} <= {*names}:
        raise ValueError(f"no cell of side {side}")
    cells = "".join(STONES[0] if name in stones else EMPTY for name in names)
    return math.prod(group_sizes(hex_neighbours(names), cells, STONES[0]))
