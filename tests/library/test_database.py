"""The database file is migrated, its transactions hold, and unusable files are dealt with."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.library.database import MIGRATIONS, Database, number_of
from game.library.errors import DatabaseError


def test_a_new_library_has_the_newest_version(tmp_path: Path) -> None:
    newest = max(number_of(step) for step in MIGRATIONS.glob("*.sql"))
    with Database(tmp_path / "l.sqlite") as database:
        assert database.value("PRAGMA user_version") == newest
        assert database.value("PRAGMA journal_mode") == "wal"
        assert database.rows("SELECT * FROM games") == []


def test_an_older_library_is_brought_up_and_keeps_what_it_holds(tmp_path: Path) -> None:
    steps = tmp_path / "steps"
    shutil.copytree(MIGRATIONS, steps)
    file = tmp_path / "l.sqlite"
    with Database(file, steps) as database, database.transaction() as connection:
        connection.execute("INSERT INTO facts VALUES ('a', 'b')")
    (steps / "9000_more.sql").write_text("CREATE TABLE more (id INTEGER);\n")
    with Database(file, steps) as database:
        assert database.value("PRAGMA user_version") == 9000
        assert database.value("SELECT value FROM facts") == "b"
        assert database.value("SELECT count(*) FROM more") == 0


def test_a_migration_that_fails_leaves_the_version_before_it(tmp_path: Path) -> None:
    steps = tmp_path / "steps"
    shutil.copytree(MIGRATIONS, steps)
    before = max(number_of(step) for step in steps.glob("*.sql"))
    (steps / "9000_bad.sql").write_text("CREATE TABLE more (id INTEGER);\nCREATE NONSENSE;\n")
    with pytest.raises(sqlite3.OperationalError):
        Database(tmp_path / "l.sqlite", steps)
    with Database(tmp_path / "l.sqlite") as database:
        assert database.value("PRAGMA user_version") == before
        assert database.rows("SELECT * FROM sqlite_master WHERE name = 'more'") == []


def test_an_older_program_changes_nothing_in_a_newer_library(tmp_path: Path) -> None:
    file = tmp_path / "l.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 9999")
    connection.execute("CREATE TABLE games (other TEXT)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(DatabaseError, match="version 9999"):
        Database(file)
    assert file.read_bytes() == before


def test_a_file_that_is_no_database_is_named_as_damaged(tmp_path: Path) -> None:
    file = tmp_path / "l.sqlite"
    file.write_bytes(b"this was never a database" * 200)
    with pytest.raises(DatabaseError) as caught:
        Database(file)
    assert caught.value.code == "damaged"


def test_nothing_of_a_broken_transaction_happens(tmp_path: Path) -> None:
    with Database(tmp_path / "l.sqlite") as database:
        with pytest.raises(DatabaseError):
            _insert_and_fail(database)
        assert database.rows("SELECT * FROM facts") == []


def _insert_and_fail(database: Database) -> None:
    with database.transaction() as connection:
        connection.execute("INSERT INTO facts VALUES ('a', 'b')")
        raise DatabaseError("full", file="", why="")


def test_what_sqlite_gives_up_for_others_is_told_as_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gives_up: list[bool] = []

    class Crowded(sqlite3.Connection):
        def execute(self, *words: Any) -> sqlite3.Cursor:
            if gives_up:
                raise sqlite3.OperationalError("locking protocol")
            return super().execute(*words)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Crowded))
    with Database(tmp_path / "l.sqlite") as database:
        gives_up.append(True)
        with pytest.raises(DatabaseError) as told:
            database.rows("SELECT * FROM facts")
    assert told.value.code == "locked"


def test_programs_that_open_a_new_library_at_once_agree(tmp_path: Path) -> None:
    problems: list[BaseException] = []

    def use(number: int) -> None:
        try:
            with Database(tmp_path / "l.sqlite") as database:
                for step in range(5):
                    with database.transaction() as connection:
                        name = f"{number}-{step}"
                        connection.execute("INSERT INTO facts VALUES (?, '')", (name,))
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    with Database(tmp_path / "l.sqlite") as database:
        assert database.value("SELECT count(*) FROM facts") == 20
