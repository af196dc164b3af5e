"""Save yourself: after every turn but one the other wins at once."""

from __future__ import annotations

from game.engine.search.all_turns import End
from game.puzzles.kinds.kind import AttemptAnswer, played
from game.puzzles.kinds.win import LEAST_ENDS
from game.puzzles.plugin import SAVE
from game.puzzles.prover import Codes, Proof, Prover
from game.puzzles.puzzle import Puzzle
from game.rules import State
from game.rules.kernel import DRAW, RESULT


class SaveYourself:
    """One position alone, in which the turn can end, is not lost by the next turn of the other."""

    key = SAVE

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        saved: list[End] = []
        ends = prover.turns.ends(state)
        if len(ends) < LEAST_ENDS:
            return None
        for end in ends:
            if prover.is_win(end.state, side):
                return None
            if not self._lost(prover, end.state, side):
                saved.append(end)
            if len(saved) > 1:
                return None
        return Proof(saved[0], (saved[0].codes,), chance=saved[0].chance) if saved else None

    @staticmethod
    def _lost(prover: Prover, state: State, side: int) -> bool:
        """Return whether `side` has lost, or the other side wins in this turn."""
        if prover.others_turn(state, side):
            return prover.is_win(state, 1 - side) or bool(prover.winning_turn(state))
        return prover.is_win(state, 1 - side)

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        side, after = prover.side(before), played(prover, before, turn)
        if prover.is_win(after, side) or after[RESULT] == DRAW:
            return AttemptAnswer(True, True)
        lost = self._lost(prover, after, side)
        return AttemptAnswer(not lost, True, prover.winning_turn(after) if lost else ())
