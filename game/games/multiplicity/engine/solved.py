"""Solved boards of Multiplicity; docs/lab/questions.md says how."""

from __future__ import annotations

from game.games.multiplicity.rules import Multiplicity

LARGEST = 3  # side of the boards that are solved
WHITE_WINS = {  # where the others are won by Black, by side, bound opening, and played until full
    (2, True, False),
    (2, True, True),
    (2, False, False),
    (2, False, True),
    (3, False, False),
}


def winner_on(game: Multiplicity) -> int | None:
    """Return the seat that wins with perfect play; None where nobody knows."""
    if game.size > LARGEST:
        return None
    return 0 if (game.size, game.bound, game.full) in WHITE_WINS else 1
