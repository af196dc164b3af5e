"""Puzzles of every kind can be solved or missed at the board, are refuted, and give help."""

import datetime
import json

import pytest

from game.games.less.rules import Less
from game.games.less.screen.ways_home import least_moves_home
from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.attempt_checker import AttemptChecker, main
from game.puzzles.course import DAY, Course, begin
from game.puzzles.puzzle import as_data
from game.rules.proposals import GoBack
from game.screen.puzzles.attempt import ASKING, FAILED, SHOWN, SOLVED, task
from tests.screen.play.play_helpers import hinted
from tests.screen.puzzles.day import TODAY
from tests.screen.puzzles.helpers import easy, play, puzzle_of, solve, solving, wrong_turn
from tests.screen.screens import click, copies, press, texts, wait

KINDS = [(key, kind) for key in catalogue.games() for kind in catalogue.shipped_kinds(key)]


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_the_solution_solves_it(key: str, kind: str) -> None:
    with solving(easy(key, kind)) as (app, scene):
        solve(app, scene)
        # Some puzzles of this kind go on, with replies, to the end of the game.
        if kind == "last" and not puzzle_of(scene).attempt.over:
            assert puzzle_of(scene).attempt.status == ASKING
            assert puzzle_of(scene).attempt.words() == "Right. Go on."
        else:
            assert puzzle_of(scene).attempt.status == SOLVED
            assert "Solved!" in texts(app)
            assert puzzle_of(scene).series.progress.has_solved(puzzle_of(scene).puzzle)


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_another_turn_does_not(key: str, kind: str) -> None:
    with solving(easy(key, kind)) as (app, scene):
        turn = wrong_turn(scene)
        play(app, scene, turn)
        assert puzzle_of(scene).attempt.status == FAILED
        assert not puzzle_of(scene).series.progress.solved
        if kind in ("save", "last", "win-2"):  # kinds whose refutation is played on the board
            assert len(puzzle_of(scene).posed.made) >= 2 or scene.match.over
        if puzzle_of(scene).attempt.playing:
            press(app, "accept")  # stops the film
        press(app, "accept")  # tries again
        assert puzzle_of(scene).attempt.status == ASKING
        assert not scene.match.entries


def test_the_task_is_said_and_the_board_begins_at_the_position() -> None:
    puzzle = easy("less", "home")
    with solving(puzzle) as (app, scene):
        assert task(puzzle) in texts(app)
        assert scene.match.state == puzzle.position()[1]
        scene.propose(GoBack(0))
        assert scene.match.state == puzzle.position()[1]


def test_hints_come_in_steps() -> None:
    with solving(easy("less", "win-1")) as (app, scene):
        first = puzzle_of(scene).puzzle.solution[0].split(",")[0]
        source, target = first.split("-")
        press(app, "hint")
        assert scene.board.overlay.hints == (source,)
        assert not scene.board.overlay.arrows
        press(app, "hint")
        (arrow,) = scene.board.overlay.arrows
        assert (arrow.source, arrow.target) == (source, target)
        press(app, "hint")
        wait(app, 4.0)
        assert not scene.match.entries  # the solution was shown, then taken back
        solve(app, scene)
        assert puzzle_of(scene).attempt.status == SOLVED
        # A puzzle solved with help does not count.
        assert not puzzle_of(scene).series.progress.solved


def test_a_hint_off_the_line_says_so() -> None:
    with solving(easy("more-or-less", "win-1")) as (app, scene):
        wanted = puzzle_of(scene).puzzle.solution[0].split(",")[0]
        other = next(
            a for a in scene.match.legal() if a.text != wanted and a.kind in ("jump", "slide")
        )
        scene.propose(other)
        wait(app, 0.3)
        if scene.match.turn_begun:
            press(app, "hint")
            assert "The solution goes another way. Take back first." in texts(app)


def test_a_stone_is_hinted_among_others() -> None:
    with solving(easy("libra", "last")) as (app, scene):
        cell = puzzle_of(scene).puzzle.solution[0][1:]
        press(app, "hint")
        assert len(hinted(scene)) == 3
        assert cell in hinted(scene)
        press(app, "hint")
        assert hinted(scene) == (cell,)


def test_the_solution_is_shown_and_is_no_success() -> None:
    with solving(easy("more-or-less", "win-2")) as (app, scene):
        click(app, puzzle_of(scene).solve.rect.center)
        wait(app, 3.0)
        assert puzzle_of(scene).posed.made == list(puzzle_of(scene).puzzle.solution)
        assert puzzle_of(scene).attempt.status == SHOWN
        assert not puzzle_of(scene).series.progress.solved


def test_keys_touch_and_pad_solve_it() -> None:
    """A finger taps each point of the solution."""
    with solving(easy("multiplicity", "last")) as (app, scene):
        x, y = scene.board.view.position(puzzle_of(scene).puzzle.solution[0])
        click(app, (round(x), round(y)), touch=True)
        if not puzzle_of(scene).posed.made:
            click(app, (round(x), round(y)), touch=True)
        wait(app, 1.0)
        assert puzzle_of(scene).posed.made[0] == puzzle_of(scene).puzzle.solution[0]


def test_solved_goes_on_to_the_next() -> None:
    with solving(easy("less", "win-1"), Course(game="less", kind="win-1")) as (app, scene):
        solve(app, scene)
        press(app, "accept")
        wait(app, 0.3)
        assert puzzle_of(app.scene).puzzle != puzzle_of(scene).puzzle
        assert puzzle_of(app.scene).puzzle.kind == "win-1"
        # The progress is known before its file is written.
        assert puzzle_of(app.scene).series.progress.has_solved(puzzle_of(scene).puzzle)


