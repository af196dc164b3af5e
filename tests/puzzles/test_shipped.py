"""The shipped puzzles: as many as promised, each right by the verifier (all with --slow)."""

from collections import Counter
from itertools import combinations

import pytest

from game.puzzles import catalogue
from game.puzzles.plugin import LAST, puzzle_plugin
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from game.screen.puzzles.attempt import kind_name, task, theme_name
from tools.puzzles.check import check
from tools.puzzles.collection import THIRDS, canonical, is_guessed, same_game, third_of
from tools.puzzles.fit import proved

KINDS = [(key, kind) for key in catalogue.games() for kind in catalogue.shipped_kinds(key)]
LEAST, IN_ALL = 90, 1500
LEAST_OF_A_THIRD = 3  # of the scale of grades
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
    assert len({canonical(*puzzle.position()) for puzzle in puzzles}) == len(puzzles)
    assert not [one.id for one, other in combinations(puzzles, 2) if same_game(one, other)]


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_there_are_some_in_every_third_of_the_scale(key: str, kind: str) -> None:
    thirds = Counter(third_of(puzzle.grade) for puzzle in catalogue.shipped(key, kind))
    assert all(thirds[third] >= LEAST_OF_A_THIRD for third in range(THIRDS)), thirds


def test_as_many_as_promised() -> None:
    assert len(catalogue.choose()) >= IN_ALL


def test_no_ending_is_guessed_in_five_tries() -> None:
    for puzzle in catalogue.choose(kind=LAST):
        game, state = puzzle.position()
        assert not is_guessed(1 / len(game.legal(state))), puzzle.id


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_a_sample_is_right(key: str, kind: str) -> None:
    for puzzle in sorted(catalogue.shipped(key, kind), key=least_proof)[:SAMPLE]:
        check(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_every_one_is_right(key: str, kind: str) -> None:
    for puzzle in catalogue.shipped(key, kind):
        check(puzzle)
        assert not is_guessed(proved(puzzle)[2].chance), puzzle.id


def test_every_task_and_theme_has_words() -> None:
    puzzles = catalogue.choose()
    assert all(task(puzzle) for puzzle in puzzles)
    assert all(kind_name(kind) != kind for _key, kind in KINDS)
    same = {"block", "draw", "home", "leap", "train", "cuts", "backwards"}
    same |= {"sacrifice", "leapfrog", "bridge"}
    assert {t for t in catalogue.themes(puzzles) if theme_name(t) == t} <= same
