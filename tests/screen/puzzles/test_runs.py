"""In a streak or a storm at the board, the right results count, and the end comes in time."""

from collections.abc import Iterator

import pygame
import pytest

from game.platform.i18n import in_language
from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.course import FILE, STORM, STREAK, Course, begin
from game.puzzles.modes import PENALTY_S, STORM_S, Storm, Streak
from game.puzzles.puzzle import Puzzle
from game.rules.proposals import Play
from game.screen.app.app import App
from game.screen.app.dialog import Dialog
from game.screen.app.scene import Pop, Scene
from game.screen.play.scene import PlayScene
from game.screen.puzzles.attempt import FAILED, SOLVED
from game.screen.puzzles.runs import StormSeries, StreakSeries, clock_text, storm_scene
from game.screen.puzzles.start import StormResultScene
from tests.screen.play.play_helpers import Glanced
from tests.screen.puzzles.day import TODAY
from tests.screen.puzzles.helpers import (
    easy,
    play,
    puzzle_of,
    series_of,
    solve,
    solving,
    wrong_turn,
)
from tests.screen.screens import FRAME, click, make_app, press, scene_of, texts, wait

# -- streak ----------------------------------------------------------------------------------------


def test_a_streak_goes_on_to_the_next_puzzle() -> None:
    with solving(easy("less", "win-1"), begin(STREAK, TODAY, "less")) as (app, scene):
        solve(app, scene)
        assert "1 in a row" in texts(app)
        press(app, "accept")
        wait(app, 0.3)
        assert puzzle_of(app.scene).series.course.run == Streak(1)
        assert puzzle_of(app.scene).puzzle != puzzle_of(scene).puzzle
        assert kept.opened()[0].best(STREAK, "less") == []  # the streak is not over yet


def test_the_first_mistake_ends_a_streak_and_its_result_is_entered() -> None:
    course = Course(STREAK, run=Streak(4))
    with solving(easy("libra", "last"), course) as (app, scene):
        play(app, scene, wrong_turn(scene))
        press(app, "stop")
        assert series_of(scene, StreakSeries).streak.over
        assert [one.score for one in puzzle_of(scene).series.progress.best(STREAK)] == [4]
        said = texts(app)
        assert "The streak ends: your best so far." in said
        assert {"New streak", "Done", "Solution"} <= set(said)
        assert isinstance(puzzle_of(scene).series.go_on(), Pop)
        press(app, "accept")  # starts a new streak
        wait(app, 0.3)
        assert series_of(app.scene, StreakSeries).streak == Streak()
    assert [one.score for one in kept.load()[0].best(STREAK)] == [4]


def test_one_puzzle_of_a_streak_may_be_skipped() -> None:
    with solving(easy("less", "win-1"), Course(STREAK, run=Streak(2))) as (app, scene):
        assert "Skip once" in texts(app)
        assert not puzzle_of(scene).solve.visible
        click(app, puzzle_of(scene).skip.rect.center)
        wait(app, 0.3)
        following = scene_of(app)
        assert series_of(following, StreakSeries).streak == Streak(2, skipped=True)
        assert puzzle_of(following).series.course.done == (puzzle_of(scene).puzzle.id,)
        assert not puzzle_of(following).skip.visible
        assert kept.opened()[0].puzzles == {}  # a skipped puzzle does not count as missed


def test_in_a_streak_there_are_no_hints() -> None:
    with solving(easy("less", "win-1"), begin(STREAK, TODAY)) as (app, scene):
        press(app, "hint")
        assert not puzzle_of(scene).attempt.helped
        assert not scene.row.help.enabled
        assert "In a streak or storm there are no hints." in texts(app)


def test_who_leaves_a_streak_keeps_what_was_reached() -> None:
    with solving(easy("less", "win-1"), Course(STREAK, run=Streak(6))):
        pass
    assert [one.score for one in kept.load()[0].best(STREAK)] == [6]


# -- storm -----------------------------------------------------------------------------------------


@pytest.fixture
def storm() -> Iterator[tuple[App, PlayScene]]:
    course = begin(STORM, TODAY, "multiplicity")
    scene = storm_scene(easy("multiplicity", "last"), course)
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    app.frame(FRAME)
    yield app, scene
    app.close()


