"""Opening books: what a long search thinks of the positions that games begin with.

A file belongs to a setup and is JSON: `pages` has a page for each position, under the text that
stands for it and all that are like it (`symmetry.key_of`).  A page is the chance of the side to
move, 0 to 1, a draw counting half, the visits of all searches of it and of what may follow, and the
turns that were looked at, the best first: the turn as it is written on that page, its chance for
the side that makes it, and the visits that went there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from game.openings.symmetry import key_of, mapped, reverse, ways_to
from game.platform import untrusted
from game.platform.errors import CodedError, Wordings
from game.platform.paths import ASSETS
from game.platform.untrusted import InputError
from game.rules import Action, Game, State

FOLDER = ASSETS / "openings"
FORMAT, VERSION = "less-is-more-book", 1
MOST_BYTES = 64_000_000  # of a file


class BookError(CodedError):
    """A file is no opening book, or not one of this program."""

    wordings = Wordings(__file__, "books")


class BookTurn(NamedTuple):
    """A turn of a page: its notation there, the chance of who makes it, and visits."""

    text: str
    chance: float
    visits: int


class BookPage(NamedTuple):
    """A position of the book.

    The chance of the side to move, by so many visits, and its turns, best first.
    """

    chance: float
    visits: int
    turns: tuple[BookTurn, ...]


class Proposed(NamedTuple):
    """A turn of the book for a position as it lies."""

    actions: tuple[Action, ...]
    after: State
    chance: float
    visits: int


class Departure(NamedTuple):
    """Where a game leaves the book.

    After `turns` turns side 0 has the chance `chance`.  `left`: the book has turns there, and the
    game went on with another.
    """

    turns: int
    chance: float
    left: bool


class OpeningBook:
    """The pages of one setup; `made` says by which command."""

    def __init__(self, setup: str, made: str, pages: Mapping[str, BookPage]) -> None:
        self.setup, self.made, self.pages = setup, made, pages

    def page(self, game: Game, state: State) -> BookPage | None:
        """Return the page of a position; None for one that is not in the book."""
        if game.turn_begun(state) or game.over(state):
            return None
        return self.pages.get(key_of(game, state)[0])

    def turns(self, game: Game, state: State, dice: Random | None = None) -> list[Proposed]:
        """Return the turns of a position's page as they lie, the best first; none without a page.

        Where a position is like itself, one of the ways it may be turned is drawn.
        """
        page = self.page(game, state)
        if page is None:
            return []
        ways = ways_to(game, state, key_of(game, state)[0])
        back = reverse(dice.choice(ways) if dice else ways[0])
        return [proposed(game, state, turn, mapped(turn.text, back)) for turn in page.turns]

    def departure(self, game: Game, states: Sequence[State]) -> Departure:
        """Return where a game leaves the book.

        `states` are its positions after 0, 1, 2, ... turns.
        """
        chance, known = 0.5, -1
        expected: dict[str, float] = {}
        for state in states:
            if game.turn_begun(state) or game.over(state):
                break
            key = key_of(game, state)[0]
            page = self.pages.get(key)
            if page is None and key not in expected:
                break
            own = 1 - expected[key] if page is None else page.chance
            chance = own if game.to_move(state) % 2 == 0 else 1 - own
            known += 1
            expected = {
                key_of(game, turn.after)[0]: turn.chance for turn in self.turns(game, state)
            }
        return Departure(max(0, known), chance, left=bool(expected) and known + 1 < len(states))


def proposed(game: Game, state: State, turn: BookTurn, text: str) -> Proposed:
    """Return a turn by its notation.  Raises RulesError where it is not legal."""
    actions = tuple(game.parse_turn(state, text))
    for action in actions:
        state = game.advance(state, action)
    return Proposed(actions, state, turn.chance, turn.visits)


# -- files -----------------------------------------------------------------------------------------


def file_of(setup: str) -> Path:
    """Return where the book of a setup lies, if there is one."""
    return FOLDER / f"{re.sub(r'[^a-z0-9]+', '-', setup.lower()).strip('-')}.json"


@cache
def book_of(setup: str) -> OpeningBook | None:
    """Return the book that comes with the program for a setup.

    None without one that can be read.
    """
    try:
        book = read_book(file_of(setup))
    except (OSError, BookError):
        return None
    return book if book.setup == setup else None


def read_book(path: Path) -> OpeningBook:
    """Return the book of a file.  Raises BookError, OSError."""
    try:
        data = untrusted.read_json(path, MOST_BYTES)
    except InputError as error:
        raise BookError("no-book", name=path.name, why=error) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BookError("no-book", name=path.name, why="another format")
    if data.get("version") != VERSION:
        found = data.get("version")
        raise BookError("book-version", name=path.name, found=found, known=VERSION)
    try:
        pages = {str(key): _page(page) for key, page in data["pages"].items()}
        return OpeningBook(str(data["setup"]), str(data["made"]), pages)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BookError("no-book", name=path.name, why=f"{error!r}") from error


def _page(data: Sequence[object]) -> BookPage:
    """Return the page that JSON data describe.  Raises TypeError or ValueError."""
    chance, visits, turns = data
    if not isinstance(turns, list):
        raise ValueError(f"{turns!r} is no list of turns")
    found = tuple(BookTurn(str(text), _chance(own), _count(times)) for text, own, times in turns)
    if not found:
        raise ValueError("a page without turns")
    return BookPage(_chance(chance), _count(visits), found)


def _count(found: object) -> int:
    if not isinstance(found, int) or found < 0:
        raise ValueError(f"{found!r} is no number of visits")
    return found


def _chance(found: object) -> float:
    if not isinstance(found, int | float) or not 0 <= found <= 1:
        raise ValueError(f"{found!r} is no chance")
    return float(found)
