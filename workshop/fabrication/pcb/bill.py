"""The bill of materials, the places of parts and screws, and the costs of a carrier.

All prices are estimates in euros without tax, typical of manufacturers that serve private customers
worldwide. They are not quotes, so check prices before you order. Boards have two layers of 1.6 mm,
with parts on the upper side. The functions are pure.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workshop.fabrication.pcb.footprints import HOLE, Rect
from workshop.fabrication.pcb.parts import CarrierPart
from workshop.fabrication.pcb.placement import PlacedComponent, Placement

BILL: tuple[str, ...] = ("Comment", "Designator", "Footprint", "Quantity", "Manufacturer", "MPN")
BILL += ("Mounting", "LCSC", "Mouser")
PLACES = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
CENTROIDS = ("Designator", "Package", "Mid X", "Mid Y", "Layer", "Rotation", "Comment")
JLC_BILL = ("Comment", "Designator", "Footprint", "JLCPCB Part #")
# Degrees by which these packages are turned in JLCPCB's library.
JLC_TURNED = {"SOT-23": 180, "SOT-23-5": 180, "SO-24": 270, "PLCC-4 5x5": 180}
SCREWS = ("what", "x_mm", "y_mm", "diameter_mm")
MAKER, HAND, LOOSE = "maker", "by hand, from below", "loose"

BOARDS_LEAST = 5  # minimum number of boards in an order
ASSEMBLED_LEAST = 2  # minimum number of boards with mounted parts in an order
SMALL = 100.0  # mm; a board has a special price if neither side is longer
# Euros for the first five small boards, and for each further one.
SMALL_PRICE, SMALL_MORE = 2.0, 0.5
SETUP, SQUARE_METRE = 8.0, 75.0
ASSEMBLY, STENCIL = 8.0, 7.0  # euros for each design
FEEDER = 2.8  # euros for each kind of part
JOINT = 0.0016
POST, KILOGRAM = 14.0, 9.0
WEIGHT = 3.0  # kg per square metre

QUANTITIES = (1, 5, 10, 30)
HEADS = ("boards", "what", "number", "each", "euros")


@dataclass(frozen=True)
class BillLine:
    """One kind of part; `designators` is empty for parts that are bought along with others."""

    value: str
    designators: tuple[str, ...]
    footprint: str
    count: int
    maker: str
    number: str
    mounting: str
    part: CarrierPart | None = None


def bill(placement: Placement) -> list[BillLine]:
    """Return all parts of a carrier by kind, in the order they first appear."""
    kinds: dict[str, list[PlacedComponent]] = {}
    for placed in placement.placed:
        kinds.setdefault(placed.component.part.number, []).append(placed)
    return [line for placed in kinds.values() for line in _lines(placed)]


def _lines(placed: Sequence[PlacedComponent]) -> Iterator[BillLine]:
    part, refs = placed[0].component.part, tuple(one.component.ref for one in placed)
    mounting = HAND if part.by_hand else MAKER
    name = part.footprint.name
    yield BillLine(part.value, refs, name, len(refs), part.maker, part.number, mounting, part)
    for value, maker, number, count, _price in part.extra:
        yield BillLine(value, (), "", count * len(refs), maker, number, LOOSE)


def bill_text(placement: Placement) -> str:
    """Return the bill of materials as CSV."""
    return table(
        BILL,
        (
            (
                line.value,
                ",".join(line.designators),
                line.footprint,
                line.count,
                line.maker,
                line.number,
                line.mounting,
                line.part.lcsc if line.part else "",
                line.part.mouser if line.part else "",
            )
            for line in bill(placement)
        ),
    )


def places_text(placement: Placement) -> str:
    """Return the places where the manufacturer mounts each part, as CSV.

    Lengths are millimetres as in the Gerbers, y upwards from their origin. Angles are
    anticlockwise, for packages as IPC-7351 defines them.
    """
    rows = []
    for one in _by_maker(placement):
        part, x, y = one.component.part, f"{one.x:.3f}", f"{-one.y:.3f}"
        rows.append((one.component.ref, part.footprint.name, x, y, "Top", one.angle, part.value))
    return table(CENTROIDS, rows)


def jlc_bill_text(placement: Placement) -> str:
    """Return the parts that JLCPCB mounts, as CSV in its own format; missing numbers are blank."""
    lines = [line for line in bill(placement) if line.part and line.mounting == MAKER]
    rows = (
        (line.number, ",".join(line.designators), line.footprint, line.part.lcsc)
        for line in lines
        if line.part
    )
    return table(JLC_BILL, rows)


def jlc_places_text(placement: Placement) -> str:
    """Return the places of parts as CSV in JLCPCB's own format, turned as in its library."""
    rows = []
    for one in _by_maker(placement):
        angle = (one.angle + JLC_TURNED.get(one.footprint.name, 0)) % 360
        rows.append((one.component.ref, f"{one.x:.3f}", f"{-one.y:.3f}", "Top", angle))
    return table(PLACES, rows)