def left(app: App) -> float:
    return series_of(app.scene, StormSeries).storm.left_s


def decide(app: App, turn: str) -> None:
    """Play a turn, and wait for the next scene."""
    scene = app.scene
    assert isinstance(scene, PlayScene)
    for text in turn.split(","):
        scene.propose(next(a for a in scene.match.legal() if a.text == text))
        app.frame(FRAME)
    before = scene
    for _frame in range(200):
        app.frame(0.05)
        if app.scene is not before:
            return
    raise AssertionError("nothing followed")


def test_the_clock_of_a_storm_counts_what_a_busy_computer_takes(
    storm: tuple[App, PlayScene],
) -> None:
    app, scene = storm
    before = series_of(scene, StormSeries).storm.left_s
    app.be_late(9.9)
    app.frame(0.1)
    assert series_of(scene, StormSeries).storm.left_s == pytest.approx(before - 10.0, abs=0.01)
    scene.pause()
    app.be_late(20.0)
    scene.resume()
    app.frame(0.1)
    assert series_of(scene, StormSeries).storm.left_s == pytest.approx(before - 10.1, abs=0.01)


def test_the_clock_of_a_storm_runs_while_one_thinks(storm: tuple[App, PlayScene]) -> None:
    app, scene = storm
    assert series_of(scene, StormSeries).running
    before = left(app)
    wait(app, 2.0)
    assert left(app) == pytest.approx(before - 2.0)
    assert clock_text(left(app)) in texts(app)


def test_it_stands_while_a_menu_is_open_and_covers_the_pieces(
    storm: tuple[App, PlayScene],
) -> None:
    app, scene = storm
    press(app, "cancel")
    assert isinstance(app.scene, Dialog)
    before = series_of(scene, StormSeries).storm.left_s
    assert scene.board.pieces == {}
    wait(app, 3.0)
    assert series_of(scene, StormSeries).storm.left_s == before
    press(app, "accept")
    assert scene_of(app) is scene
    assert scene.board.pieces == scene.game.pieces(scene.match.state)
    wait(app, 1.0)
    assert left(app) == pytest.approx(before - 1.0, abs=0.1)


def test_it_stands_while_the_window_has_no_focus(storm: tuple[App, PlayScene]) -> None:
    app, scene = storm
    app.frame(FRAME, [pygame.event.Event(pygame.WINDOWFOCUSLOST)])
    assert isinstance(app.scene, Dialog)
    before = series_of(scene, StormSeries).storm.left_s
    wait(app, 3.0)
    # A second loss of focus leaves the menu open.
    app.frame(FRAME, [pygame.event.Event(pygame.WINDOWFOCUSLOST)])
    assert series_of(scene, StormSeries).storm.left_s == before
    press(app, "accept")
    assert scene_of(app) is scene


def test_other_scenes_do_not_mind_the_focus() -> None:
    with solving(easy("less", "win-1")) as (app, scene):
        app.frame(FRAME, [pygame.event.Event(pygame.WINDOWFOCUSLOST)])
        assert scene_of(app) is scene


def test_no_time_is_lost_while_the_program_moves_anything() -> None:
    puzzle = easy("more-or-less", "win-1")
    scene = storm_scene(puzzle, begin(STORM, TODAY))
    app = make_app(scene, (800, 600), animation_speed=0.5, kind=Glanced)
    wait(app, 0.3)
    # The board is still moving into place.
    assert series_of(scene, StormSeries).storm.left_s == STORM_S
    wait(app, 0.5)
    before = series_of(scene, StormSeries).storm.left_s
    assert before < STORM_S
    game, state = puzzle.position()
    scene.propose(Play(tuple(game.parse_turn(state, puzzle.solution[0]))))
    assert scene.playback.moving
    while scene.playback.moving:
        app.frame(0.05)
    while app.scene is scene:
        app.frame(0.05)
    following = scene_of(app)
    assert series_of(following, StormSeries).storm.left_s == pytest.approx(before, abs=0.06)
    assert series_of(following, StormSeries).storm.solved == 1
    app.close()


