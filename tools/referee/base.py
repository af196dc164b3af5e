"""Independent rulebooks, slow and plain, that check the program's results.

A referee shares no rule, kernel or search with the program. It uses only the board and the setup
options of a `Game`. It checks puzzles, answers to questions and, in tests, the rules themselves.
Each game has its own module beside this one; contracts in pyproject.toml enforce the independence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from game.rules import Game
from tools.games import part_of

NOBODY, DRAWN = -1, 2  # values of `won_by` besides the sides 0 and 1
EMPTY = "."
HEX_STEPS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))


class Wrong(ValueError):  # noqa: N818 - reads as it is said
    """A turn, an answer or a puzzle breaks the rules."""


class RefereePosition(Hashable, Protocol):
    """A position of one game: an immutable value that can be compared."""

    @property
    def seat(self) -> int:
        """Return the seat to move."""
        ...

    @property
    def won_by(self) -> int:
        """Return NOBODY while the game goes on, DRAWN, or the winning side 0 or 1."""
        ...

    @property
    def begun(self) -> bool:
        """Return whether a turn has begun and is not finished."""
        ...


P = TypeVar("P", bound=RefereePosition)


class Way(NamedTuple):
    """A turn in the notation, and how many sequences of actions end in the same position."""

    text: str
    ways: int


class Referee(ABC, Generic[P]):
    """The rules of one game; actions are texts of its notation.

    `opening` is the number of turns that the first person makes before the other chooses a side.
    """

    opening = 1

    @abstractmethod
    def start(self) -> P:
        """Return the position before the first turn."""

    @abstractmethod
    def legal(self, position: P) -> set[str]:
        """Return the texts of all legal actions."""

    @abstractmethod
    def play(self, position: P, text: str) -> P:
        """Return the position after a legal action."""

    def after(self, position: P, turn: str) -> P:
        """Return the position after a whole turn. Raises Wrong if the turn is not legal."""
        here = position
        for text in turn.split(","):
            if text not in self.legal(here):
                raise Wrong(f"{text} of {turn} cannot be")
            here = self.play(here, text)
        if here.begun:
            raise Wrong(f"{turn} is no whole turn")
        return here

    def turns(self, position: P) -> dict[P, Way]:
        """Return every position in which the turn can end, with a turn that leads to it."""
        found: dict[P, Way] = {}
        level = {position: Way("", 1)}
        while level:
            further: dict[P, Way] = {}
            for here, way in level.items():
                for text in sorted(self.legal(here)):
                    end = self.play(here, text)
                    into = further if end.begun else found
                    known = into.get(end)
                    if known:
                        into[end] = Way(known.text, known.ways + way.ways)
                    else:
                        into[end] = Way(f"{way.text},{text}" if way.text else text, way.ways)
            level = further
        return found

    def certain(self, position: P, side: int) -> bool:
        """Return whether `side` is sure to win, even if the game goes on."""
        return position.won_by == side

    def turned(self, before: P, after: P) -> int:
        """Return how many counters have been turned over; 0 in a game without counters."""
        return 0

    def home_in(self, position: P, side: int, moves: int) -> bool:
        """Return whether the side can come home in this many moves while the other side rests."""
        return False

    def spent(self, position: P, side: int) -> int:
        """Return the moves that the side has used; 0 in a game that does not count moves."""
        return 0


# -- a choice of sides (`swap=on`), round the rules of the game without ----------------------------

CHOOSER = 1
CHOICES = {"keep", "swap"}


class SwapPosition(NamedTuple):
    """The position on the board, and `opening`, the turns that remain before the choice.

    `opening` counts down to 0, where the side is chosen, and is -1 afterwards.
    """

    board: Any
    opening: int

    @property
    def seat(self) -> int:
        if self.opening > 0:
            return 0
        return CHOOSER if self.opening == 0 else int(self.board.seat)

    @property
    def won_by(self) -> int:
        return int(self.board.won_by)

    @property
    def begun(self) -> bool:
        return bool(self.board.begun)


class SwapReferee(Referee[SwapPosition]):
    """The rules of a game in which one person opens and the other chooses a side."""

    def __init__(self, rules: Referee[Any]) -> None:
        self.rules, self.opening = rules, rules.opening

    def start(self) -> SwapPosition:
        return SwapPosition(self.rules.start(), self.opening)

    def legal(self, position: SwapPosition) -> set[str]:
        chosen = position.opening != 0 or position.won_by != NOBODY
        return self.rules.legal(position.board) if chosen else set(CHOICES)

    def play(self, position: SwapPosition, text: str) -> SwapPosition:
        if position.opening == 0:
            return SwapPosition(position.board, -1)
        board = self.rules.play(position.board, text)
        ended = position.opening > 0 and not board.begun
        return SwapPosition(board, position.opening - ended)

    def certain(self, position: SwapPosition, side: int) -> bool:
        return self.rules.certain(position.board, side)

    def turned(self, before: SwapPosition, after: SwapPosition) -> int:
        return self.rules.turned(before.board, after.board)

    def home_in(self, position: SwapPosition, side: int, moves: int) -> bool:
        return self.rules.home_in(position.board, side, moves)

    def spent(self, position: SwapPosition, side: int) -> int:
        return self.rules.spent(position.board, side)


def referee_of(game: Game) -> Referee[Any]:
    """Return the referee for the board and options of `game`.  Raises Wrong without one."""
    make = cast("Callable[[Game], Referee[Any]] | None", part_of(game.key, "referee", "make"))
    if make is None:
        raise Wrong(f"{game.key}: there is no referee for it")
    rules = make(game)
    return SwapReferee(rules) if "swap=on" in game.setup.split() else rules


# -- hexagons of cells named by a letter and a number ----------------------------------------------


def hex_neighbours(names: Sequence[str]) -> list[list[int]]:
    """Return the indexes of the cells around each cell."""
    number = {name: at for at, name in enumerate(names)}
    around = []
    for name in names:
        letter, rank = ord(name[0]), int(name[1:])
        near = (f"{chr(letter + q)}{rank + r}" for q, r in HEX_STEPS)
        around.append([number[other] for other in near if other in number])
    return around


def group_sizes(around: Sequence[Sequence[int]], cells: str, letter: str) -> list[int]:
    """Return the size of every group of stones marked `letter`."""
    rest = {at for at, here in enumerate(cells) if here == letter}
    sizes = []
    while rest:
        edge = [rest.pop()]
        size = 0
        while edge:
            size += 1
            for other in around[edge.pop()]:
                if other in rest:
                    rest.remove(other)
                    edge.append(other)
        sizes.append(size)
    return sizes
