"""Referee of Less: a character per square, from a1 rank by rank; a digit is the seat of a piece."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from operator import itemgetter
from typing import NamedTuple

from game.games.less.rules import Less
from tools.referee.base import DRAWN, EMPTY, NOBODY, Referee, Wrong

TURN = 3  # moves in a turn
PIECES = 4
TURN_LIMIT = 200
FAR = 999


class LessPosition(NamedTuple):
    """A position: `left` moves of the turn, `spent` moves and `home` (true if home) by side."""

    squares: str
    seat: int
    left: int
    spent: tuple[int, int]
    home: tuple[bool, bool]
    turns: int
    won_by: int

    @property
    def begun(self) -> bool:
        return self.left < TURN


class Edge(NamedTuple):
    """An edge: the next square, the price of a step there, and the square behind it or -1."""

    near: int
    price: int
    behind: int


class LessReferee(Referee[LessPosition]):
    """The rules of Less on walls, which are given as the digits of a setup string."""

    def __init__(self, digits: str, seats: int = 2, block: bool = True, old: bool = False) -> None:
        """Store the options of a game; `old` is the first reading of the rules."""
        self.seats, self.block, self.old = seats, block, old
        self.side = 6 if seats == 2 else 8
        last = self.side - 2
        corners = [(0, 0), (0, last), (last, 0), (last, last)]
        if seats == 2:
            corners = [(last, 0), (0, last)]
        self.starts = [self._corner(x, y) for x, y in corners]
        self.goals = [self._corner(last - x, last - y) for x, y in corners]
        self._goal_of = [itemgetter(*goal) for goal in self.goals]
        self.names = [f"{'abcdefgh'[x]}{y + 1}" for y in range(self.side) for x in range(self.side)]
        self.edges = self._edges(digits)
        self._bounds: dict[int, list[int]] = {}
        self._moves: dict[tuple[str, int], dict[str, tuple[str, int]]] = {}
        self._most: dict[tuple[str, int, int], int] = {}

    # -- the board ---------------------------------------------------------------------------------

    def _square(self, x: int, y: int) -> int:
        return y * self.side + x if 0 <= x < self.side and 0 <= y < self.side else -1

    def _corner(self, x: int, y: int) -> list[int]:
        return [self._square(x + i, y + j) for i in (0, 1) for j in (0, 1)]

    def _edges(self, digits: str) -> list[list[Edge]]:
        """Return the edges of every square; the digits start at the top row."""
        given, walls = iter(digits), dict[frozenset[int], int]()
        for y in reversed(range(self.side)):
            for x in range(self.side - 1):
                walls[frozenset((self._square(x, y), self._square(x + 1, y)))] = int(next(given))
            for x in range(self.side if y else 0):
                walls[frozenset((self._square(x, y), self._square(x, y - 1)))] = int(next(given))
        edges = []
        for here in range(self.side**2):
            y, x = divmod(here, self.side)
            found = []
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                near, far = self._square(x + dx, y + dy), self._square(x + 2 * dx, y + 2 * dy)
                if near < 0:
                    continue
                wall = walls[frozenset((here, near))]
                open_ = far >= 0 and wall == 0 and walls[frozenset((near, far))] == 0
                found.append(Edge(near, 1 + wall, far if open_ else -1))
            edges.append(found)
        return edges

    # -- positions ---------------------------------------------------------------------------------

    def start(self) -> LessPosition:
        starts = enumerate(self.starts)
        return self._position({square: seat for seat, start in starts for square in start})

    def laid(self, pieces: Mapping[int, str], seat: int, turns: int) -> LessPosition:
        """Return the position with each seat's pieces on the named squares, after `turns` turns."""
        words = ((own, name) for own, names in pieces.items() for name in names.split())
        lying = {self.names.index(name): own for own, name in words}
        return self._position(lying)._replace(seat=seat, turns=turns)

    def _position(self, lying: Mapping[int, int]) -> LessPosition:
        squares = "".join(str(lying.get(square, EMPTY)) for square in range(self.side**2))
        return LessPosition(squares, 0, TURN, (0, 0), self._home(squares), 0, NOBODY)

    def _is_home(self, squares: str, seat: int) -> bool:
        return bool(self._goal_of[seat](squares) == (str(seat),) * PIECES)

    def _side_is_home(self, squares: str, side: int) -> bool:
        if self.seats == 2:
            return self._is_home(squares, side)
        return all(self._is_home(squares, seat) for seat in range(side, self.seats, 2))

    def _home(self, squares: str) -> tuple[bool, bool]:
        return self._side_is_home(squares, 0), self._side_is_home(squares, 1)

    def spent(self, position: LessPosition, side: int) -> int:
        return position.spent[side]

    # -- turns -------------------------------------------------------------------------------------

    def _steps(self, squares: str, seat: int) -> dict[str, tuple[str, int]]:
        """Return every step and leap of a seat by its text, with the squares and its price."""
        if self.seats == 4 and self._is_home(squares, seat):
            seat = (seat + 2) % 4
        known = self._moves.get((squares, seat))
        if known is not None:
            return known
        found, letter = {}, str(seat)
        for here, piece in enumerate(squares):
            if piece != letter:
                continue
            for near, price, behind in self.edges[here]:
                if squares[near] == EMPTY:
                    target, cost = near, price
                elif behind >= 0 and squares[behind] == EMPTY:
                    target, cost = behind, 1
                else:
                    continue
                low, high = sorted((here, target))
                after = squares[low + 1 : high]
                pair = (EMPTY, letter) if low == here else (letter, EMPTY)
                after = squares[:low] + pair[0] + after + pair[1] + squares[high + 1 :]
                found[f"{self.names[here]}-{self.names[target]}"] = after, cost
        self._moves[squares, seat] = found
        return found

    def _usable(self, squares: str, seat: int, left: int) -> int:
        """Return how many of `left` moves can be used at most; once home, all of them count."""
        if left == 0 or self._side_is_home(squares, seat % 2):
            return left
        key = (squares, seat, left)
        if key not in self._most:
            best = 0
            for after, cost in self._steps(squares, seat).values():
                if cost <= left and best < left:
                    best = max(best, cost + self._usable(after, seat, left - cost))
            self._most[key] = best
        return self._most[key]

    def legal(self, position: LessPosition) -> set[str]:
        if position.won_by != NOBODY:
            return set()
        squares, seat, left = position.squares, position.seat, position.left
        most = self._usable(squares, seat, left)
        texts = {
            text
            for text, (after, cost) in self._steps(squares, seat).items()
            if cost <= left and cost + self._usable(after, seat, left - cost) == most
        }
        return texts or {"pass"}

    def play(self, position: LessPosition, text: str) -> LessPosition:
        if text == "pass":
            return self._closed(position)
        squares, cost = self._steps(position.squares, position.seat)[text]
        white, black = position.spent
        spent = (white, black + cost) if position.seat % 2 else (white + cost, black)
        left, seat = position.left - cost, position.seat
        after = LessPosition(squares, seat, left, spent, position.home, position.turns, NOBODY)
        if left == 0 or self._side_is_home(squares, seat % 2):
            return self._closed(after)
        return after if self._usable(squares, seat, left) else self._closed(after)

    def _closed(self, position: LessPosition) -> LessPosition:
        """Return the position after the turn, with the winner or the next seat."""
        side, turns = position.seat % 2, position.turns + 1
        home, won = self._home(position.squares), NOBODY
        if all(home):
            white, black = position.spent
            won = DRAWN if white == black else int(black < white)
        elif self.block and any(
            self._blocked(position.squares, seat) for seat in range(side, self.seats, 2)
        ):
            won = side
        elif turns == TURN_LIMIT:
            won = DRAWN if self.old else self._at_the_limit(position.squares, home)
        seat = (position.seat + 1) % self.seats
        while home[seat % 2] and not all(home):
            seat = (seat + 1) % self.seats
        return LessPosition(position.squares, seat, TURN, position.spent, home, turns, won)

    def _blocked(self, squares: str, seat: int) -> bool:
        """Return whether an opponent in its own corner keeps a seat's fourth piece from home."""
        others = [square for square in self.goals[seat] if squares[square] != str(seat)]
        if len(others) != 1 or squares[others[0]] == EMPTY:
            return False
        blocker = int(squares[others[0]])
        homes = [blocker] if self.old else range(blocker % 2, self.seats, 2)
        return blocker % 2 != seat % 2 and any(others[0] in self.starts[home] for home in homes)

    def _at_the_limit(self, squares: str, home: tuple[bool, bool]) -> int:
        """Return the winner at the limit: the side that left its corners, else the side at home."""
        sitting = {
            seat % 2
            for seat in range(self.seats)
            for square in self.starts[seat]
            if squares[square] != EMPTY and int(squares[square]) % 2 == seat % 2
        }
        if self.block and len(sitting) == 1:
            return int(0 in sitting)
        return DRAWN if home[0] == home[1] else int(home[1])

    # -- the way home, with two seats --------------------------------------------------------------

    def _at_least(self, squares: str, side: int) -> int:
        """Return a lower bound of the moves home, for pieces that are alone and can always leap."""
        if side not in self._bounds:
            goal = self.goals[side]
            far = [0 if here in goal else FAR for here in range(self.side**2)]
            before: list[int] = []
            while far != before:
                before = list(far)
                for here, edges in enumerate(self.edges):
                    for near, price, behind in edges:
                        leap = far[behind] + 1 if behind >= 0 else FAR
                        far[here] = min(far[here], far[near] + price, leap)
            self._bounds[side] = far
        far, letter = self._bounds[side], str(side)
        return sum(far[here] for here, piece in enumerate(squares) if piece == letter)

    def moves_home(self, squares: str, side: int, limit: int = FAR) -> int:
        """Return the minimum number of moves home, by whole turns, while the other side rests (A*).

        FAR if more than `limit` are needed. Raises Wrong with four seats.
        """
        if self.seats != 2:
            raise Wrong("four seats")
        best = {(squares, TURN): 0}
        queue = [(self._at_least(squares, side), 0, squares, TURN)]
        while queue:
            reached, minus, here, left = heapq.heappop(queue)
            if reached > limit:
                break
            if self._is_home(here, side):
                return -minus
            if -minus > best[here, left]:
                continue
            most = self._usable(here, side, left)
            for there, price in self._steps(here, side).values():
                if price > left or price + self._usable(there, side, left - price) < most:
                    continue
                rest = left - price if self._usable(there, side, left - price) else TURN
                moves = price - minus
                if moves < best.get((there, rest), FAR):
                    best[there, rest] = moves
                    bound = moves + self._at_least(there, side)
                    heapq.heappush(queue, (bound, -moves, there, rest))
        return FAR

    def fewest_moves(self) -> tuple[int, int]:
        """Return the minimum number of moves home for White and for Black, each side alone."""
        white, black = (
            self.moves_home(self._position(dict.fromkeys(self.starts[side], side)).squares, side)
            for side in (0, 1)
        )
        return white, black

    def home_in(self, position: LessPosition, side: int, moves: int) -> bool:
        return moves >= 0 and self.moves_home(position.squares, side, moves) <= moves

    def certain(self, position: LessPosition, side: int) -> bool:
        if position.won_by != NOBODY or not position.home[side] or position.home[1 - side]:
            return position.won_by == side
        lead = position.spent[side] - position.spent[1 - side]
        return not self.home_in(position, 1 - side, lead)


def make(game: Less) -> LessReferee:
    """Return the referee for a game of Less."""
    return LessReferee(game.walls, game.seats, game.block, "reading=first" in game.setup.split())
