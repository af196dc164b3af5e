"""In the window's library, games are found, opened, deleted, restored, exported and imported."""

from __future__ import annotations

import datetime
import errno
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from game.library import search
from game.library.collection import GameCollection
from game.library.database import database_path, open_library
from game.library.errors import DatabaseError
from game.library.indexer import IndexingProcess, IndexingResult
from game.library.search import Query, longest_train
from game.platform import storage
from game.screen.app.app import App
from game.screen.library import scene as scenes
from game.screen.library.dialogs import LENGTHS, ExportScene, Filters, FilterScene
from game.screen.library.scene import LibraryScene
from game.screen.review.scene import ReviewScene
from game.screen.ui.choosers import Stepper
from game.screen.ui.input import Dropped
from game.table.match import Match
from game.table.spec import two_people
from tests.library.kept_games import kept, played
from tests.screen.screens import FRAME, key, make_app, press, texts, write
from tests.support.waiting import until


class Asleep(IndexingProcess):
    """A helper that never finishes, and notes the paths that it should import."""

    paths: tuple[str, ...] = ()

    def __init__(
        self, told: object, done: Callable[[IndexingResult], None], paths: Iterable[str] = ()
    ) -> None:
        Asleep.paths, self.done = tuple(paths), done

    def cancel(self) -> None:
        self.done(IndexingResult(cancelled=True))


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """Return an app with a library of three games, all indexed."""
    kept(
        storage.games_folder(),
        played("2026-01-01T10:00:00", ("Ann", "Ben"), actions=3, loser=1),
        played("2026-01-02T10:00:00", ("Cleo", "Ben"), "multiplicity size=3", actions=4),
        played("2026-01-03T10:00:00", ("Ann", "Dan"), actions=2, loser=0),
    )
    with open_library() as database:
        GameCollection(database).catch_up()
    monkeypatch.setattr(scenes, "IndexingProcess", Asleep)
    made = make_app(LibraryScene())
    wait_for(made, lambda: count(made) == 3)
    yield made
    made.close()


def library(app: App) -> LibraryScene:
    assert isinstance(app.scene, LibraryScene)
    return app.scene


def count(app: App) -> int | None:
    worker = library(app).worker
    return worker.count if worker else None


def wait_for(app: App, met: Callable[[], bool]) -> None:
    assert until(met, step=lambda: app.frame(FRAME))


def shown(app: App) -> list[str]:
    """Return the day of each game in the list."""
    return [row[0][8:10] for row in library(app).list.rows]


def test_games_are_listed_with_the_last_first(app: App) -> None:
    assert shown(app) == ["03", "02", "01"]
    assert {"3 games", "Cleo – Ben", "Not finished", "Ann wins"} <= set(texts(app))


def test_words_find_games_as_they_are_typed(app: App) -> None:
    library(app).form.focus("search")
    assert library(app).text_input
    write(app, "ann ben")
    wait_for(app, lambda: count(app) == 1)
    assert shown(app) == ["01"]
    write(app, "zz")
    wait_for(app, lambda: count(app) == 0)
    assert "No games match." in texts(app)
    assert not library(app).form.get("review").enabled


def test_filters_are_asked_on_a_card_and_said_above_the_list(app: App) -> None:
    press(app, "hint")
    assert isinstance(app.scene, FilterScene)
    app.scene.form.focus("result")
    press(app, "right", "right", "right", "right")
    app.scene.form.focus("show")
    press(app, "accept")
    wait_for(app, lambda: count(app) == 1)
    assert any("Not finished" in text and "1 game" in text for text in texts(app))
    library(app).form.focus("clear")
    press(app, "accept")
    wait_for(app, lambda: count(app) == 3)


def test_an_escape_leaves_the_filters_as_they_were(app: App) -> None:
    press(app, "hint", "right", "cancel")
    assert library(app).filters == Filters()


def test_the_chosen_game_is_reviewed(app: App) -> None:
    press(app, "down", "accept")
    assert isinstance(app.scene, ReviewScene)
    assert app.scene.match.game.key == "multiplicity"
    press(app, "cancel")
    assert library(app).chosen == 1


def test_a_deleted_game_comes_back(app: App) -> None:
    file = library(app).list.rows and storage.games_folder() / "2026-01-03T10-00-00-libra.json"
    assert isinstance(file, Path)
    before = file.read_bytes()
    library(app).form.focus("delete")
    press(app, "accept")
    wait_for(app, lambda: count(app) == 2)
    assert not file.exists()
    wait_for(app, lambda: bool(library(app).deleted))
    library(app).form.focus("undo")
    press(app, "accept")
    wait_for(app, lambda: count(app) == 3)
    assert file.read_bytes() == before
    assert shown(app) == ["03", "02", "01"]


def test_what_is_dropped_on_the_library_is_taken_in(app: App, tmp_path: Path) -> None:
    library(app).helper = None
    app.frame(FRAME, [Dropped(str(tmp_path))])
    helper = library(app).helper
    assert isinstance(helper, Asleep)
    assert Asleep.paths == (str(tmp_path),)
    helper.done(IndexingResult(2, 1))
    wait_for(app, lambda: library(app).helper is None)
    assert "2 games imported, 1 already in the library" in texts(app)


