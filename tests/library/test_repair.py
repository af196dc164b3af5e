"""If a library is damaged, lost, full or read-only, the next start goes on or says why not."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest

from game.library.collection import DELETED_RETENTION_D, GameCollection
from game.library.database import (
    REPAIRED,
    Database,
    copy_daily,
    copy_of,
    open_library,
    pop_fact,
    repair_library,
    set_fact,
)
from game.library.errors import DatabaseError
from tests.library.kept_games import collection_of, kept, played


def damage(path: Path) -> None:
    """Overwrite pages in the middle of the file."""
    data = bytearray(path.read_bytes())
    data[4096 : 4096 * 4] = b"\x5a" * 4096 * 3
    path.write_bytes(bytes(data))


def test_a_file_that_is_no_library_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(b"nothing of the kind" * 300)
    with open_library(path) as database:
        assert database.rows("SELECT * FROM games") == []
        assert pop_fact(database, REPAIRED) == "library.sqlite.damaged-1"
        assert pop_fact(database, REPAIRED) == "", "it is told once"
    assert (tmp_path / "library.sqlite.damaged-1").exists()


def test_what_lies_in_the_library_alone_comes_from_the_copy(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"))
    with collection.database.transaction() as connection:
        connection.execute("INSERT INTO puzzle_days VALUES ('2026-11-22')")
    copy_daily(collection.database)
    kept(collection.folder, played("2026-01-02"))
    collection.catch_up()
    path = collection.database.path
    collection.database.close()
    path.write_bytes(b"gone" * 5000)
    with open_library(path) as database:
        assert database.value("SELECT day FROM puzzle_days") == "2026-11-22"
        again = GameCollection(database, collection.folder)
        assert again.catch_up() == 1, "what came after the copy is read from its record"
        assert database.value("SELECT count(*) FROM games") == 2


def test_a_damaged_page_is_found_and_mended(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"))
    path = collection.database.path
    collection.database.close()
    damage(path)
    with repair_library(path) as database:
        assert database.value("PRAGMA integrity_check") == "ok"
        assert GameCollection(database, collection.folder).catch_up() == 1


def test_a_sound_library_is_not_mended(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"))
    with repair_library(collection.database.path) as database:
        assert database.value("SELECT count(*) FROM games") == 1
    assert list(tmp_path.glob("*.damaged-*")) == []


def test_two_programs_mend_once(tmp_path: Path) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(b"nothing of the kind" * 300)
    threads = [threading.Thread(target=lambda: open_library(path).close()) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(tmp_path.glob("*.damaged-*"))) == 1


def test_a_copy_is_made_once_a_day(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"))
    copy_daily(collection.database)
    first = copy_of(collection.database.path)
    stamp = first.stat().st_mtime_ns
    copy_daily(collection.database)
    assert first.stat().st_mtime_ns == stamp
    with Database(first) as copied:
        assert copied.value("SELECT count(*) FROM games") == 1


def test_a_folder_that_can_only_be_read_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"))
    path = collection.database.path
    collection.database.close()
    connect = sqlite3.connect

    def refused(source: object, **how: Any) -> sqlite3.Connection:
        if "immutable" not in str(source):
            raise sqlite3.OperationalError("unable to open database file")
        opened: sqlite3.Connection = connect(str(source), **how)
        return opened

    monkeypatch.setattr(sqlite3, "connect", refused)
    with open_library(path) as database:
        assert not database.writable
        assert database.value("SELECT count(*) FROM games") == 1
        with pytest.raises(DatabaseError) as caught:
            set_fact(database, "a", "b")
    assert caught.value.code == "closed"


def test_a_folder_without_a_library_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseError) as caught:
        open_library(tmp_path / "file" / "library.sqlite")
    assert caught.value.code == "closed"
    assert "file" in str(caught.value)


def test_a_full_disk_loses_nothing_that_was_there(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"))
    pages = collection.database.value("PRAGMA page_count")
    collection.database.rows(f"PRAGMA max_page_count = {pages}")
    for day in range(2, 28):
        kept(collection.folder, played(f"2026-01-{day:02}"))
    with pytest.raises(DatabaseError) as caught:
        collection.catch_up()
    assert caught.value.code == "full"
    path = collection.database.path
    collection.database.close()
    with open_library(path) as database:
        assert GameCollection(database, collection.folder).catch_up() > 0
        assert database.value("SELECT count(*) FROM games") == 27


def test_what_was_deleted_comes_back_or_goes_after_a_month(tmp_path: Path) -> None:
    collection = collection_of(tmp_path, played("2026-01-01"), played("2026-01-02"))
    first, second = (f"2026-01-0{n}-libra.json" for n in (1, 2))
    aside = collection.throw_away(first)
    assert collection.catch_up() == 0
    assert not collection.path(first).exists()
    collection.bring_back(aside, first)
    assert collection.path(first).exists()
    gone = collection.throw_away(second)
    for day in range(7, 7 + DELETED_RETENTION_D + 1):
        collection.empty_bin(day)
        assert gone.exists()
    collection.empty_bin(7 + DELETED_RETENTION_D + 1)
    assert not gone.exists()
    os.makedirs(collection.folder / "deleted", exist_ok=True)
    shutil.copy(collection.path(first), tmp_path / "copy.json")
    with pytest.raises(FileExistsError):
        collection.bring_back(tmp_path / "copy.json", first)
