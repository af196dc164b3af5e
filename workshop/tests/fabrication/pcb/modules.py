"""The costs of modules with cables instead of a carrier, which BUILD.md compares.

This is a study of a design that was not chosen, so it is not part of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workshop.fabrication.drilling import Drilling
from workshop.fabrication.pcb.bill import (
    ASSEMBLED_LEAST,
    ASSEMBLY,
    BOARDS_LEAST,
    FEEDER,
    JOINT,
    SMALL,
    STENCIL,
    CostLine,
    assembly,
    bare_boards,
    bill,
    parcel,
    square_metres,
    total,
)
from workshop.fabrication.pcb.circuit import CHANNELS
from workshop.fabrication.pcb.footprints import Rect
from workshop.fabrication.pcb.placement import Placement

MODULE_RIM = 4.0  # mm around the parts of a module
# Euros for two plugs and a cable, by the number of points; a module of 16 has its own multiplexer.
CABLES = {1: 0.90, 8: 2.60, 16: 1.80}
HUB = Rect(0, 0, 90, 60)


def carrier_without_parts(placement: Placement, count: int) -> float:
    """Return the costs of `count` boards without the price of parts."""
    made, assembled = max(count, BOARDS_LEAST), max(count, ASSEMBLED_LEAST)
    lines = [*bare_boards(placement.outline, made), *assembly(placement, assembled)]
    return total([*lines, parcel(square_metres(placement.outline) * made)])


def modules_without_parts(placement: Placement, size: int, count: int) -> float:
    """Return the same costs for modules of 1, 8 or 16 points, with cables to a small board.

    A module holds consecutive points; modules of the same shape are one design.
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
        lines += _panels(box, made) if size == 1 else bare_boards(box, made)
        lines.append(CostLine("setup, stencil, feeders", 1, ASSEMBLY + STENCIL + 4 * FEEDER))
        area += square_metres(box) * made
    number = sum(times for _box, times in designs.values())
    lines.append(CostLine("cables", number * count, CABLES[size]))
    joints = sum(line.count * len(line.part.footprint.pads) for line in kinds if line.part)
    lines.append(CostLine("joints", joints * max(count, ASSEMBLED_LEAST), JOINT))
    return total([*lines, parcel(area)])


def _panels(box: Rect, made: int) -> Iterator[CostLine]:
    """Yield the costs of tiny boards, made many to a panel."""
    fit = max(1, int(SMALL // box.width) * int(SMALL // box.height))
    yield from bare_boards(Rect(0, 0, SMALL, SMALL), max(BOARDS_LEAST, -(-made // fit)))


def _groups(plan: Drilling, size: int) -> Iterator[Sequence[str]]:
    labels = list(plan.sensors)
    step = min(size, CHANNELS)
    for first in range(0, len(labels), step):
        yield labels[first : first + step]


def _module(plan: Drilling, labels: Sequence[str]) -> tuple[tuple[tuple[float, float], ...], Rect]:
    """Return the shape of a module, which identifies its design, and its size."""
    spots = [places[label] for label in labels for places in (plan.sensors, plan.lights)]
    left, low = min(x for x, _y in spots), min(y for _x, y in spots)
    shape = tuple((round(x - left, 1), round(y - low, 1)) for x, y in spots)
    box = Rect(0, 0, max(x for x, _y in shape), max(y for _x, y in shape))
    return shape, box.grown(MODULE_RIM)
