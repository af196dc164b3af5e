"""Recognition of a text or a file: a game, a setup, a position or a board.

The input comes in one piece: pasted text, or a file dropped on the window. This module only reads;
it opens and changes nothing in the program.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.platform import untrusted
from game.platform.untrusted import InputError
from game.rules import Game
from game.rules.boards import parse_board
from game.rules.position import MARK, split_line
from game.rules.registry import GAMES, parse_setup
from game.table.errors import ReadingError
from game.table.match import Match
from game.table.record import FORMAT, load


@dataclass(frozen=True)
class InputGame:
    """A record: a game with its turns."""

    match: Match


@dataclass(frozen=True)
class InputSetup:
    """A setup string."""

    game: Game


@dataclass(frozen=True)
class InputPosition:
    """A position of `game`, as `text`."""

    game: Game
    text: str


@dataclass(frozen=True)
class InputBoard:
    """A board file, by its path."""

    path: str


Found = InputGame | InputSetup | InputPosition | InputBoard


def read_text(text: str, game: Game | None = None, source: str = "record") -> Found:
    """Return what a text contains; a bare position belongs to `game`.

    Raises ReadingError if the kind of text is not recognised; RecordError or RulesError if it is
    recognised but damaged.
    """
    text = text.strip().removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if not text:
        raise ReadingError("no-text")
    if text[0] in "{[":
        return InputGame(load(text, source))
    first = text.split()[0]
    if first in {known.key for known in GAMES}:
        setup, position = split_line(text)
        found = parse_setup(setup)
        return _position(found, position) if position else InputSetup(found)
    if game is not None and (first == MARK or "=" in first):
        return _position(game, text.removeprefix(MARK).strip())
    raise ReadingError("unknown-text", text=text if len(text) <= 40 else f"{text[:39]}…")


def _position(game: Game, text: str) -> InputPosition:
    game.from_position(text)
    return InputPosition(game, text)


def read_file(path: str) -> Found:
    """Return what a file contains.  Raises ReadingError, RecordError or RulesError."""
    name = Path(path).name
    try:
        text = untrusted.read_foreign_text(path)
    except InputError as error:
        raise ReadingError("input", why=error) from None
    except OSError as error:
        raise ReadingError("unread-file", name=name, reason=error) from None
    if _is_board(text):
        parse_board(text, name)
        return InputBoard(path)
    try:
        return read_text(text, None, name)
    except ReadingError:
        raise ReadingError("unknown-file", name=name) from None


def _is_board(text: str) -> bool:
    """Return whether the text is a board file: JSON with the fields of a board."""
    try:
        data = untrusted.parse_json(text, "")
    except InputError:
        return False
    return isinstance(data, dict) and data.get("format") != FORMAT and "points" in data
