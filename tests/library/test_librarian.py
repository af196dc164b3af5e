"""After the start of a window: who looks what has come to the folder of records."""

from __future__ import annotations

import pytest

from game.library import librarian
from game.library.care import open_library
from game.library.shelf import Shelf
from tests.library.shelves import kept, played


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The helpers that were started, by the word "helper"."""
    found: list[str] = []
    monkeypatch.setattr(librarian, "CatchingUp", lambda *_told: found.append("helper"))
    return found


def test_a_helper_reads_what_is_new_and_none_is_started_for_nothing(started: list[str]) -> None:
    librarian.look_behind()
    assert started == []
    with open_library() as database:
        kept(Shelf(database).folder, played("2026-01-01"))
    librarian.look_behind()
    assert started == ["helper"]


def test_the_folder_of_a_large_library_is_left_to_the_helper(
    started: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_library() as database:
        shelf = Shelf(database)
        kept(shelf.folder, played("2026-01-01"))
        shelf.catch_up()
    monkeypatch.setattr(librarian, "MANY", 0)
    monkeypatch.setattr(Shelf, "behind", lambda shelf: pytest.fail("the window looked itself"))
    librarian.look_behind()
    assert started == ["helper"]
