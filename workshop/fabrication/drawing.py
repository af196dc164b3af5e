"""A drawing for laser or CNC, operation by operation, and its files: SVG and DXF.

An SVG has one unit per millimetre, and a group for each operation in that operation's colour; a DXF
has a layer for each operation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from workshop.fabrication.shapes import Circle, EngravedLine, Shape, Vertex

MARGIN = 5.0
STROKE = 0.1


class Operation(Enum):
    """An operation of the machine: the layer's name, its colours in DXF (ACI) and in SVG."""

    CUT = ("CUT", 1, "#e00000")  # cut through, along the outline
    # The whole area is cut, but not through; the note gives the depth.
    POCKET = ("POCKET", 5, "#0030e0")
    ENGRAVE = ("ENGRAVE", 7, "#000000")  # engraved along the line
    DRILL = ("DRILL", 3, "#00a020")  # drilled through
    GUIDE = ("GUIDE", 8, "#909090")  # for orientation only; the machine does nothing

    def __init__(self, layer: str, colour: int, shade: str) -> None:
        self.layer, self.colour, self.shade = layer, colour, shade


AREAS = (Operation.CUT, Operation.POCKET, Operation.DRILL)


@dataclass(frozen=True)
class Mark:
    """A shape and its operation; `name` describes it, such as "sensor e5"."""

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
        """Return, by label, the circles whose names consist of `what` and a label."""
        return {
            mark.name.removeprefix(f"{what} "): mark.shape
            for mark in self.marks
            if mark.name.startswith(f"{what} ") and isinstance(mark.shape, Circle)
        }

    def for_beam(self, kerf: float) -> Drawing:
        """Return a drawing corrected by half the beam's width, so that cut parts keep their size.

        The outline of the plate moves outwards, and the outline of every hole inwards.
        """
        return replace(self, marks=tuple(_moved(mark, kerf / 2) for mark in self.marks))


def _moved(mark: Mark, by: float) -> Mark:
    if mark.operation not in AREAS or isinstance(mark.shape, EngravedLine):
        return mark
    return replace(mark, shape=mark.shape.grown(by if mark.name == OUTLINE else -by))


OUTLINE = "outline"


def svg_text(drawing: Drawing) -> str:
    """Return the whole file."""
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3f}mm" height="{height:.3f}mm" '
        f'viewBox="{-MARGIN:g} {-MARGIN:g} {width:.3f} {height:.3f}">',
        f"<title>{drawing.name}: {drawing.note}</title>",
    ]
    for operation in Operation:
        parts.append(
            f'<g id="{operation.layer}" fill="none" stroke="{operation.shade}" '
            f'stroke-width="{STROKE:g}">'
        )
        parts += [_element(mark, drawing.height) for mark in drawing.on(operation)]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _element(mark: Mark, height: float) -> str:
    name = f" data-name={quoteattr(mark.name)}" if mark.name else ""
    if isinstance(mark.shape, Circle):
        x, y = mark.shape.centre
        return f'<circle{name} cx="{x:.3f}" cy="{height - y:.3f}" r="{mark.shape.radius:.3f}"/>'
    closed = not isinstance(mark.shape, EngravedLine) or mark.shape.closed
    return f'<path{name} d="{_path(mark.shape.vertices(), height, closed)}"/>'


def _path(vertices: list[Vertex], height: float, closed: bool) -> str:
    """Return the SVG path of vertices with bulges; y is flipped."""
    x, y, _bulge = vertices[0]
    around: Iterable[Vertex] = [*vertices, vertices[0]] if closed else vertices
    steps = [f"M{x:.3f} {height - y:.3f}", *_steps(around, height)]
    return "".join(steps) + ("Z" if closed else "")


def _steps(vertices: Iterable[Vertex], height: float) -> Iterator[str]:
    for (x, y, bulge), (u, v, _next) in pairwise(vertices):
        if bulge:
            radius = math.dist((x, y), (u, v)) * (1 + bulge**2) / (4 * abs(bulge))
            # Bends to the left are anticlockwise, with y flipped or not.
            sweep = 0 if bulge > 0 else 1
            yield f"A{radius:.3f} {radius:.3f} 0 0 {sweep} {u:.3f} {height - v:.3f}"
        else:
            yield f"L{u:.3f} {height - v:.3f}"


if TYPE_CHECKING:
    from ezdxf.layouts.layout import Modelspace

NOTE_HEIGHT = 4.0


def write_dxf(drawing: Drawing, path: Path) -> None:
    """Write a drawing as DXF R2010, which all cutting programs read. Needs ezdxf."""
    from ezdxf.enums import TextEntityAlignment
    from ezdxf.filemanagement import new
    from ezdxf.units import MM

    document = new("R2010", units=MM)
    for operation in Operation:
        document.layers.add(operation.layer, color=operation.colour)
    space = document.modelspace()
    for mark in drawing.marks:
        _add(space, mark)
    note = space.add_text(
        f"{drawing.name}: {drawing.note}",
        height=NOTE_HEIGHT,
        dxfattribs={"layer": Operation.GUIDE.layer},
    )
    note.set_placement((0, -3 * NOTE_HEIGHT), align=TextEntityAlignment.LEFT)
    document.saveas(path)


def _add(space: Modelspace, mark: Mark) -> None:
    attributes = {"layer": mark.operation.layer}
    if isinstance(mark.shape, Circle):
        space.add_circle(mark.shape.centre, mark.shape.radius, dxfattribs=attributes)
        return
    closed = not isinstance(mark.shape, EngravedLine) or mark.shape.closed
    space.add_lwpolyline(mark.shape.vertices(), format="xyb", close=closed, dxfattribs=attributes)
