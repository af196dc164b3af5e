"""What a carrier costs, for one board and for ten.  Pure.

All prices are estimates in euros without tax, of the order that makers ask who work for private
people worldwide; nobody has been asked, so look before you order.  Two layers of 1.6 mm,
parts on the upper side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.fabrication.pcb.bill import bill, table
from hardware.fabrication.pcb.footprints import Rect
from hardware.fabrication.pcb.placement import Placement

BOARDS_LEAST = 5  # that a maker makes
ASSEMBLED_LEAST = 2  # of them with parts
SMALL = 100.0  # mm: up to this on both sides a board has a price of its own
SMALL_PRICE, SMALL_MORE = 2.0, 0.5  # for the first five, and for each further
SETUP, SQUARE_METRE = 8.0, 75.0
ASSEMBLY, STENCIL = 8.0, 7.0  # a design
FEEDER = 2.8  # a kind of part
JOINT = 0.0016
POST, KILOGRAM = 14.0, 9.0
WEIGHT = 3.0  # kg a square metre

HEADS = ("boards", "what", "number", "each", "euros")


@dataclass(frozen=True)
class CostLine:
    """What is paid for: how many of it at what price."""

    what: str
    number: float
    each: float

    @property
    def euros(self) -> float:
        return round(self.number * self.each, 2)


def costs(placement: Placement, count: int) -> list[CostLine]:
    """Return everything for `count` boards that work, but for wood, magnets and counters."""
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


def costs_text(placement: Placement, counts: Sequence[int] = (1, 10)) -> str:
    """Return the costs of so many boards as CSV, each with its sum."""
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
