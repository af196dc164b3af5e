"""A gauge for magnets: stairs of wells that hold a magnet at marked distances over one sensor.

The sensor lies in the groove underneath, its marked face up, or the gauge stands on the finished
board, over a point.  `board monitor --point` shows what the sensor says.
"""

from __future__ import annotations

from game.platform.i18n import _
from hardware.fabrication.solids import (
    FIT,
    RELIEF,
    Magnet,
    Pocket,
    PrintedPart,
    box,
    disc,
    letters,
    union,
)

DISTANCES = (3, 4, 5, 6, 8)  # mm from the sensor's face to the magnet's, as BUILD.md tables them
GROOVE = (4.4, 1.7)  # for a sensor in a TO-92 case: width and depth
STEP = 16.0  # length of a stair
WIDTH = 24.0
WELL = 1.2  # depth of a well; the magnet sticks out and can be taken
WELL_AT = 4.0  # its middle from the middle of the stair, across
DIGIT = 6.0


def gauge(magnet: Magnet) -> PrintedPart:
    """The gauge for magnets of this size."""
    start = -STEP * (len(DISTANCES) - 1) / 2
    stairs, wells, digits = [], [], []
    for number, distance in enumerate(DISTANCES):
        x, top = start + STEP * number, GROOVE[1] + distance + WELL
        stairs.append(box((STEP + 0.02, WIDTH, top), (x, 0, 0)))
        wells.append(
            disc(magnet.diameter + 2 * FIT, WELL + 9, top - WELL).translate((x, WELL_AT, 0))
        )
        digits.append(letters(str(distance), (x, -7.0), DIGIT, top - RELIEF, RELIEF + 1))
    length = STEP * len(DISTANCES)
    groove = box((length + 2, GROOVE[0], GROOVE[1] + 1), (0, WELL_AT, -1))
    first = Pocket(
        magnet, (start, WELL_AT, GROOVE[1] + DISTANCES[0] + WELL), magnet.diameter + 2 * FIT, WELL
    )
    return PrintedPart(
        "gauge",
        1,
        "any",
        _("as it stands; for magnets {magnet}, distances in mm").format(magnet=magnet),
        union(stairs) - union(wells) - groove,
        union(digits),
        first,
    )
