"""What the verifier asks of a game's rulebook: whole turns between positions."""

from __future__ import annotations

from collections.abc import Hashable
from importlib import import_module
from typing import Generic, NamedTuple, Protocol, TypeVar

from game.rules import Game

NOBODY, DRAWN = -1, 2  # winners beside 0 and 1

Position = Hashable
Place = TypeVar("Place", bound=Hashable)  # a game's own kind of position


class Wrong(ValueError):  # noqa: N818 - reads as it is said
    """A puzzle says what is not so."""


class Way(NamedTuple):
    """A turn in the notation, and how many sequences of actions end in the same position."""

    text: str
    ways: int


class Book(Protocol[Place]):
    """The rules of one game, a turn at a time."""

    def start(self) -> Place:
        """Before the first turn."""
        ...

    def mover(self, position: Place) -> int:
        """0 or 1."""
        ...

    def winner(self, position: Place) -> int:
        """NOBODY while the game goes on, DRAWN, 0 or 1."""
        ...

    def turns(self, position: Place) -> dict[Place, Way]:
        """Return every position in which the turn can end."""
        ...

    def after(self, position: Place, text: str) -> Place:
        """Return the position after a turn.  Raises Wrong when it is not legal."""
        ...

    def certain(self, position: Place, side: int) -> bool:
        """Is the game won for `side`, though it may go on?"""
        ...

    def turned(self, before: Place, after: Place) -> int:
        """Return counters that lie the other way; 0 in a game without."""
        ...

    def home_in(self, position: Place, side: int, moves: int) -> bool:
        """Can so many moves bring the side home, with the other at rest?"""
        ...

    def spent(self, position: Place, side: int) -> int:
        """Return moves that the side has made."""
        ...


class PlainBook(Generic[Place]):
    """What most games answer to the questions of few."""

    def winner(self, position: Place) -> int:
        raise NotImplementedError

    def certain(self, position: Place, side: int) -> bool:
        return self.winner(position) == side

    def turned(self, before: Place, after: Place) -> int:
        return 0

    def home_in(self, position: Place, side: int, moves: int) -> bool:
        return False

    def spent(self, position: Place, side: int) -> int:
        return 0


def book_of(game: Game) -> Book[Position]:
    """Return the verifier's rulebook for the boards and options of `game`.

    Raises Wrong without one.
    """
    name = game.key.replace("-", "_")
    try:
        module = import_module(f"{__package__}.{name}")
    except ModuleNotFoundError:
        raise Wrong(f"{game.key}: the verifier knows no rules of it") from None
    book: Book[Position] = module.make(game)
    return book