def test_an_import_can_be_stopped(app: App, tmp_path: Path) -> None:
    library(app).helper = None
    app.frame(FRAME, [Dropped(str(tmp_path))])
    assert "Stop" in texts(app)
    library(app).form.focus("import")
    press(app, "accept")
    wait_for(app, lambda: "Stop" not in texts(app))
    assert "Import" in texts(app)
    assert "The import was stopped. Games taken so far stay." in texts(app)
    assert Asleep.paths == ()  # the imported games are indexed


def test_an_export_names_its_folder(app: App, tmp_path: Path) -> None:
    library(app).form.focus("export")
    press(app, "accept")
    assert isinstance(app.scene, ExportScene)
    assert app.scene.folder == str(storage.exports_folder())
    kinds = app.scene.form.get("kind")
    assert isinstance(kinds, Stepper)
    kinds.on_change("text")
    app.scene.folder = str(tmp_path / "out")
    app.scene.form.focus("export")
    press(app, "accept")
    wait_for(app, lambda: bool(list((tmp_path / "out").glob("*.txt"))))
    wait_for(app, lambda: any("Written" in text for text in texts(app)))


@pytest.mark.parametrize(
    "error", [DatabaseError("full", file="l.sqlite", why=""), OSError(errno.ENOSPC, "full")]
)
def test_a_library_that_fails_says_why_and_answers_again(
    error: Exception, app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> int:
        raise error

    worker = library(app).worker
    with monkeypatch.context() as failing:
        failing.setattr(search, "count", fails)
        library(app).words = "ann"
        worker.search(library(app).query)
        wait_for(app, lambda: count(app) == 0)
        assert "the disk is full" in " ".join(texts(app)).lower()
    worker.search(Query())
    wait_for(app, lambda: bool(count(app)))


def test_games_of_before_come_into_the_library_when_it_is_opened(home: Path) -> None:
    kept(storage.games_folder(), played("2025-01-01"))
    assert not database_path().exists()
    app = make_app(LibraryScene())
    try:
        wait_for(app, lambda: count(app) == 1 and library(app).helper is None)
        assert shown(app) == ["01"]
    finally:
        app.close()


def test_damage_is_told_and_made_good(home: Path) -> None:
    kept(storage.games_folder(), played("2025-01-01"))
    database_path().write_bytes(b"no database at all" * 400)
    app = make_app(LibraryScene())
    try:
        told = "library.sqlite.damaged-1"
        wait_for(app, lambda: any(told in toast.text for toast in app.toasts.live))
        wait_for(app, lambda: count(app) == 1 and library(app).helper is None)
    finally:
        app.close()


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        (Filters(), Query()),
        (Filters(game="less", result="open"), Query(game="less", result="open")),
        (Filters(days=1), Query(since="2026-03-05")),
        (Filters(days=7), Query(since="2026-02-27")),
        (Filters(length=LENGTHS[2]), Query(shortest=16, longest=30)),
        (Filters(length=LENGTHS[-1]), Query(shortest=61)),
        (
            Filters(game="libra", opening="a1 b2 c3", board="hexagon-5", alike=2),
            Query(game="libra", opening="a1 b2", board="hexagon-5"),
        ),
        (Filters(opening="a1 b2", board="hexagon-5"), Query()),
    ],
)
def test_filters_make_a_query(filters: Filters, wanted: Query) -> None:
    assert filters.query("", datetime.date(2026, 3, 5)) == wanted


def test_control_and_f_lead_to_the_search(app: App) -> None:
    import pygame

    key(app, pygame.K_f, "f", pygame.KMOD_CTRL)
    assert library(app).text_input


def test_the_train_of_the_evening_is_shown_if_there_was_one(app: App) -> None:
    scene = library(app)
    scene.show_longest_train()
    wait_for(app, lambda: any("train this evening" in text for text in texts(app)))
    late = datetime.datetime.now() - datetime.timedelta(hours=1)
    long_ago = datetime.datetime.now() - datetime.timedelta(hours=30)
    kept(
        storage.games_folder(),
        leaping(long_ago.isoformat(timespec="seconds"), 400),
        leaping(late.isoformat(timespec="seconds"), 40),
    )
    with open_library() as database:
        GameCollection(database).catch_up()
        found = longest_train(database, (late - HOUR).isoformat())
        assert found is not None
        assert found.begun == late.isoformat(timespec="seconds"), "it was this evening"
        assert found.train > 1
        assert longest_train(database, datetime.datetime.now().isoformat()) is None
    scene.show_longest_train()
    wait_for(app, lambda: isinstance(app.scene, ReviewScene))
    assert isinstance(app.scene, ReviewScene)
    assert app.scene.match.date == found.begun
    assert app.scene.autoplay.line is not None


HOUR = datetime.timedelta(hours=1)


def leaping(date: str, actions: int) -> Match:
    """Return a game of Less whose players leap wherever they can."""
    match = Match(two_people("less seed=1"), date=date)
    while not match.over and len(match.entries) < actions:
        legal = match.legal()
        match.play(next((action for action in legal if action.kind == "leap"), legal[0]))
    return match
