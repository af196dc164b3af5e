"""Solved boards of Multiplicity; docs/lab/questions.md describes how they were solved."""

from __future__ import annotations

from game.games.multiplicity.rules import Multiplicity

LARGEST = 3  # largest side of the solved boards
# (side, bound opening, played until full). Black wins all other solved games.
WHITE_WINS = {
    (2, True, False),
    (2, True, True),
    (2, False, False),
    (2, False, True),
    (3, False, False),
}


def winner_on(game: Multiplicity) -> int | None:
    """Return the seat that wins with perfect play; None if it is not known."""
    if game.size > LARGEST:
        return None
    return 0 if (game.size, game.bound, game.full) in WHITE_WINS else 1
