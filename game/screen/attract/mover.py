"""Turns for a demo: sensible, worth watching, found a little at a time.  No engine, thread, clock.

Looks at some ways to finish the turn, drawn by a seed, and takes the one that a glance likes best.
A turned counter is worth a little extra: somebody is looking on.  Each frame looks at a few ways
only, so that no frame waits.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from game.rules import Action, Event, Game, State
from game.rules.events import Flipped
from game.screen.games.worth import Worth, glance

TRIES = 40  # ways to finish the turn that are looked at
SHOW = 0.012  # what a turned counter adds to the worth of a turn
LONGEST = 9  # jumps in a train
LIKELY_TO_STOP = 0.12
LIVELY = ("jump", "leap")


class Mover:
    """Thinks about one turn at a time: `start`, then `think` until it gives the turn."""

    def __init__(self, game: Game, dice: random.Random, worth: Worth = glance) -> None:
        self.game, self.dice, self.worth_of = game, dice, worth
        self.state: State | None = None
        self.best: list[Action] = []

    def start(self, state: State) -> None:
        self.state = state
        self.best, self.most, self.left = [], float("-inf"), TRIES

    def think(self, tries: int = 2) -> list[Action] | None:
        """Look at a few more ways; the turn when enough have been seen."""
        assert self.state is not None
        for _number in range(min(tries, self.left)):
            self._try(self.state)
        self.left -= tries
        return self.best if self.left <= 0 else None

    def _try(self, state: State) -> None:
        turn, after, events = self._walk(state)
        value = self.worth_of(self.game, after, self.game.to_move(state) % 2)
        if not self.game.over(after):
            value += SHOW * sum(isinstance(event, Flipped) for event in events)
        if value > self.most:
            self.best, self.most = turn, value

    def _walk(self, state: State) -> tuple[list[Action], State, list[Event]]:
        """One way to finish the turn, drawn at random."""
        game, turn, events = self.game, list[Action](), list[Event]()
        seat, number = game.to_move(state), game.turns(state)
        while not game.over(state) and (game.to_move(state), game.turns(state)) == (seat, number):
            action = self._drawn(game.legal(state), len(turn))
            step = game.play(state, action)
            turn.append(action)
            events += step.events
            state = step.state
        return turn, state, events

    def _drawn(self, legal: Sequence[Action], played: int) -> Action:
        """A jump before a slide; a train stops now and then, and when it is long enough."""
        stop = next((action for action in legal if action.kind == "stop"), None)
        if stop is not None and (played >= LONGEST or self.dice.random() < LIKELY_TO_STOP):
            return stop
        moving = [action for action in legal if action.kind != "stop"] or list(legal)
        lively = [action for action in moving if action.kind in LIVELY]
        if lively and self.dice.random() < 0.6:
            return self.dice.choice(lively)
        if moving[0].kind == "bid":
            return self._bid(moving)
        return self.dice.choice(moving)

    def _bid(self, legal: Sequence[Action]) -> Action:
        """Up to a third of the cells; then pass."""
        cells = len(self.game.topology) // 3
        low = [action for action in legal if action.kind == "bid" and action.cost <= cells]
        passing = [action for action in legal if action.kind == "pass"]
        return self.dice.choice(low[:3] or passing or list(legal[:1]))


def turn_for(game: Game, state: State, dice: random.Random, worth: Worth = glance) -> list[Action]:
    """A whole turn, or what is left of one, at once.  Same dice, same turn."""
    mover = Mover(game, dice, worth)
    mover.start(state)
    return mover.think(TRIES) or []
