"""The evening in the window has memorable games, a search for turning points, and its page."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.library.collection import GameCollection
from game.library.database import open_library
from game.library.evening_sheet import usual_folder
from game.platform import processes, storage
from game.rules.base import Game, State
from game.screen.app.app import App
from game.screen.library.evening import EveningScene
from game.screen.review.scene import ReviewScene
from game.table.match import Match
from game.table.mistakes import Evaluation
from game.table.record_files import read_match
from game.table.review import Evaluate, Review
from tests.library.kept_games import kept, played
from tests.screen.screens import FRAME, make_app, press, texts
from tests.support.opinions import opinions
from tests.support.waiting import until


def before(minutes: int) -> str:
    moment = datetime.datetime.now() - datetime.timedelta(minutes=minutes)
    return moment.isoformat(timespec="seconds")


@pytest.fixture
def tonight() -> list[Path]:
    """Save two games of tonight and one of an earlier day."""
    paths = kept(
        storage.games_folder(),
        played(before(60), ("Ann", "Ben"), "multiplicity size=3"),
        played(before(30), ("Cleo", "Ben"), actions=5, loser=1),
        played("2020-01-01T20:00:00", ("Dan", "Ben"), actions=3, loser=1),
    )
    with open_library() as database:
        GameCollection(database).catch_up()
    return paths


def judges(paths: list[Path]) -> Callable[[Game], Evaluate]:
    known = {match.game.setup: opinions(match) for match in map(read_match, paths)}
    return lambda game: known[game.setup]


def opened(scene: EveningScene) -> App:
    app = make_app(scene)
    assert until(lambda: scene.known is not None, step=lambda: app.frame(FRAME))
    return app


@pytest.fixture
def app(tonight: list[Path]) -> Iterator[App]:
    made = opened(EveningScene(make_judge=judges(tonight)))
    yield made
    made.close()


def evening(app: App) -> EveningScene:
    assert isinstance(app.scene, EveningScene)
    return app.scene


def pressed(app: App, name: str) -> None:
    evening(app).form.focus(name)
    press(app, "accept")


def test_it_tells_of_tonight_alone(app: App) -> None:
    app.draw()
    said = texts(app)
    assert "Ann – Ben" in said
    assert "Cleo – Ben" in said
    assert "Dan – Ben" not in said
    assert "Most points" in said
    assert any("2 games" in text and "2 games not looked at" in text for text in said)


def test_turning_points_are_found_and_kept_in_the_records(app: App, tonight: list[Path]) -> None:
    pressed(app, "look")
    scene = evening(app)
    found: Callable[[], bool] = lambda: scene.known is not None and not scene.known.open  # noqa: E731
    assert until(found, step=lambda: app.frame(FRAME))
    assert scene.queue is None
    assert not scene.form.get("look").enabled
    assert sum(scene.known.points if scene.known else ()) > 0
    kept_now = [path for path in storage.games_folder().glob("*.json") if path in tonight[:2]]
    assert [Review(read_match(path)).complete for path in kept_now] == [True, True]


def test_the_search_is_stopped_by_its_button_and_by_leaving(tonight: list[Path]) -> None:
    asked: list[State] = []

    def slow(game: Game) -> Evaluate:
        def judge(state: State, nodes: int) -> Evaluation | None:
            asked.append(state)
            assert until(lambda: scene.queue is None)  # the review has stopped
            return None

        return judge

    scene = EveningScene(make_judge=slow)
    app = opened(scene)
    pressed(app, "look")
    assert until(lambda: bool(asked), step=lambda: app.frame(FRAME))
    app.draw()
    assert any(text.startswith("Looking for turning points: ") for text in texts(app))
    pressed(app, "look")
    assert scene.queue is None
    app.draw()
    assert "Find turning points" in texts(app)
    app.close()


def test_the_page_is_written_and_opened(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(processes, "open_in_browser", shown.append)
    pressed(app, "print")
    assert until(lambda: bool(shown), step=lambda: app.frame(FRAME))
    (page,) = usual_folder().iterdir()
    assert shown == [page]
    assert "Cleo – Ben" in page.read_text(encoding="utf-8")


def test_another_evening_is_a_key_away_and_says_that_nothing_ended(app: App) -> None:
    # If midnight has passed, tonight's games belong to the evening before.
    press(app, "page-up", "page-up")
    assert until(lambda: evening(app).known is not None, step=lambda: app.frame(FRAME))
    app.draw()
    assert "No game has ended that evening." in texts(app)
    assert not evening(app).form.get("print").enabled
    press(app, "page-down", "page-down")
    assert until(lambda: bool(evening(app).entries), step=lambda: app.frame(FRAME))


def test_the_chosen_game_is_reviewed(app: App) -> None:
    evening(app).chosen = len(evening(app).entries) - 1
    pressed(app, "review")
    assert isinstance(app.scene, ReviewScene)
    match: Match = app.scene.match
    assert match.spec.seats[0].name == "Cleo"


def test_without_games_it_says_what_will_be_here() -> None:
    app = opened(EveningScene())
    app.draw()
    assert any(text.startswith("No game has ended tonight.") for text in texts(app))
    app.close()
