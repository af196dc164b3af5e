"""After a window has opened, new records are read by a helper process or by the window itself."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from game.library import indexer
from game.library.collection import GameCollection
from game.library.database import open_library
from game.library.indexer import IndexingProcess, IndexingResult, newest_game
from tests.library.kept_games import kept, played
from tests.support.waiting import PATIENCE


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the word "helper" whenever a helper is started."""
    found: list[str] = []
    monkeypatch.setattr(indexer, "IndexingProcess", lambda *_told: found.append("helper"))
    return found


def test_a_helper_reads_what_is_new_and_none_is_started_for_nothing(started: list[str]) -> None:
    indexer.index_if_behind()
    assert started == []
    with open_library() as database:
        kept(GameCollection(database).folder, played("2026-01-01"))
    indexer.index_if_behind()
    assert started == ["helper"]


def test_the_folder_of_a_large_library_is_left_to_the_helper(
    started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_library() as database:
        collection = GameCollection(database)
        kept(collection.folder, played("2026-01-01"))
        collection.catch_up()
    monkeypatch.setattr(indexer, "MAX_GAMES_CHECKED", 0)
    monkeypatch.setattr(
        GameCollection, "behind", lambda collection: pytest.fail("the window looked itself")
    )
    indexer.index_if_behind()
    assert started == ["helper"]


def test_the_newest_game_is_told_by_when_it_began() -> None:
    assert newest_game() == ""
    with open_library() as database:
        collection = GameCollection(database)
        kept(collection.folder, played("2026-01-03T10:00:00"), played("2026-01-02T10:00:00"))
        collection.catch_up()
    assert newest_game() == "2026-01-03T10:00:00"


def test_an_import_that_is_stopped_ends_soon_and_keeps_what_it_took(tmp_path: Path) -> None:
    kept(tmp_path, *(played(f"2026-01-01T10:{n // 60:02}:{n % 60:02}") for n in range(300)))
    told: list[tuple[int, int]] = []
    outcomes: queue.SimpleQueue[IndexingResult] = queue.SimpleQueue()
    process: IndexingProcess

    def tell(done: int, of: int) -> None:
        told.append((done, of))
        process.cancel()

    process = IndexingProcess(tell, outcomes.put, [str(tmp_path)])
    assert outcomes.get(timeout=PATIENCE).cancelled
    assert told[0][1] == 300
    with open_library() as database:
        collection = GameCollection(database)
        collection.catch_up()
        assert len(list(collection.folder.glob("*.json"))) < 300
