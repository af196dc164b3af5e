"""Tension: how near the end of a game is, 0 to 1.  The music in play follows it."""

from __future__ import annotations

from game.rules import Game, State

LATE = 0.8  # of a game's progress from which on its end is near


def late(game: Game, state: State) -> float:
    """Return the tension of a game that ends when all is filled or used up."""
    return min(1.0, max(0.0, (game.progress(state) - LATE) / (1 - LATE)))


def missing(left: int) -> float:
    """Return the tension where so much is missing to win at once: 1 of one, 0 of four."""
    return min(1.0, max(0.0, (4 - left) / 3))
