"""Error messages name the real cause: locks that fail, full disks, missing files, encodings."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
from pathlib import Path

import pytest

from game.library.database import Database
from game.library.errors import DatabaseError
from game.platform import locks, storage
from game.platform.errors import in_words
from game.platform.processes import own_command
from game.table.match import Match
from game.table.record import dump
from game.table.record_files import read_match
from game.table.spec import two_people

BROKEN = [errno.ENOLCK, errno.EOPNOTSUPP, errno.EIO, errno.ENOSYS]


def failing(code: int) -> object:
    def lock(*_arguments: object) -> None:
        raise OSError(code, os.strerror(code))

    return lock


@pytest.fixture(params=BROKEN, ids=lambda code: errno.errorcode[code])
def share(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make locks fail as on a network share that does not support them."""
    fcntl = pytest.importorskip("fcntl")
    monkeypatch.setattr(fcntl, "flock", failing(request.param))
    monkeypatch.setattr(fcntl, "lockf", failing(request.param))


@pytest.mark.usefixtures("share")
def test_where_locks_do_not_work_nobody_else_is_blamed(tmp_path: Path) -> None:
    lock = locks.try_lock(tmp_path / "one.lock")
    assert lock is not None
    lock.release()
    with locks.file_locked(tmp_path / "two", patience=0.0):
        pass
    assert locks.why_no_locks(tmp_path) is not None


def test_a_lock_that_another_has_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "one.lock"
    held = locks.try_lock(path)
    assert held is not None
    assert locks.try_lock(path) is None
    held.release()
    assert locks.why_no_locks(tmp_path) is None


class Failing:
    """A database connection on which every statement raises this SQLite error."""

    def __init__(self, said: str) -> None:
        self.said = said

    def execute(self, *_arguments: object) -> sqlite3.Cursor:
        raise sqlite3.OperationalError(self.said)

    in_transaction = False

    def close(self) -> None:
        """Do nothing, as nothing is open."""


def refused(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> DatabaseError:
    """Return the program's error for this error of SQLite."""
    database = Database(tmp_path / "library.sqlite")
    database.close()
    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", lambda *_, **__: Failing(said))
        with pytest.raises(DatabaseError) as error:
            Database(tmp_path / "library.sqlite")
    return error.value


@pytest.mark.usefixtures("share")
@pytest.mark.parametrize("said", ["database is locked", "locking protocol", "disk I/O error"])
def test_a_library_on_a_share_without_locks_says_so(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = refused(said, tmp_path, monkeypatch)
    assert error.code == "no-locks"
    assert "another program" not in f"{error} {in_words(error)}".casefold()


def test_a_library_that_another_holds_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refused("database is locked", tmp_path, monkeypatch).code == "locked"


@pytest.mark.parametrize(
    "said",
    ["attempt to write a readonly database", "unable to open database file", "disk I/O error"],
)
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_called_so(
    said: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing(code))
    assert storage.is_full(tmp_path)
    error = refused(said, tmp_path, monkeypatch)
    assert (error.code, in_words(error)) == ("full", "The disk is full.")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("gmae.json", "gmae.json: no such file"),
        ("games/mine.json", "games/mine.json: no such file"),
        ("plya", "plya: no such file, and no such command: play, open"),
        ("", "is a folder, expected a file"),
    ],
)
def test_a_file_that_is_not_there_is_called_so(word: str, said: str, tmp_path: Path) -> None:
    command = own_command(word or str(tmp_path))
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert said in done.stderr
    assert "invalid choice" not in done.stderr


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1", "cp1252"]
)
def test_records_are_read_in_the_encodings_that_can_be_told(encoding: str, tmp_path: Path) -> None:
    spec = two_people("libra size=2")
    names = ("Jürgen Größe", "Éloïse")
    seats = tuple(one.__class__(name=name) for one, name in zip(spec.seats, names))
    path = tmp_path / "game.json"
    path.write_bytes(dump(Match(spec.with_(seats=seats))).encode(encoding))
    assert tuple(seat.name for seat in read_match(path).spec.seats) == names
