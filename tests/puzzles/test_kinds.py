"""For every kind, shipped puzzles can be made again identically, and attempts are judged right."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from game.puzzles import catalogue
from game.puzzles.grading import puzzle_of
from game.puzzles.kinds import BY_KEY, LEAST_ENDS, AttemptAnswer
from game.puzzles.plugin import HOME, LAST, SAVE, TRAIN, WIN_ONE, WIN_TWO
from game.puzzles.prover import Proof, Prover, played
from game.puzzles.puzzle import Puzzle
from game.rules import State
from tools.puzzles.fit import proved

KINDS = [(key, kind) for key in catalogue.games() for kind in catalogue.shipped_kinds(key)]
SAMPLE = 2  # number of puzzles of each kind; those easiest to prove


def effort(puzzle: Puzzle) -> int:
    return puzzle.proof


@cache
def sample(key: str, kind: str) -> list[tuple[Puzzle, Prover, State, Proof]]:
    """Return puzzles of a kind, each proved here."""
    puzzles = sorted(catalogue.shipped(key, kind), key=effort)[:SAMPLE]
    return [(puzzle, *proved(puzzle)) for puzzle in puzzles]


@cache
def proving(key: str, kind: str) -> dict[str, int]:
    """Return the number of actions that each puzzle's proof played, by the puzzle's id."""
    return {puzzle.id: proved(puzzle)[0].visited for puzzle, *_known in sample(key, kind)}


def answer(prover: Prover, puzzle: Puzzle, state: State, turn: tuple[int, ...]) -> AttemptAnswer:
    return BY_KEY[puzzle.kind].answer(prover, puzzle, state, turn)


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_a_shipped_puzzle_is_made_again_to_the_letter(key: str, kind: str) -> None:
    for puzzle, prover, state, proof in sample(key, kind):
        spent = proving(key, kind)[puzzle.id]
        made = puzzle_of(prover, prover.game, state, puzzle.turns, kind, proof, spent)
        if kind == LAST:  # stored effort and grade come from an earlier solver
            made = replace(made, proof=puzzle.proof, grade=puzzle.grade)
        assert made == puzzle


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_of_all_first_turns_the_solution_alone_is_right(key: str, kind: str) -> None:
    for puzzle, prover, state, proof in sample(key, kind):
        for end in prover.turns.ends(state):
            said = answer(prover, puzzle, state, end.codes)
            assert said.right == (end.state == proof.first.state), prover.text(end.codes)
            assert said.done or said.right, "a wrong turn decides"
            if said.reply:
                assert prover.turns.follow(end.state, said.reply) is not None


@pytest.mark.parametrize(("key", "kind"), KINDS)
def test_the_solution_is_right_turn_by_turn_and_solves_the_puzzle(key: str, kind: str) -> None:
    for puzzle, prover, start, proof in sample(key, kind):
        state, side = start, prover.side(start)
        for number, turn in enumerate(proof.line):
            if prover.side(state) == side:
                said = answer(prover, puzzle, state, turn)
                assert said.right
                if number + 1 < len(proof.line) and kind != HOME:
                    assert said.reply == proof.line[number + 1]
            state = played(prover, state, turn)
        if kind != LAST:  # a puzzle of the kind LAST goes on to the end of the game
            assert said.done
        if kind in (TRAIN, HOME):
            assert said.number == puzzle.aim


@pytest.mark.parametrize(("key", "kind"), [one for one in KINDS if one[1] in (LAST, HOME)])
def test_the_rest_of_the_best_turns_comes_to_what_was_promised(key: str, kind: str) -> None:
    for puzzle, prover, start, _proof in sample(key, kind):
        side, state = prover.side(start), start
        for turn in BY_KEY[kind].rest(prover, start, side):
            said = answer(prover, puzzle, state, turn) if prover.side(state) == side else None
            assert said is None or said.right
            state = played(prover, state, turn)
        if kind == LAST:
            assert prover.game.over(state)
            assert prover.value(state, side) == puzzle.aim
            assert prover.value(state, 1 - side) == -puzzle.aim
        else:
            assert said is not None
            assert (said.done, said.number) == (True, puzzle.aim)


@pytest.mark.parametrize("kind", [WIN_ONE, SAVE, WIN_TWO, TRAIN])
@pytest.mark.parametrize("asked", [WIN_ONE, SAVE, WIN_TWO])
def test_a_position_is_a_puzzle_where_one_first_turn_alone_is_right(kind: str, asked: str) -> None:
    """The positions of other kinds of puzzles are tested, too."""
    for puzzle, prover, state, _proof in sample("more-or-less", kind):
        side, ends = prover.side(state), prover.turns.ends(state)
        proof = BY_KEY[asked].prove(prover, state)
        other = replace(puzzle, kind=asked)
        right = [end for end in ends if answer(prover, other, state, end.codes).right]
        won = [end for end in ends if prover.is_win(end.state, side)]
        alone = len(right) == 1 and len(ends) >= LEAST_ENDS and (asked == WIN_ONE or not won)
        if asked == WIN_TWO:  # this kind also requires several replies
            assert proof is None or alone
        else:
            assert (proof is not None) == alone
        assert proof is None or proof.first.state == right[0].state
