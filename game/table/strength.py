"""A person's strength in a game, as a level of the engine, from the results against it.  Pure.

An Elo-like rule on the ladder of levels: after each game the estimate moves by the result less
what was to be expected.  Two levels apart the stronger wins about eight of ten games; that is how
the ladder was measured (docs/lab/levels.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

FIRST_LEVEL = 3  # the level of somebody who has not played yet
LOWEST, HIGHEST = 1.0, 10.0
TEN_TO_ONE_LEVELS = 2.9  # levels that make ten to one
FIRST_GAMES = 6  # in which the estimate moves fast
FAST, SLOW = 1.2, 0.6  # levels that a game moves it at most


@dataclass(frozen=True, slots=True)
class LevelResult:
    """A finished game: the strongest engine it was played against, and 1, 0.5 or 0 points."""

    level: int
    points: float


def expected(strength: float, level: int) -> float:
    """Points (0 to 1) that a strength makes against a level on average."""
    return float(1 / (1 + 10 ** ((level - strength) / TEN_TO_ONE_LEVELS)))


def strength(games: Iterable[LevelResult]) -> float:
    """The estimate after games, the earliest first: LOWEST to HIGHEST."""
    found = float(FIRST_LEVEL)
    for number, met in enumerate(games):
        most = FAST if number < FIRST_GAMES else SLOW
        found += most * (met.points - expected(found, met.level))
        found = max(LOWEST, min(HIGHEST, found))
    return found


def matching_level(games: Iterable[LevelResult]) -> int:
    """The level that is about as strong."""
    return int(strength(games) + 0.5)