def test_right_counts_and_the_next_puzzle_comes_by_itself(storm: tuple[App, PlayScene]) -> None:
    app, scene = storm
    decide(app, puzzle_of(scene).puzzle.solution[0])
    following = scene_of(app)
    run = series_of(following, StormSeries).storm
    assert (run.solved, run.combo) == (1, 1)
    assert puzzle_of(scene).attempt.status == SOLVED
    assert puzzle_of(scene).series.progress.history == []  # puzzles in a storm are not rated


def test_wrong_costs_time_and_comes_again(storm: tuple[App, PlayScene]) -> None:
    app, scene = storm
    before = left(app)
    decide(app, wrong_turn(scene))
    assert puzzle_of(scene).attempt.status == FAILED
    assert left(app) == pytest.approx(before - PENALTY_S, abs=0.3)
    assert set(puzzle_of(scene).series.progress.reviews) == {puzzle_of(scene).puzzle.id}
    following = scene_of(app)
    assert puzzle_of(following).series.course.given == (puzzle_of(scene).puzzle,)


def end(course: Course) -> App:
    """Return an app with a storm that is about to end."""

    class Below(Scene):
        pass

    app = make_app(Below(), (800, 600), animation_speed=0.0, kind=Glanced)
    app.open(storm_scene(easy("multiplicity", "last"), course))
    wait(app, 0.5)
    return app


def test_when_the_time_is_up_the_result_is_shown_and_kept() -> None:
    missed = catalogue.shipped("less", "win-1")[:1]
    app = end(Course(STORM, run=Storm(0.3, 12, 1, 2, 5), given=missed))
    assert isinstance(app.scene, StormResultScene)
    said = texts(app)
    assert "12 puzzles" in said
    assert "Your best storm! Longest combo: 5. 1 missed: it comes again." in said
    (score,) = kept.opened()[0].best(STORM)
    assert (score.score, score.combo, score.date) == (12, 5, TODAY.isoformat())
    press(app, "cancel")  # a press meant for the board, but too late
    assert isinstance(app.scene, StormResultScene)
    wait(app, 1.0)
    click(app, app.scene.form.get("missed").rect.center)
    wait(app, 0.2)
    again = puzzle_of(app.scene)
    assert (again.series.course.name, again.puzzle) == (FILE, missed[0])
    app.close()
    assert [one.score for one in kept.load()[0].best(STORM)] == [12]


def test_a_mistake_can_end_a_storm() -> None:
    app = end(Course(STORM, run=Storm(9.0, 2, 0, 2, 2)))
    scene = app.scene
    assert isinstance(scene, PlayScene)
    decide(app, wrong_turn(scene))
    result = scene_of(app)
    assert isinstance(result, StormResultScene)
    assert (result.storm.missed, result.storm.left_s) == (1, 0.0)
    wait(app, 1.0)
    press(app, "accept")  # starts a new storm
    wait(app, 0.1)
    assert left(app) > STORM_S - 1
    app.close()


def test_after_the_last_puzzle_a_storm_is_over() -> None:
    every = catalogue.choose("multiplicity")
    course = Course(STORM, "multiplicity", run=Storm(60.0, 3), done=tuple(one.id for one in every))
    app = end(course)
    decide(app, easy("multiplicity", "last").solution[0])
    assert isinstance(app.scene, StormResultScene)
    assert [one.score for one in kept.opened()[0].best(STORM, "multiplicity")] == [4]
    app.close()


@pytest.mark.parametrize(
    "puzzle",
    [easy(key, kind) for key in catalogue.games() for kind in catalogue.shipped_kinds(key)],
    ids=lambda one: f"{one.key}-{one.kind}",
)
def test_every_kind_is_decided_by_its_first_turn(puzzle: Puzzle) -> None:
    scene = storm_scene(puzzle, begin(STORM, TODAY))
    app = make_app(scene, (800, 600), animation_speed=0.0, kind=Glanced)
    app.frame(FRAME)
    decide(app, puzzle.solution[0])
    assert puzzle_of(scene).attempt.status == SOLVED
    app.close()


def test_the_clock_in_words() -> None:
    assert [clock_text(s) for s in (180.0, 61.5, 10.0, 9.94, 0.0)] == [
        "3:00",
        "1:01",
        "0:10",
        "9.9",
        "0.0",
    ]


def test_tenths_of_the_clock_have_the_decimal_sign_of_the_language() -> None:
    with in_language("nl"):
        assert clock_text(9.94) == "9,9"
