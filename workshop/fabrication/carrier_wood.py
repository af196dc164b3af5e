"""The plates of a board with a carrier: a top without pockets, and a base that has room for it.

From top to bottom, the layers are the top of 3 mm, printed rings, the carrier, and printed posts on
the floor of the base. The rings keep the top off the multiplexers; the posts leave height for the
controller.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.platform.i18n import _, format_number
from workshop.fabrication.drawing import OUTLINE, Drawing, Mark, Operation
from workshop.fabrication.drilling import Drilling
from workshop.fabrication.pcb.board_file import THICK
from workshop.fabrication.pcb.footprints import Rect
from workshop.fabrication.pcb.placement import CORNER, Placement
from workshop.fabrication.planks import (
    BORDER,
    BOSS,
    SCREW,
    TOP,
    WIRES_AT,
    Stack,
    board_outline,
    board_screws,
    top,
)
from workshop.fabrication.shapes import Box, Circle, Millimetres, RoundBox, SlantBox

STACK = Stack(18.0, 15.0, 10.0, "M3 x 30")
CARRIER = THICK
POST = 10.5  # mm of room under the carrier; a controller on its pins needs 10
RING = STACK.room - POST - CARRIER  # mm between carrier and top
SEAT = 6.8  # diameter of posts and rings
PEG = SCREW - 0.4  # diameter of a post's peg, with clearance in the carrier's hole
PEG_OVER = CARRIER + RING / 2  # mm by which the peg rises over its post
AIR = 0.7  # mm between the carrier's corners and the corners of the room
CABLE = 8.0  # diameter of the hole for the button's cable
PLUG = 14.0  # width of the opening for the controller's plug
PLUG_HIGH = 10.0  # height of the plug's opening, from the floor of the room
BEYOND = 2.0  # mm by which a cut opening extends past the edge, so that no thin skin remains
SIDES = LOWER, RIGHT, UPPER, LEFT = range(4)  # numbered anticlockwise


@dataclass(frozen=True)
class PlugOpening:
    """The opening for the controller's plug in the side of the wood.

    `along` is its distance in mm from the beginning of the side, anticlockwise round the board.
    """

    side: int
    along: float


@dataclass(frozen=True)
class CarrierSeat:
    """The place of a carrier in its board, in mm from the wood's lower left corner.

    `held` are the carrier's holes, `plug` is the end of the controller at the carrier's edge,
    `below` is the area that the controller occupies under the carrier.
    """

    plan: Drilling
    outline: Box
    held: tuple[Millimetres, ...]
    plug: Millimetres
    below: Box

    @property
    def opening(self) -> PlugOpening:
        """The opening straight ahead of the plug."""
        (x, y), (left, lower, right, upper) = self.plug, self.outline
        wide, high = self.plan.width, self.plan.height
        ways = (
            (y - lower, PlugOpening(LOWER, x)),
            (right - x, PlugOpening(RIGHT, y)),
            (upper - y, PlugOpening(UPPER, wide - x)),
            (x - left, PlugOpening(LEFT, high - y)),
        )
        return min(ways, key=lambda way: abs(way[0]))[1]

    @property
    def corner(self) -> float:
        """Length that a slanted corner of the room takes from each of its two sides."""
        left, lower, right, upper = self.outline
        across = min(left, self.plan.width - right)
        along = min(lower, self.plan.height - upper)
        return min(BOSS - BORDER, across + along + CORNER - 2 * BORDER - AIR)


def seat_of(placement: Placement) -> CarrierSeat:
    """Return the place of this placement's carrier in its board."""
    plan, box = placement.plan, placement.outline
    (controller,) = (one for one in placement.placed if one.component.ref == "A1")
    low = controller.rect(controller.footprint.below[0])
    (x, y), high = placement.usb, plan.height
    held = tuple((spot[0], high - spot[1]) for spot in placement.holes)
    return CarrierSeat(plan, _upright(box, high), held, (x, high - y), _upright(low, high))


def _upright(rect: Rect, high: float) -> Box:
    return rect.left, high - rect.bottom, rect.right, high - rect.top


def carrier_drawings(seat: CarrierSeat, stem: str, names: bool) -> list[Drawing]:
    """Draw the plates around a carrier; `names` also engraves the names of the points."""
    note = _("top, {thick} mm").format(thick=format_number(TOP, "g"))
    plate = top(seat.plan, stem, names)
    return [
        Drawing(plate.name, plate.width, plate.height, note, plate.marks),
        carrier_base(seat, stem),
    ]


def carrier_base(seat: CarrierSeat, stem: str) -> Drawing:
    """Draw the base from above, with rings where posts hold the carrier."""
    plan = seat.plan
    note = _(
        "base, {thick} mm, room {deep} mm deep; by laser: six sheets of 3 mm, room and plug cut "
        "out of five"
    ).format(thick=format_number(STACK.base, "g"), deep=format_number(STACK.room, "g"))
    room = SlantBox((BORDER, BORDER, plan.width - BORDER, plan.height - BORDER), seat.corner)
    cable = Circle(cable_hole(plan), CABLE / 2)
    marks = [
        Mark(Operation.CUT, board_outline(plan), OUTLINE),
        Mark(Operation.POCKET, room, "room"),
        Mark(Operation.POCKET, RoundBox(plug_box(seat), 0.0), "plug"),
        *board_screws(plan),
        Mark(Operation.DRILL, cable, "cable"),
        Mark(Operation.GUIDE, SlantBox(seat.outline, CORNER), "carrier"),
        Mark(Operation.GUIDE, RoundBox(seat.below, 0.0), "controller"),
    ]
    marks += [
        Mark(Operation.ENGRAVE, Circle(place, SEAT / 2), f"post {number}")
        for number, place in enumerate(seat.held, start=1)
    ]
    return Drawing(f"{stem}-base", plan.width, plan.height, note, tuple(marks))


def cable_hole(plan: Drilling) -> Millimetres:
    """Return the hole in the floor for the button's cable, between two posts."""
    return 0.3 * plan.width, plan.height - WIRES_AT


def plug_box(seat: CarrierSeat) -> Box:
    """Return the area to cut from the border for the controller's plug, beginning at the room."""
    wide, high, half = seat.plan.width, seat.plan.height, PLUG / 2
    x, y = seat.plug
    return {
        LOWER: (x - half, -BEYOND, x + half, BORDER + BEYOND),
        RIGHT: (wide - BORDER - BEYOND, y - half, wide + BEYOND, y + half),
        UPPER: (x - half, high - BORDER - BEYOND, x + half, high + BEYOND),
        LEFT: (-BEYOND, y - half, BORDER + BEYOND, y + half),
    }[seat.opening.side]
