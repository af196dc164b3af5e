"""Progress at puzzles in the library, where several programs may note attempts at the same time.

Programs save events, not states: each event is applied to the newest state in the library. The
progress file of earlier versions is imported only once and never deleted.
"""

from __future__ import annotations

import contextlib
import datetime
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from game.library.database import Database, open_library
from game.library.errors import DatabaseError
from game.library.rating import NEW
from game.platform import versioned
from game.platform.errors import in_words
from game.platform.storage import data_folder
from game.puzzles.modes import MOST_MARKS, SYMBOLS
from game.puzzles.progress import (
    INTERVALS_D,
    KEPT_SCORES,
    AttemptRecord,
    ModeScore,
    PuzzleProgress,
    PuzzleReview,
    Tries,
)

VERSION = 1  # version of the file of earlier program versions
# Names in the database's table `facts`
IMPORTED, BEST_RUN = "puzzles imported", "best run of puzzles"


def path() -> Path:
    """Return the file of earlier versions."""
    return data_folder() / "puzzles" / "progress" / "progress.json"


# The progress that all scenes share. It may not be saved yet when the next scene needs it.
_opened: dict[Path, PuzzleProgress] = {}


def opened() -> tuple[PuzzleProgress, str]:
    """Return the progress that all scenes share; at the first call also the message of `load`."""
    where = path()
    if where in _opened:
        return _opened[where], ""
    _opened[where], words = load()
    return _opened[where], words


def load() -> tuple[PuzzleProgress, str]:
    """Return the stored progress, and a message for the user ("" if all is well). Never raises."""
    try:
        with open_library() as database:
            words = _import(database) if database.writable else ""
            return _read(database), words
    except DatabaseError as error:
        return PuzzleProgress(), in_words(error)


def save(progress: PuzzleProgress) -> None:
    """Save all events since the last call. Raises OSError."""
    notes, marks, entered = list(progress.notes), list(progress.marks), list(progress.entered)
    try:
        with open_library() as database:
            _import(database)
            with database.transaction() as connection:
                there = _read(database)
                _note(connection, there, notes)
                _mark(connection, there, marks)
                _enter(connection, there, entered)
    except DatabaseError as error:
        raise OSError(0, in_words(error)) from error
    del progress.notes[: len(notes)], progress.marks[: len(marks)]
    del progress.entered[: len(entered)]


# -- in the database -------------------------------------------------------------------------------


def _read(database: Database) -> PuzzleProgress:
    ratings = database.rows("SELECT * FROM puzzle_ratings ORDER BY number")
    best = database.value("SELECT value FROM facts WHERE name = ?", (BEST_RUN,))
    return PuzzleProgress(
        (ratings[-1]["mean"], ratings[-1]["deviation"]) if ratings else NEW,
        {
            row["puzzle"]: Tries(
                row["count"], bool(row["solved"]), row["date"], (row["mean"], row["deviation"])
            )
            for row in database.rows("SELECT * FROM puzzle_tries ORDER BY date, puzzle")
        },
        [row["shown"] for row in ratings],
        [row["day"] for row in database.rows("SELECT day FROM puzzle_days ORDER BY day")],
        int(best or 0),
        _marks(database),
        _reviews(database),
        _scores(database),
    )


def _marks(database: Database) -> dict[str, str]:
    """Return the events at daily puzzles, without unknown characters."""
    return {
        row["day"]: "".join(mark for mark in str(row["marks"]) if mark in SYMBOLS)[:MOST_MARKS]
        for row in database.rows("SELECT * FROM puzzle_marks")
    }


def _reviews(database: Database) -> dict[str, PuzzleReview]:
    """Return the missed puzzles; invalid rows are left out."""
    found = {}
    for row in database.rows("SELECT * FROM puzzle_reviews ORDER BY seen, puzzle"):
        with contextlib.suppress(ValueError, TypeError):
            seen = datetime.date.fromisoformat(row["seen"])
            found[row["puzzle"]] = PuzzleReview(
                min(max(0, int(row["box"])), len(INTERVALS_D) - 1), seen
            )
    return found


def _scores(database: Database) -> list[ModeScore]:
    """Return the results, the best first; invalid rows are left out."""
    found = []
    for row in database.rows("SELECT * FROM puzzle_scores ORDER BY score DESC, number"):
        with contextlib.suppress(ValueError, TypeError):
            score, combo = int(row["score"]), int(row["combo"])
            found.append(ModeScore(row["mode"], row["game"], score, combo, str(row["date"])))
    return found


