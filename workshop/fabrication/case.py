"""Two printed parts: a case for the controller, and a gauge for magnets.

The controller rests on ledges in a box; the lid has a hole for the button. The gauge is a stair of
wells that hold a magnet at marked distances above one sensor. The sensor is either in the groove
underneath, with its marked face up, or in the finished board under the gauge. `board monitor
--point` shows the sensor's reading.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.platform.i18n import _, format_number
from workshop.fabrication.solids import (
    FIT,
    RELIEF,
    Magnet,
    Pocket,
    PrintedPart,
    box,
    disc,
    letters,
    round_box,
    union,
)

THICK = 2.0  # mm of walls, floor and lid
AIR = 0.5  # mm between the controller and each wall
BELOW, ABOVE = 8.0, 9.0  # mm below the controller for soldered wires, and above it for plugs
LEDGE = 3.0
LIP = 3.0  # mm that the lid's lip reaches into the box
LIP_WALL = 1.6
BUTTON = 7.0  # diameter of the hole for a push button
WIRES = (14.0, 7.0)  # width and height of the window for the wires
PLATE = 1.6  # thickness of a controller's own board

DISTANCES = (3, 4, 5, 6, 8)  # mm from the sensor's face to the magnet's face, as listed in BUILD.md
GROOVE = (4.4, 1.7)  # width and depth of the groove for a sensor in a TO-92 case
STEP = 16.0  # length of each step of the stair
WIDTH = 24.0
WELL = 1.2  # depth of a well, so small that the magnet sticks out and can be removed
WELL_AT = 4.0  # mm across, from the middle of a step to the middle of its well
DIGIT = 6.0


@dataclass(frozen=True)
class CasedController:
    """A controller without its pins: length, width, and the opening for its plug."""

    name: str
    length: float
    width: float
    plug: tuple[float, float]  # width and height of the opening


CONTROLLERS = (
    CasedController("nano", 45.0, 18.0, (9.0, 5.0)),
    CasedController("pico", 51.0, 21.0, (9.0, 4.5)),
)


def inner(one: CasedController) -> tuple[float, float, float]:
    """Return length, width and height of the space inside the case."""
    return one.length + 2 * AIR, one.width + 2 * AIR, BELOW + PLATE + ABOVE


def case(one: CasedController) -> tuple[PrintedPart, PrintedPart]:
    """Return the box and its lid."""
    length, width, height = inner(one)
    outside = (length + 2 * THICK, width + 2 * THICK, height + THICK)
    hollow = box((length, width, height + 1), (0, 0, THICK))
    body = round_box(outside, THICK) - hollow
    for x in (-1, 1):
        for y in (-1, 1):
            at = (x * (length - LEDGE) / 2, y * (width - LEDGE) / 2, THICK - 0.5)
            body += box((LEDGE, LEDGE, BELOW + 0.5), at)
    plug = box((3 * THICK, *one.plug), (-length / 2 - THICK, 0, THICK + BELOW + PLATE - 0.5))
    wires = box((3 * THICK, *WIRES), (length / 2 + THICK, 0, THICK + 1))
    note = _("as it stands; plug at one end, wires at the other")
    return PrintedPart(f"case-{one.name}", 1, "any", note, body - plug - wires), _lid(one)


def lip(one: CasedController) -> tuple[float, float]:
    """Return length and width of the lid's lip, which fits into the box."""
    length, width, _height = inner(one)
    return length - 2 * FIT, width - 2 * FIT


def _lid(one: CasedController) -> PrintedPart:
    length, width, _height = inner(one)
    plate = round_box((length + 2 * THICK, width + 2 * THICK, THICK), THICK)
    along, across = lip(one)
    rim = box((along, across, LIP + 0.5), (0, 0, THICK - 0.5))
    rim -= box((along - 2 * LIP_WALL, across - 2 * LIP_WALL, LIP + 2), (0, 0, THICK - 1))
    note = _("upside down; hole of {size} mm for the button").format(
        size=format_number(BUTTON, "g")
    )
    return PrintedPart(f"case-{one.name}-lid", 1, "any", note, plate + rim - disc(BUTTON, 9, -1))


def gauge(magnet: Magnet) -> PrintedPart:
    """Return the gauge for magnets of this size."""
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
