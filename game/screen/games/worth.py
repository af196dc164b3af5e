"""What a position is worth to a side at a glance: by it a demo chooses its turns."""

from __future__ import annotations

from collections.abc import Callable

from game.engine.bots.judge import judge
from game.rules import Game, State

Worth = Callable[[Game, State, int], float]  # of a position to a side; more is better


def glance(game: Game, state: State, side: int) -> float:
    """What the engine thinks of a position without looking ahead, 0 to 1."""
    value = judge(game, state)
    return value if side == 0 else 1 - value
