"""The bot that plays any legal action: the weakest opponent and the quickest test."""

from __future__ import annotations

import random

from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.engine.search.turns import same_turn
from game.rules import Action, Game, State


class RandomBot:
    """Deterministic for a seed."""

    name = "random"

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.dice = random.Random(seed)

    def prepare(self) -> None:
        """There is nothing to make."""

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
