"""The right puzzles, shipped and own ones, are offered by game, kind and theme."""

from __future__ import annotations

import datetime
import threading

import pytest

from game.platform.storage import data_folder
from game.puzzles import catalogue, practice
from game.puzzles.course import AGAIN, FREE, OWN, STREAK, Course, begin
from game.puzzles.progress import PuzzleProgress, next_for
from game.puzzles.puzzle import dump
from tests.puzzles.test_practice import ENDINGS, game_of
from tests.support.waiting import PATIENCE

DAY = datetime.date(2026, 11, 22)


def test_puzzles_are_chosen_by_game_kind_and_theme() -> None:
    everything = catalogue.choose()
    assert {one.id for one in catalogue.choose("less")} == {
        one.id for one in everything if one.key == "less"
    }
    theme = catalogue.themes(everything)[0]
    found = catalogue.choose(theme=theme)
    assert {one.id for one in found} == {one.id for one in everything if theme in one.themes}
    assert 0 < len(found) < len(everything)
    assert catalogue.choose(theme="no such theme") == []


def test_puzzles_of_ones_own_lie_among_ones_files() -> None:
    folder = data_folder() / "puzzles"
    folder.mkdir(parents=True)
    (folder / "mine.json").write_text(dump(ENDINGS[:2]), encoding="utf-8")
    assert catalogue.own_puzzles() == (ENDINGS[:2], "")
    assert Course(OWN).puzzles() == ENDINGS[:2]


def test_a_skipped_puzzle_does_not_come_again_in_its_streak() -> None:
    course, progress = begin(STREAK, DAY, "libra"), PuzzleProgress()
    first = course.next(progress, DAY)
    assert first is not None
    course = course.skip(first)
    assert course.done == (first.id,)
    for _number in range(5):
        other = course.next(progress, DAY)
        assert other is not None
        assert other.id != first.id
        course = course.after(other, True)


def test_a_streak_prefers_what_was_never_tried() -> None:
    progress, course = PuzzleProgress(), begin(STREAK, DAY, "libra")
    first = course.next(progress, DAY)
    assert first is not None
    progress.note(first, True, DAY)
    again = begin(STREAK, DAY, "libra").next(progress, DAY)
    assert again is not None
    assert again != first


def test_a_puzzle_that_is_still_due_is_not_shown_twice_in_a_row() -> None:
    progress = PuzzleProgress()
    for puzzle in ENDINGS[:2]:
        progress.note(puzzle, False, DAY)
    later = DAY + datetime.timedelta(days=2)
    course = begin(AGAIN, later)
    first = course.next(progress, later)
    assert first is not None
    assert {first, course.next(progress, later, first)} == set(ENDINGS[:2])


def test_a_puzzle_that_was_tried_in_vain_waits_for_others_and_old_ones_come_back() -> None:
    progress, three = PuzzleProgress(), sorted(ENDINGS[:3], key=lambda one: one.id)
    first = next_for(progress, three)
    assert first is not None
    for _try in range(40):
        progress.note(first, False, DAY, rated_try=False)
    assert next_for(progress, three) != first
    for number, puzzle in enumerate(three):
        progress.note(puzzle, True, DAY + datetime.timedelta(days=-number), rated_try=False)
    assert next_for(progress, three) == three[2], "the one not tried for longest"
    assert next_for(progress, []) is None
    assert Course(FREE, "libra").next(progress, DAY) is not None


def test_puzzles_are_looked_for_in_a_process_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")
    told, heard = list[tuple[int, str]](), threading.Event()

    def done(count: int, problem: str) -> None:
        told.append((count, problem))
        heard.set()

    setup, turns, number = game_of(ENDINGS[0])
    practice.look_for(setup, turns, [number], done)
    assert heard.wait(PATIENCE)
    assert told == [(1, "")]
    (kept,) = catalogue.own_puzzles()[0]
    assert kept.solution == ENDINGS[0].solution


def test_a_search_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_how: object) -> bytes:
        raise OSError("no more processes")

    monkeypatch.setattr(practice, "query", refuses)
    told, heard = list[tuple[int, str]](), threading.Event()

    def done(count: int, problem: str) -> None:
        told.append((count, problem))
        heard.set()

    practice.look_for(*game_of(ENDINGS[0])[:2], [0], done)
    assert heard.wait(PATIENCE)
    assert told == [(0, "no more processes")]
