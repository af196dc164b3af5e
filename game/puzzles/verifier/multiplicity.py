"""Multiplicity, turn by turn, on strings: one letter a cell.

Raises Wrong for a turn that is none, and for turns of the restricted phase.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from game.games.multiplicity.rules import Multiplicity
from game.puzzles.verifier.book import DRAWN, NOBODY, PlainBook, Way, Wrong
from game.puzzles.verifier.hexagons import group_sizes, neighbours

EMPTY = "."
STONES = "wb"


class Place(NamedTuple):
    cells: str
    seat: int
    last: int  # the stone that binds the next one, or -1 when none does
    won_by: int


class Book(PlainBook[Place]):
    def __init__(self, game: Multiplicity) -> None:
        self.names = game.topology.points
        self.around = neighbours(self.names)
        words = game.setup.split()
        self.left = 0 if "end=full" in words else 1
        self.bound = "opening=free" not in words

    def start(self) -> Place:
        return Place(EMPTY * len(self.names), 0, -1, NOBODY)

    def mover(self, position: Place) -> int:
        return position.seat

    def winner(self, position: Place) -> int:
        return position.won_by

    def turns(self, position: Place) -> dict[Place, Way]:
        if position.last >= 0:
            raise Wrong("a puzzle of bound stones")
        return {
            self.closed(self.put(position, at), -1): Way(self.names[at], 1)
            for at, here in enumerate(position.cells)
            if here == EMPTY
        }

    @staticmethod
    def put(position: Place, at: int) -> Place:
        cells = position.cells
        return position._replace(cells=cells[:at] + STONES[position.seat] + cells[at + 1 :])

    def closed(self, position: Place, last: int) -> Place:
        """After a turn, whose last stone binds the next one, or does not."""
        won = NOBODY
        if position.cells.count(EMPTY) <= self.left:
            white, black = (
                math.prod(group_sizes(self.around, position.cells, stone)) for stone in STONES
            )
            won = DRAWN if white == black else int(black > white)
        return Place(position.cells, 1 - position.seat, last, won)

    def quiet(self, cells: str) -> bool:
        """Is there an empty cell with none but empty neighbours?"""
        return any(
            here == EMPTY and all(cells[other] == EMPTY for other in self.around[at])
            for at, here in enumerate(cells)
        )

    def after(self, position: Place, text: str) -> Place:
        stones = [self.names.index(word) for word in text.split(",")]
        first = position.cells.count(EMPTY) == len(position.cells)
        here = position
        for at in stones:
            if here.cells[at] != EMPTY:
                raise Wrong(f"{text} cannot be")
            here = self.put(here, at)
        if first:
            return self.closed(here, stones[0] if self.bound else -1)
        if position.last < 0:
            if len(stones) != 1:
                raise Wrong(f"{text}: one stone in a turn")
            return self.closed(here, -1)
        if stones[0] not in self.around[position.last]:
            raise Wrong(f"{text}: the first stone is bound")
        again = self.quiet(self.put(position, stones[0]).cells)
        if len(stones) != (2 if again else 1):
            raise Wrong(f"{text}: {len(stones)} stones")
        if again and any(
            self.put(position, stones[0]).cells[other] != EMPTY for other in self.around[stones[1]]
        ):
            raise Wrong(f"{text}: the second stone is free")
        return self.closed(here, stones[1] if again else -1)


def make(game: Multiplicity) -> Book:
    return Book(game)
