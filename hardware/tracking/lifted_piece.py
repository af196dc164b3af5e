"""The piece in the air right now, before anything settles: for guidance only.  Pure."""

from __future__ import annotations

from hardware.tracking.advice import piece_lifted
from hardware.tracking.debounce import Debouncer
from hardware.tracking.move_search import PlayLine
from hardware.tracking.sensor_image import SensorModel
from hardware.tracking.tracker_events import Lifted


class LiftedPiece:
    """`now` is the piece of the seat to move that is in the air; None if there is none."""

    def __init__(self, sensors: SensorModel, settler: Debouncer) -> None:
        self.sensors, self.settler = sensors, settler
        self.now: Lifted | None = None
        self._looked_at = -1.0  # the settler's last change then

    def look(self, turn: PlayLine, expected: bool) -> Lifted | None:
        """Look at the raw sensors; the piece that has just been lifted, if one was.

        `expected`: hands are to move, so that a lift means something.
        """
        if self._looked_at == self.settler.changed and self.now is None:
            return None
        before, self.now = self.now, None
        if expected:
            raw = self.sensors.observed(self.settler.raw)
            self.now = piece_lifted(self.sensors, turn, raw)
        self._looked_at = self.settler.changed
        return self.now if self.now != before else None
