"""Exact solo distances of Less for the screen and the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.compiler import Arrays, instance
from game.rules import Game


def placement_distances(
    game: Game, seat: int, binomials: Sequence[int], total: int, compiled: bool = True
) -> Any:
    """Moves home for each placement of the seat's four pieces, by number (see kernels.solo)."""
    make = Arrays(compiled)
    found = make.ints(total)
    solo = instance("solo", "less", compiled)
    solo.fill(make.tables(game.tables), make.state(binomials), seat, found, make.ints(4))
    return found
