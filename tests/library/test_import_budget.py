"""An import has one limit for a whole folder, and reports where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.library import import_export
from game.library.command import main
from game.library.errors import ImportStoppedError
from game.library.import_budget import ImportBudget, records_in
from game.library.import_export import MAX_NAMED, ImportReport
from game.library.indexer import IndexingResult
from game.platform.untrusted import BYTES_A_VALUE
from game.screen.library.dialogs import import_message
from game.table.record import dump
from tests.library.kept_games import collection_of, kept, played
from tests.support.clocks import ManualClock

DAYS = [f"2026-01-{day:02}" for day in range(1, 7)]
SIZE = max(len(dump(played(day))) for day in DAYS)


@pytest.fixture
def away(tmp_path: Path) -> Path:
    folder = tmp_path / "away"
    folder.mkdir()
    kept(folder, *map(played, DAYS))
    return folder


def imported(tmp_path: Path, away: Path, budget: ImportBudget) -> ImportReport:
    return import_export.import_games(collection_of(tmp_path), [away], budget=budget)


@pytest.mark.parametrize(
    ("budget", "code", "taken"),
    [
        (lambda: ImportBudget(files=4), "files", 4),
        (lambda: ImportBudget(entries=5), "entries", 0),
        (lambda: ImportBudget(bytes=3 * SIZE + SIZE // 2), "bytes", 3),
        (lambda: ImportBudget(values=(3 * SIZE + SIZE // 2) // BYTES_A_VALUE), "values", 3),
    ],
)
def test_beyond_the_budget_nothing_is_read_and_the_rest_stays(
    tmp_path: Path, away: Path, budget: Callable[[], ImportBudget], code: str, taken: int
) -> None:
    report = imported(tmp_path, away, budget())
    assert report.stopped is not None
    assert (report.stopped.code, len(report.taken)) == (code, taken)
    assert len(list(away.iterdir())) == len(DAYS)


def test_time_is_given_for_games_and_not_for_other_files(tmp_path: Path, away: Path) -> None:
    slow = ImportBudget(seconds=10.0, seconds_a_game=5.0, clock=ManualClock(0.0, 1.0))
    assert imported(tmp_path, away, slow).stopped is None
    for number in range(20):
        (away / f"0-{number:02}.json").write_text("[]" * 10, encoding="utf-8")
    report = imported(
        tmp_path / "other", away, ImportBudget(seconds=35.0, clock=ManualClock(0.0, 1.0))
    )
    assert report.stopped is not None
    assert (report.stopped.code, report.taken) == ("seconds", [])


def test_a_budget_may_be_spent_to_the_last_byte(tmp_path: Path) -> None:
    (path,) = kept(tmp_path / "one", played(DAYS[0]))
    size = path.stat().st_size
    assert imported(tmp_path, path.parent, ImportBudget(bytes=size)).stopped is None
    report = imported(tmp_path / "other", path.parent, ImportBudget(bytes=size - 1))
    assert report.stopped is not None
    assert report.stopped.code == "bytes"


def test_each_game_buys_its_own_time_once() -> None:
    clock = ManualClock(0.0)
    budget = ImportBudget(seconds=1.0, seconds_a_game=5.0, clock=clock)
    budget.played()
    clock.now = 6.0
    budget.see()
    clock.now = 6.5
    with pytest.raises(ImportStoppedError):
        budget.see()


def test_folders_are_read_in_the_order_of_their_names(tmp_path: Path, away: Path) -> None:
    for name in ("b", "a", "a/deep"):
        kept(away / name, played("2026-02-01"))
    read = [path.parent for path in records_in([away], ImportBudget())]
    assert read[: len(DAYS)] == [away] * len(DAYS)
    assert read[len(DAYS) :] == [away / "a", away / "a" / "deep", away / "b"]


def test_files_that_are_none_are_named_up_to_a_number(tmp_path: Path, away: Path) -> None:
    for number in range(MAX_NAMED + 7):
        (away / f"bad-{number}.json").write_text("{", encoding="utf-8")
    report = imported(tmp_path, away, ImportBudget())
    assert (len(report.refused), report.unnamed, len(report.taken)) == (MAX_NAMED, 7, len(DAYS))


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """Yield the innermost of many nested folders."""
    folders = [tmp_path / "away"]
    for _level in range(1_100):
        folders.append(folders[-1] / "a")
    for folder in folders:
        folder.mkdir()
    yield folders[-1]
    for path in folders[-1].iterdir():
        path.unlink()
    for folder in reversed(folders):  # pytest's clean-up cannot handle this many levels
        folder.rmdir()


def test_a_folder_below_a_thousand_others_is_looked_into(tmp_path: Path, deep: Path) -> None:
    (deep / "game.json").write_text(dump(played(DAYS[0])), encoding="utf-8")
    report = imported(tmp_path, tmp_path / "away", ImportBudget())
    assert len(report.taken) == 1


def test_the_command_and_the_window_say_where_it_ended(
    away: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(import_export, "ImportBudget", lambda: ImportBudget(files=2))
    assert main(["import", str(away)], lambda *_drawn: None) == 1
    said = capsys.readouterr()
    assert "2 games imported" in said.out
    assert said.err == (
        "the import stopped after 2 files, the most it reads: import the folders below one by one\n"
    )
    words, kind = import_message(
        IndexingResult(2, refused=[("a", "why")], unnamed=3, stopped="So.")
    )
    assert (words, kind) == ("2 games imported, 4 files are not game records (why). So.", "bad")
