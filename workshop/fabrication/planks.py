"""Drawings of a board's plates: top, its underside, an under sheet, base, and rails of the track.

From top to bottom, the layers are a top of 3 mm and a base of 12 mm. The top has the sensors in
pockets from below; for a laser, it is a face and an under sheet of 1.5 mm each. The base, which may
be four sheets of 3 mm, has room for the wires. Brass or nylon screws in the corners hold the layers
together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from game.platform.i18n import _, format_number
from workshop.fabrication.drawing import OUTLINE, Drawing, Mark, Operation
from workshop.fabrication.drilling import LIGHT_HOLE, Drilling
from workshop.fabrication.engraving import edges, engraved, spacing
from workshop.fabrication.shapes import Circle, Millimetres, RoundBox, SlantBox
from workshop.fabrication.track import Slot

TOP, BASE = 3.0, 12.0  # thickness in mm
LEFT_OVER = 1.8  # thickness of the wood above a sensor
ROOM = 9.0  # depth of the room for wires
CORNER = 4.0  # radius of the round corners
BORDER = 6.0  # width of the base around its room for wires
SCREW, SCREW_AT = 3.2, 9.0  # diameter of a screw hole, and its distance from both edges
BOSS = 28.0  # side length of the solid wood in each corner of the base
SENSOR_HOLE = 5.0
WIRES = 20.0  # diameter of the hole in the base for the wires
WIRES_AT = 34.0  # distance of the wires' hole from the upper edge, to its middle
PEG_HOLE = 3.0
# Distance from the middle of a wall's edge to the pegs of the wall, as a share of a square.
PEGS = 0.3
# Diameter of a post under the top, and minimum distance of its middle from a sensor or light.
POST, POST_CLEAR = 8.0, 9.0
POSTS_APART = 110.0
RAIL_SIDE, RAIL_END = 2.8, 6.0  # mm that a rail extends beyond its slot at the side and at the end


@dataclass(frozen=True)
class Stack:
    """The thickness of a base, depth of its room, height of the feet, bolts through all layers."""

    base: float
    room: float
    foot: float
    bolt: str


BY_HAND = Stack(BASE, ROOM, 6.0, "M3 x 20")


def drawings(plan: Drilling, stem: str, names: bool) -> list[Drawing]:
    """Return all plates of a board; with `names`, the names of the points are also engraved."""
    found = [top(plan, stem, names), below(plan, stem), under(plan, stem), base(plan, stem)]
    return [*found, rails(plan, stem)] if plan.track and plan.track.readable else found


def top(plan: Drilling, stem: str, names: bool = False) -> Drawing:
    """Draw the playing surface, from above."""
    note = _("top, {thick} mm; by laser: face, {half} mm").format(
        thick=format_number(TOP, "g"), half=format_number(TOP / 2, "g")
    )
    marks = (*_plate(plan), *_through(plan), *engraved(plan, names))
    return Drawing(f"{stem}-top", plan.width, plan.height, note, marks)


def below(plan: Drilling, stem: str) -> Drawing:
    """Draw the underside of the top, mirrored because the top is turned over."""
    note = _("top turned over, mirrored: pockets {deep} mm deep for the sensors").format(
        deep=format_number(TOP - LEFT_OVER, "g")
    )
    marks = [Mark(Operation.POCKET, hole.shape, hole.name) for hole in _sensors(plan)]
    marks += [Mark(Operation.GUIDE, one.shape, one.name) for one in (*_plate(plan), *_lights(plan))]
    mirrored = tuple(Mark(one.operation, one.shape.mirrored(plan.width), one.name) for one in marks)
    return Drawing(f"{stem}-top-below", plan.width, plan.height, note, mirrored)


def under(plan: Drilling, stem: str) -> Drawing:
    """Draw the sheet that is glued under the face, for a laser, which cannot cut pockets."""
    note = _("under sheet, {thick} mm, glued under the face; only by laser").format(
        thick=format_number(TOP / 2, "g")
    )
    marks = (*_plate(plan), *_through(plan), *_sensors(plan))
    return Drawing(f"{stem}-under", plan.width, plan.height, note, marks)


def base(plan: Drilling, stem: str) -> Drawing:
    """Draw the base from above, with the places of the posts that support the top."""
    box = (BORDER, BORDER, plan.width - BORDER, plan.height - BORDER)
    room = SlantBox(box, BOSS - BORDER)
    note = _(
        "base, {thick} mm, room {deep} mm deep; by laser: four sheets of 3 mm, the room cut out of "
        "three"
    ).format(thick=format_number(BASE, "g"), deep=format_number(ROOM, "g"))
    wires = Circle((plan.width / 2, plan.height - WIRES_AT), WIRES / 2)
    marks = [
        Mark(Operation.CUT, board_outline(plan), OUTLINE),
        Mark(Operation.POCKET, room, "room"),
        *board_screws(plan),
        Mark(Operation.DRILL, wires, "wires"),
    ]
    marks += [
        Mark(Operation.ENGRAVE, Circle(place, POST / 2), f"post {number}")
        for number, place in enumerate(posts(plan), start=1)
    ]
    return Drawing(f"{stem}-base", plan.width, plan.height, note, tuple(marks))


def rails(plan: Drilling, stem: str) -> Drawing:
    """Draw two strips under the slots of a readable track, with a hole for each sensor.

    The strips are drawn where they are under the top, seen from above.
    """
    note = _("rails, {thick} mm, glued under the slots, for the sensors of the track").format(
        thick=format_number(TOP / 2, "g")
    )
    marks = []
    if plan.track:
        marks = [_rail(slot) for slot in plan.track.slots]
        marks += [_sensor(label, place) for label, place in plan.track.sensors.items()]
    return Drawing(f"{stem}-rails", plan.width, plan.height, note, tuple(marks))


def posts(plan: Drilling) -> list[Millimetres]:
    """Return places for posts under the top: every 110 mm, clear of sensors, lights and wires."""
    taken = [*plan.sensors.values(), *plan.lights.values()]
    columns, rows = (max(1, round(side / POSTS_APART)) for side in (plan.width, plan.height))
    found: list[Millimetres] = []
    for row in range(rows):
        for column in range(columns):
            wanted = (plan.width * (column + 0.5) / columns, plan.height * (row + 0.5) / rows)
            spots = (spot for spot in _near(wanted) if _is_free(plan, spot, taken))
            found.extend(islice(spots, 1))
    return found


def _near(wanted: Millimetres) -> list[Millimetres]:
    """Return spots within 20 mm of a place on a grid of 2 mm, the nearest first."""
    away = range(-20, 21, 2)
    spots = ((wanted[0] + dx, wanted[1] + dy) for dx in away for dy in away)
    return sorted(spots, key=lambda spot: math.dist(spot, wanted))


def _is_free(plan: Drilling, spot: Millimetres, taken: list[Millimetres]) -> bool:
    wires = (plan.width / 2, plan.height - WIRES_AT)
    track = max(slot.box[3] for slot in plan.track.slots) if plan.track else 0.0
    return (
        spot[1] > track + POST
        and math.dist(spot, wires) >= WIRES / 2 + POST
        and all(math.dist(spot, place) >= POST_CLEAR for place in taken)
    )


# -- what plates share -----------------------------------------------------------------------------


def board_outline(plan: Drilling) -> RoundBox:
    """Return the outline of top and base."""
    return RoundBox((0, 0, plan.width, plan.height), CORNER)


def _plate(plan: Drilling) -> Iterator[Mark]:
    """Yield outline, slots and screws."""
    yield Mark(Operation.CUT, board_outline(plan), OUTLINE)
    for slot in plan.track.slots if plan.track else ():
        shape = RoundBox(slot.box, (slot.box[3] - slot.box[1]) / 2)
        yield Mark(Operation.CUT, shape, f"slot {slot.owner}")
    yield from board_screws(plan)


def board_screws(plan: Drilling) -> Iterator[Mark]:
    """Return the holes for the bolts in the corners."""
    for x in (SCREW_AT, plan.width - SCREW_AT):
        for y in (SCREW_AT, plan.height - SCREW_AT):
            yield Mark(Operation.DRILL, Circle((x, y), SCREW / 2), "screw")


def _through(plan: Drilling) -> Iterator[Mark]:
    """Yield the holes of lights and, on squares, of the walls' pegs."""
    yield from _lights(plan)
    if plan.topology.kind == "squares":
        away = spacing(plan) * PEGS
        for (x0, y0), (x1, y1) in edges(plan):
            x, y, length = (x0 + x1) / 2, (y0 + y1) / 2, math.dist((x0, y0), (x1, y1))
            for side in (-away / length, away / length):
                place = (x + side * (x1 - x0), y + side * (y1 - y0))
                yield Mark(Operation.DRILL, Circle(place, PEG_HOLE / 2), "peg")


def _lights(plan: Drilling) -> Iterator[Mark]:
    for label, place in plan.lights.items():
        yield Mark(Operation.DRILL, Circle(place, LIGHT_HOLE / 2), f"light {label}")


def _sensors(plan: Drilling) -> Iterator[Mark]:
    """Yield the sensors under the points of the game; the sensors of a track are in its rails."""
    for label in plan.topology.points:
        yield _sensor(label, plan.sensors[label])


def _sensor(label: str, place: Millimetres) -> Mark:
    return Mark(Operation.DRILL, Circle(place, SENSOR_HOLE / 2), f"sensor {label}")


def _rail(slot: Slot) -> Mark:
    left, lower, right, upper = slot.box
    box = (left - RAIL_END, lower - RAIL_SIDE, right + RAIL_END, upper + RAIL_SIDE)
    return Mark(Operation.CUT, RoundBox(box, 2.0), OUTLINE)
