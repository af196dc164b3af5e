"""The database of the library: one SQLite file that several programs may use at once.

Opens it, brings it up to the newest migration, and gives transactions.  What the tables mean is
said by the modules that own them; a floor above may have tables of its own in a migration.
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
BUSY_TIMEOUT_S = 10.0  # seconds for another program's transaction
RETRY_S = 0.02  # between two tries to switch the file to a write-ahead log

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


# SQLite's own words, the same in every version of Python, and what they mean here.
KINDS = (
    ("file is not a database", _damaged),
    ("malformed", _damaged),
    ("disk is full", _full),
    ("is locked", _locked),
    ("locking protocol", _locked),  # many began at once: SQLITE_PROTOCOL, without a time-out
    ("unable to open", _closed),
    ("readonly", _closed),
    ("disk I/O error", _closed),
)


READABLE = ("closed", "full", "no-locks")  # codes of what may still be read


def database_path() -> Path:
    """Where the library lies."""
    return storage.data_folder() / NAME


class Database:
    """An open database.  One belongs to one thread: opening another for another is cheap.

    `writable` False: its folder can only be read, and so can it.  Raises DatabaseError; one that is
    newer than this program is left as it is.
    """

    def __init__(self, path: Path | None = None, migrations: Path = MIGRATIONS) -> None:
        self.path = path or database_path()
        self.writable = True
        try:
            self._open(str(self.path), migrations)
        except DatabaseError as error:
            if error.code not in READABLE or not self.path.exists():
                raise
            # A folder that cannot be written or locked: what lies there can still be read.
            self.writable = False
            try:
                self._open(f"{self.path.as_uri()}?immutable=1", migrations)
            except DatabaseError:  # half of it was written: the cause is the first error
                raise error from None

    def _open(self, source: str, migrations: Path) -> None:
        try:
            self._connection = sqlite3.connect(
                source, timeout=BUSY_TIMEOUT_S, isolation_level=None, uri=source.startswith("file:")
            )
        except sqlite3.Error as error:
            self._fail(error)
        storage.make_private(self.path)  # before SQLite gives its journals the same rights
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
        """All rows of a question.  Raises DatabaseError."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            self._fail(error)

    def value(self, sql: str, values: Values = ()) -> Any:
        """Return the first column of the first row, or None.  Raises DatabaseError."""
        found = self.rows(sql, values)
        return found[0][0] if found else None

    def copy_to(self, path: Path) -> None:
        """Write all of it to another file, as it is at one moment.  Raises DatabaseError."""
        try:
            with closing(sqlite3.connect(path)) as other:
                storage.make_private(path)
                self._connection.backup(other)
        except sqlite3.Error as error:
            self._fail(error)

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All of it happens, or nothing; inside another one it is a part of that.

        Raises DatabaseError; other errors come through after nothing has happened.
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
        """Switch the file to WAL.  Raises sqlite3.Error.

        Of several programs that do so at once SQLite refuses all but one, without the wait that
        `timeout` gives to everything else (https://sqlite.org/c3ref/busy_handler.html).
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
        """Each step in a transaction of its own; what another program has done is not done anew."""
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
        """Return what is wrong: SQLite has the same words for a full disk or missing locks."""
        folder = self.path.parent
        if kind is _closed and storage.is_full(folder):
            return _full
        if kind in (_locked, _closed) and locks.why_no_locks(folder) is not None:
            return _lockless
        return kind


def number_of(step: Path) -> int:
    """Return the number that the name of a migration begins with."""
    found = re.match(r"\d+", step.name)
    assert found is not None
    return int(found[0])


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script, triggers whole.  Raises ValueError if one has no end."""
    waiting = ""
    for line in script.splitlines(keepends=True):
        waiting += line
        if sqlite3.complete_statement(waiting):
            yield waiting
            waiting = ""
    if waiting.strip():
        raise ValueError(f"a migration ends in the middle of a statement: {waiting.strip()[:60]}")


# -- opening with care -----------------------------------------------------------------------------
# What is damaged is set aside and made anew, and a copy is kept.  What follows from records is read
# again from them; what lies in the database alone (tournaments, puzzles solved) comes from the
# copy, which is made once a day.

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
