"""Opening the library with care: what is damaged is set aside and made anew, a copy is kept.

What follows from records is read again from them; what lies in the database alone (tournaments,
puzzles solved) comes from the copy, which is made once a day.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import shutil
import sqlite3
from pathlib import Path

from game.library.database import Database, database_path
from game.library.errors import DatabaseError
from game.platform import locks, storage

REPAIR_TIMEOUT_S = 20.0  # seconds for another program that mends the library
REPAIRED = "mended"  # a fact: the name under which the damaged file was set aside
COPIED = "copied"  # a fact: the day of the last copy


def open_library(path: Path | None = None) -> Database:
    """Open the library; a damaged one is set aside and begins anew from its daily copy.

    Raises DatabaseError where there can be none.
    """
    path = path or database_path()
    try:
        return Database(path)
    except DatabaseError as error:
        if error.code != "damaged":
            raise
    return repair_library(path)


def repair_library(path: Path) -> Database:
    """Set the damaged library aside, unless another program has just done so; the new one.

    Raises DatabaseError, also where nothing can be written.
    """
    try:
        with locks.file_locked(path, REPAIR_TIMEOUT_S):
            if not _is_sound(path):
                _begin_anew(path)
    except OSError as error:
        raise DatabaseError("closed", file=str(path), why=error) from error
    return Database(path)


def copy_daily(database: Database) -> None:
    """Make today's copy if there is none.  Raises DatabaseError, OSError."""
    today = datetime.date.today().isoformat()
    if database.value("SELECT value FROM facts WHERE name = ?", (COPIED,)) == today:
        return
    fresh = copy_of(database.path).with_suffix(".new")
    fresh.unlink(missing_ok=True)
    database.copy_to(fresh)
    os.replace(fresh, copy_of(database.path))
    set_fact(database, COPIED, today)


def pop_fact(database: Database, name: str) -> str:
    """Return a fact and delete it; "" if there is none.  Raises DatabaseError."""
    with database.transaction() as connection:
        found = database.value("SELECT value FROM facts WHERE name = ?", (name,))
        connection.execute("DELETE FROM facts WHERE name = ?", (name,))
    return str(found or "")


def set_fact(database: Database, name: str, value: str) -> None:
    """Remember a fact.  Raises DatabaseError."""
    with database.transaction() as connection:
        connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def copy_of(path: Path) -> Path:
    """Where the copy of a library lies."""
    return path.with_name(f"{path.stem}-copy{path.suffix}")


def _begin_anew(path: Path) -> None:
    aside = storage.set_aside(path)
    for ending in ("-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
    if _is_sound(copy_of(path)):
        shutil.copyfile(copy_of(path), path)
    with Database(path) as database:
        set_fact(database, REPAIRED, aside.name)


def _is_sound(path: Path) -> bool:
    """Return whether SQLite can read all of the file."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as found:
            row = found.execute("PRAGMA quick_check(1)").fetchone()
            return bool(row[0] == "ok")
    except sqlite3.Error:
        return False