def _by_maker(placement: Placement) -> Iterator[PlacedComponent]:
    return (one for one in placement.placed if not one.component.part.by_hand)


def screws_text(placement: Placement) -> str:
    """Return holes, plug and corners as CSV, in mm from the wood's lower left corner."""
    box, height = placement.outline, placement.plan.height
    rows = [("screw", x, height - y, HOLE) for x, y in placement.holes]
    corners = ((box.left, box.bottom), (box.right, box.top))
    rows.append(("usb", placement.usb[0], height - placement.usb[1], 0.0))
    rows += [("corner", x, height - y, 0.0) for x, y in corners]
    return table(SCREWS, ((what, *(f"{one:.2f}" for one in mm)) for what, *mm in rows))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as CSV text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return out.getvalue()


@dataclass(frozen=True)
class CostLine:
    """An item to pay for: its count and price."""

    what: str
    number: float
    each: float

    @property
    def euros(self) -> float:
        return round(self.number * self.each, 2)


def costs(placement: Placement, count: int) -> list[CostLine]:
    """Return all costs for `count` working boards, except wood, magnets and counters."""
    box = placement.outline
    made, assembled = max(count, BOARDS_LEAST), max(count, ASSEMBLED_LEAST)
    lines = [*bare_boards(box, made), *assembly(placement, assembled)]
    for line in bill(placement):
        if line.part:
            number = line.count * (count if line.part.by_hand else assembled)
            lines.append(CostLine(line.value, number, line.part.price(number)))
            lines += [
                CostLine(value, each * line.count * count, price)
                for value, _maker, _number, each, price in line.part.extra
            ]
    return [*lines, parcel(square_metres(box) * made)]


def total(lines: Sequence[CostLine]) -> float:
    """Return the sum in euros."""
    return round(sum(line.euros for line in lines), 2)


def costs_text(placement: Placement, counts: Sequence[int] = QUANTITIES) -> str:
    """Return the costs of several numbers of boards as CSV, with a sum for each number."""
    rows: list[tuple[object, ...]] = []
    for count in counts:
        lines = costs(placement, count)
        rows += [
            (count, one.what, f"{one.number:g}", f"{one.each:.4f}", f"{one.euros:.2f}")
            for one in lines
        ]
        rows.append((count, "sum", "", "", f"{total(lines):.2f}"))
        rows.append((count, "a board", "", "", f"{total(lines) / count:.2f}"))
    return table(HEADS, rows)


def bare_boards(box: Rect, made: int) -> Iterator[CostLine]:
    """Yield the costs of boards without parts."""
    if max(box.width, box.height) <= SMALL:
        yield CostLine("small boards", 1, SMALL_PRICE + SMALL_MORE * (made - BOARDS_LEAST))
        return
    yield CostLine("a maker's setup", 1, SETUP)
    yield CostLine("boards, square metres", round(square_metres(box) * made, 4), SQUARE_METRE)


def assembly(placement: Placement, assembled: int) -> Iterator[CostLine]:
    parts = [one.component.part for one in placement.placed if not one.component.part.by_hand]
    yield CostLine("setup and stencil", 1, ASSEMBLY + STENCIL)
    yield CostLine("kinds of parts", len({part.number for part in parts}), FEEDER)
    joints = sum(len(part.footprint.pads) for part in parts)
    yield CostLine("joints", joints * assembled, JOINT)


def parcel(square_metres: float) -> CostLine:
    return CostLine("parcel", 1, round(POST + KILOGRAM * WEIGHT * square_metres, 2))


def square_metres(box: Rect) -> float:
    return box.width * box.height / 1e6
