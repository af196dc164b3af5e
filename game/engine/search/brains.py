"""Makes the Brain that options ask for.  The compiled search is imported only when it is used."""

from __future__ import annotations

import random
import time

from game.engine.compile.compiler import Progress, Warming, can_compile
from game.engine.games import PROFILES, profile_of
from game.engine.search.alphabeta import AlphaBeta
from game.engine.search.full import Full
from game.engine.search.greedy import Greedy
from game.engine.search.options import Options
from game.engine.search.searcher import Searcher
from game.engine.search.think import Brain, Limits, Report, Signal, Thinking, same_turn
from game.rules import Action, Game, State


class Anyhow:
    """Plays any legal action: the weakest opponent and the quickest test."""

    name = "random"

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.dice = random.Random(seed)

    def think(self, state: State, limits: Limits, report: Report, signal: Signal) -> Thinking:
        turn: list[Action] = []
        here = state
        while not self.game.over(here):
            turn.append(self.dice.choice(self.game.legal(here)))
            before, here = here, self.game.advance(here, turn[-1])
            if not same_turn(before, here, self.game):
                break
        return Thinking(1, 1, 0.0, 0.5, (tuple(turn),) if turn else (), done=True)


_warmings: dict[str, Warming] = {}
_said_plain = False


def ready(game: Game) -> bool:
    """Can the engine play at full speed now?  (Always, where nothing can be compiled.)"""
    return not can_compile() or warmed(game)


def warmed(game: Game) -> bool:
    """Is compiled code for this game loaded?"""
    warming = _warmings.get(game.key)
    return warming is not None and warming.done.is_set() and warming.succeeded


def prepare(game: Game) -> None:
    """Fill the tables of this very board, which the compiled search would do in its first turn."""
    if warmed(game):
        profile_of(game).tables(game, True)


def start_warming(game: Game, progress: Progress) -> Warming | None:
    """Compile in the background, once for each game; None where nothing can be compiled."""
    global _said_plain
    if not can_compile():
        if not _said_plain:
            _said_plain = True
            progress("Numba is not available: playing uncompiled, weaker")
        return None
    if game.key not in _warmings:
        _warmings[game.key] = Warming(game, progress)
    return _warmings[game.key]


def make_brain(game: Game, options: Options, progress: Progress) -> Brain:
    """The brain that `options` name.  The search starts plain and compiles in the background."""
    seed = options.seed or time.time_ns() % 2**31
    if options.engine == "random":
        return Anyhow(game, seed)
    if options.engine == "greedy" or game.key not in PROFILES:
        return Greedy(game, seed)
    start_warming(game, progress)

    def warm() -> bool:
        return warmed(game)

    profile = profile_of(game)
    if options.engine == "alphabeta":
        return AlphaBeta(game, lambda fast: profile, options.hash_mb, warm)
    if options.engine == "uct":
        return Searcher(game, lambda fast: profile.plain_uct(game, fast), options, seed, warm)
    if options.engine == "tree":
        return Searcher(game, lambda fast: profile, options, seed, warm)
    return Full(game, profile, options, seed, warm)
