"""The shipped puzzles: as many as promised, each right by the verifier (all with --slow)."""

from collections import Counter

import pytest

from game.puzzles import catalogue
from game.puzzles.plugin import puzzle_plugin
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from game.screen.puzzles.attempt import kind_name, task, theme_name
from tools.puzzles.check import check

KINDS = [(key, kind) for key in catalogue.games() for kind in catalogue.shipped_kinds(key)]
LEAST = 100
SAMPLE = 3  # of each kind in the ordinary tests: those that take the least to prove


def least_proof(puzzle: Puzzle) -> int:
    return puzzle.proof


def test_every_kind_that_makes_sense_is_shipped() -> None:
    assert {(key, kind) for key in catalogue.games() for kind in puzzle_plugin(key).kinds} == set(
        KINDS
    )
    assert len(catalogue.games()) == 4


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_there_are_enough_and_no_two_alike(key: str, kind: str) -> None:
    puzzles = catalogue.shipped(key, kind)
    assert len(puzzles) >= LEAST
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {(puzzle.key, puzzle.kind) for puzzle in puzzles} == {(key, kind)}
    assert all(EASIEST <= puzzle.grade <= HARDEST and puzzle.proof for puzzle in puzzles)
    assert len(Counter(puzzle.grade for puzzle in puzzles)) >= 3


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_a_sample_is_right(key: str, kind: str) -> None:
    for puzzle in sorted(catalogue.shipped(key, kind), key=least_proof)[:SAMPLE]:
        check(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_every_one_is_right(key: str, kind: str) -> None:
    for puzzle in catalogue.shipped(key, kind):
        check(puzzle)


def test_every_task_and_theme_has_words() -> None:
    puzzles = catalogue.choose()
    assert all(task(puzzle) for puzzle in puzzles)
    assert all(kind_name(kind) != kind for _key, kind in KINDS)
    same = {"block", "draw", "home", "leap", "train", "cuts", "backwards"}
    assert {t for t in catalogue.themes(puzzles) if theme_name(t) == t} <= same
