"""The ten levels: how long each level thinks, and how it makes mistakes."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

TOP_LEVEL = 10


@dataclass(frozen=True, slots=True)
class Level:
    """At most `nodes` visits in a turn; a higher `spread` makes actions with fewer visits likelier.

    With `whole_turns` the level searches like full strength: by whole turns if the game has kernels
    for them, else by actions. In a search by whole turns, it always plays the best turn.
    """

    nodes: int | None
    spread: float
    whole_turns: bool = False


# The spacing comes from matches of the game in which longer thinking helps the top levels least.
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

Ladder = tuple[Level, ...]  # TOP_LEVEL levels, the weakest first


def pick(visits: Sequence[float], spread: float, dice: random.Random) -> int:
    """Return the index of the most visits; with a spread, one drawn by softmax of log visits."""
    if spread <= 0 or len(visits) < 2:
        return max(range(len(visits)), key=visits.__getitem__)
    most = max(visits)
    weights = [math.exp(math.log((count + 0.1) / (most + 0.1)) / spread) for count in visits]
    return dice.choices(range(len(visits)), weights)[0]
