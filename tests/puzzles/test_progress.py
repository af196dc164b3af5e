"""Progress, ratings and the puzzle of the day: values in, values out."""

import datetime

from game.platform import versioned
from game.puzzles import catalogue, progress_store
from game.puzzles import progress as kept
from game.puzzles.course import RUN, Course
from game.puzzles.progress import PuzzleProgress, PuzzleRun

DAY = datetime.date(2026, 11, 22)


def test_the_puzzle_of_a_day_is_the_same_everywhere() -> None:
    assert catalogue.of_the_day(DAY) == catalogue.of_the_day(DAY)
    days = [DAY + datetime.timedelta(days=n) for n in range(40)]
    found = {catalogue.of_the_day(day) for day in days}
    assert len(found) > 30


def test_ratings_follow_the_outcome() -> None:
    puzzle = catalogue.choose()[0]
    won, lost = PuzzleProgress(), PuzzleProgress()
    won.note(puzzle, True, DAY)
    lost.note(puzzle, False, DAY)
    assert won.shown > PuzzleProgress().shown > lost.shown
    assert won.puzzles[puzzle.id].rating[0] < lost.puzzles[puzzle.id].rating[0]


def test_a_second_try_on_the_same_day_is_not_rated() -> None:
    puzzle, progress = catalogue.choose()[0], PuzzleProgress()
    progress.note(puzzle, False, DAY)
    rating = progress.rating
    progress.note(puzzle, True, DAY)
    assert progress.rating == rating
    assert progress.has_solved(puzzle)
    assert progress.puzzles[puzzle.id].count == 2


def test_harder_puzzles_begin_higher() -> None:
    puzzles = catalogue.choose()
    ratings = [kept.start_rating(puzzle)[0] for puzzle in puzzles]
    assert ratings == sorted(ratings)


def test_days_in_a_row() -> None:
    puzzle, progress = catalogue.choose()[0], PuzzleProgress()
    for back in (3, 1, 0):
        progress.note(puzzle, True, DAY - datetime.timedelta(days=back), daily=True)
    assert progress.streak(DAY) == 2
    assert progress.streak(DAY + datetime.timedelta(days=1)) == 2
    assert progress.streak(DAY + datetime.timedelta(days=2)) == 0


def test_progress_is_kept() -> None:
    progress = PuzzleProgress(best_run=7)
    for number, puzzle in enumerate(catalogue.choose()[:5]):
        progress.note(puzzle, number % 2 == 0, DAY, daily=True)
    progress_store.save(progress)
    assert progress_store.load() == (progress, "")


def test_two_programs_note_what_each_has_seen() -> None:
    first, second = progress_store.load()[0], progress_store.load()[0]
    one, two = catalogue.choose()[:2]
    first.note(one, True, DAY, daily=True)
    second.note(two, False, DAY)
    second.note(one, True, DAY)
    progress_store.save(first)
    progress_store.save(second)
    both, _words = progress_store.load()
    assert (both.puzzles[one.id].count, both.puzzles[two.id].count) == (2, 1)
    assert (len(both.history), both.days) == (2, [DAY.isoformat()])
    assert both.has_solved(one)


def test_the_file_of_earlier_versions_is_taken_over_once_and_stays() -> None:
    data = {"rating": [30.0, 4.0], "history": [900, 1100], "days": ["2026-11-21"], "best_run": 9}
    tries = {"p": [3, True, "2026-11-20", 25.0, 2.0]}
    versioned.write(progress_store.path(), progress_store.VERSION, data | {"puzzles": tries})
    before = progress_store.path().read_bytes()
    progress, words = progress_store.load()
    assert (progress.rating, progress.history, progress.best_run) == ((30.0, 4.0), [900, 1100], 9)
    assert (progress.puzzles["p"].count, words) == (3, "")
    progress.note(catalogue.choose()[0], True, DAY)
    progress_store.save(progress)
    assert progress_store.load()[0].puzzles.keys() == {"p", catalogue.choose()[0].id}
    assert progress_store.path().read_bytes() == before


def test_a_run_grows_harder_and_repeats_nothing() -> None:
    course, progress, grades, seen = Course(RUN), PuzzleProgress(), list[int](), set[str]()
    puzzle = None
    for _number in range(12):
        puzzle = course.next(progress, DAY, puzzle)
        assert puzzle is not None
        assert puzzle.id not in seen
        seen.add(puzzle.id)
        grades.append(puzzle.grade)
        course = course.after(puzzle, True)
    assert grades == sorted(grades)
    assert puzzle is not None
    for _mistake in range(kept.LIVES):
        course = course.after(puzzle, False)
    assert course.next(progress, DAY, puzzle) is None
    assert PuzzleRun().grade == 1


def test_what_comes_next_fits_the_solver() -> None:
    weak, strong = PuzzleProgress((10.0, 3.0)), PuzzleProgress((45.0, 3.0))
    puzzles = catalogue.choose()
    easy, hard = kept.next_for(weak, puzzles), kept.next_for(strong, puzzles)
    assert easy is not None
    assert hard is not None
    assert easy.grade < hard.grade
