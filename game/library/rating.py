"""Ratings of players in one game by openskill, which can also rate sides of several players.

People begin with the middle rating; an engine's rating depends only on its level.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

# The rating of a new player and its uncertainty: the defaults of openskill.
MIDDLE, SPREAD = 25.0, 25.0 / 3
# The difference between two levels of the engine, and the level with the middle rating.
LEVEL_STEP, MIDDLE_LEVEL = 2.5, 4
# An engine's rating is less uncertain than a person's, because its level is known.
ENGINE_DEVIATION = 2.0
# Factor and offset that convert ratings to shown numbers, in hundreds as players know them.
SCALE, BASE = 40.0, 600.0

Rating = tuple[float, float]  # mean and deviation
NEW: Rating = (MIDDLE, SPREAD)


def engine_rating(level: int) -> Rating:
    """Return the rating of an engine of that level."""
    return MIDDLE + LEVEL_STEP * (level - MIDDLE_LEVEL), ENGINE_DEVIATION


def shown(rating: Rating) -> int:
    """Return the rating as it is shown to people."""
    return max(0, round(BASE + SCALE * (rating[0] - MIDDLE / 2)))


def after(sides: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of each side after a game; the smaller rank wins, equal ranks draw."""
    model = _model()
    teams = [[model.rating(mu=mean, sigma=wide) for mean, wide in side] for side in sides]
    return [[(one.mu, one.sigma) for one in team] for team in model.rate(teams, ranks=[*ranks])]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # slow to load

    return PlackettLuce()
