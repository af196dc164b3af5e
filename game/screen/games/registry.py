"""The one way from a game to its room on the screen.  Names no game: rooms are found by folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

from game.rules import Game, State, folder_of
from game.rules.events import Seat
from game.screen.boards.looks import Look
from game.screen.boards.view import BoardView
from game.screen.games.options import MatchOptions
from game.screen.games.room import GameRoom
from game.theme import Theme

if TYPE_CHECKING:  # loaded with the scenes that ask for them
    from game.screen.games.book import Book
    from game.screen.games.lesson import Lesson
    from game.screen.games.pane import OptionsPane
    from game.screen.games.panel import Panel
    from game.screen.games.reasons import Reasons
    from game.screen.games.sketch import Sketch

PLAIN = GameRoom()


def room_of(key: str) -> GameRoom:
    """The room of a game by its key; the plain one for a game that has none."""
    module = _module(key, "room")
    room: GameRoom = PLAIN if module is None else module.ROOM
    return room


def book_of(key: str) -> Book:
    """What a game brings to the rulebook."""
    from game.screen.games.book import Book

    module = _module(key, "book")
    book: Book = Book() if module is None else module.BOOK
    return book


def pane_of(key: str) -> type[OptionsPane]:
    """What shows the options of a new match of a game."""
    from game.screen.games.pane import OptionsPane

    module = _module(key, "pane")
    pane: type[OptionsPane] = OptionsPane if module is None else module.PANE
    return pane


def lesson_of(key: str) -> Lesson | None:
    """The guided first game of a game; None where there is none."""
    module = _module(key, "lesson")
    lesson: Lesson | None = None if module is None else module.LESSON
    return lesson


def alone_panel_of(key: str) -> type[Panel]:
    """The panel beside a game that somebody plays alone: the ordinary one, but for games whose
    counts would solve it."""
    module = _module(key, "alone")
    panel: type[Panel] = room_of(key).panel if module is None else module.ALONE
    return panel


def reasons_of(game: Game, name: Callable[[Seat, State], str] | None = None) -> Reasons:
    """What finds words for a game's mistakes; `name` says what a seat is called in a position."""
    from game.screen.games.reasons import Reasons

    module = _module(game.key, "reasons")
    kind: type[Reasons] = Reasons if module is None else module.REASONS
    return kind(game, name)


def sketch_of(game: Game) -> Sketch | None:
    """An empty sketch of a position of `game`; None when its positions cannot be edited."""
    module = _module(game.key, "sketch")
    sketch: Sketch | None = None if module is None else module.SKETCH(game)
    if sketch is not None:
        sketch.clear()
    return sketch


@cache
def _module(key: str, name: str) -> ModuleType | None:
    """A module of a game's folder, None where there is none."""
    package = f"{__package__}.{folder_of(key)}"
    if find_spec(package) is None or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def options_of(key: str) -> MatchOptions:
    """The options of a new match of a game, as they are at first."""
    return room_of(key).options(key)


def look_of(game: Game) -> Look:
    """How the board of `game` looks."""
    return room_of(game.key).look(game)


def board_view(game: Game, theme: Theme, size: int, *, block: bool = False) -> BoardView:
    """The board of `game`, `size` px square.  It is there at once and sharp a moment later.

    `block` renders it sharp first (tests, pictures).
    """
    return BoardView(look_of(game), theme, size, block=block)
