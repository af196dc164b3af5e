"""Last stones: an ending solved to its end, in which one turn alone keeps the most there is."""

from __future__ import annotations

from game.engine.search.all_turns import End
from game.puzzles.kinds.kind import AttemptAnswer, played
from game.puzzles.plugin import LAST
from game.puzzles.prover import Codes, Proof, Prover
from game.puzzles.puzzle import Puzzle
from game.rules import State
from game.rules.kernel import RESULT, RUNNING


class LastStones:
    """With best play of both to the end, every turn but one brings less: a draw or a loss."""

    key = LAST

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        best: list[End] = []
        most = 0  # what is lost anyway is no puzzle
        for end in prover.turns.ends(state):
            value = prover.value(end.state, side)
            if value > most:
                best, most = [], value
            if value == most:
                best.append(end)
        if len(best) != 1:
            return None
        return Proof(best[0], (best[0].codes,), most, best[0].chance)

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        side, after = prover.side(before), played(prover, before, turn)
        value = prover.value(after, side)
        over = after[RESULT] != RUNNING
        if value < puzzle.aim:
            return AttemptAnswer(False, True, () if over else self.defence(prover, after, side))
        return AttemptAnswer(True, over, () if over else self.defence(prover, after, side))

    @staticmethod
    def defence(prover: Prover, state: State, side: int) -> Codes:
        """Return the best reply of the other side, among equals the one with the fewest answers."""
        ranked: list[tuple[int, int, Codes]] = []
        for reply in prover.turns.ends(state):
            value, good = prover.value(reply.state, side), 0
            if reply.state[RESULT] == RUNNING:
                good = sum(
                    prover.value(end.state, side) == value for end in prover.turns.ends(reply.state)
                )
            ranked.append((value, good, reply.codes))
        return min(ranked)[2]
