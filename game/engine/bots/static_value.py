"""Rough worth of a position without search, for bots that hardly look ahead."""

from __future__ import annotations

from game.engine.kernels.defaults import value_of
from game.engine.registry import profile_of
from game.rules import Game, State
from game.rules.kernel import RESULT


def static_value(game: Game, state: State, striving: bool = False) -> float:
    """Return the chance (0 to 1) of side 0 at a glance; exact when the game is over.

    `striving` looks at an end like at any other position, so that a lost game is not all one.
    """
    if game.over(state) and not striving:
        return value_of(state[RESULT])
    return profile_of(game).glance(game, state)
