"""Turns for games that ship none to be shown: sensible at a glance.  No search, thread, clock.

Looks at some ways to finish the turn, drawn by dice, and takes the one that is worth most.
"""

from __future__ import annotations

import random

from game.engine.bots.simple_bots import static_value
from game.rules import Action, Game, State

TRIES = 12  # ways to finish the turn that are looked at


def demo_turn(game: Game, state: State, dice: random.Random) -> list[Action]:
    """A whole turn, or what is left of one.  Same dice, same turn."""
    side = game.to_move(state) % 2
    ways = [_walk(game, state, dice) for _number in range(TRIES)]

    def worth(after: State) -> float:
        return static_value(game, after) if side == 0 else -static_value(game, after)

    return max(ways, key=lambda way: worth(way[1]))[0]


def _walk(game: Game, state: State, dice: random.Random) -> tuple[list[Action], State]:
    """One way to finish the turn, and where it leads."""
    turn: list[Action] = []
    seat, number = game.to_move(state), game.turns(state)
    while not game.over(state) and (game.to_move(state), game.turns(state)) == (seat, number):
        action = dice.choice(game.legal(state))
        turn.append(action)
        state = game.advance(state, action)
    return turn, state
