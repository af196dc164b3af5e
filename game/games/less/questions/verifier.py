"""Checks the par of a layout with two seats: the fewest moves of four pieces alone, turn by turn.

From corner to corner, by trying placements, with every number of moves left in the turn, in order
of what a way through them costs at least.  Reads the digits of the walls itself, and shares no
code with the engine or the rules.  A placement is a number with a bit for each square.
"""

from __future__ import annotations

import heapq
from functools import cached_property
from typing import NamedTuple

SIDE = 6
TURN = 3  # moves
FAR = 999
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Step(NamedTuple):
    """From a square: what it costs to enter the next one, and the one behind that, or 0."""

    price: int
    next: int
    behind: int


def bit(column: int, row: int) -> int:
    """Return a square counted from the upper left; 0 beyond the rim."""
    return 1 << (row * SIDE + column) if 0 <= column < SIDE and 0 <= row < SIDE else 0


def corner(column: int, row: int) -> int:
    return sum(bit(column + x, row + y) for x in (0, 1) for y in (0, 1))


UPPER_LEFT, LOWER_RIGHT = corner(0, 0), corner(SIDE - 2, SIDE - 2)


class Board:
    """Four pieces of one colour on a board of so many walls."""

    def __init__(self, digits: str, goal: int) -> None:
        """`digits`: the walls between two squares from the top row down."""
        self._digits, self._goal = digits, goal
        self._reached: dict[int, list[tuple[int, int]]] = {}
        self._least: dict[int, int] = {}
        self._most: dict[tuple[int, int], int] = {}

    @cached_property
    def _walls(self) -> dict[int, int]:
        """By the two squares of an edge."""
        left, walls = list(self._digits), {}
        for row in range(SIDE):
            for column in range(SIDE - 1):
                walls[bit(column, row) | bit(column + 1, row)] = int(left.pop(0))
            for column in range(SIDE if row < SIDE - 1 else 0):
                walls[bit(column, row) | bit(column, row + 1)] = int(left.pop(0))
        return walls

    @cached_property
    def _steps(self) -> dict[int, list[Step]]:
        """By square; with a wall in the way there is nothing behind."""
        found: dict[int, list[Step]] = {}
        for place in range(SIDE * SIDE):
            row, column = divmod(place, SIDE)
            here = bit(column, row)
            steps = found[here] = []
            for x, y in STEPS:
                near, far = bit(column + x, row + y), bit(column + 2 * x, row + 2 * y)
                if near:
                    price = 1 + self._walls[here | near]
                    leap = far and price == 1 and self._walls[near | far] == 0
                    steps.append(Step(price, near, far if leap else 0))
        return found

    def reached(self, here: int) -> list[tuple[int, int]]:
        """Return every step and leap: its cost, and the placement after it."""
        if here not in self._reached:
            found = self._reached[here] = []
            left = here
            while left:
                square = left & -left  # the lowest piece
                left ^= square
                for price, near, far in self._steps[square]:
                    if not near & here:
                        found.append((price, here ^ square | near))
                    elif far and not far & here:
                        found.append((1, here ^ square | far))
        return self._reached[here]

    def most(self, here: int, left: int) -> int:
        """Return how much of what is left of a turn can be used; who is home has used all of it."""
        if here == self._goal or left == 0:
            return left
        if (here, left) not in self._most:
            after = [(p, there) for p, there in self.reached(here) if p <= left]
            used = [price + self.most(there, left - price) for price, there in after]
            self._most[here, left] = max(used, default=0)
        return self._most[here, left]

    @cached_property
    def _alone(self) -> dict[int, int]:
        """At least so many moves for one piece from each square, as if it could always leap."""
        far = {square: 0 if square & self._goal else FAR for square in self._steps}
        for _ in far:  # no way is longer than there are squares
            for square, steps in self._steps.items():
                for price, near, behind in steps:
                    leap = far[behind] + 1 if behind else FAR
                    far[square] = min(far[square], far[near] + price, leap)
        return far

    def at_least(self, here: int) -> int:
        """No way home costs less."""
        if here not in self._least:
            ways = self._alone.items()
            self._least[here] = sum(moves for square, moves in ways if square & here)
        return self._least[here]

    def fewest_moves(self, start: int) -> int:
        """Raises ValueError if there is no way, which no walls can do."""
        best = {(start, TURN): 0}
        queue = [(self.at_least(start), 0, start, TURN)]
        while queue:
            _, cost, here, left = heapq.heappop(queue)
            if here == self._goal:
                return cost
            if cost > best[here, left]:
                continue
            most = self.most(here, left)
            for price, there in self.reached(here):
                if price > left:
                    continue
                rest = left - price
                more = self.most(there, rest)
                if price + more < most:
                    continue  # it would waste moves
                if more == 0:
                    rest = TURN  # the turn is over, and nobody else has one
                if cost + price < best.get((there, rest), cost + price + 1):
                    best[there, rest] = reached = cost + price
                    heapq.heappush(queue, (reached + self.at_least(there), reached, there, rest))
        raise ValueError("no way home")


def fewest_moves(digits: str) -> tuple[int, int]:
    """Return the moves of White and of Black."""
    white, black = Board(digits, UPPER_LEFT), Board(digits, LOWER_RIGHT)
    return white.fewest_moves(LOWER_RIGHT), black.fewest_moves(UPPER_LEFT)
