"""Openings of Less: how many walls a layout has, and whether it is fair."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache

from game.games.less.rules import Less
from game.games.less.walls import DENSITIES, dense_tiles, lay
from game.openings.naming import Naming
from game.platform.i18n import N_
from game.platform.paths import ASSETS
from game.rules import Game

FILE = ASSETS / "answers" / "less-fair.json"
FEW, MANY = 0.2, 0.23  # walls per inner edge: the maximum for "few", and the minimum for "many"
FAIR = "fair"
WORDS = {
    "few": N_("few walls"),
    "mixed": N_("some walls"),
    "many": N_("many walls"),
    FAIR: N_("fair"),
}
SIDES = {2: 6, 4: 8}  # squares along a side, by the number of seats


def parts(game: Game, turns: Sequence[Sequence[str]]) -> list[str]:
    """Return how many walls there are, and whether the layout is known to be fair."""
    assert isinstance(game, Less)
    walls = sum(map(int, game.walls)) / len(game.walls)
    density = DENSITIES[0 if walls <= FEW else 2 if walls >= MANY else 1]
    return [density, FAIR] if game.walls in fair_layouts(game.seats) else [density]


@cache
def fair_layouts(seats: int) -> frozenset[str]:
    """Return the wall digits of the layouts that favour neither side."""
    side = SIDES[seats]
    return frozenset(
        lay(dense_tiles(density, seed, side), side)
        for density in DENSITIES
        for seed in fair_seeds(seats, density)
    )


@cache
def fair_seeds(seats: int, density: str) -> tuple[int, ...]:
    """Return the seeds of fair layouts with "few", "mixed" or "many" walls.

    The file comes from `python -m tools.solve less-fair`.
    """
    return tuple(json.loads(FILE.read_text(encoding="utf-8"))[str(seats)][density])


NAMING = Naming(parts, WORDS, DENSITIES)
