"""The database of the library: one SQLite file that several programs may use at the same time.

This module opens the file, applies migrations, and provides transactions. The modules that own the
tables describe them; packages above this one may have tables of their own in a migration.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn

from game.library.errors import DatabaseError
from game.platform import locks, storage

NAME = "library.sqlite"
MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_TIMEOUT_S = 10.0  # seconds to wait for another program's transaction
# Seconds between two attempts to switch the file to a write-ahead log.
RETRY_S = 0.02

Values = Sequence[Any] | Mapping[str, Any]


def _damaged(file: str, why: str) -> DatabaseError:
    return DatabaseError("damaged", file=file, why=why)


def _full(file: str, why: str) -> DatabaseError:
    return DatabaseError("full", file=file, why=why)


def _locked(file: str, why: str) -> DatabaseError:
    return DatabaseError("locked", file=file, why=why)


def _lockless(file: str, why: str) -> DatabaseError:
    return DatabaseError("no-locks", file=file, why=why)


def _closed(file: str, why: str) -> DatabaseError:
    return DatabaseError("closed", file=file, why=why)


# Parts of SQLite's messages, the same in every version of Python, and the errors they mean.
KINDS = (
    ("file is not a database", _damaged),
    ("malformed", _damaged),
    ("disk is full", _full),
    ("is locked", _locked),
    # SQLITE_PROTOCOL: many programs opened the file at the same time; no time-out applies.
    ("locking protocol", _locked),
    ("unable to open", _closed),
    ("readonly", _closed),
    ("disk I/O error", _closed),
)


READABLE = ("closed", "full", "no-locks")  # codes of errors after which reading may still work


def database_path() -> Path:
    """Return the path of the library."""
    return storage.data_folder() / NAME


class Database:
    """An open database, for use in one thread; opening another for another thread is cheap.

    `writable` is False if the folder, and therefore the database, can only be read.  Raises
    DatabaseError; a database that is newer than this program is left unchanged.
    """

    def __init__(self, path: Path | None = None, migrations: Path = MIGRATIONS) -> None:
        self.path = path or database_path()
        self.writable = True
        try:
            self._open(str(self.path), migrations)
        except DatabaseError as error:
            if error.code not in READABLE or not self.path.exists():
                raise
            # Files in a folder that cannot be written or locked can still be read.
            self.writable = False
            try:
                self._open(f"{self.path.as_uri()}?immutable=1", migrations)
            except DatabaseError:  # a half-written file: the first error is the cause
                raise error from None

    def _open(self, source: str, migrations: Path) -> None:
        try:
            self._connection = sqlite3.connect(
                source, timeout=BUSY_TIMEOUT_S, isolation_level=None, uri=source.startswith("file:")
            )
        except sqlite3.Error as error:
            self._fail(error)
        # Before SQLite makes its journals, which get the same permissions.
        storage.make_private(self.path)
        self._connection.row_factory = sqlite3.Row
        try:
            self._prepare(migrations)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def rows(self, sql: str, values: Values = ()) -> list[sqlite3.Row]:
        """Return all rows of a query. Raises DatabaseError."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            self._fail(error)

    def value(self, sql: str, values: Values = ()) -> Any:
        """Return the first column of the first row, or None.  Raises DatabaseError."""
        found = self.rows(sql, values)
        return found[0][0] if found else None

    def copy_to(self, path: Path) -> None:
        """Write a consistent copy to another file. Raises DatabaseError."""
        try:
            with closing(sqlite3.connect(path)) as other:
                storage.make_private(path)
                self._connection.backup(other)
        except sqlite3.Error as error:
            self._fail(error)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection whose statements take effect together or not at all.

        Inside another transaction they become part of it. Raises DatabaseError; other errors are
        passed on after the rollback.
        """
        if self._connection.in_transaction:
            yield self._connection
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield self._connection
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            self._fail(error)
        except BaseException:
            self._roll_back()
            raise

    # -- inside ----------------------------------------------------------------------------------

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _prepare(self, migrations: Path) -> None:
        steps = sorted(migrations.glob("[0-9]*.sql"))
        found, known = self._version(), number_of(steps[-1])
        if found > known:
            raise DatabaseError("newer", file=str(self.path), found=found, known=known)
        try:
            self._connection.execute("PRAGMA foreign_keys = ON")
            if found < known:
                self._use_write_ahead_log()
        except sqlite3.Error as error:
            self._fail(error)
        if found < known:
            self._migrate(steps)

    def _use_write_ahead_log(self) -> None:
        """Switch the file to WAL. Raises sqlite3.Error.

        If several programs do this at the same time, SQLite refuses all but one immediately: its
        `timeout` does not apply here (https://sqlite.org/c3ref/busy_handler.html).
        """
        end = time.monotonic() + BUSY_TIMEOUT_S
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or time.monotonic() > end:
                    raise
                time.sleep(RETRY_S)

    def _version(self) -> int:
        return int(self.value("PRAGMA user_version"))

    def _migrate(self, steps: Sequence[Path]) -> None:
        """Apply each step in a transaction of its own, unless another program has applied it."""
        for step in steps:
            with self.transaction() as connection:
                if self._version() >= number_of(step):
                    continue
                for statement in statements(step.read_text(encoding="utf-8")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number_of(step)}")

    def _fail(self, error: sqlite3.Error) -> NoReturn:
        said = str(error)
        file = str(self.path)
        kind = next((kind for words, kind in KINDS if words in said), None)
        if kind is None:
            raise error
        raise self._cause(kind)(file, said) from error

    def _cause(self, kind: Callable[[str, str], DatabaseError]) -> Callable[..., DatabaseError]:
        """Return the actual error: SQLite's message may also mean a full disk or missing locks."""
        folder = self.path.parent
        if kind is _closed and storage.is_full(folder):
            return _full
        if kind in (_locked, _closed) and locks.why_no_locks(folder) is not None:
            return _lockless
        return kind


def number_of(step: Path) -> int:
    """Return the number at the beginning of a migration's name."""
    found = re.match(r"\d+", step.name)
    assert found is not None
    return int(found[0])


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script, with whole triggers. Raises ValueError at an open end."""
    waiting = ""
    for line in script.splitlines(keepends=True):
        waiting += line
        if sqlite3.complete_statement(waiting):
            yield waiting
            waiting = ""
    if waiting.strip():
        raise ValueError(f"a migration ends in the middle of a statement: {waiting.strip()[:60]}")


# -- opening with care -----------------------------------------------------------------------------
# A damaged file is set aside and replaced. Everything derived from records is read from the records
# again. Data that only the database has (tournaments, puzzles solved) comes from a copy, which is
# made once a day.

REPAIR_TIMEOUT_S = 20.0  # seconds to wait while another program repairs the library
REPAIRED = "mended"  # name of a fact: the new name of the damaged file that was set aside
COPIED = "copied"  # name of a fact: the day of the last copy


def open_library(path: Path | None = None) -> Database:
    """Open the library; a damaged one is set aside and restored from its daily copy.

    Raises DatabaseError if no library can be opened or made.
    """
    path = path or database_path()
    try:
        return Database(path)
    except DatabaseError as error:
        if error.code != "damaged":
            raise
    return repair_library(path)


def repair_library(path: Path) -> Database:
    """Set a damaged library aside, unless another program just did, and return a new one.

    Raises DatabaseError, also if nothing can be written.
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
    """Store a fact. Raises DatabaseError."""
    with database.transaction() as connection:
        connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))


def copy_of(path: Path) -> Path:
    """Return the path of a library's copy."""
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
    """Return whether SQLite can read the whole file."""
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as found:
            row = found.execute("PRAGMA quick_check(1)").fetchone()
            return bool(row[0] == "ok")
    except sqlite3.Error:
        return False
