"""Files that a killed program had begun are removed, and nothing else is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.library.indexer import sweep_folders
from game.platform import storage
from game.platform.storage import UNFINISHED_AGE_S, sweep_unfinished, write_text


def begun(path: Path, written: float) -> Path:
    """A file as `write_text` leaves it when its program is killed in the middle."""
    found = path.with_name(f"{path.name}.abc12_z9.new")
    found.parent.mkdir(parents=True, exist_ok=True)
    found.write_text("{")
    os.utime(found, (written, written))
    return found


def test_what_was_begun_long_ago_is_removed(tmp_path: Path) -> None:
    now = 1_000_000.0
    old = begun(tmp_path / "running.json", now - UNFINISHED_AGE_S - 1)
    fresh = begun(tmp_path / "settings.json", now - 1)  # of a program that runs
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
