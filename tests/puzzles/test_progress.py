"""Progress, ratings and the puzzle of the day are computed by pure functions."""

import datetime
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.library.database import database_path, open_library
from game.library.rating import NEW
from game.platform import versioned
from game.puzzles import catalogue, progress_store
from game.puzzles import progress as kept
from game.puzzles.modes import HINT, SHOWN, SOLVED, WRONG
from game.puzzles.progress import INTERVALS_D, ModeScore, PuzzleProgress, PuzzleReview

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


def test_of_two_that_are_equal_one_gains_what_the_other_loses() -> None:
    equal = (25.0, 4.0)
    solver, puzzle = kept.rated(equal, equal, True)
    assert kept.rated(equal, equal, False) == (puzzle, solver)
    assert solver[0] > equal[0] > puzzle[0]


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


def test_a_puzzle_of_the_middle_grade_begins_where_a_new_solver_stands() -> None:
    middle = next(puzzle for puzzle in catalogue.choose() if puzzle.grade == 4)
    assert kept.start_rating(middle)[0] == NEW[0]


def test_days_in_a_row() -> None:
    progress = PuzzleProgress()
    for back in (3, 1, 0):
        progress.mark_day((DAY - datetime.timedelta(days=back)).isoformat(), SOLVED)
    assert progress.days_in_a_row(DAY) == 2
    assert progress.days_in_a_row(DAY + datetime.timedelta(days=1)) == 2
    assert progress.days_in_a_row(DAY + datetime.timedelta(days=2)) == 0


def test_progress_is_kept() -> None:
    progress = PuzzleProgress()
    for number, puzzle in enumerate(catalogue.choose()[:5]):
        progress.note(puzzle, number % 2 == 0, DAY, rated_try=number != 4)
    for mark in (WRONG, HINT, SOLVED):
        progress.mark_day(DAY.isoformat(), mark)
    for score in (7, 9, 7):
        progress.enter(ModeScore("storm", "less", score, 3, DAY.isoformat()))
    progress_store.save(progress)
    assert progress_store.load() == (progress, "")
    assert (len(progress.reviews), progress.daily) == (2, {DAY.isoformat(): "xhs"})
    progress_store.save(progress)
    assert progress_store.load() == (progress, "")  # each puzzle is stored once


def test_all_scenes_share_what_was_read_once() -> None:
    progress, words = progress_store.opened()
    assert words == ""
    progress.note(catalogue.choose()[0], True, DAY)
    assert progress_store.opened()[0] is progress


def test_what_cannot_be_kept_now_is_kept_the_next_time() -> None:
    progress, puzzle = PuzzleProgress(), catalogue.choose()[0]
    progress.note(puzzle, False, DAY)
    progress.mark_day(DAY.isoformat(), SOLVED)
    progress.enter(ModeScore("storm", "", 5))
    database_path().parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(database_path())) as newer:
        newer.execute("PRAGMA user_version = 9999")
    with pytest.raises(OSError, match="newer version"):
        progress_store.save(progress)
    assert progress_store.load()[1], "a sentence for the person"
    database_path().unlink()
    progress_store.save(progress)
    assert progress_store.load() == (progress, "")
    assert (progress.notes, progress.marks, progress.entered) == ([], [], [])


def test_two_programs_note_what_each_has_seen() -> None:
    first, second = progress_store.load()[0], progress_store.load()[0]
    one, two = catalogue.choose()[:2]
    first.note(one, True, DAY)
    first.mark_day(DAY.isoformat(), SOLVED)
    second.note(two, False, DAY)
    second.note(one, True, DAY)
    first.enter(ModeScore("streak", "", 4))
    second.enter(ModeScore("streak", "", 6))
    progress_store.save(first)
    progress_store.save(second)
    both, _words = progress_store.load()
    assert (both.puzzles[one.id].count, both.puzzles[two.id].count) == (2, 1)
    assert (len(both.history), both.days) == (2, [DAY.isoformat()])
    assert both.has_solved(one)
    assert set(both.reviews) == {two.id}
    assert [score.score for score in both.best("streak")] == [6, 4]


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


def test_what_comes_next_fits_the_solver() -> None:
    weak, strong = PuzzleProgress((10.0, 3.0)), PuzzleProgress((45.0, 3.0))
    puzzles = catalogue.choose()
    easy, hard = kept.next_for(weak, puzzles), kept.next_for(strong, puzzles)
    assert easy is not None
    assert hard is not None
    assert easy.grade < hard.grade


def test_a_try_in_vain_counts_as_three_points_of_distance() -> None:
    puzzles = catalogue.choose("libra")
    first = puzzles[0]
    own = kept.start_rating(first)[0]
    near = next(one for one in puzzles if 1 < abs(kept.start_rating(one)[0] - own) < 3)
    progress = PuzzleProgress((own, 3.0))
    assert kept.next_for(progress, [first, near]) == first
    progress.note(first, False, DAY, rated_try=False)
    assert kept.next_for(progress, [first, near]) == near


