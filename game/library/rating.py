"""Ratings of players in one game, after openskill: it rates sides of several players, too.

People begin in the middle; an engine is as strong as its level and stays so.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

# The rating of a player who is not known yet, and how uncertain it is: the values of openskill.
MIDDLE, SPREAD = 25.0, 25.0 / 3
LEVEL_STEP, MIDDLE_LEVEL = 2.5, 4  # between two levels of the engine; the level in the middle
# An engine's rating is less uncertain than a person's, because its level is known.
ENGINE_DEVIATION = 2.0
SCALE, BASE = 40.0, 600.0  # how a rating is shown: in hundreds, as players know it

Rating = tuple[float, float]  # mean and deviation
NEW: Rating = (MIDDLE, SPREAD)


def engine_rating(level: int) -> Rating:
    """How strong an engine of that level is."""
    return MIDDLE + LEVEL_STEP * (level - MIDDLE_LEVEL), ENGINE_DEVIATION


def shown(rating: Rating) -> int:
    """Return the rating as it is shown to people."""
    return max(0, round(BASE + SCALE * (rating[0] - MIDDLE / 2)))


def after(sides: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """Return the ratings of each side after a game; a smaller rank is better, equal is a draw."""
    model = _model()
    teams = [[model.rating(mu=mean, sigma=wide) for mean, wide in side] for side in sides]
    return [[(one.mu, one.sigma) for one in team] for team in model.rate(teams, ranks=[*ranks])]


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # takes a moment to load

    return PlackettLuce()
