"""What a kind of puzzle is, and the answer to a try."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from game.puzzles.prover import Codes, Proof, Prover
from game.puzzles.puzzle import Puzzle
from game.rules import State


@dataclass(frozen=True, slots=True)
class AttemptAnswer:
    """What a try brought.

    `right` with `done` solves the puzzle; `right` alone goes on after the `reply`.  A wrong try is
    followed by its `reply`, the refutation, where there is one.  `number` is what the try made of
    what the puzzle counts: counters turned, moves needed; else 0.
    """

    right: bool
    done: bool
    reply: Codes = ()
    number: int = 0


class PuzzleKind(Protocol):
    """One kind of puzzle."""

    key: str

    def prove(self, prover: Prover, state: State) -> Proof | None:
        """Return the only solution, when there is exactly one.  Raises TooMany."""
        ...

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        """Return what a turn brings for the solver, who was to move in `before`."""
        ...


def played(prover: Prover, state: State, codes: Codes) -> State:
    """Return the state after the actions with these codes."""
    for action in prover.turns.actions(codes):
        state = prover.game.advance(state, action)
    return state