# -- what was missed comes again -------------------------------------------------------------------


def test_a_missed_puzzle_comes_again_after_1_3_7_and_21_days_and_is_known_then() -> None:
    puzzle, progress, day = catalogue.choose()[0], PuzzleProgress(), DAY
    progress.note(puzzle, False, day)
    assert progress.due(day) == []
    for days in INTERVALS_D:
        assert progress.due(day + datetime.timedelta(days - 1)) == []
        day += datetime.timedelta(days)
        assert progress.due(day) == [puzzle.id]
        progress.note(puzzle, True, day)
    assert progress.reviews == {}


def test_missed_again_it_begins_anew_and_before_it_is_due_nothing_changes() -> None:
    puzzle, progress = catalogue.choose()[0], PuzzleProgress()
    progress.note(puzzle, False, DAY)
    progress.note(puzzle, True, DAY)
    assert progress.reviews[puzzle.id] == PuzzleReview(0, DAY)
    tomorrow = DAY + datetime.timedelta(1)
    progress.note(puzzle, True, tomorrow)
    assert progress.reviews[puzzle.id] == PuzzleReview(1, tomorrow)
    progress.note(puzzle, False, tomorrow)
    assert progress.reviews[puzzle.id] == PuzzleReview(0, tomorrow)


def test_a_puzzle_that_was_never_missed_does_not_come_again() -> None:
    progress = PuzzleProgress()
    progress.note(catalogue.choose()[0], True, DAY)
    assert progress.reviews == {}


@given(st.integers(0, len(INTERVALS_D) - 1), st.dates(), st.dates(), st.booleans())
def test_no_clock_harms_a_review(
    box: int, seen: datetime.date, today: datetime.date, solved: bool
) -> None:
    review = PuzzleReview(box, seen)
    later = review.after(solved, today)
    assert later in (None, review, PuzzleReview(0, today), PuzzleReview(box + 1, today))
    if later not in (None, review):
        assert not later.is_due(today)
        assert (
            any(
                later.is_due(datetime.date.fromordinal(today.toordinal() + days))
                for days in INTERVALS_D
                if today.toordinal() + days <= datetime.date.max.toordinal()
            )
            or today.toordinal() + max(INTERVALS_D) > datetime.date.max.toordinal()
        )
    if today < seen - datetime.timedelta(1):  # after a wrong clock, the review is due, not lost
        assert review.is_due(today)


def test_reviews_are_bounded_and_those_known_least_stay() -> None:
    many = {f"p{n}": PuzzleReview(n % 4, DAY - datetime.timedelta(n)) for n in range(400)}
    left = dict(kept.bounded(many))
    assert len(left) == kept.MOST_REVIEWS
    assert {name for name in many if many[name].box < 3} <= set(left)


def test_rows_that_make_no_sense_are_left_out() -> None:
    with open_library() as database, database.transaction() as connection:
        connection.execute("INSERT INTO puzzle_reviews VALUES ('a', 99, '2026-11-20')")
        connection.execute("INSERT INTO puzzle_reviews VALUES ('b', 1, 'yesterday')")
        connection.execute("INSERT INTO puzzle_reviews VALUES ('c', 'x', '2026-11-20')")
        connection.execute("INSERT INTO puzzle_marks VALUES ('2026-11-20', 'x?hs')")
        connection.execute("INSERT INTO puzzle_scores VALUES (1, 'storm', '', 'many', 0, '')")
    progress, words = progress_store.load()
    assert (set(progress.reviews), words) == ({"a"}, "")
    assert (progress.daily, progress.scores) == ({"2026-11-20": "xhs"}, [])
    assert catalogue.find(progress.due(DAY)) == []  # no puzzle has that id


def test_a_day_is_marked_until_it_is_done() -> None:
    progress = PuzzleProgress()
    for mark in (WRONG, HINT, SOLVED, WRONG, SOLVED):
        progress.mark_day("2026-11-22", mark)
    assert (progress.daily, progress.days) == ({"2026-11-22": "xhs"}, ["2026-11-22"])
    progress.mark_day("2026-11-23", SHOWN)
    progress.mark_day("2026-11-23", SOLVED)
    assert (progress.daily["2026-11-23"], progress.days) == ("o", ["2026-11-22"])


def test_a_list_holds_the_best_of_one_mode_and_game() -> None:
    progress = PuzzleProgress()
    places = [progress.enter(ModeScore("storm", "", score)) for score in (5, 9, 5, 0, 7)]
    assert places == [1, 1, 3, None, 2]
    for _number in range(20):
        progress.enter(ModeScore("storm", "", 6))
    assert [one.score for one in progress.best("storm")] == [9, 7, *[6] * 8]
    assert progress.enter(ModeScore("storm", "", 5)) is None
    assert progress.best("storm", "less") == progress.best("streak") == []
