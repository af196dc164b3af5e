"""Opening books: results of long searches of the first positions of games.

A file belongs to a setup and is JSON. Its `pages` have a page for each position, under a text that
is the same for all symmetric positions (`symmetry.key_of`). A page has the chance of the side to
move (0 to 1, a draw counting half). It also has the visits of all searches of the position and its
successors, and the turns that were searched, best first. A turn has its notation on that page, the
chance of the side that plays it, and its visits.
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
MOST_BYTES = 64_000_000  # size limit of a file


class BookError(CodedError):
    """An error: a file is not an opening book of this program."""

    wordings = Wordings(__file__, "books")


class BookTurn(NamedTuple):
    """A turn of a page: its notation there, the chance of the side that plays it, its visits."""

    text: str
    chance: float
    visits: int


class BookPage(NamedTuple):
    """A position of the book.

    It has the chance of the side to move, the visits, and the turns, best first.
    """

    chance: float
    visits: int
    turns: tuple[BookTurn, ...]


class Proposed(NamedTuple):
    """A turn of the book, in the orientation of the actual position."""

    actions: tuple[Action, ...]
    after: State
    chance: float
    visits: int


class Departure(NamedTuple):
    """The point where a game leaves the book.

    After `turns` turns, side 0 has the chance `chance`. `left` means that the book has turns there,
    but the game continued with another one.
    """

    turns: int
    chance: float
    left: bool


class OpeningBook:
    """The pages of one setup; `made` is the command that made them."""

    def __init__(self, setup: str, made: str, pages: Mapping[str, BookPage]) -> None:
        self.setup, self.made, self.pages = setup, made, pages

    def page(self, game: Game, state: State) -> BookPage | None:
        """Return the page of a position; None if the book does not have it."""
        if game.turn_begun(state) or game.over(state):
            return None
        return self.pages.get(key_of(game, state)[0])

    def turns(self, game: Game, state: State, dice: Random | None = None) -> list[Proposed]:
        """Return a page's turns in the position's orientation, best first; [] without a page.

        If the position is symmetric, `dice` draws one of the equal orientations.
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
    """Return the book's turn, written here as `text`. Raises RulesError if it is not legal."""
    actions = tuple(game.parse_turn(state, text))
    for action in actions:
        state = game.advance(state, action)
    return Proposed(actions, state, turn.chance, turn.visits)


# -- files -----------------------------------------------------------------------------------------


def file_of(setup: str) -> Path:
    """Return the path of a setup's book, which may not exist."""
    return FOLDER / f"{re.sub(r'[^a-z0-9]+', '-', setup.lower()).strip('-')}.json"


@cache
def book_of(setup: str) -> OpeningBook | None:
    """Return the book shipped for a setup; None if there is no readable one."""
    try:
        book = read_book(file_of(setup))
    except (OSError, BookError):
        return None
    return book if book.setup == setup else None


def read_book(path: Path) -> OpeningBook:
    """Return the book in a file. Raises BookError, OSError."""
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
    """Return the page described by JSON data. Raises TypeError or ValueError."""
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