def _note(
    connection: sqlite3.Connection, there: PuzzleProgress, notes: Sequence[AttemptRecord]
) -> None:
    """Apply attempts to the stored progress."""
    before, reviews = len(there.history), set(there.reviews)
    for note in notes:
        there.note(note.puzzle, note.solved, note.today, note.rated)
    _write(connection, there, {note.puzzle.id for note in notes}, before, len(there.days))
    gone = [(name,) for name in reviews - there.reviews.keys()]
    connection.executemany("DELETE FROM puzzle_reviews WHERE puzzle = ?", gone)
    connection.executemany(
        "INSERT OR REPLACE INTO puzzle_reviews VALUES (?, ?, ?)",
        [(name, one.box, one.seen.isoformat()) for name, one in there.reviews.items()],
    )


def _mark(
    connection: sqlite3.Connection, there: PuzzleProgress, marks: Sequence[tuple[str, str]]
) -> None:
    """Apply events at daily puzzles to the stored progress."""
    before = len(there.days)
    for day, mark in marks:
        there.mark_day(day, mark)
    connection.executemany(
        "INSERT OR REPLACE INTO puzzle_marks VALUES (?, ?)",
        [(day, there.daily[day]) for day, _mark in marks],
    )
    _write_days(connection, there.days[before:])


def _enter(
    connection: sqlite3.Connection, there: PuzzleProgress, entered: Sequence[ModeScore]
) -> None:
    """Enter results into the stored lists, whose lengths stay limited."""
    for score in entered:
        there.enter(score)
    for mode, game in {(score.mode, score.game) for score in entered}:
        connection.execute("DELETE FROM puzzle_scores WHERE mode = ? AND game = ?", (mode, game))
        connection.executemany(
            "INSERT INTO puzzle_scores (mode, game, score, combo, date) VALUES (?, ?, ?, ?, ?)",
            [
                (one.mode, one.game, one.score, one.combo, one.date)
                for one in there.best(mode, game)[:KEPT_SCORES]
            ],
        )


def _write(
    connection: sqlite3.Connection,
    there: PuzzleProgress,
    puzzles: set[str],
    history: int,
    days: int,
) -> None:
    """Write the tries of `puzzles`, and the ratings and days from these two indexes on."""
    connection.executemany(
        "INSERT OR REPLACE INTO puzzle_tries VALUES (?, ?, ?, ?, ?, ?)",
        [
            (name, tries.count, tries.solved, tries.date, *tries.rating)
            for name, tries in there.puzzles.items()
            if name in puzzles
        ],
    )
    # All new rows get the last mean and deviation, because earlier values are never read.
    connection.executemany(
        "INSERT INTO puzzle_ratings (mean, deviation, shown) VALUES (?, ?, ?)",
        [(*there.rating, shown) for shown in there.history[history:]],
    )
    _write_days(connection, there.days[days:])


def _write_days(connection: sqlite3.Connection, days: Sequence[str]) -> None:
    connection.executemany("INSERT OR IGNORE INTO puzzle_days VALUES (?)", [(day,) for day in days])


# -- the file of earlier versions ------------------------------------------------------------------


def _import(database: Database) -> str:
    """Import the earlier versions' file once; return a message if that is not possible."""
    if database.value("SELECT 1 FROM facts WHERE name = ?", (IMPORTED,)):
        return ""
    found, words = versioned.load(path(), VERSION, from_data, PuzzleProgress())
    # A newer program wrote the file, or it is unreadable at present: try again another time.
    if words and path().exists():
        return words
    with database.transaction() as connection:
        if not database.value("SELECT 1 FROM facts WHERE name = ?", (IMPORTED,)):
            _write(connection, found, set(found.puzzles), 0, 0)
            facts = ((IMPORTED, ""), (BEST_RUN, str(found.best_run)))
            connection.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts)
    return words


def from_data(data: Mapping[str, Any]) -> PuzzleProgress:
    """Return the progress from JSON data. Raises ValueError, TypeError or KeyError."""
    mean, deviation = data["rating"]
    return PuzzleProgress(
        (float(mean), float(deviation)),
        {
            str(name): Tries(int(count), bool(solved), str(date), (float(mu), float(sigma)))
            for name, (count, solved, date, mu, sigma) in data["puzzles"].items()
        },
        [int(value) for value in data["history"]],
        [datetime.date.fromisoformat(day).isoformat() for day in data["days"]],
        int(data["best_run"]),
    )