def test_the_puzzle_of_the_day_counts_for_the_day_and_is_kept() -> None:
    with solving(easy("more-or-less", "train"), Course(DAY)) as (app, scene):
        solve(app, scene)
    assert kept.load() == (puzzle_of(scene).series.progress, "")
    assert puzzle_of(scene).series.progress.days_in_a_row(TODAY) == 1
    assert puzzle_of(scene).series.progress.daily == {TODAY.isoformat(): "s"}


def test_the_result_of_the_day_is_copied_once_it_is_over() -> None:
    with solving(easy("libra", "last"), Course(DAY)) as (app, scene):
        held = copies(app)
        play(app, scene, wrong_turn(scene))
        assert not puzzle_of(scene).share.visible
        press(app, "stop")
        press(app, "accept")
        press(app, "hint", "hint")
        puzzle_of(scene).show_solution()
        press(app, "stop")
        app.draw()
        assert puzzle_of(scene).series.progress.daily == {TODAY.isoformat(): "xho"}
        assert puzzle_of(scene).series.progress.days_in_a_row(TODAY) == 0
        click(app, puzzle_of(scene).share.rect.center)
        (text,) = held
        assert text.splitlines()[-1].endswith("Not solved after 1 try, 1 hint")
        press(app, "copy")
        assert held == [text, text]


def test_the_puzzle_of_yesterday_counts_for_yesterday() -> None:
    yesterday = TODAY - datetime.timedelta(1)
    with solving(easy("more-or-less", "train"), begin(DAY, yesterday)) as (app, scene):
        solve(app, scene)
    assert puzzle_of(scene).series.progress.days == [yesterday.isoformat()]


def test_a_missed_puzzle_comes_again_tomorrow() -> None:
    with solving(easy("less", "win-1")) as (app, scene):
        play(app, scene, wrong_turn(scene))
    assert puzzle_of(scene).series.progress.due(TODAY) == []
    assert puzzle_of(scene).series.progress.due(TODAY + datetime.timedelta(1)) == [
        puzzle_of(scene).puzzle.id
    ]


def test_the_helper_answers_line_by_line() -> None:
    import io

    puzzle = easy("multiplicity", "last")
    out = io.StringIO()
    asked = [[], [puzzle.solution[0]], ["nonsense"]]
    lines = "".join(
        json.dumps({"puzzle": as_data(puzzle), "turns": turns, "number": number}) + "\n"
        for number, turns in enumerate(asked)
    )
    assert main([], io.StringIO(lines), out) == 0
    good, bad = (json.loads(line) for line in out.getvalue().splitlines())
    assert good["number"] == 1
    assert good["answer"]["right"]
    assert "nonsense" in bad["error"]
    assert AttemptChecker().answer(puzzle, [puzzle.solution[0]]).right


@pytest.mark.parametrize(("key", "kind"), [p for p in KINDS if p[1] in ("last", "home")])
def test_a_wrong_try_is_played_on_to_the_number_that_decides(key: str, kind: str) -> None:
    with solving(easy(key, kind)) as (app, scene):
        play(app, scene, wrong_turn(scene))
        wait(app, 15.0)
        assert not puzzle_of(scene).attempt.playing
        tally = scene.game.tally(scene.match.state)
        if kind == "last":
            assert scene.match.over
            assert puzzle_of(scene).attempt.counts
            said = puzzle_of(scene).attempt.words()
            assert said.endswith(puzzle_of(scene).attempt.counts)
            counts = {"libra": ["groups"], "multiplicity": ["white", "black"]}[key]
            assert all(str(tally[count]) in said for count in counts)
        else:
            side = puzzle_of(scene).puzzle.seat % 2
            assert isinstance(scene.game, Less)
            assert least_moves_home(scene.game, scene.match.state, side) == 0
        press(app, "accept")
        assert puzzle_of(scene).attempt.status == ASKING
        assert not puzzle_of(scene).attempt.counts


@pytest.mark.parametrize("how", ["accept", "cancel", "stop", "click", "finger", "button"])
def test_a_film_is_stopped_by_key_and_click(how: str) -> None:
    with solving(easy("multiplicity", "last")) as (app, scene):
        play(app, scene, wrong_turn(scene))
        assert puzzle_of(scene).attempt.playing
        made = len(puzzle_of(scene).posed.made)
        if how in ("click", "finger"):
            click(app, scene.board.rect.center, touch=how == "finger")
        elif how == "button":
            click(app, scene.form.get("main").rect.center)
        else:
            press(app, how)
        wait(app, 3.0)
        assert not puzzle_of(scene).attempt.playing
        assert len(puzzle_of(scene).posed.made) <= made + 1
        assert puzzle_of(scene).attempt.status == FAILED
        assert app.scene is scene
        assert puzzle_of(scene).attempt.counts


@pytest.mark.parametrize("key", ["libra", "multiplicity"])
def test_the_solution_is_played_on_to_the_end(key: str) -> None:
    with solving(easy(key, "last")) as (app, scene):
        press(app, "hint")
        puzzle_of(scene).show_solution()
        wait(app, 20.0)
        assert scene.match.over
        assert puzzle_of(scene).attempt.words().startswith("This is the solution. ")
        game, start = puzzle_of(scene).puzzle.position()
        won = (
            scene.match.outcome is not None
            and puzzle_of(scene).puzzle.seat in scene.match.outcome.winners
        )
        assert won or not puzzle_of(scene).puzzle.aim
        assert game.turns(start) < game.turns(scene.match.state)
