"""`board monitor --point`: one sensor's reading, again and again, for the gauge of magnets.  Pure.

A magnet's pole is the sign of what it adds to the reading at rest; how strong it is follows from
the sensors' data sheets.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.platform.i18n import _
from game.rules.topology import Point
from hardware.host.board_connection import TALKING, BoardConnection, ConnectionEvent
from hardware.host.layouts import LayoutError
from hardware.wire.protocol import GetReadings, Readings, SensorReading

READING_PERIOD_S = 0.3  # seconds between two readings
NOISE_COUNTS = 8  # counts: less is noise
MILLIVOLTS = 5000 / 1024  # of a count
# Millivolts for each mT, and the field in mT where a sensor says no more.
SENSORS = {"DRV5053PA": (23.0, 35.0), "SS49E": (16.0, 100.0)}


class PointWatch:
    """Asks for the point `name`: a label, or a number where labels are not known."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._number: int | None = None
        self._asked = float("-inf")

    def greeted(self, labels: Sequence[Point], points: int) -> None:
        """The board has said what it is.  Raises LayoutError if it has no such point."""
        number = int(self.name) if self.name.isdecimal() else -1
        if self.name in labels:
            number = list(labels).index(self.name)
        if not 0 <= number < points:
            words = _("{name}: no point of this board of {count}")
            if not labels:
                words = _(
                    "{name}: no point of this board of {count}; of a board of your own name its "
                    "number, from 0"
                )
            raise LayoutError(words.format(name=self.name, count=points))
        self._number = number

    def ask(self, talk: BoardConnection, now: float) -> None:
        """Put the question when it is time."""
        if (
            self._number is not None
            and talk.phase == TALKING
            and now - self._asked >= READING_PERIOD_S
        ):
            self._asked = now
            talk.put(GetReadings(first=self._number, count=1))

    def tell(self, happening: ConnectionEvent) -> str:
        """The reading in words; nothing for whatever else the board says."""
        if not isinstance(happening, Readings) or not happening.readings:
            return ""
        return f"{self.name}: {_words(happening.readings[0])}"


def _words(reading: SensorReading) -> str:
    counts = reading.value - reading.baseline
    if abs(counts) < NOISE_COUNTS:
        return _("{counts} counts, no magnet").format(counts=f"{counts:+d}")
    pole = _("one pole") if counts > 0 else _("the other pole")
    strong = ", ".join(_strength(abs(counts) * MILLIVOLTS, *sensor) for sensor in SENSORS.items())
    words = _("{counts} counts, {pole}, about {strong}")
    return words.format(counts=f"{counts:+d}", pole=pole, strong=strong)


def _strength(millivolts: float, sensor: str, kind: tuple[float, float]) -> str:
    """What a sensor of this kind has seen, in mT."""
    each, full = kind
    field = millivolts / each
    return f"{field:.0f} mT ({sensor})" if field < full else f"{full:.0f}+ mT ({sensor})"
