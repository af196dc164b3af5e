"""What a board blind to sides cannot see: which counters are still to be turned over.  Pure.

The match keeps the colours.  After a turn that turned counters over, those are named until each
has been lifted and put back (before the turn was read, or since), or the next turn is over.
"""

from __future__ import annotations

from game.rules.base import State
from hardware.tracking.sensor_image import EMPTY, SensorModel


class PendingFlips:
    """`owed` are the numbers of the points whose counters ought to be turned over now."""

    def __init__(self, sensors: SensorModel) -> None:
        self.sensors = sensors
        self.owed: set[int] = set()
        self._state: State | None = None
        self._lifted: set[int] = set()
        self._put_back: set[int] = set()  # since the last turn

    def touched(self, point: int, face: int) -> None:
        """The sensor of a point changed."""
        if face == EMPTY:
            self._lifted.add(point)
        elif point in self._lifted:
            self._lifted.discard(point)
            self._put_back.add(point)
            self.owed.discard(point)

    def turn_begins(self, state: State, before: State | None) -> None:
        """A turn begins in `state`; the one before began in `before`.  Cheap while it stays so."""
        if state == self._state:
            return
        known, self._state = self._state, state
        turned = set() if before is None or known is None else self._turned(before, state)
        self.owed = turned - self._put_back
        self._put_back.clear()

    def _turned(self, before: State, after: State) -> set[int]:
        """Counters that lie where they lay and show the other colour."""
        old, new = self.sensors.game.pieces(before), self.sensors.game.pieces(after)
        return {
            self.sensors.index[point]
            for point, piece in old.items()
            if point in new and new[point].colour != piece.colour
        }
