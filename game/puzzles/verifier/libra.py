"""Libra, turn by turn, on strings: one letter a cell, # for an obstacle.

Raises Wrong for a turn that is none, and for turns while the seats bid.
"""

from __future__ import annotations

from typing import NamedTuple

from game.games.libra.rules import Libra
from game.puzzles.verifier.book import DRAWN, NOBODY, PlainBook, Way, Wrong
from game.puzzles.verifier.hexagons import group_sizes, neighbours

EMPTY = "."


class Place(NamedTuple):
    cells: str
    seat: int
    bidding: bool
    aim: int
    more: int
    first: int  # groups of the first round of a duel, -1 before its end
    won_by: int


class Book(PlainBook[Place]):
    def __init__(self, game: Libra) -> None:
        self.names = game.topology.points
        self.around = neighbours(self.names)
        self.blank = "".join("#" if name in game.obstacles else EMPTY for name in self.names)
        self.duel, self.bid, self.target = game.mode == "duel", game.mode == "bid", game.target

    def start(self) -> Place:
        return Place(self.blank, 0, self.bid, self.target, 1, -1, NOBODY)

    def mover(self, position: Place) -> int:
        return position.seat

    def winner(self, position: Place) -> int:
        return position.won_by

    def turns(self, position: Place) -> dict[Place, Way]:
        if position.bidding:
            raise Wrong("a puzzle of bids")
        return {
            self.laid(position, at, colour): Way(colour + self.names[at], 1)
            for at, here in enumerate(position.cells)
            if here == EMPTY
            for colour in "WB"
        }

    def laid(self, position: Place, at: int, colour: str) -> Place:
        cells = position.cells[:at] + colour + position.cells[at + 1 :]
        after = position._replace(cells=cells, seat=1 - position.seat)
        return after if EMPTY in cells else self.counted(after)

    def counted(self, full: Place) -> Place:
        groups = sum(len(group_sizes(self.around, full.cells, colour)) for colour in "WB")
        if not self.duel:
            return full._replace(won_by=full.more if groups >= full.aim else 1 - full.more)
        if full.first < 0:
            return full._replace(cells=self.blank, seat=1, more=0, first=groups)
        won = DRAWN if groups == full.first else 0 if groups > full.first else 1
        return full._replace(won_by=won)

    def after(self, position: Place, text: str) -> Place:
        if position.bidding:
            if text == "pass":
                return position._replace(bidding=False, more=1 - position.seat)
            bid = int(text[3:])
            if bid <= position.aim or bid > self.blank.count(EMPTY):
                raise Wrong(f"{text} after {position.aim}")
            return position._replace(aim=bid, seat=1 - position.seat)
        at = self.names.index(text[1:])
        if text[0] not in "WB" or position.cells[at] != EMPTY:
            raise Wrong(f"{text} cannot be")
        return self.laid(position, at, text[0])


def make(game: Libra) -> Book:
    return Book(game)
