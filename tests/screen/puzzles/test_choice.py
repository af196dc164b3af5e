"""The choice of puzzles by mouse and keys, and what was solved."""

from typing import Any

from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.course import DAY, FREE, RUN
from game.screen.app.app import App
from game.screen.puzzles.choice import PuzzleMenuScene
from game.screen.puzzles.scene import PuzzleScene
from game.screen.puzzles.statistics import PuzzleStatisticsScene
from tests.screen.screens import click, make_app, press, texts, wait


def open_choice(**settings: Any) -> tuple[App, PuzzleMenuScene]:
    scene = PuzzleMenuScene()
    app = make_app(scene, (800, 600), animation_speed=0.0, **settings)
    wait(app, 0.2)
    return app, scene


def test_enter_opens_the_puzzle_of_the_day() -> None:
    app, _scene = open_choice()
    press(app, "accept")
    wait(app, 0.3)
    assert isinstance(app.scene, PuzzleScene)
    assert app.scene.course.name == DAY
    app.close()


def test_a_run_of_one_game() -> None:
    app, scene = open_choice()
    scene._choose_game("less")
    click(app, scene.form.get("run").rect.center)
    wait(app, 0.3)
    assert isinstance(app.scene, PuzzleScene)
    assert app.scene.course.name == RUN
    assert (app.scene.puzzle.key, app.scene.puzzle.grade) == (
        "less",
        catalogue.choose("less")[0].grade,
    )
    app.close()


def test_by_kind_and_theme() -> None:
    app, scene = open_choice()
    scene._choose_game("more-or-less")
    scene._choose_kind("win-1")
    scene._choose_theme("by-more")
    count = len(catalogue.choose("more-or-less", "win-1", "by-more"))
    assert count
    assert f"{count} puzzles, 0 solved" in texts(app)
    click(app, scene.form.get("start").rect.center)
    wait(app, 0.3)
    assert isinstance(app.scene, PuzzleScene)
    assert app.scene.course.name == FREE
    assert "by-more" in app.scene.puzzle.themes
    app.close()


def test_a_game_without_the_kind_lets_it_go() -> None:
    app, scene = open_choice()
    scene._choose_kind("train")
    scene._choose_game("less")
    assert scene.kind == ""
    app.close()


def test_statistics_and_back() -> None:
    app, scene = open_choice()
    click(app, scene.form.get("statistics").rect.center)
    wait(app, 0.3)
    assert isinstance(app.scene, PuzzleStatisticsScene)
    assert "Your rating begins with your first puzzle." in texts(app)
    press(app, "cancel")
    wait(app, 0.3)
    assert isinstance(app.scene, PuzzleMenuScene)
    app.close()


def test_damaged_progress_is_set_aside() -> None:
    kept.path().parent.mkdir(parents=True, exist_ok=True)
    kept.path().write_text("{", encoding="utf-8")
    app, _scene = open_choice()
    assert any("damaged" in text for text in texts(app))
    assert list(kept.path().parent.glob("*.damaged-1"))
    app.close()
