"""Files of a newer version of the program are reported, and not a byte of them is changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from game.platform import storage
from game.platform.settings import (
    Settings,
    load_settings,
    save_settings,
    settings_path,
)
from game.platform.versioned import NewerFileError
from game.puzzles import practice, progress_store
from game.puzzles.catalogue import choose, own_puzzles
from game.solo import scores as solo
from game.table import high_scores
from game.table.autosave import AutoSaver
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import to_record
from game.table.record_files import (
    find_kept,
    read_match,
    recover,
    running_path,
    save_match,
    save_unfinished,
)
from game.table.spec import two_people

NEWER = {"version": 99, "something": ["new"]}


@dataclass(frozen=True)
class File:
    """A file in the user's folder: its path, the message when it is read, and how it is written."""

    path: Callable[[], Path]
    told: Callable[[], str]
    write: Callable[[], object]


FILES = {
    "settings": File(
        settings_path, lambda: load_settings()[1], lambda: save_settings(Settings(mute=True))
    ),
    "scores": File(
        high_scores.scores_path,
        lambda: high_scores.load_scores()[1],
        lambda: high_scores.save_scores({}),
    ),
    "solo": File(solo.path_of, lambda: solo.load()[1], lambda: solo.save({})),
}


@pytest.mark.parametrize("file", FILES.values(), ids=FILES)
def test_it_is_told_and_neither_set_aside_nor_written(file: File) -> None:
    path = file.path()
    storage.write_json(path, NEWER)
    before = path.read_bytes()
    assert "a newer version of the program wrote it" in file.told()
    with pytest.raises(NewerFileError):
        file.write()
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_progress_of_a_later_program_is_told_and_left() -> None:
    storage.write_json(progress_store.path(), NEWER)
    before = progress_store.path().read_bytes()
    for _start in range(2):
        assert "a newer version of the program wrote it" in progress_store.load()[1]
    assert progress_store.path().read_bytes() == before


def test_settings_of_a_later_program_of_this_version_keep_what_is_not_known() -> None:
    storage.write_json(settings_path(), {"version": 1, "mute": True, "aquarium": "blue"})
    settings, message = load_settings()
    assert (settings.mute, message) == (True, "")
    save_settings(settings.with_(mute=False))
    written = json.loads(settings_path().read_text(encoding="utf-8"))
    assert (written["aquarium"], written["mute"]) == ("blue", False)


def test_puzzles_of_ones_own() -> None:
    practice.keep(choose("libra")[:1])
    path = practice.file()
    path.write_text(path.read_text(encoding="utf-8").replace('"version": 1', '"version": 99'))
    before = path.read_bytes()
    found, complaint = own_puzzles()
    assert found == []
    assert path.name in complaint
    with pytest.raises(ValueError, match="newer program"):
        practice.keep(choose("libra")[1:2])
    assert path.read_bytes() == before


# -- games -----------------------------------------------------------------------------------------


def begun(date: str = "2026-01-02T03:04:05") -> Match:
    match = Match(two_people("multiplicity size=3"), date=date)
    match.play(match.legal()[0])
    return match


def newer(match: Match, **fields: Any) -> dict[str, Any]:
    return to_record(match) | {"version": 99} | fields


def test_a_record_is_refused_in_words() -> None:
    path = running_path()
    storage.write_json(path, newer(begun()))
    with pytest.raises(RecordError, match="of a newer program") as refused:
        read_match(path)
    assert refused.value.code == "newer"


@pytest.mark.parametrize("record", [newer(begun()), NEWER | {"format": "less-is-more game"}])
def test_a_running_game_is_told_and_moves_unchanged_for_another(record: dict[str, Any]) -> None:
    path = running_path()
    storage.write_json(path, record)
    before = path.read_bytes()
    match, message = recover()
    assert match is None
    assert "a newer version of the program wrote running.json" in message
    assert save_unfinished() == ""
    assert [file.read_bytes() for file in path.parent.glob("*.json")] == [before]
    other = begun("2026-02-02T03:04:05")
    autosaver = AutoSaver(other)
    other.play(other.legal()[0])
    autosaver.close()
    assert before in [file.read_bytes() for file in path.parent.glob("*.json")]
    assert read_match(path).state == other.state


def test_a_kept_game_is_neither_replaced_nor_reviewed_over() -> None:
    match = begun()
    path = save_match(match, match.date)
    storage.write_json(path, newer(match))
    before = path.read_bytes()
    assert find_kept(to_record(match), path.parent) is None
    match.play(match.legal()[0])
    save_match(match, match.date)  # would replace the file by a shorter record of the same game
    assert path.read_bytes() == before
