"""Mistakes become puzzles of the usual form, which are stored among the player's own puzzles."""

import io
import json

from game.puzzles import catalogue, practice
from game.puzzles.puzzle import Puzzle, load
from tools.puzzles.check import check

# The puzzles that are easiest to prove come first.
ENDINGS = sorted(catalogue.shipped("libra", "last"), key=lambda puzzle: puzzle.proof)


def game_of(puzzle: Puzzle) -> tuple[str, list[str], int]:
    """Return a game with the puzzle's position, and the number of the wrong turn played there."""
    game, state = puzzle.position()
    wrong = next(a for a in game.legal(state) if a.text != puzzle.solution[0])
    return puzzle.setup, [*puzzle.turns, wrong.text], len(puzzle.turns)


def test_a_mistake_with_one_right_answer_is_a_puzzle() -> None:
    puzzle = ENDINGS[0]
    setup, turns, number = game_of(puzzle)
    (made,) = practice.from_mistakes(setup, turns, [number])
    assert (made.solution, made.aim, made.seat) == (puzzle.solution, puzzle.aim, puzzle.seat)
    check(made)


def test_other_turns_make_none() -> None:
    setup, turns, _number = game_of(ENDINGS[0])
    assert practice.from_mistakes(setup, turns, []) == []
    assert practice.from_mistakes(setup, turns, [0]) == []


def test_the_helper_writes_a_file_of_puzzles() -> None:
    setup, turns, number = game_of(ENDINGS[1])
    asked = json.dumps({"setup": setup, "turns": turns, "numbers": [number]})
    out = io.StringIO()
    assert practice.main([], io.StringIO(asked), out) == 0
    assert len(load(out.getvalue())) == 1


def test_what_is_kept_is_kept_once() -> None:
    puzzles = list(catalogue.shipped("libra", "last")[:3])
    practice.keep(puzzles[:2])
    practice.keep(puzzles)
    assert catalogue.own_puzzles() == (puzzles, "")
    practice.file().write_text("{", encoding="utf-8")
    assert catalogue.own_puzzles() == ([], "practice.json cannot be read and is left as it is.")
