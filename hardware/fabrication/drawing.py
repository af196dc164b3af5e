"""A drawing for laser or CNC: what is done where, operation by operation, each on its layer.

No files and no formats here: `dxf` and `svg` write what this holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from hardware.fabrication.shapes import Circle, EngravedLine, Shape


class Operation(Enum):
    """What the machine does: name of the layer, colour in DXF (ACI) and in SVG."""

    CUT = ("CUT", 1, "#e00000")  # through, along the outline
    POCKET = ("POCKET", 5, "#0030e0")  # not through, the whole area; the note says how deep
    ENGRAVE = ("ENGRAVE", 7, "#000000")  # along the line
    DRILL = ("DRILL", 3, "#00a020")  # through
    GUIDE = ("GUIDE", 8, "#909090")  # for the eye: nothing is done there

    def __init__(self, layer: str, colour: int, shade: str) -> None:
        self.layer, self.colour, self.shade = layer, colour, shade


AREAS = (Operation.CUT, Operation.POCKET, Operation.DRILL)


@dataclass(frozen=True)
class Mark:
    """One shape and what is done to it; `name` says what it is, as "sensor e5"."""

    operation: Operation
    shape: Shape
    name: str = ""


@dataclass(frozen=True)
class Drawing:
    """One plate, seen from above unless its name says otherwise; lengths in mm."""

    name: str
    width: float
    height: float
    note: str  # material, thickness, depths
    marks: tuple[Mark, ...] = field(default=())

    def on(self, operation: Operation) -> Iterator[Mark]:
        """Return the marks of one layer."""
        return (mark for mark in self.marks if mark.operation is operation)

    def circles(self, what: str) -> dict[str, Circle]:
        """Return the circles named "what label", by label."""
        return {
            mark.name.removeprefix(f"{what} "): mark.shape
            for mark in self.marks
            if mark.name.startswith(f"{what} ") and isinstance(mark.shape, Circle)
        }

    def for_beam(self, kerf: float) -> Drawing:
        """Return a drawing moved by half the beam's width, so that what is left has its size.

        The plate's own outline moves outwards, every hole inwards.
        """
        return replace(self, marks=tuple(_moved(mark, kerf / 2) for mark in self.marks))


def _moved(mark: Mark, by: float) -> Mark:
    if mark.operation not in AREAS or isinstance(mark.shape, EngravedLine):
        return mark
    return replace(mark, shape=mark.shape.grown(by if mark.name == OUTLINE else -by))


OUTLINE = "outline"
