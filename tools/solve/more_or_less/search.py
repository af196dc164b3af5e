"""Chances and games of More or Less by the engine at full strength."""

from __future__ import annotations

from game.engine.bots.make import Bot, make_bot
from game.engine.bots.options import EngineOptions
from game.engine.bots.warmup import start_warmup
from game.engine.search.analysis import Analysis, SearchLimits, StopSignal
from game.rules import Game, State
from game.rules.kernel import P1_WIN, RESULT

SEED = 1
LEAST_HASH_MB = 16
MANY_NODES = 5_000  # nodes from which a search needs its full memory


class FullSearch:
    """The engine at full strength, limited by nodes alone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        warming = start_warmup(game, lambda text: None)
        if warming is not None:
            warming.wait()

    def black_chance(self, state: State, nodes: int) -> float:
        """Return Black's chance, 0 to 1, by a new search."""
        value = _think(self._bot(nodes), state, nodes).value
        return value if self.game.to_move(state) == 0 else 1 - value

    def black_wins(self, state: State, nodes: int, seed: int = SEED) -> bool:
        """Play the engine against itself from `state`; return whether Black wins."""
        bot = self._bot(nodes, seed)
        while not self.game.over(state):
            for action in _think(bot, state, nodes).best:
                state = self.game.advance(state, action)
        return state[RESULT] == P1_WIN

    def _bot(self, nodes: int, seed: int = SEED) -> Bot:
        """Return a bot; with few nodes it needs little memory, so it is made faster."""
        hash_mb = LEAST_HASH_MB if nodes < MANY_NODES else EngineOptions().hash_mb
        return make_bot(self.game, EngineOptions(seed=seed, hash_mb=hash_mb), lambda text: None)


def _think(bot: Bot, state: State, nodes: int) -> Analysis:
    return bot.think(state, SearchLimits(nodes=nodes), lambda analysis: None, StopSignal())
