"""Construction of the bot that the options ask for."""

from __future__ import annotations

import time
from functools import partial
from typing import Protocol

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.bots.simple_bots import GreedyBot, RandomBot
from game.engine.bots.swap_bot import SwapBot
from game.engine.bots.tree_bot import TreeBot
from game.engine.bots.warmup import Progress, is_compiled, start_warmup
from game.engine.registry import profile_of
from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.rules import Game, State


class Bot(Protocol):
    """A player that chooses turns of one game."""

    name: str

    def prepare(self) -> None:
        """Prepare everything for the first turn, so that the turn loses no time."""
        ...

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        """Choose a turn or the rest of a turn; call `report` as the search goes on.

        `report` does not get the final analysis, which is returned.

        A legal turn is returned however early `signal` comes, unless the game is over.
        """
        ...


def make_bot(game: Game, options: EngineOptions, progress: Progress) -> Bot:
    """Return the bot that `options` name.

    Bots that search start uncompiled and compile in the background; `progress` gets sentences about
    the progress.
    """
    seed = options.seed or time.time_ns() % 2**31
    if options.engine == "random":
        return RandomBot(game, seed)
    if game.swaps:
        return SwapBot(game, _plain_bot(game.settled, options, seed, progress), seed)
    return _plain_bot(game, options, seed, progress)


def _plain_bot(game: Game, options: EngineOptions, seed: int, progress: Progress) -> Bot:
    """Return the bot for a game without a choice of sides."""
    if options.engine == "greedy":
        return GreedyBot(game, seed)
    start_warmup(game, progress)
    ready = partial(is_compiled, game)
    profile = profile_of(game)
    if options.engine == "uct":
        return TreeBot(game, profile.plain_uct(), options, seed, ready)
    if options.engine == "tree":
        return TreeBot(game, profile, options, seed, ready)
    return LeveledBot(game, profile, options, seed, ready)
