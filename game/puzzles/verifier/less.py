"""Less for two seats, turn by turn, on strings: one letter a square, from a1 along the ranks.

Raises Wrong for a turn that is none, for four seats, and at the limit of turns.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple, TypeVar

from game.games.less.rules import Less
from game.puzzles.verifier.book import DRAWN, NOBODY, PlainBook, Way, Wrong

SIDE = 6
LETTERS = "wb"
EMPTY = "."
FAR = 99

Key = TypeVar("Key")


class Place(NamedTuple):
    squares: str
    seat: int
    used: tuple[int, int]
    home: tuple[bool, bool]
    turn: int
    won_by: int


def square(x: int, y: int) -> int:
    return y * SIDE + x


def corner(x: int, y: int) -> frozenset[int]:
    return frozenset(square(x + i, y + j) for i in (0, 1) for j in (0, 1))


STARTS = (corner(SIDE - 2, 0), corner(0, SIDE - 2))
GOALS = (STARTS[1], STARTS[0])


class Book(PlainBook[Place]):
    def __init__(self, game: Less) -> None:
        if game.seats != 2:
            raise Wrong("four seats")
        self.block = "block=off" not in game.setup.split()
        self.failed: dict[tuple[str, int], int] = {}  # moves that were not enough to come home
        walls: dict[frozenset[int], int] = {}
        digits = iter(game.walls)
        for y in reversed(range(SIDE)):
            for x in range(SIDE - 1):
                walls[frozenset((square(x, y), square(x + 1, y)))] = int(next(digits))
            if y:
                for x in range(SIDE):
                    walls[frozenset((square(x, y), square(x, y - 1)))] = int(next(digits))
        self.ways: list[list[tuple[int, int, int]]] = []  # next, its price, behind it or -1
        for here in range(SIDE * SIDE):
            x, y = here % SIDE, here // SIDE
            ways = []
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                if not (0 <= x + dx < SIDE and 0 <= y + dy < SIDE):
                    continue
                near, behind = square(x + dx, y + dy), -1
                wall = walls[frozenset((here, near))]
                if 0 <= x + 2 * dx < SIDE and 0 <= y + 2 * dy < SIDE:
                    far = square(x + 2 * dx, y + 2 * dy)
                    if wall == 0 and walls[frozenset((near, far))] == 0:
                        behind = far
                ways.append((near, 1 + wall, behind))
            self.ways.append(ways)

    @staticmethod
    def name(here: int) -> str:
        return f"{'abcdef'[here % SIDE]}{here // SIDE + 1}"

    def start(self) -> Place:
        squares = [EMPTY] * (SIDE * SIDE)
        for seat in (0, 1):
            for here in STARTS[seat]:
                squares[here] = LETTERS[seat]
        return Place("".join(squares), 0, (0, 0), (False, False), 0, NOBODY)

    def mover(self, position: Place) -> int:
        return position.seat

    def winner(self, position: Place) -> int:
        return position.won_by

    def spent(self, position: Place, side: int) -> int:
        return position.used[side]

    # -- turns -------------------------------------------------------------------------------------

    def single(self, squares: str, letter: str) -> list[tuple[str, int, str]]:
        """Return every step and leap: the squares after it, its price, its text."""
        found = []
        for here, piece in enumerate(squares):
            if piece != letter:
                continue
            for near, price, behind in self.ways[here]:
                if squares[near] == EMPTY:
                    target, cost = near, price
                elif behind >= 0 and squares[behind] == EMPTY:
                    target, cost = behind, 1
                else:
                    continue
                after = list(squares)
                after[here], after[target] = EMPTY, letter
                found.append(("".join(after), cost, f"{self.name(here)}-{self.name(target)}"))
        return found

    def endings(self, squares: str, seat: int) -> dict[tuple[str, int], Way]:
        """Return squares at the end of a turn with the moves it used: as many of three as can be.

        Coming home ends the turn, and counts as all three.
        """
        letter, goal = LETTERS[seat], GOALS[seat]
        levels: list[dict[str, Way]] = [{squares: Way("", 1)}, {}, {}, {}]
        arrived: dict[tuple[str, int], Way] = {}

        def enter(known: dict[Key, Way], key: Key, way: Way) -> None:
            old = known.get(key)
            known[key] = Way(old.text, old.ways + way.ways) if old else way

        for used in range(3):
            for here, way in levels[used].items():
                for after, cost, word in self.single(here, letter):
                    if used + cost > 3:
                        continue
                    longer = Way(f"{way.text},{word}" if way.text else word, way.ways)
                    if all(after[spot] == letter for spot in goal):
                        enter(arrived, (after, used + cost), longer)
                    else:
                        enter(levels[used + cost], after, longer)
        most = 3 if arrived else max(used for used in range(4) if levels[used])
        if most == 0:
            return {(squares, 0): Way("pass", 1)}
        return arrived | {(after, most): way for after, way in levels[most].items()}

    def turns(self, position: Place) -> dict[Place, Way]:
        return {
            self.closed(position, squares, used): way
            for (squares, used), way in self.endings(position.squares, position.seat).items()
        }

    def closed(self, position: Place, squares: str, cost: int) -> Place:
        seat = position.seat
        used = tuple(u + cost * (side == seat) for side, u in enumerate(position.used))
        home = tuple(all(squares[s] == LETTERS[side] for s in GOALS[side]) for side in (0, 1))
        won = NOBODY
        if all(home):
            won = DRAWN if used[0] == used[1] else int(used[1] < used[0])
        elif self.block and self.blocked(squares, seat):
            won = seat
        elif position.turn + 1 >= 200:
            raise Wrong("a game that comes to the limit of turns")
        other = seat if home[1 - seat] else 1 - seat
        return Place(squares, other, (used[0], used[1]), (home[0], home[1]), position.turn + 1, won)

    @staticmethod
    def blocked(squares: str, seat: int) -> bool:
        """Do three of the seat's pieces wait for the other's on the last square of their corner?"""
        corner_ = sorted(squares[spot] for spot in GOALS[seat])
        return corner_ == sorted([LETTERS[1 - seat]] + [LETTERS[seat]] * 3)

    def after(self, position: Place, text: str) -> Place:
        squares, cost = position.squares, 0
        for word in text.split(","):
            if word == "pass":
                continue
            for after, price, said in self.single(squares, LETTERS[position.seat]):
                if said == word:
                    squares, cost = after, cost + price
                    break
            else:
                raise Wrong(f"{word} of {text} cannot be")
        if (squares, cost) not in self.endings(position.squares, position.seat):
            raise Wrong(f"{text} is no turn there")
        return self.closed(position, squares, cost)

    # -- the way home ------------------------------------------------------------------------------

    @cached_property
    def alone(self) -> tuple[list[int], list[int]]:
        """For each side and square at least so many moves for one piece, with leaps for nothing."""
        found = []
        for goal in GOALS:
            far = [0 if here in goal else FAR for here in range(SIDE * SIDE)]
            changed = True
            while changed:
                changed = False
                for here, ways in enumerate(self.ways):
                    for near, price, behind in ways:
                        best = min(far[near] + price, far[behind] + 1 if behind >= 0 else FAR)
                        if best < far[here]:
                            far[here], changed = best, True
            found.append(far)
        return found[0], found[1]

    def at_least(self, squares: str, side: int) -> int:
        far = self.alone[side]
        return sum(far[here] for here, piece in enumerate(squares) if piece == LETTERS[side])

    def can(self, squares: str, side: int, left: int) -> bool:
        """Can the side come home in `left` moves, turn after turn, with the other at rest?"""
        if all(squares[spot] == LETTERS[side] for spot in GOALS[side]):
            return left >= 0
        known = (squares, side)
        if self.at_least(squares, side) > left or self.failed.get(known, -1) >= left:
            return False
        for (after, cost), _way in self.endings(squares, side).items():
            if cost and cost <= left and self.can(after, side, left - cost):
                return True
        self.failed[known] = left
        return False

    def home_in(self, position: Place, side: int, moves: int) -> bool:
        return self.can(position.squares, side, moves)

    def certain(self, position: Place, side: int) -> bool:
        if position.won_by != NOBODY or not position.home[side] or position.home[1 - side]:
            return position.won_by == side
        lead = position.used[side] - position.used[1 - side]
        return not self.can(position.squares, 1 - side, lead)


def make(game: Less) -> Book:
    return Book(game)
