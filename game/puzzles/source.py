"""Where puzzles come from: quick games of the engine with itself, from random openings."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.engine.bots.leveled import LeveledBot
from game.engine.bots.options import EngineOptions
from game.engine.registry import profile_of
from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.turns import same_turn
from game.puzzles.plugin import PuzzlePlugin
from game.rules import Action, Game, State

PLAYERS = (3, 4, 5)  # levels: quick, and with mistakes
MEMORY_MB = 16
MOST_TURNS = 120

MOST_NODES = SearchLimits(nodes=100_000)  # the levels asked look at fewer

Here = tuple[State, tuple[str, ...]]  # a position, and the turns that lead there


def ask(bot: LeveledBot, state: State) -> tuple[Action, ...]:
    """Return the turn that a bot plays."""
    return bot.think(state, MOST_NODES, lambda analysis: None, StopSignal()).best


def bot_of(game: Game, level: int, seed: int, compiled: bool) -> LeveledBot:
    options = EngineOptions(level=level, hash_mb=MEMORY_MB, seed=seed)
    return LeveledBot(game, profile_of(game), options, seed, lambda: compiled)


def positions(game: Game, room: PuzzlePlugin, seed: int, compiled: bool) -> Iterator[Here]:
    """Return the positions of one game at the beginnings of its turns."""
    dice = random.Random(seed)
    bots = [bot_of(game, dice.choice(PLAYERS), seed + side, compiled) for side in (0, 1)]
    at_random = room.opening(seed)
    state, turns = game.start(), tuple[str, ...]()
    while not game.over(state) and len(turns) < MOST_TURNS:
        yield state, turns
        if at_random > 0:
            turn = random_turn(game, state, dice)
            at_random -= len(turn)
        else:
            turn = ask(bots[game.to_move(state) % 2], state)
        turns += (game.turn_text(turn),)
        for action in turn:
            state = game.advance(state, action)


def random_turn(game: Game, state: State, dice: random.Random) -> tuple[Action, ...]:
    """Return a turn of actions drawn at random."""
    turn: list[Action] = []
    while True:
        turn.append(dice.choice(game.legal(state)))
        before, state = state, game.advance(state, turn[-1])
        if not same_turn(before, state, game):
            return tuple(turn)
