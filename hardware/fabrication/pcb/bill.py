"""The bill of materials, where each part goes, and where the carrier is screwed.  Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hardware.fabrication.pcb.footprints import HOLE
from hardware.fabrication.pcb.parts import CarrierPart
from hardware.fabrication.pcb.placement import PlacedComponent, Placement

BILL = ("Comment", "Designator", "Footprint", "Quantity", "Manufacturer", "MPN", "Mounting")
PLACES = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
SCREWS = ("what", "x_mm", "y_mm", "diameter_mm")
MAKER, HAND, LOOSE = "maker", "by hand, from below", "loose"


@dataclass(frozen=True)
class BillLine:
    """One kind of part; `designators` is empty for what is bought along with another."""

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
            )
            for line in bill(placement)
        ),
    )


def places_text(placement: Placement) -> str:
    """Return where the maker puts each part, as CSV.

    Millimetres as in the Gerbers, y upwards from their origin.
    """
    return table(
        PLACES,
        (
            (one.component.ref, f"{one.x:.3f}", f"{-one.y:.3f}", "Top", one.angle)
            for one in placement.placed
            if not one.component.part.by_hand
        ),
    )


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
