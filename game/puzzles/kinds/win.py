"""Win in this turn, and win in two: for every reply there is a winning turn."""

from __future__ import annotations

from game.engine.search.all_turns import End
from game.puzzles.kinds.kind import AttemptAnswer, played
from game.puzzles.plugin import WIN_ONE, WIN_TWO
from game.puzzles.prover import Codes, Proof, Prover
from game.puzzles.puzzle import Puzzle
from game.rules import State
from game.rules.kernel import RESULT, RUNNING

LEAST_ENDS = 8  # with fewer ways to play there is nothing to find
LEAST_REPLIES = 3


class WinInOne:
    """One position alone, in which the turn can end, is a win."""

    key = WIN_ONE

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        ends = prover.turns.ends(state)
        wins = [end for end in ends if prover.is_win(end.state, side)]
        if len(wins) != 1 or len(ends) < LEAST_ENDS:
            return None
        return Proof(wins[0], (wins[0].codes,), chance=wins[0].chance)

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        return won_or_not(prover, before, turn)


def won_or_not(prover: Prover, before: State, turn: Codes) -> AttemptAnswer:
    """Return the last turn of a win: won, or how the other then wins, if at once."""
    side, after = prover.side(before), played(prover, before, turn)
    if prover.is_win(after, side):
        return AttemptAnswer(True, True)
    reply = prover.winning_turn(after) if prover.others_turn(after, side) else ()
    return AttemptAnswer(False, True, reply)


class WinInTwo:
    """No turn wins at once; one alone, by where it ends, wins whatever the other plays."""

    key = WIN_TWO

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        ends = prover.turns.ends(state)
        if len(ends) < LEAST_ENDS or any(prover.is_win(end.state, side) for end in ends):
            return None
        good: list[End] = []
        killers: list[Codes] = []
        for end in ends:
            if not prover.others_turn(end.state, side):
                continue
            if not prover.refutation(end.state, side, killers):
                good.append(end)
            if len(good) > 1:
                return None
        if not good:
            return None
        return self._with_line(prover, good[0], side)

    def _with_line(self, prover: Prover, first: End, side: int) -> Proof | None:
        """With the reply that leaves the fewest wins; None where replies are too few."""
        if len(prover.turns.ends(first.state)) < LEAST_REPLIES:
            return None
        reply, win = self.defence(prover, first.state, side)
        return Proof(first, (first.codes, reply, win), chance=first.chance) if win else None

    @staticmethod
    def defence(prover: Prover, state: State, side: int) -> tuple[Codes, Codes]:
        """Return the reply that leaves `side` the fewest wins, and one of these wins."""
        best: tuple[int, Codes, Codes] = (1 << 30, (), ())
        for reply in prover.turns.ends(state):
            if not prover.is_win(reply.state, side) and prover.side(reply.state) == side:
                wins = prover.winning_ends(reply.state)
                if wins and len(wins) < best[0]:
                    best = (len(wins), reply.codes, wins[0].codes)
        return best[1], best[2]

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        side = prover.side(before)
        if prover.game.turns(before) > len(puzzle.turns):
            return won_or_not(prover, before, turn)
        after = played(prover, before, turn)
        if after[RESULT] != RUNNING or not prover.others_turn(after, side):
            return AttemptAnswer(prover.is_win(after, side), True)
        refuted = prover.refutation(after, side, [])
        if refuted:
            return AttemptAnswer(False, True, prover.winning_turn(after) or refuted)
        return AttemptAnswer(True, False, self.defence(prover, after, side)[0])
