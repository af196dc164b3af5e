"""The maker of puzzles and their checker agree, and wrong puzzles are detected."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from game.puzzles.kinds import BY_KEY
from game.puzzles.plugin import (
    HOME,
    LAST,
    SAVE,
    TRAIN,
    WIN_ONE,
    WIN_TWO,
    puzzle_plugin,
)
from game.puzzles.prover import Prover
from game.puzzles.puzzle import Puzzle, PuzzleError, after_turn, dump, load
from game.rules.registry import parse_setup
from tools.puzzles.check import check
from tools.puzzles.making import PuzzleJob, make
from tools.puzzles.source import puzzle_source
from tools.referee.base import Wrong

SMALL = "libra size=3 mode=target target=5"


@cache
def made() -> Puzzle:
    """Return a newly made puzzle."""
    found: list[Puzzle] = []
    seed = 0
    while not found:
        seed += 1
        found = make(PuzzleJob(SMALL, (LAST,), seed))
    return found[0]


def test_what_is_made_is_right() -> None:
    check(made())


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"seat": 7}, "is not to move"),
        ({"aim": 0}, "worth"),
        ({"kind": "win-9"}, "kind"),
        ({"ways": 5}, "ways"),
        ({"turns": ("We5",)}, "cannot be"),
    ],
)
def test_a_puzzle_that_says_what_is_not_so_is_found_out(change: dict[str, Any], why: str) -> None:
    with pytest.raises(Wrong, match=why):
        check(replace(made(), **change))


def test_a_wrong_solution_is_found_out() -> None:
    puzzle = made()
    game, state = puzzle.position()
    others = [a.text for a in game.legal(state) if a.text != puzzle.solution[0]]
    for text in others:
        with pytest.raises(Wrong, match="the solution is"):
            check(replace(puzzle, solution=(text,)))


def test_a_file_gives_back_what_was_put_in() -> None:
    assert load(dump([made(), made()])) == [made(), made()]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not JSON"),
        ("[]", "not a file of puzzles"),
        ('{"format": "less-is-more-puzzles", "version": 9}', "version 9"),
        ('{"format": "less-is-more-puzzles", "version": 0}', "version 0, expected 1"),
        ('{"format": "less-is-more-puzzles", "version": 1, "puzzles": [{}]}', "setup None"),
        ('{"format": "less-is-more-puzzles", "version": 1, "puzzles": {}}', "a list of objects"),
        ('{"format": "less-is-more-puzzles", "version": 1, "puzzles": [5]}', "a list of objects"),
        (
            '{"format": "less-is-more-puzzles", "version": 1, "puzzles": [], "seed": "5"}',
            "seed '5', expected a number",
        ),
    ],
)
def test_a_damaged_file_says_why(text: str, why: str) -> None:
    with pytest.raises(PuzzleError, match=why):
        load(text)


# -- answers to tries ------------------------------------------------------------------------------


def test_every_try_at_an_ending_is_answered() -> None:
    """After the solution and its reply, the aim is kept; after any other turn, it is lost."""
    puzzle = made()
    game, state = puzzle.position()
    prover = Prover(game, compiled=False)
    for action in game.legal(state):
        answer = BY_KEY[LAST].answer(prover, puzzle, state, (action.code,))
        assert answer.right == (action.text == puzzle.solution[0])
        after = game.advance(state, action)
        reply = prover.turns.actions(answer.reply)
        there = after_turn(game, after, reply)
        assert (prover.value(there, puzzle.seat) >= puzzle.aim) == answer.right


def test_kinds_belong_to_games() -> None:
    kinds = {
        key: set(puzzle_plugin(key).kinds) for key in ("more-or-less", "less", "libra", "yavalath")
    }
    assert kinds["more-or-less"] == {WIN_ONE, WIN_TWO, SAVE, TRAIN}
    assert kinds["less"] == {WIN_ONE, WIN_TWO, SAVE, HOME}
    assert kinds["libra"] == {LAST}
    assert kinds["yavalath"] == {WIN_ONE, WIN_TWO, SAVE}


def test_varied_setups_are_setups() -> None:
    for key in ("more-or-less", "less", "libra", "multiplicity"):
        for seed in range(12):
            assert parse_setup(puzzle_source(key).setup(seed)).key == key
