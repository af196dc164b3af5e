"""Games to learn from: the engine against itself, from placements of all kinds, as plain data.

A game is one line of a file: the winner, and the board at the beginning of each movement turn.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from game.engine.bots.warmup import is_compiled, start_warmup
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.levels import pick
from game.engine.search.search_tree import TreeConfig, nodes_within
from game.engine.search.turn_search import TurnTree
from game.games.more_or_less.rules import (
    BOARD,
    MARKER_PLACES,
    MARKS,
    PLACED,
)
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import P1_WIN, RESULT, RUNNING, SEAT
from game.rules.registry import parse_setup
from tools.self_play import SelfPlayGame

MEMORY_MB = 32
# Cumulative shares of two kinds of placement: fully random, and with many random first turns.
ANYHOW, HALF = 0.2, 0.5
DRAWN_TURNS = {ANYHOW: (12, 12), HALF: (0, 8), 1.0: (0, 3)}
PLACING = (100, 300)  # nodes for placing a counter
# Share of turns that may deviate from the best one, and how widely these turns are spread.
SLIPS, SPREAD = 0.12, 0.4


class MoreOrLessSample(NamedTuple):
    """The owner of each point's counter (0, 1, 2), the side to move, and the turns left to both."""

    board: str
    side: int
    left: int


class MoreOrLessGameData(NamedTuple):
    number: int
    black_won: bool
    positions: list[MoreOrLessSample]


def play(wanted: SelfPlayGame) -> MoreOrLessGameData:
    """Play one game; three consecutive games share a placement."""
    game = parse_setup(wanted.setup)
    warming = start_warmup(game, lambda text: None)
    if warming is not None:
        warming.wait()
    dice = random.Random(f"learn {wanted.setup} {wanted.number // 3}")
    state = placed(game, dice)
    config = tree_config(game, dice.randrange(2**31) + wanted.number)
    profile = profile_of(game)
    assert profile.turns is not None
    search = TurnTree(game, profile, profile.turns, config)
    dice = random.Random(f"learn on {wanted.setup} {wanted.number}")
    positions = []
    while state[RESULT] == RUNNING:
        positions.append(position(game, state))
        search.start(state)
        search.grow(wanted.nodes)
        ranked = search.ranked(state[SEAT])
        spread = SPREAD if dice.random() < SLIPS else 0.0
        code = ranked[pick([one.visits for one in ranked], spread, dice)].code
        state = search.after(state, code)
    return MoreOrLessGameData(wanted.number, state[RESULT] == P1_WIN, positions)


def tree_config(game: Game, seed: int) -> TreeConfig:
    compiled = is_compiled(game)
    return TreeConfig(compiled, nodes_within(MEMORY_MB, compiled), seed)


def placed(game: Game, dice: random.Random) -> State:
    """Return a placement that begins with random turns and is completed by short searches."""
    kind = dice.random()
    least, most = next(turns for share, turns in DRAWN_TURNS.items() if kind <= share)
    drawn, nodes = 1 + 2 * dice.randint(least, most), dice.choice(PLACING)
    config = tree_config(game, dice.randrange(2**31))
    search = ActionTree(game, profile_of(game), config)
    state = game.start()
    while state[PLACED] < COUNTERS:
        if state[PLACED] < drawn:
            action = dice.choice(game.legal(state))
        else:
            search.start(state)
            search.grow(nodes)
            action = game.action(search.ranked(state[SEAT])[0].code)
        state = game.advance(state, action)
    return state


def position(game: Game, state: State) -> MoreOrLessSample:
    lying = state[BOARD : BOARD + len(game.topology)]
    left = 2 * MARKER_PLACES - state[MARKS] - state[MARKS + 1]
    return MoreOrLessSample("".join(map(str, lying)), state[SEAT], left)


def read_seen(line: list[Any]) -> MoreOrLessGameData:
    """Return the game of a line. Raises TypeError, ValueError."""
    number, black_won, positions = line
    return MoreOrLessGameData(number, black_won, [MoreOrLessSample(*one) for one in positions])
