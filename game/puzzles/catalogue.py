"""The shipped puzzles and the user's own. Each file is read when it is first needed.

Retired puzzles are no longer offered. Their reviews continue if they have already begun.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from game.platform import untrusted
from game.platform.i18n import _
from game.platform.paths import ASSETS
from game.platform.storage import data_folder
from game.puzzles.plugin import puzzle_plugin
from game.puzzles.puzzle import Puzzle, PuzzleError, read_puzzles
from game.rules.registry import GAMES

SHIPPED = ASSETS / "puzzles"
RETIRED = SHIPPED / "retired"
ANY = ""  # any game, kind or theme


def own_folder() -> Path:
    """Return the folder of the user's own puzzles."""
    return data_folder() / "puzzles"


def games() -> list[str]:
    """Return the keys of the games that have shipped puzzles, in the order of the menus."""
    return [game.key for game in GAMES if shipped_kinds(game.key)]


def shipped_kinds(key: str) -> list[str]:
    """Return the kinds of puzzles that are shipped for a game."""
    return [kind for kind in puzzle_plugin(key).kinds if file_of(key, kind).exists()]


def file_of(key: str, kind: str) -> Path:
    return SHIPPED / f"{key}-{kind}.json"


@cache
def shipped(key: str, kind: str) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of a game and kind, the easiest first."""
    return tuple(read_puzzles(file_of(key, kind)))


@cache
def retired() -> tuple[Puzzle, ...]:
    """Return the puzzles that were shipped by earlier versions."""
    return tuple(puzzle for path in sorted(RETIRED.glob("*.json")) for puzzle in read_puzzles(path))


def own_puzzles() -> tuple[list[Puzzle], str]:
    """Return the user's own puzzles, and a message about an unreadable file, or ""."""
    found: list[Puzzle] = []
    complaint = ""
    for path in untrusted.json_files(own_folder()):
        try:
            found += read_puzzles(path)
        except (PuzzleError, OSError):
            words = _("{file} cannot be read and is left as it is.")
            complaint = words.format(file=path.name)
    return found, complaint


def choose(key: str = ANY, kind: str = ANY, theme: str = ANY) -> list[Puzzle]:
    """Return the shipped puzzles of this game, kind and theme, the easiest first."""
    found = [
        puzzle
        for game in ([key] if key else games())
        for one in shipped_kinds(game)
        if kind in (ANY, one)
        for puzzle in shipped(game, one)
        if theme == ANY or theme in puzzle.themes
    ]
    return sorted(found, key=by_grade)


def by_grade(puzzle: Puzzle) -> tuple[int, int, str]:
    """Return the sort key for the easiest puzzles first."""
    return puzzle.grade, puzzle.proof, puzzle.id


def find(names: Sequence[str]) -> list[Puzzle]:
    """Return the puzzles with these ids: shipped, retired, or the user's own.

    Unknown ids are left out.
    """
    known = {puzzle.id: puzzle for puzzle in own_puzzles()[0]} | _by_id() if names else {}
    return [known[name] for name in names if name in known]


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in (*retired(), *choose())}


def themes(puzzles: Sequence[Puzzle]) -> list[str]:
    """Return the themes of these puzzles, the most frequent first."""
    count: dict[str, int] = {}
    for puzzle in puzzles:
        for theme in puzzle.themes:
            count[theme] = count.get(theme, 0) + 1
    return sorted(count, key=lambda theme: (-count[theme], theme))


def of_the_day(date: datetime.date) -> Puzzle | None:
    """Return the puzzle of a date, the same wherever the same puzzles are shipped.

    If a date's puzzle has retired, the next puzzle replaces it; other dates keep their puzzles.
    Return None if there are no puzzles.
    """
    gone = {puzzle.id for puzzle in retired()}
    puzzles = sorted((*choose(), *retired()), key=lambda puzzle: puzzle.id)
    if len(puzzles) == len(gone):
        return None
    digest = hashlib.sha256(date.isoformat().encode()).digest()
    first = int.from_bytes(digest[:8], "big") % len(puzzles)
    return next(one for one in puzzles[first:] + puzzles[:first] if one.id not in gone)
