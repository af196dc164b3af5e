"""The ten levels: how long each thinks and how honestly it errs."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.search.options import TOP_LEVEL


@dataclass(frozen=True, slots=True)
class Level:
    """`nodes` visits for a turn at most; `spread`: how freely it picks a less visited action."""

    nodes: int | None
    spread: float


# Spaced by matches of More or Less, the game in which thinking longer tells least at the top.
LEVELS = (
    Level(8, 2.0),
    Level(25, 1.3),
    Level(100, 0.75),
    Level(250, 0.54),
    Level(500, 0.42),
    Level(900, 0.36),
    Level(1_900, 0.27),
    Level(3_600, 0.21),
    Level(14_000, 0.06),
    Level(None, 0.0),
)
# Where a glance tells much, few nodes play well: the levels of Less lie lower and err more.
LESS_LEVELS = (
    Level(8, 2.2),
    Level(12, 1.6),
    Level(24, 1.2),
    Level(40, 1.0),
    Level(110, 0.7),
    Level(180, 0.62),
    Level(850, 0.39),
    Level(1_500, 0.34),
    Level(25_000, 0.02),
    Level(None, 0.0),
)
assert len(LEVELS) == len(LESS_LEVELS) == TOP_LEVEL


Ladder = tuple[Level, ...]


def level(number: int, ladder: Ladder = LEVELS) -> Level:
    """The level 1 to 10 of a game."""
    return ladder[number - 1]


def pick(visits: Sequence[int], spread: float, dice: random.Random) -> int:
    """A place in `visits`: the largest, or with a spread a softmax over the logarithms."""
    if spread <= 0 or len(visits) < 2:
        return max(range(len(visits)), key=visits.__getitem__)
    most = max(visits)
    weights = [math.exp(math.log((count + 0.1) / (most + 0.1)) / spread) for count in visits]
    return dice.choices(range(len(visits)), weights)[0]
