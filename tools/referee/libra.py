"""Referee of Libra: one character per cell, # for an obstacle."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from game.games.libra.rules import Libra
from game.rules.topology import Point, Topology
from tools.referee.base import DRAWN, EMPTY, NOBODY, Referee, group_sizes, hex_neighbours

COLOURS = "WB"


class LibraPosition(NamedTuple):
    """A position; `aim` is the number of groups bid or wanted, `first` that of round 1 or -1."""

    cells: str
    seat: int
    bidding: bool
    aim: int
    more: int
    first: int
    won_by: int

    @property
    def begun(self) -> bool:
        return False


class LibraReferee(Referee[LibraPosition]):
    """The rules of Libra in all its modes."""

    def __init__(self, game: Libra) -> None:
        self.names = game.topology.points
        self.around = hex_neighbours(self.names)
        self.blank = "".join("#" if name in game.obstacles else EMPTY for name in self.names)
        self.mode, self.target = game.mode, game.target

    def start(self) -> LibraPosition:
        bidding = self.mode == "bid"
        return LibraPosition(self.blank, 0, bidding, 0 if bidding else self.target, 1, -1, NOBODY)

    def legal(self, position: LibraPosition) -> set[str]:
        if position.won_by != NOBODY:
            return set()
        if position.bidding:
            rises = range(position.aim + 1, self.blank.count(EMPTY) + 1)
            return {f"bid{groups}" for groups in rises} | ({"pass"} if position.aim else set())
        return {
            colour + self.names[at]
            for at, here in enumerate(position.cells)
            if here == EMPTY
            for colour in COLOURS
        }

    def play(self, position: LibraPosition, text: str) -> LibraPosition:
        if text == "pass":
            return position._replace(bidding=False, more=1 - position.seat)
        if text.startswith("bid"):
            return position._replace(aim=int(text[3:]), seat=1 - position.seat)
        at = self.names.index(text[1:])
        cells = position.cells[:at] + text[0] + position.cells[at + 1 :]
        after = position._replace(cells=cells, seat=1 - position.seat)
        return after if EMPTY in cells else self._counted(after)

    def _counted(self, full: LibraPosition) -> LibraPosition:
        """Return the position after the groups of a full board are counted."""
        groups = sum(len(group_sizes(self.around, full.cells, colour)) for colour in COLOURS)
        if self.mode != "duel":
            return full._replace(won_by=full.more if groups >= full.aim else 1 - full.more)
        if full.first < 0:
            return full._replace(cells=self.blank, seat=1, more=0, first=groups)
        won = DRAWN if groups == full.first else int(groups < full.first)
        return full._replace(won_by=won)


def make(game: Libra) -> LibraReferee:
    """Return the referee for a game of Libra."""
    return LibraReferee(game)


def groups_of(board: Topology, blocked: Collection[Point], white: Collection[Point]) -> int:
    """Return the number of groups if cells are white, grey (`blocked`) or else black."""
    cells = "".join(
        "#" if point in blocked else COLOURS[point not in white] for point in board.points
    )
    around = hex_neighbours(board.points)
    return sum(len(group_sizes(around, cells, colour)) for colour in COLOURS)
