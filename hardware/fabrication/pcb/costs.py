"""What a carrier costs, for one board and for ten, and what modules would cost instead.  Pure.

All prices are estimates in euros without tax, of the order that makers ask who work for private
people worldwide; nobody has been asked, so look before you order.  Two layers of 1.6 mm,
parts on the upper side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.fabrication.drilling import Drilling
from hardware.fabrication.pcb.bill import bill, table
from hardware.fabrication.pcb.circuit import CHANNELS
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

MODULE_RIM = 4.0  # mm round the parts of a module
CABLES = {1: 0.90, 8: 2.60, 16: 1.80}  # two plugs and a cable; the last has its own multiplexer
HUB = Rect(0, 0, 90, 60)
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
    """Everything for `count` boards that work, but for wood, magnets and counters."""
    box = placement.outline
    made, assembled = max(count, BOARDS_LEAST), max(count, ASSEMBLED_LEAST)
    lines = [*_bare(box, made), *_assembly(placement, assembled)]
    for line in bill(placement):
        if line.part:
            number = line.count * (count if line.part.by_hand else assembled)
            lines.append(CostLine(line.value, number, line.part.price(number)))
            lines += [
                CostLine(value, each * line.count * count, price)
                for value, _maker, _number, each, price in line.part.extra
            ]
    return [*lines, _post(_square_metres(box) * made)]


def total(lines: Sequence[CostLine]) -> float:
    """The sum in euros."""
    return round(sum(line.euros for line in lines), 2)


def costs_text(placement: Placement, counts: Sequence[int] = (1, 10)) -> str:
    """The costs of so many boards as CSV, each with its sum."""
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


def _bare(box: Rect, made: int) -> Iterator[CostLine]:
    """Boards without parts."""
    if max(box.width, box.height) <= SMALL:
        yield CostLine("small boards", 1, SMALL_PRICE + SMALL_MORE * (made - BOARDS_LEAST))
        return
    yield CostLine("a maker's setup", 1, SETUP)
    yield CostLine("boards, square metres", round(_square_metres(box) * made, 4), SQUARE_METRE)


def _assembly(placement: Placement, assembled: int) -> Iterator[CostLine]:
    parts = [one.component.part for one in placement.placed if not one.component.part.by_hand]
    yield CostLine("setup and stencil", 1, ASSEMBLY + STENCIL)
    yield CostLine("kinds of parts", len({part.number for part in parts}), FEEDER)
    joints = sum(len(part.footprint.pads) for part in parts)
    yield CostLine("joints", joints * assembled, JOINT)


def _post(square_metres: float) -> CostLine:
    return CostLine("parcel", 1, round(POST + KILOGRAM * WEIGHT * square_metres, 2))


def _square_metres(box: Rect) -> float:
    return box.width * box.height / 1e6


# -- the other way ---------------------------------------------------------------------------------


def carrier_without_parts(placement: Placement, count: int) -> float:
    """What of the costs of `count` boards is not the price of parts: to compare with modules."""
    made, assembled = max(count, BOARDS_LEAST), max(count, ASSEMBLED_LEAST)
    lines = [*_bare(placement.outline, made), *_assembly(placement, assembled)]
    return total([*lines, _post(_square_metres(placement.outline) * made)])


def modules_without_parts(placement: Placement, size: int, count: int) -> float:
    """The same for modules of 1, 8 or 16 points with cables to a small board in their middle.

    A module holds points that follow each other; modules of the same shape are one design.
    """
    plan = placement.plan
    designs: dict[tuple[tuple[float, float], ...], tuple[Rect, int]] = {}
    for labels in _groups(plan, size):
        shape, box = _module(plan, labels)
        key = () if size == 1 else shape
        old = designs.get(key, (box, 0))
        designs[key] = old[0], old[1] + 1
    kinds = [line for line in bill(placement) if line.part and not line.part.by_hand]
    lines: list[CostLine] = []
    area = 0.0
    for box, times in [*designs.values(), (HUB, 1)]:
        made = max(BOARDS_LEAST, times * count)
        lines += _panels(box, made) if size == 1 else _bare(box, made)
        lines.append(CostLine("setup, stencil, feeders", 1, ASSEMBLY + STENCIL + 4 * FEEDER))
        area += _square_metres(box) * made
    number = sum(times for _box, times in designs.values())
    lines.append(CostLine("cables", number * count, CABLES[size]))
    joints = sum(line.count * len(line.part.footprint.pads) for line in kinds if line.part)
    lines.append(CostLine("joints", joints * max(count, ASSEMBLED_LEAST), JOINT))
    return total([*lines, _post(area)])


def _panels(box: Rect, made: int) -> Iterator[CostLine]:
    """Tiny boards, many to a small one."""
    fit = max(1, int(SMALL // box.width) * int(SMALL // box.height))
    yield from _bare(Rect(0, 0, SMALL, SMALL), max(BOARDS_LEAST, -(-made // fit)))


def _groups(plan: Drilling, size: int) -> Iterator[Sequence[str]]:
    labels = list(plan.sensors)
    step = min(size, CHANNELS)
    for first in range(0, len(labels), step):
        yield labels[first : first + step]


def _module(plan: Drilling, labels: Sequence[str]) -> tuple[tuple[tuple[float, float], ...], Rect]:
    """The shape of a module, to tell designs apart, and how large it is."""
    spots = [places[label] for label in labels for places in (plan.sensors, plan.lights)]
    left, low = min(x for x, _y in spots), min(y for _x, y in spots)
    shape = tuple((round(x - left, 1), round(y - low, 1)) for x, y in spots)
    box = Rect(0, 0, max(x for x, _y in shape), max(y for _x, y in shape))
    return shape, box.grown(MODULE_RIM)
