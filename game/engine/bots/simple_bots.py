"""Bots without a search tree: a greedy bot, and one that plays at random.

They use the plain rules and no compiled code. Counts limit them instead of time, so they play the
same on every machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from game.engine.kernels.slots import value_of
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.turns import Turn, same_turn, side_to_move, ways_to_finish
from game.rules import Action, Game, State
from game.rules.kernel import P2_WIN, RESULT

TURNS_SEEN = 3000  # maximum number of own turns considered
REPLIES_SEEN = 1500  # maximum number of replies considered for each of the best own turns
BEST_CHECKED = 5


def static_value(game: Game, state: State, striving: bool = False) -> float:
    """Return the chance (0 to 1) of side 0 without a search; exact if the game is over.

    With `striving`, a finished game is rated like any other position, so that lost games differ.
    """
    if game.over(state) and not striving:
        return value_of(state[RESULT])
    return profile_of(game).heuristic(game, state)


class GreedyBot:
    """A Bot that looks one turn ahead. Deterministic for a seed.

    It plays a win if there is one. Otherwise it plays the turn with the best heuristic value after
    which it sees no immediate win of the opponent.
    """

    name = "greedy"

    def __init__(
        self, game: Game, seed: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.game = game
        self.dice = random.Random(seed)
        self.clock = clock

    def prepare(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        began = self.clock()
        ranked, seen = self._rank(state, signal)
        if not ranked:
            return Analysis(
                1, seen, self.clock() - began, static_value(self.game, state), done=True
            )
        value, turn, _ = ranked[0]
        for value_, turn_, after in ranked[:BEST_CHECKED]:
            lost, replies = self._hands_over(state, after, signal)
            seen += replies
            if not lost:
                value, turn = value_, turn_
                break
        own = value if side_to_move(self.game, state) == 0 else 1 - value
        return Analysis(1, seen, self.clock() - began, own, (turn,), done=True)

    def _rank(
        self, state: State, signal: StopSignal
    ) -> tuple[list[tuple[float, Turn, State]], int]:
        """Return the turns with their values for side 0, best for the mover first.

        Equal turns are in random order.
        """
        found: dict[State, Turn] = {}
        for turn, after in ways_to_finish(self.game, state, TURNS_SEEN, self.dice):
            found.setdefault(after, turn)
            if signal.stopped:
                break
        worth = -1 if side_to_move(self.game, state) == 0 else 1
        striving = profile_of(self.game).strives_when_lost(self.game, state)
        ranked = [
            (static_value(self.game, after, striving), turn, after) for after, turn in found.items()
        ]
        self.dice.shuffle(ranked)
        ranked.sort(key=lambda entry: worth * entry[0])
        return ranked, len(ranked)

    def _hands_over(self, before: State, after: State, signal: StopSignal) -> tuple[bool, int]:
        """Return whether the opponent can win immediately, and the number of replies seen."""
        mover = side_to_move(self.game, before)
        if self.game.over(after) or side_to_move(self.game, after) == mover:
            return False, 0
        seen = 0
        for _, reply in ways_to_finish(self.game, after, REPLIES_SEEN, self.dice):
            seen += 1
            if reply[RESULT] == P2_WIN - mover:
                return True, seen
            if signal.stopped:
                break
        return False, seen


class RandomBot:
    """A Bot that plays any legal action. Deterministic for a seed."""

    name = "random"

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.dice = random.Random(seed)

    def prepare(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        turn: list[Action] = []
        here = state
        while not self.game.over(here):
            turn.append(self.dice.choice(self.game.legal(here)))
            before, here = here, self.game.advance(here, turn[-1])
            if not same_turn(before, here, self.game):
                break
        return Analysis(1, 1, 0.0, 0.5, (tuple(turn),) if turn else (), done=True)
