"""A case for the controller: a box it lies in on ledges, and a lid with a hole for the button."""

from __future__ import annotations

from dataclasses import dataclass

from game.platform.i18n import _, format_number
from hardware.fabrication.solids import FIT, PrintedPart, box, disc, round_box

THICK = 2.0  # walls, floor, lid
AIR = 0.5  # between the controller and the walls, per side
BELOW, ABOVE = 8.0, 9.0  # room under and over the controller: soldered wires, and plugs
LEDGE = 3.0
LIP = 3.0  # how deep the lid reaches into the box
LIP_WALL = 1.6
BUTTON = 7.0  # hole for a push button
WIRES = (14.0, 7.0)  # window for the wires, width and height
PLATE = 1.6  # thickness of a controller's own board


@dataclass(frozen=True)
class CasedController:
    """What goes into the case, without its pins: length, width, and its plug's size."""

    name: str
    length: float
    width: float
    plug: tuple[float, float]  # width and height of the opening


CONTROLLERS = (
    CasedController("nano", 45.0, 18.0, (9.0, 5.0)),
    CasedController("pico", 51.0, 21.0, (9.0, 4.5)),
)


def inner(one: CasedController) -> tuple[float, float, float]:
    """Length, width and height of the room in the case."""
    return one.length + 2 * AIR, one.width + 2 * AIR, BELOW + PLATE + ABOVE


def case(one: CasedController) -> tuple[PrintedPart, PrintedPart]:
    """Box and lid."""
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
    """Length and width of the lid's lip, that goes into the box."""
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
