"""The fewest moves home of one seat of Less that nobody disturbs, by all rules of turns.

A turn is three moves, and as many of them as can be used have to be used.  That may force a step
away from home, so the way can be longer than the distances of `solo`, which know no turns and are
never too long.  There are at most 3 * C(36, 4) places to search, so the search needs no limit.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import Any, NamedTuple

from game.games.less.engine.tables import binomial_table, number_of, squares_of
from game.games.less.rules import (
    BOARD,
    GOAL_SQUARES,
    LEFT,
    META,
    MOVES,
    NEXT,
    SQUARES,
    TURN_LIMIT,
    WALLS,
)
from game.rules import Game, State
from game.rules.kernel import SEAT, TURNS

Squares = tuple[int, ...]  # of four pieces, ascending
CHECKED = 256  # placements between two looks at the clock


class LoneMove(NamedTuple):
    """A step or leap: its action's code, its cost, and the squares after it."""

    code: int
    cost: int
    squares: Squares


class LoneState(NamedTuple):
    """A node of the search: the pieces, and the moves left in the turn."""

    squares: Squares
    left: int


class LonePieces:
    """Four pieces that move alone; all other pieces stand still."""

    def __init__(self, game: Game, seat: int, others: tuple[int, ...]) -> None:
        """Take a seat's pieces; `others` is 1 on squares where pieces stand that do not move."""
        self._others = others
        t = game.tables
        corner = t[GOAL_SQUARES][4 * seat : 4 * seat + 4]
        self.home: Squares = tuple(sorted(corner))
        self._beside = [list(_beside(t, square)) for square in range(t[META][SQUARES])]
        self._ways: dict[Squares, list[LoneMove]] = {}
        self._spent: dict[tuple[Squares, int], int] = {}

    def ways(self, squares: Squares) -> list[LoneMove]:
        """Return all steps and leaps."""
        found = self._ways.get(squares)
        if found is None:
            found = self._ways[squares] = []
            full = self._others
            for square in squares:
                rest = [other for other in squares if other != square]
                for code, cost, near, behind in self._beside[square]:
                    if not (full[near] or near in squares):
                        found.append(LoneMove(code, cost, tuple(sorted((*rest, near)))))
                    elif behind >= 0 and not (full[behind] or behind in squares):
                        found.append(LoneMove(code + 4, 1, tuple(sorted((*rest, behind)))))
        return found

    def spendable(self, squares: Squares, left: int) -> int:
        """Return how many of `left` moves can be spent; coming home counts as all of them."""
        if squares == self.home or left == 0:
            return left
        most = self._spent.get((squares, left))
        if most is None:
            fitting = [way for way in self.ways(squares) if way.cost <= left]
            sums = (way.cost + self.spendable(way.squares, left - way.cost) for way in fitting)
            most = self._spent[squares, left] = max(sums, default=0)
        return most

    def legal(self, squares: Squares, left: int) -> list[LoneMove]:
        """Return the steps and leaps after which as much of the turn can be spent as before."""
        most = self.spendable(squares, left)
        return [
            way
            for way in self.ways(squares)
            if way.cost <= left and way.cost + self.spendable(way.squares, left - way.cost) == most
        ]


def _beside(t: Any, square: int) -> list[tuple[int, int, int, int]]:
    """Neighbours: code of the step, its cost, the square, and where a leap over it leads, or -1."""
    found = []
    for way in range(4):
        first = square * 4 + way
        near, wall = t[NEXT][first], t[WALLS][first]
        if near >= 0:
            second = near * 4 + way
            open_ = wall == 0 and t[WALLS][second] == 0
            found.append((square * 8 + way, 1 + wall, near, t[NEXT][second] if open_ else -1))
    return found


def fewest_moves(
    game: Game, state: State, distances: Any, late: Callable[[], bool]
) -> tuple[int, list[int]] | None:
    """Return the fewest moves home of the seat to move, and the codes of the actions (A*).

    `distances` are those of `solo`, with the other pieces standing.  None when there is no way,
    when the shortest takes more turns than there are before the limit, or when it was `late`.
    """
    seat, pascal = state[SEAT], binomial_table()
    lone = LonePieces(game, seat, tuple(int(piece not in (0, seat + 1)) for piece in state[BOARD:]))

    def still(squares: Squares) -> int:
        return int(distances[number_of(pascal, *squares)])

    start = LoneState(tuple(squares_of(state, seat)), state[LEFT])
    queue = [(still(start.squares), 0, start)]
    came: dict[LoneState, tuple[LoneState, LoneMove]] = {}
    fewest = {start: 0}
    taken = 0
    while queue:
        _, minus_used, here = heapq.heappop(queue)
        taken += 1
        if taken % CHECKED == 0 and late():
            return None
        if here.squares == lone.home:
            codes, turns = _traced(came, here, start)
            return (-minus_used, codes) if turns <= TURN_LIMIT - state[TURNS] else None
        if -minus_used > fewest[here]:
            continue
        for way in lone.legal(*here):
            left = here.left - way.cost
            ends = way.squares == lone.home or lone.spendable(way.squares, left) == 0
            there = LoneState(way.squares, MOVES if ends else left)
            used = way.cost - minus_used
            if used < fewest.get(there, used + 1):
                fewest[there], came[there] = used, (here, way)
                heapq.heappush(queue, (used + still(way.squares), -used, there))
    return None


def _traced(
    came: dict[LoneState, tuple[LoneState, LoneMove]], place: LoneState, start: LoneState
) -> tuple[list[int], int]:
    """Return the codes of the actions from `start` to `place`, and the turns they take."""
    codes: list[int] = []
    turns = 0
    while place != start:
        turns += place.left == MOVES
        place, way = came[place]
        codes.append(way.code)
    return codes[::-1], turns
