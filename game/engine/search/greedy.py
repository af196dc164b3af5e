"""The greedy player: one turn of look-ahead.

Takes a win, avoids handing over an immediate one where it sees it, else takes the turn that looks
best at a glance.  Plain rules, no compiled code; bounded by counts, not by time, so that it plays
the same on every machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from game.engine.search.judge import judge
from game.engine.search.think import Limits, Report, Signal, Thinking, Turn, same_turn, side_to_move
from game.rules import Game, State

TURNS_SEEN = 3000  # own turns looked at
REPLIES_SEEN = 1500  # of the opponent's turns, for each of the best own turns
BEST_CHECKED = 5


class Greedy:
    """A Brain that looks one turn ahead.  Deterministic for a seed."""

    name = "greedy"

    def __init__(
        self, game: Game, seed: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.game = game
        self.dice = random.Random(seed)
        self.clock = clock

    def think(self, state: State, limits: Limits, report: Report, signal: Signal) -> Thinking:
        began = self.clock()
        ranked, seen = self._rank(state, signal)
        if not ranked:
            return Thinking(1, seen, self.clock() - began, judge(self.game, state), done=True)
        value, turn, _ = ranked[0]
        for value_, turn_, after in ranked[:BEST_CHECKED]:
            lost, replies = self._hands_over(state, after, signal)
            seen += replies
            if not lost:
                value, turn = value_, turn_
                break
        own = value if side_to_move(self.game, state) == 0 else 1 - value
        thought = Thinking(1, seen, self.clock() - began, own, (turn,), done=True)
        report(thought)
        return thought

    def _rank(self, state: State, signal: Signal) -> tuple[list[tuple[float, Turn, State]], int]:
        """Turns with their value for side 0, best for the mover first; ties in random order."""
        found: dict[State, Turn] = {}
        for turn, after in turns(self.game, state, TURNS_SEEN, self.dice):
            found.setdefault(after, turn)
            if signal.stopped:
                break
        worth = -1 if side_to_move(self.game, state) == 0 else 1
        honest = self.game.phase(state) == "race"
        ranked = [(judge(self.game, after, honest), turn, after) for after, turn in found.items()]
        self.dice.shuffle(ranked)
        ranked.sort(key=lambda entry: worth * entry[0])
        return ranked, len(ranked)

    def _hands_over(self, before: State, after: State, signal: Signal) -> tuple[bool, int]:
        """Can the opponent win at once from `after`?"""
        mover = side_to_move(self.game, before)
        if self.game.over(after) or side_to_move(self.game, after) == mover:
            return False, 0
        seen = 0
        for _, reply in turns(self.game, after, REPLIES_SEEN, self.dice):
            seen += 1
            outcome = self.game.outcome(reply)
            if outcome is not None and outcome.result == ("p2win", "p1win")[mover]:
                return True, seen
            if signal.stopped:
                break
        return False, seen


def turns(game: Game, state: State, most: int, dice: random.Random) -> Iterator[tuple[Turn, State]]:
    """Up to `most` ways to finish the turn, each with the state after it, in random order."""
    left = most

    def walk(here: State, turn: Turn) -> Iterator[tuple[Turn, State]]:
        nonlocal left
        actions = game.legal(here)
        dice.shuffle(actions)
        for action in actions:
            if left <= 0:
                return
            after = game.advance(here, action)
            if same_turn(here, after, game):
                yield from walk(after, (*turn, action))
            else:
                left -= 1
                yield (*turn, action), after

    if not game.over(state):
        yield from walk(state, ())
