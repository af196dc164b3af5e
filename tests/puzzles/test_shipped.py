"""As many puzzles are shipped as promised, and the verifier confirms some (with --slow, all)."""

import datetime
from collections import Counter
from itertools import combinations

import pytest

from game.puzzles import catalogue
from game.puzzles.plugin import LAST, TRAIN, WIN_ONE, puzzle_plugin
from game.puzzles.puzzle import EASIEST, HARDEST, Puzzle
from game.screen.puzzles.attempt import kind_name, task, theme_name
from tools.puzzles.check import check
from tools.puzzles.collection import (
    THIRDS,
    canonical,
    guess_chance,
    is_guessed,
    same_game,
    third_of,
)
from tools.puzzles.fit import proved

KINDS = [(key, kind) for key in catalogue.games() for kind in catalogue.shipped_kinds(key)]
LEAST, IN_ALL = 90, 1500
LEAST_OF_A_THIRD = 3  # minimum number of puzzles in each third of the grades
# Number of puzzles of each kind in the ordinary tests; those easiest to prove.
SAMPLE = 3


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
        prover, state, proof = proved(puzzle)
        assert not is_guessed(guess_chance(prover, state, proof, kind)), puzzle.id


@pytest.mark.parametrize("kind", [TRAIN, WIN_ONE])
def test_retired_puzzles_can_be_guessed_and_a_sample_of_the_others_cannot(kind: str) -> None:
    """A guess is a random sequence of actions, or is drawn action by action."""
    gone = [puzzle for puzzle in catalogue.retired() if puzzle.kind == kind]
    stay = [puzzle for puzzle in catalogue.shipped("more-or-less", kind) if puzzle.ways > 1]
    for puzzles, guessed in ((gone, True), (stay, False)):
        for puzzle in sorted(puzzles, key=least_proof)[:SAMPLE]:
            prover, state, proof = proved(puzzle)
            assert is_guessed(guess_chance(prover, state, proof, kind)) == guessed, puzzle.id


def test_retired_puzzles_are_offered_no_more_and_still_found() -> None:
    gone = {puzzle.id: puzzle for puzzle in catalogue.retired()}
    offered = {puzzle.id for puzzle in catalogue.choose()}
    assert len(gone) == 117
    assert not gone.keys() & offered
    assert {puzzle.id for puzzle in catalogue.find(list(gone))} == gone.keys()
    days = [datetime.date(2026, 11, 1) + datetime.timedelta(days=n) for n in range(60)]
    assert all((puzzle := catalogue.of_the_day(day)) and puzzle.id in offered for day in days)


def test_every_task_and_theme_has_words() -> None:
    puzzles = catalogue.choose()
    assert all(task(puzzle) for puzzle in puzzles)
    assert all(kind_name(kind) != kind for _key, kind in KINDS)
    same = {"block", "draw", "home", "leap", "train", "cuts", "backwards"}
    same |= {"sacrifice", "leapfrog", "bridge"}
    assert {t for t in catalogue.themes(puzzles) if theme_name(t) == t} <= same
