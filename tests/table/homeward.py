"""Turns for Less that lead home, so that whole games stay short."""

from __future__ import annotations

import random

from game.games.less.rules import Less
from game.rules.base import Action, Game, State


def homeward(game: Game, state: State, rng: random.Random) -> list[Action]:
    """Return a turn that usually brings pieces nearer to their goal corner."""
    actions: list[Action] = []
    turns = game.turns(state)
    while game.turns(state) == turns and not game.over(state):
        seat = game.to_move(state)
        best = min(game.legal(state), key=lambda a: _way(game, state, a, seat) + rng.random())
        actions.append(best)
        state = game.play(state, best).state
    return actions


def _way(game: Game, state: State, action: Action, seat: int) -> float:
    """Return how far the side's pieces are from home after an action."""
    assert isinstance(game, Less)
    after = game.play(state, action).state
    total = 0.0
    for own in game.side(seat % 2):
        squares = [game.topology.xy[point] for point in game.goal(own)]
        corner = max(squares, key=lambda xy: abs(xy[0]) + abs(xy[1]))
        for point, piece in game.pieces(after).items():
            if piece.seat == own:
                x, y = game.topology.xy[point]
                total += 3 * (abs(x - corner[0]) + abs(y - corner[1]))
    return total
