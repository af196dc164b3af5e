"""Other users of the machine cannot read personal files."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from game.library.database import Database
from game.platform import storage

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps profiles apart by itself")


@pytest.fixture(autouse=True)
def usual_mask() -> None:
    os.umask(0o022)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_folders_of_the_person_are_theirs(home: Path) -> None:
    for folder in (storage.data_folder(), storage.config_folder(), storage.games_folder()):
        assert mode(folder) == 0o700


def test_a_folder_that_was_open_to_others_is_closed(home: Path) -> None:
    folder = home / "data"
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    assert mode(storage.data_folder()) == 0o700


def test_files_are_read_by_their_person_alone(home: Path, tmp_path: Path) -> None:
    written = storage.data_folder() / "a.json"
    storage.write_json(written, {})
    with Database() as database:
        database.copy_to(tmp_path / "copy.sqlite")
        beside = sorted(database.path.parent.glob(f"{database.path.name}*"))
        assert database.path in beside
        for path in (written, tmp_path / "copy.sqlite", *beside):
            assert mode(path) == 0o600, path


def test_a_library_that_others_could_read_is_closed(home: Path) -> None:
    with Database() as database:
        database.path.chmod(0o644)
    with Database() as database:
        assert mode(database.path) == 0o600
