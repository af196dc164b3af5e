"""After the start of a window: who looks what has come to the folder of records."""

from __future__ import annotations

import pytest

from game.library import indexer
from game.library.collection import GameCollection
from game.library.database import open_library
from tests.library.kept_games import kept, played


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the helpers that were started, by the word "helper"."""
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
