"""A killed program's unfinished files are removed, and no others."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from game.library.indexer import sweep_folders
from game.platform import storage
from game.platform.storage import (
    UNFINISHED_AGE_S,
    WriterThread,
    free_path,
    is_full,
    sweep_unfinished,
    write_shared_text,
    write_text,
)
from tests.support.waiting import until


def begun(path: Path, written: float) -> Path:
    """Return a file as `write_text` leaves it when its program is killed in the middle."""
    found = path.with_name(f"{path.name}.abc12_z9.new")
    found.parent.mkdir(parents=True, exist_ok=True)
    found.write_text("{")
    os.utime(found, (written, written))
    return found


def test_what_was_begun_long_ago_is_removed(tmp_path: Path) -> None:
    now = 1_000_000.0
    old = begun(tmp_path / "running.json", now - UNFINISHED_AGE_S - 1)
    fresh = begun(tmp_path / "settings.json", now - 1)  # from a program that is still running
    others = [tmp_path / name for name in ("running.json", "my.new", "x.ABCDEFGH.new")]
    for path in others:
        path.write_text("{}")
        os.utime(path, (0, 0))
    assert sweep_unfinished(tmp_path, now) == 1
    assert not old.exists()
    assert all(path.exists() for path in (fresh, *others))


def test_it_knows_the_names_that_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    monkeypatch.setattr(storage, "move", lambda old, _new: names.append(old.name))
    write_text(tmp_path / "running.json", "{}")
    assert storage.UNFINISHED.fullmatch(names[0])


def test_all_folders_of_the_user_are_swept() -> None:
    folders = (storage.config_folder(), storage.data_folder(), storage.games_folder())
    files = [begun(folder / "file.json", 0.0) for folder in folders]
    assert sweep_folders(2 * UNFINISHED_AGE_S) == len(files)
    assert not any(path.exists() for path in files)


def test_a_folder_that_is_not_there_is_none_to_sweep(tmp_path: Path) -> None:
    assert sweep_unfinished(tmp_path / "nowhere", 0.0) == 0


@pytest.mark.parametrize(("umask", "expected"), [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600)])
def test_shared_files_have_the_rights_that_the_umask_leaves(
    tmp_path: Path, umask: int, expected: int
) -> None:
    kept, shared = tmp_path / "kept.txt", tmp_path / "shared.txt"
    shared.write_text("of an earlier edition")
    shared.chmod(0o600)
    before = os.umask(umask)
    try:
        write_text(kept, "mine")
        write_shared_text(shared, "for others")
    finally:
        os.umask(before)
    assert stat.S_IMODE(shared.stat().st_mode) == expected
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["kept.txt", "shared.txt"]


def test_a_free_path_has_the_first_number_that_nobody_has(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    names = []
    for _ in range(3):
        names.append(free_path(path).name)
        free_path(path).touch()
    assert names == ["game.json", "game-2.json", "game-3.json"]


def test_a_disk_with_room_is_not_full(tmp_path: Path) -> None:
    assert not is_full(tmp_path)
    assert not is_full(tmp_path / "nowhere"), "another fault is not this one"
    assert list(tmp_path.iterdir()) == []


def test_a_writer_works_whenever_it_is_given_something_and_does_the_newest_of_a_name() -> None:
    writer, done, failed = WriterThread("writer"), list[str](), list[Exception]()
    hold = threading.Event()
    writer.put("first", lambda: done.append("first"), failed.append)
    assert until(lambda: done == ["first"])
    writer.put(None, hold.wait, failed.append)
    writer.put(None, lambda: done.append(str(1 / 0)), failed.append)
    for number in range(3):
        writer.put("all", partial(done.append, f"all {number}"), failed.append)
    writer.put("last", lambda: done.append("last"), failed.append)
    hold.set()
    writer.close()
    assert done == ["first", "all 2", "last"]
    assert [type(error) for error in failed] == [ZeroDivisionError]
    writer.put("again", lambda: done.append("again"), failed.append)
    assert until(lambda: done[-1] == "again")
    writer.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Yield a folder that every user of this machine may enter, such as a web server's."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root becomes another")
def test_another_user_reads_what_is_shared_and_nothing_else(open_folder: Path) -> None:
    write_shared_text(open_folder / "new" / "index.html", "standings")
    write_text(open_folder / "codes.txt", "secret")
    os.seteuid(65534)
    try:
        assert (open_folder / "new" / "index.html").read_text() == "standings"
        with pytest.raises(PermissionError):
            (open_folder / "codes.txt").read_text()
    finally:
        os.seteuid(0)
