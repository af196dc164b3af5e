"""Endings whose value exact search knows are played for that value, even with few nodes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.compile.compiler import can_compile
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.engine.search.endgame_expert import EndgameExpert
from game.rules import Game, State
from game.rules.registry import parse_setup
from tests.engine.engine_tools import play_randomly

NODES = SearchLimits(nodes=2_000)  # takes 10 to 15 ms
# Seeds of random positions for each number of empty cells; only one or two stones keep the value.
# In Multiplicity, the side to move can win (worth 2). In Libra, each seed has the number of groups
# that the side to move can get in the first round of a duel (below 0 for LESS).
WINS_OF_MULTIPLICITY = {
    11: (19, 27, 35, 107, 134, 163),
    12: (27, 41, 98, 106, 128, 130),
    13: (41, 46, 90, 123, 130, 134),
    14: (13, 42, 57, 123, 148, 152),
}
ROUNDS_OF_LIBRA_5 = {
    11: {11: -5, 21: -8, 24: -7, 27: -7},
    12: {5: 8, 11: 6, 21: 9, 31: 9},
    13: {13: -7, 27: -7, 32: -6, 34: -7},
    14: {32: 7, 36: 10, 37: 9, 75: 8},
}
ROUNDS_OF_LIBRA_6 = {
    11: {2: -10, 8: -7, 10: -11, 14: -8},
    12: {1: 11, 14: 9, 15: 9, 21: 11},
    13: {2: -10, 14: -8, 20: -9, 26: -9},
    14: {1: 11, 14: 9, 64: 13, 67: 12},
}
ENDINGS = [
    (setup, empty, seed, worth)
    for setup, worths in (
        ("multiplicity size=5", {e: dict.fromkeys(s, 2) for e, s in WINS_OF_MULTIPLICITY.items()}),
        ("libra size=5", ROUNDS_OF_LIBRA_5),
        ("libra size=6", ROUNDS_OF_LIBRA_6),
    )
    for empty, seeds in worths.items()
    for seed, worth in seeds.items()
]


@cache
def expert_of(setup: str) -> EndgameExpert[Any]:
    game = parse_setup(setup)
    expert = profile_of(game).beside(game)
    assert expert is not None
    return expert


def worth_of(game: Game, state: State) -> int:
    """Return the best result of the side to move, by exact search without a limit."""
    expert = expert_of(game.setup)
    budget = Budget(SearchLimits(), 0, StopSignal(), lambda: 0.0)
    proofs = expert.begin(state, budget, compiled=True)
    proofs.work([*proofs.at_most], budget, (None, None))
    return proofs.least


@pytest.mark.parametrize(("setup", "empty", "seed", "worth"), ENDINGS)
def test_what_can_be_had_is_had(setup: str, empty: int, seed: int, worth: int) -> None:
    game = parse_setup(setup)
    if not can_compile(game.key):
        pytest.skip("so few nodes are few only when compiled")
    state = play_randomly(game, game.start(), len(game.topology) - empty, seed)
    assert worth_of(game, state) == worth
    bot = LeveledBot(game, profile_of(game), EngineOptions(seed=1), 1, lambda: True)
    (action,) = bot.think(state, NODES, lambda analysis: None, StopSignal()).best
    after = worth_of(game, game.advance(state, action))
    assert after == (0 if game.key == "multiplicity" else -worth)
