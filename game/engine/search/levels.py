"""The ten levels: how long each thinks and how honestly it errs."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

TOP_LEVEL = 10


@dataclass(frozen=True, slots=True)
class Level:
    """`nodes` visits for a turn at most; `spread`: how freely it picks a less visited action.

    With `whole_turns` it thinks as full strength does: by whole turns where the game has kernels
    for it, else by actions.  It then takes the best turn, whatever the spread.
    """

    nodes: int | None
    spread: float
    whole_turns: bool = False


# Spaced by matches of the game in which thinking longer tells least at the top.
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

Ladder = tuple[Level, ...]  # TOP_LEVEL of them, the weakest first


def pick(visits: Sequence[float], spread: float, dice: random.Random) -> int:
    """Return an index of `visits`: the largest, or with a spread by softmax over logarithms."""
    if spread <= 0 or len(visits) < 2:
        return max(range(len(visits)), key=visits.__getitem__)
    most = max(visits)
    weights = [math.exp(math.log((count + 0.1) / (most + 0.1)) / spread) for count in visits]
    return dice.choices(range(len(visits)), weights)[0]
