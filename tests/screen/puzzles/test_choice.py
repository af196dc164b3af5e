"""Puzzles are chosen by mouse and keys, and solved ones are shown."""

import datetime
from typing import Any

import pytest

from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.course import AGAIN, DAY, FREE, OWN, STORM, STREAK
from game.puzzles.practice import keep
from game.screen.app.app import App
from game.screen.puzzles.choice import PuzzleMenuScene
from game.screen.puzzles.runs import StormSeries, StreakSeries
from game.screen.puzzles.series import PuzzleSeries
from game.screen.puzzles.start import PickPuzzlesScene, RunStartScene
from game.screen.puzzles.statistics import PuzzleStatisticsScene
from game.screen.ui.choosers import Stepper
from tests.screen.play.play_helpers import Glanced
from tests.screen.puzzles.day import TODAY
from tests.screen.puzzles.helpers import puzzle_of
from tests.screen.screens import click, copies, form_of, make_app, press, scene_of, texts, wait


def open_choice(**settings: Any) -> tuple[App, PuzzleMenuScene]:
    scene = PuzzleMenuScene()
    app = make_app(scene, (800, 600), animation_speed=0.0, **settings, kind=Glanced)
    wait(app, 0.2)
    return app, scene


def test_enter_opens_the_puzzle_of_the_day() -> None:
    app, _scene = open_choice()
    press(app, "accept")
    wait(app, 0.3)
    course = puzzle_of(app.scene).series.course
    assert (course.name, course.day) == (DAY, TODAY.isoformat())
    app.close()


@pytest.mark.parametrize(("mode", "kind"), [(STREAK, StreakSeries), (STORM, StormSeries)])
def test_a_run_of_one_game_by_keys_alone(mode: str, kind: type[PuzzleSeries]) -> None:
    app, _scene = open_choice()
    press(app, "right", *(["right"] if mode == STORM else []), "accept")
    wait(app, 0.2)
    assert isinstance(app.scene, RunStartScene)
    assert app.scene.mode == mode
    press(app, "up", "right", "right")
    assert app.scene.game == "less"
    press(app, "down", "accept")
    wait(app, 0.3)
    assert type(puzzle_of(app.scene).series) is kind
    course = puzzle_of(app.scene).series.course
    assert (course.name, course.game) == (mode, "less")
    assert puzzle_of(app.scene).puzzle.key == "less"
    press(app, "cancel", "up", "accept")  # leaves the puzzle
    wait(app, 0.2)
    assert isinstance(app.scene, PuzzleMenuScene)
    app.close()


def test_the_arrows_reach_every_card() -> None:
    app, scene = open_choice()
    way = ("right", "right", "down", "left", "left", "up", "up")
    seen = []
    for command in way:
        press(app, command)
        assert scene.form.focused is not None
        seen.append(scene.form.focused.name)
    assert {STREAK, STORM, AGAIN, FREE, DAY, "statistics"} <= set(seen)
    app.close()


def test_by_kind_and_theme() -> None:
    app, scene = open_choice()
    click(app, scene.form.get(FREE).rect.center)
    pick = scene_of(app)
    assert isinstance(pick, PickPuzzlesScene)
    pick.choose_game("more-or-less")
    pick.choose_kind("win-1")
    themes = pick.form.get("theme")
    assert isinstance(themes, Stepper)
    themes.take("by-more")
    count = len(catalogue.choose("more-or-less", "win-1", "by-more"))
    assert count
    assert f"{count} puzzles, 0 solved" in texts(app)
    click(app, pick.form.get("start").rect.center)
    wait(app, 0.3)
    assert puzzle_of(app.scene).series.course.name == FREE
    assert "by-more" in puzzle_of(app.scene).puzzle.themes
    app.close()


def test_one_s_own() -> None:
    keep(catalogue.shipped("libra", "last")[:1])
    app, scene = open_choice()
    click(app, scene.form.get(FREE).rect.center)
    click(app, form_of(scene_of(app)).get("own").rect.center)
    wait(app, 0.3)
    assert puzzle_of(app.scene).series.course.name == OWN
    app.close()


def test_a_game_without_the_kind_lets_it_go() -> None:
    app, _scene = open_choice()
    pick = PickPuzzlesScene()
    app.open(pick)
    pick.choose_kind("train")
    pick.choose_game("less")
    assert pick.kind == ""
    app.close()


def test_nothing_is_due_until_something_was_missed() -> None:
    app, scene = open_choice()
    click(app, scene.form.get(AGAIN).rect.center)
    assert app.scene is scene
    assert any("Nothing is due today" in text for text in texts(app))
    puzzle = catalogue.choose()[5]
    scene.progress.note(puzzle, False, TODAY - datetime.timedelta(1))
    scene.resume()
    assert "Missed, and due today." in texts(app)
    click(app, scene.form.get(AGAIN).rect.center)
    wait(app, 0.3)
    solving = puzzle_of(app.scene)
    assert (solving.series.course.name, solving.puzzle) == (AGAIN, puzzle)
    app.close()


def test_the_result_of_the_day_is_copied() -> None:
    progress, _words = kept.opened()
    for mark in "xs":
        progress.mark_day(TODAY.isoformat(), mark)
    app, scene = open_choice()
    held = copies(app)
    click(app, scene.form.get("share").rect.center)
    (text,) = held
    assert "Solved with 2 tries" in text
    assert "Solved with 2 tries · 1 day in a row" in texts(app)
    app.close()


def test_the_sensor_board_is_for_puzzles_without_haste() -> None:
    app, scene = open_choice(board_link="sim")
    assert scene.board is None
    click(app, scene.form.get("board").rect.center)
    assert scene.board == "sim"
    for mode, board in ((STREAK, "sim"), (STORM, None)):
        click(app, scene.form.get(mode).rect.center)
        start = scene_of(app)
        assert isinstance(start, RunStartScene)
        assert start.board == board
        press(app, "cancel")
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
