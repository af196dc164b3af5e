"""Stop rule: when further search cannot change the move, or should.

No clock and no search of its own: what a search shows is passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.engine.search.search_tree import Child

CLOSE = 0.75  # the second action has so much of the visits of the first
FALLEN = 0.06  # chance that the side to move has lost
SLIPPED = 0.05  # share of the visits that the first action has lost


class RootSnapshot(NamedTuple):
    """The first action at one time, its share of the visits, the mover's chance."""

    code: int
    share: float
    chance: float


class StopRule:
    """Decides when one search may stop; `expected` is the chance of that side's last turn."""

    def __init__(self, expected: float = 0.0) -> None:
        self._expected = expected
        self._ranked: Sequence[Child] = ()
        self._first = self._now = RootSnapshot(0, 0.0, 0.0)

    def look(self, ranked: Sequence[Child], chance: float) -> None:
        """Take in the first actions, best first, and the chance of the side to move."""
        total = sum(child.visits for child in ranked)
        self._now = RootSnapshot(ranked[0].code, ranked[0].visits / max(1, total), chance)
        if not self._ranked:
            self._first = self._now
        self._ranked = ranked

    def decided(self, coming: float) -> bool:
        """Return whether no other action can overtake the first with the `coming` visits."""
        most = self._ranked[0].visits
        return all(child.visits + coming < most for child in self._ranked[1:] if not child.proof)

    @property
    def critical(self) -> bool:
        """Return whether the choice is open, or worse than was expected."""
        if len(self._ranked) < 2:
            return False
        if self._ranked[1].visits >= CLOSE * self._ranked[0].visits:
            return True
        first, now = self._first, self._now
        if now.chance < max(self._expected, first.chance) - FALLEN:
            return True
        return now.code != first.code or now.share < first.share - SLIPPED
