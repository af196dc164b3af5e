"""Proofs by exhaustive search: forced wins, refutations of turns, and results of endings.

Only the rules are used. `visited` counts the actions played.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from game.engine.kernels.alphabeta import SURE
from game.engine.registry import profile_of
from game.engine.search.all_turns import AllTurns, End, TooMany
from game.engine.search.solver import Solver
from game.puzzles.plugin import PuzzlePlugin, puzzle_plugin
from game.rules import Game, State
from game.rules.kernel import P1_WIN, RESULT, RUNNING

ALL_THE_WAY = 1000  # a number of turns that no game reaches
ENDING_HASH_MB = 32
MOST_KILLERS = 8

Codes = tuple[int, ...]


class Proof(NamedTuple):
    """A proof: the only first turn, the line to show with it, and the aim.

    `line` is a list of turns as codes, and begins with `first`.
    """

    first: End
    line: tuple[Codes, ...]
    aim: int = 0
    chance: float = 1.0  # probability that random actions find the whole line


class Prover:
    """Exhaustive search in positions of one game. Raises TooMany if there are too many actions."""

    def __init__(self, game: Game, compiled: bool, most: int = 400_000) -> None:
        self.game, self.compiled = game, compiled
        self.plugin: PuzzlePlugin = puzzle_plugin(game.key)
        self.turns = AllTurns(game, profile_of(game), compiled, most)
        self._solved = 0

    @property
    def visited(self) -> int:
        return self.turns.visited + self._solved

    def side(self, state: State) -> int:
        return self.game.to_move(state) % 2

    # -- wins --------------------------------------------------------------------------------------

    def is_win(self, state: State, side: int) -> bool:
        """Return whether the game is won for `side`, or certain to be won."""
        if state[RESULT] != RUNNING:
            return state[RESULT] == P1_WIN + side
        return self.plugin.certain is not None and self.plugin.certain(self.game, state, side)

    def winning_ends(self, state: State) -> list[End]:
        """Return every position after this turn that is a win."""
        side = self.side(state)
        return [end for end in self.turns.ends(state) if self.is_win(end.state, side)]

    def winning_turn(self, state: State) -> Codes:
        """Return a turn that wins, or no codes. Raises TooMany."""
        if state[RESULT] != RUNNING:
            return ()
        side = self.side(state)
        found = self.turns.find(state, RESULT, P1_WIN + side)
        if found or self.plugin.certain is None:
            return found
        if not self.turns.find(state, self.plugin.sign + side, 1):
            return ()
        return next((end.codes for end in self.winning_ends(state)), ())

    def refutation(self, state: State, side: int, killers: list[Codes]) -> Codes:
        """Return a turn of the other side after which `side` cannot win in its next turn.

        No codes means that `side` wins after every turn. `killers` are earlier refutations and are
        tried first; the one found is moved to the front.
        """
        for codes in killers[:MOST_KILLERS]:
            after = self.turns.follow(state, codes)
            if after is not None and self._holds(after, side):
                killers.remove(codes)
                killers.insert(0, codes)
                return codes
        for reply in self.turns.ends(state):
            if self._holds(reply.state, side):
                if reply.codes not in killers:
                    killers.insert(0, reply.codes)
                return reply.codes
        return ()

    def _holds(self, state: State, side: int) -> bool:
        """Return whether `side` cannot win in its next turn from `state`."""
        return not self.is_win(state, side) and not self._wins_next(state, side)

    def _wins_next(self, state: State, side: int) -> bool:
        return (
            state[RESULT] == RUNNING and self.side(state) == side and bool(self.winning_turn(state))
        )

    def others_turn(self, state: State, side: int) -> bool:
        """Return whether the game continues and the other side is to move."""
        return state[RESULT] == RUNNING and self.side(state) != side

    # -- endings -----------------------------------------------------------------------------------

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.game, profile_of(self.game), self.compiled, ENDING_HASH_MB)

    def value(self, state: State, side: int) -> int:
        """Return 1 if `side` wins with best play by both, 0 for a draw, -1 for a loss."""
        if state[RESULT] != RUNNING:
            return (state[RESULT] == P1_WIN + side) - (state[RESULT] == P1_WIN + 1 - side)
        found = self._solver.search(state, ALL_THE_WAY)
        assert found is not None
        self._solved += self._solver.nodes
        worth = (found > SURE) - (found < -SURE)
        return worth if self.side(state) == side else -worth

    # -- words -------------------------------------------------------------------------------------

    def text(self, codes: Sequence[int]) -> str:
        return self.game.turn_text(self.turns.actions(codes))


def played(prover: Prover, state: State, codes: Codes) -> State:
    """Return the state after the actions with these codes."""
    for action in prover.turns.actions(codes):
        state = prover.game.advance(state, action)
    return state


__all__ = ["Codes", "Proof", "Prover", "TooMany", "played"]
