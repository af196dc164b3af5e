"""Best train: turn the most counters in one turn."""

from __future__ import annotations

from game.puzzles.kinds.kind import AttemptAnswer
from game.puzzles.plugin import TRAIN
from game.puzzles.prover import Codes, Proof, Prover
from game.puzzles.puzzle import Puzzle
from game.rules import State

LEAST_TURNED = 4


class BestTrain:
    """All trains that turn the most counters end in one position.

    A counter turned twice lies as before and does not count.
    """

    key = TRAIN

    def prove(self, prover: Prover, state: State) -> Proof | None:
        measured = [(self._turned(prover, end.codes), end) for end in prover.turns.ends(state)]
        most = max(turned for turned, _end in measured)
        best = [end for turned, end in measured if turned == most]
        if most < LEAST_TURNED or len(best) != 1:
            return None
        return Proof(best[0], (best[0].codes,), most, best[0].chance)

    @staticmethod
    def _turned(prover: Prover, codes: Codes) -> int:
        assert prover.room.turned is not None
        return prover.room.turned(prover.turns.actions(codes))

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        turned = self._turned(prover, turn)
        return AttemptAnswer(turned >= puzzle.aim, True, number=turned)
