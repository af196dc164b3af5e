"""The functions for streak, storm and the text of the day are pure and give the right results."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.puzzles import catalogue, modes
from game.puzzles.course import AGAIN, DAY, STORM, STREAK, begin
from game.puzzles.modes import HINT, MOST_MARKS, SHOWN, SOLVED, WRONG, Storm, Streak
from game.puzzles.progress import PuzzleProgress
from game.puzzles.puzzle import Puzzle

TODAY = datetime.date(2026, 11, 22)
OUTCOMES = st.lists(st.booleans(), max_size=60)


# -- streak ----------------------------------------------------------------------------------------


@given(OUTCOMES)
def test_a_streak_counts_up_to_the_first_mistake(outcomes: list[bool]) -> None:
    streak = Streak()
    for solved in outcomes:
        streak = streak.after(solved)
    first = outcomes.index(False) if False in outcomes else len(outcomes)
    assert (streak.solved, streak.over) == (first, False in outcomes)
    assert 0 <= streak.difficulty <= 1


def test_a_skip_costs_nothing_but_itself() -> None:
    assert Streak(4).skip() == Streak(4, skipped=True)


@pytest.mark.parametrize("game", ["", "libra"])
def test_a_streak_grows_harder_and_repeats_nothing(game: str) -> None:
    course, progress, seen, grades = begin(STREAK, TODAY, game), PuzzleProgress(), [], []
    puzzle = None
    for _number in range(modes.STREAK_STEPS + 5):
        puzzle = course.next(progress, TODAY, puzzle)
        assert puzzle is not None
        assert puzzle.key == (game or puzzle.key)
        seen.append(puzzle.id)
        grades.append(puzzle.grade)
        course = course.after(puzzle, True)
    assert len(set(seen)) == len(seen)
    third = len(grades) // 3
    assert sum(grades[:third]) < sum(grades[third : 2 * third]) <= sum(grades[-third:])
    assert puzzle is not None
    skipped = course.skip(puzzle)
    assert puzzle.id in skipped.done
    assert course.after(puzzle, False).next(progress, TODAY, puzzle) is None


# -- storm -----------------------------------------------------------------------------------------


@given(st.lists(st.one_of(st.booleans(), st.floats(-5, 60)), max_size=80))
def test_a_storm_adds_up(steps: list[bool | float]) -> None:
    storm = Storm()
    for step in steps:
        before = storm
        storm = storm.after(step) if isinstance(step, bool) else storm.tick(step)
        if before.over:
            assert storm == before
        elif step is False:
            assert storm.left_s == max(0.0, before.left_s - modes.PENALTY_S)
            assert storm.combo == 0
        elif step is True:
            wanted, bonus = before.next_bonus
            assert wanted > before.combo
            assert storm.left_s == before.left_s + (bonus if storm.combo == wanted else 0)
        else:
            assert storm.left_s <= before.left_s  # also where the clock jumps
    assert storm.combo <= storm.best_combo <= storm.solved
    assert storm.left_s >= 0
    assert 0 <= storm.difficulty <= 1


def test_bonuses_come_at_these_combos() -> None:
    storm, gained = Storm(), {}
    for number in range(1, 31):
        before, storm = storm.left_s, storm.after(True)
        if storm.left_s > before:
            gained[number] = storm.left_s - before
    assert gained == {3: 3, 6: 5, 10: 7, 15: 10, 20: 10, 25: 10, 30: 10}


def test_a_storm_asks_for_one_turn_each_and_remembers_what_was_missed() -> None:
    course, progress = begin(STORM, TODAY, "less"), PuzzleProgress()
    for one in course.puzzles():
        assert one.kind != "home" or len(one.solution) == 1
    first = course.next(progress, TODAY)
    assert first is not None
    course = course.after(first, False)
    second = course.next(progress, TODAY, first)
    assert second is not None
    course = course.after(second, True)
    assert (course.given, course.done) == ((first,), (first.id, second.id))
    assert isinstance(course.run, Storm)
    assert (course.run.solved, course.run.missed) == (1, 1)


@given(st.integers(0, 60), st.floats(-1, 2))
def test_puzzles_of_one_difficulty_are_neighbours(count: int, difficulty: float) -> None:
    there = catalogue.choose("libra")[:count]
    found = list(modes.as_difficult(there, difficulty))
    assert len(found) == min(count, modes.LEAST_CHOICE)
    assert not found or there[there.index(found[0]) :][: len(found)] == found


# -- the puzzle of a day, and those missed ---------------------------------------------------------


def test_the_puzzle_of_a_day_stays_that_of_its_day() -> None:
    course, tomorrow = begin(DAY, TODAY), TODAY + datetime.timedelta(1)
    puzzle = course.next(PuzzleProgress(), tomorrow)
    assert puzzle == catalogue.of_the_day(TODAY)
    assert course.next(PuzzleProgress(), tomorrow, puzzle) is None


def test_those_missed_come_in_turn_until_none_is_due() -> None:
    progress, missed = PuzzleProgress(), catalogue.choose()[:3]
    for puzzle in missed:
        progress.note(puzzle, False, TODAY)
    tomorrow = TODAY + datetime.timedelta(1)
    assert begin(AGAIN, TODAY).next(progress, TODAY) is None
    course, seen = begin(AGAIN, tomorrow), list[Puzzle]()
    while following := course.next(progress, tomorrow, seen[-1] if seen else None):
        seen.append(following)
        progress.note(following, len(seen) > 1, tomorrow)
    assert sorted(one.id for one in seen) == sorted(one.id for one in missed)


@given(st.text(alphabet=list(modes.SYMBOLS), max_size=30))
def test_marks_are_bounded_and_end_with_the_solution(text: str) -> None:
    marks = ""
    for mark in text:
        marks = modes.marked(marks, mark)
    assert len(marks) <= MOST_MARKS
    assert not {SOLVED, SHOWN} & set(marks[:-1])
    if {SOLVED, SHOWN} & set(text):
        assert modes.is_done(marks)
    assert bool(modes.marks_in_words(marks)) == bool(marks)


def test_the_result_of_a_day_as_text() -> None:
    marks = WRONG + HINT + WRONG + SOLVED
    assert modes.shared_result(TODAY, "Less: Win now", marks, 4) == (
        "Less is More, puzzle of 2026-11-22\nLess: Win now\n"
        "\U0001f7e5\U0001f4a1\U0001f7e5\U0001f7e9 Solved with 3 tries, 1 hint\n4 days in a row"
    )
    words = modes.shared_result(TODAY, "Less", WRONG + SHOWN, 0)
    assert words.splitlines()[-1].endswith("Not solved after 1 try")
    assert modes.shared_result(TODAY, "Less", SHOWN, 0).endswith("Solution shown")
    assert modes.shared_result(TODAY, "Less", SOLVED, 1).endswith("Solved at the first try")


def test_the_result_of_a_day_gives_nothing_away() -> None:
    puzzle = catalogue.of_the_day(TODAY)
    assert puzzle is not None
    words = modes.shared_result(TODAY, puzzle.key, SOLVED, 2)
    assert not any(action in words for turn in puzzle.solution for action in turn.split(","))
