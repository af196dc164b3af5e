"""Shortest way home: the other side is home, and one way alone takes the fewest moves."""

from __future__ import annotations

from game.engine.search.all_turns import End
from game.puzzles.kinds.kind import AttemptAnswer, played
from game.puzzles.plugin import HOME
from game.puzzles.prover import Codes, Proof, Prover
from game.puzzles.puzzle import Puzzle
from game.rules import State
from game.rules.kernel import RESULT, RUNNING

LEAST_TURNS, MOST_TURNS = 2, 4
MOST_DETOUR = 40  # moves beyond the bound that it begins with


class ShortestWayHome:
    """Every turn of a way with the fewest moves ends in one position alone."""

    key = HOME

    def prove(self, prover: Prover, state: State) -> Proof | None:
        side = prover.side(state)
        line: list[End] = []
        need = self.need(prover, state, side)
        here, left = state, need
        while not self._home(prover, here, side):
            ends = self._on_the_way(prover, here, side, left)
            if len(ends) != 1 or len(line) == MOST_TURNS:
                return None
            left -= prover.room.spent(ends[0].state) - prover.room.spent(here)
            line.append(ends[0])
            here = ends[0].state
        if len(line) < LEAST_TURNS:
            return None
        chance = 1.0
        for end in line:
            chance *= end.chance
        return Proof(line[0], tuple(end.codes for end in line), need, chance)

    def need(self, prover: Prover, state: State, side: int) -> int:
        """Return the fewest moves home; a bound raised until there is a way within it."""
        assert prover.room.way is not None
        least = prover.room.way(prover.game, state, side, prover.compiled)
        for bound in range(least, least + MOST_DETOUR):
            if self._within(prover, state, side, bound, {}):
                return bound
        return 0

    def _on_the_way(self, prover: Prover, state: State, side: int, left: int) -> list[End]:
        """Return the ends of this turn from which the rest of `left` moves leads home."""
        spent = prover.room.spent(state)
        return [
            end
            for end in prover.turns.ends(state)
            if self._within(
                prover, end.state, side, left - (prover.room.spent(end.state) - spent), {}
            )
        ]

    def _within(
        self, prover: Prover, state: State, side: int, left: int, known: dict[State, int]
    ) -> bool:
        """Can the side come home in `left` moves?  `known`: so many were not enough."""
        if self._home(prover, state, side):
            return left >= 0
        assert prover.room.way is not None
        if (
            state[RESULT] != RUNNING
            or prover.room.way(prover.game, state, side, prover.compiled) > left
        ):
            return False
        if known.get(state, -1) >= left:
            return False
        spent = prover.room.spent(state)
        for end in prover.turns.ends(state):
            rest = left - (prover.room.spent(end.state) - spent)
            if rest >= 0 and self._within(prover, end.state, side, rest, known):
                return True
        known[state] = left
        return False

    @staticmethod
    def _home(prover: Prover, state: State, side: int) -> bool:
        assert prover.room.way is not None
        return prover.room.way(prover.game, state, side, prover.compiled) == 0

    def answer(self, prover: Prover, puzzle: Puzzle, before: State, turn: Codes) -> AttemptAnswer:
        _game, start = puzzle.position(prover.game)
        side, after = prover.side(before), played(prover, before, turn)
        used = prover.room.spent(after) - prover.room.spent(start)
        if self._home(prover, after, side):
            return AttemptAnswer(used <= puzzle.aim, True, number=used)
        need = used + self.need(prover, after, side)
        return AttemptAnswer(need <= puzzle.aim, need > puzzle.aim, number=need)
