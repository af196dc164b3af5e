"""How long before the end the engine can prove the result within a second of one core.

Level 8 plays against itself. Each position is searched with a new tree, from the last position
back, until the result of a position is not proved. Seconds are processor time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import OVERHEAD, Budget
from game.games.less.engine.evaluation import seat_distance
from game.games.less.engine.tables import tables
from game.rules import Game, State
from game.rules.registry import parse_setup

GAMES, LEVEL = 20, 8
AS_LEVEL = SearchLimits(nodes=10**6)  # more than the level's own limit
SECOND = SearchLimits(movetime=1.0 + OVERHEAD)
SETUPS = ("multiplicity size=5", "libra size=5", "less seed={seed}")


def run(setups: Iterable[str] = SETUPS, games: int = GAMES) -> Iterator[str]:
    """Yield, for each kind of ending, how much was left to play at the earliest proved position."""
    for setup in setups:
        found: dict[int, list[int]] = {}
        for seed in range(1, games + 1):
            game = parse_setup(setup.format(seed=seed))
            for number, states in groupby(positions(game, seed), partial(round_of, game)):
                earliest = max((left(game, one) for one in proved(game, [*states])), default=0)
                found.setdefault(number, []).append(earliest)
        for number, counts in found.items():
            counts.sort()
            yield f"{setup}, round {number}: median {counts[len(counts) // 2]} of {counts}"


def positions(game: Game, seed: int) -> list[State]:
    """Return the positions of a game at the beginning of each turn, without its end."""
    bot = LeveledBot(game, profile_of(game), EngineOptions(level=LEVEL, seed=seed), seed, ready)
    state, found = game.start(), []
    while not game.over(state):
        found.append(state)
        for action in bot.think(state, AS_LEVEL, lambda analysis: None, StopSignal()).best:
            state = game.advance(state, action)
    return found


def round_of(game: Game, state: State) -> int:
    """Return the round of a duel; 1 in other games."""
    return game.tally(state).get("round", 1)


def ready() -> bool:
    return True


def left(game: Game, state: State) -> int:
    """Return the number of empty cells; in Less, the moves that both sides still need."""
    if game.key != "less":
        return game.tally(state)["empty"]
    own = tables(game, True)
    return sum(int(seat_distance(game.tables, own, state, seat)) for seat in range(game.seats))


def proved(game: Game, states: list[State]) -> Iterator[State]:
    """Yield positions from the last one back, until one is not proved within a second."""
    asked = turns_proved if game.key == "less" else stones_proved
    for state in reversed(states):
        if not asked(game, state):
            return
        yield state


def turns_proved(game: Game, state: State) -> bool:
    options = EngineOptions(seed=1)
    bot = LeveledBot(game, profile_of(game), options, 1, ready, time.process_time)
    return bool(bot.think(state, SECOND, lambda analysis: None, StopSignal()).proof)


def stones_proved(game: Game, state: State) -> bool:
    """Return whether the winner is known, or in a first round the number of groups."""
    expert = profile_of(game).beside(game)
    assert expert is not None
    budget = Budget(SECOND, 0, StopSignal(), time.process_time)
    return expert.knows(state) and expert.settled(state, budget)
