"""Blockades of Less: pieces that stay in their corner keep the other side out of its goal.

One such piece loses by the home-block rule, two do not: who is behind can hold out with them, and
has drawn if it leaves the corner in the last turns, too late for the other to come in.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Tables
from game.games.less.rules import (
    ARRIVED,
    BOARD,
    GOAL_SQUARES,
    META,
    SEATS,
    TURN_LIMIT,
)
from game.rules.kernel import TURNS, kernel

ENOUGH = 2  # pieces that hold a corner
LEAVING = TURN_LIMIT - 8  # from this turn on the search sees how it ends


@kernel
def holds(t: Tables, s: Sequence[int], side: int) -> bool:
    """Return whether the side holds a full corner, so that the others stay outside."""
    if s[TURNS] >= LEAVING:
        return False
    for seat in range(1 - side, t[META][SEATS], 2):
        standing = 0
        for corner in range(4):
            piece = s[BOARD + t[GOAL_SQUARES][seat * 4 + corner]]
            standing += piece > 0 and (piece - 1) % 2 == side
        if ENOUGH <= standing < 4 and standing + s[ARRIVED + seat] == 4:
            return True
    return False


@kernel
def held(value: float, own: bool, other: bool, hope: float) -> float:
    """Return a chance of side 0 corrected for held corners.

    Side 0 holds one if `own`, side 1 if `other`; the holder has at least some `hope`.
    """
    if own and not other:
        return max(value, hope)
    if other and not own:
        return min(value, 1.0 - hope)
    return value
