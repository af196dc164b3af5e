"""Tension: how near the end of a game is, 0 to 1.  The music in play follows it."""

from __future__ import annotations

from game.rules import Game, State

LATE = 0.8  # share of a game's progress after which its end counts as near


def late(game: Game, state: State) -> float:
    """Return the tension of a game that ends when all places are filled or all pieces used."""
    return min(1.0, max(0.0, (game.progress(state) - LATE) / (1 - LATE)))


def missing(left: int) -> float:
    """Return the tension when `left` items are missing for a win: 1 for one, 0 for four."""
    return min(1.0, max(0.0, (4 - left) / 3))
