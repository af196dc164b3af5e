"""Programs running together separate their running games; games of dead programs are offered."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform import locks
from game.platform.paths import ROOT
from game.table import record_files, running_locks
from game.table.autosave import AutoSaver
from game.table.record_files import resume_game
from tests.support.waiting import until
from tests.table.test_autosave import new, play

OTHER = """
import sys
from tests.table.test_autosave import new, play
from game.table.autosave import AutoSaver
match = new("multiplicity size=3", sys.argv[1])
autosaver = AutoSaver(match)
play(match, 5)
autosaver.close()
print(autosaver.running.name, flush=True)
sys.stdin.read()
"""


class Other:
    """Another program with a running game, which the test can kill."""

    def __init__(self, home: Path, date: str) -> None:
        environment = {**os.environ, "LESS_IS_MORE_HOME": str(home)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", OTHER, date],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.file = self._process.stdout.readline().strip()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


@pytest.fixture
def other(home: Path) -> Iterator[Other]:
    program = Other(home, "2026-01-01T10:00:00")
    yield program
    program.kill()


def folder() -> Path:
    return record_files.running_path().parent


def test_each_of_two_programs_has_its_own_running_game(other: Other) -> None:
    match = new()
    autosaver = AutoSaver(match)
    play(match, 4)
    autosaver.close()
    assert (other.file, autosaver.running.name) == ("running.json", "running-2.json")
    assert record_files.read_match(folder() / other.file).date == "2026-01-01T10:00:00"
    assert record_files.read_match(autosaver.running).date == match.date
    assert running_locks.unfinished_files() == [autosaver.running], (
        "what runs elsewhere is not offered"
    )


def test_a_game_whose_program_is_gone_is_offered_and_goes_on(other: Other) -> None:
    match = new()
    autosaver = AutoSaver(match)
    play(match, 4)
    autosaver.close()
    other.kill()
    left = folder() / other.file
    assert set(running_locks.unfinished_files()) == {left, autosaver.running}
    again, _message = resume_game(left)
    assert again is not None
    assert again.date == "2026-01-01T10:00:00"
    assert running_locks.unfinished_files() == [autosaver.running], (
        "it is this program's running game now"
    )
    assert [saved.date for saved in record_files.saved_games()] == [match.date], "the other is kept"


def test_a_game_that_another_window_goes_on_with_is_not_taken(other: Other) -> None:
    running_locks.own_path()
    again, message = resume_game(folder() / other.file)
    assert again is None
    assert message
    assert (folder() / other.file).exists()


def test_a_program_that_starts_later_has_the_place_that_became_free(
    other: Other, home: Path
) -> None:
    other.kill()
    until(lambda: running_locks.own_path().name == "running.json")
    third = Other(home, "2026-01-03T10:00:00")
    try:
        assert third.file == "running-2.json"
    finally:
        third.kill()


def test_without_a_lock_the_first_place_says_what_is_wrong(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(locks, "try_lock", refused)
    assert running_locks.own_path().name == "running.json"
    assert running_locks.unfinished_files() == []
