"""A drawing as DXF, in millimetres: a layer for each operation."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hardware.fabrication.drawing import Drawing, Mark, Operation
from hardware.fabrication.shapes import Circle, EngravedLine

if TYPE_CHECKING:
    from ezdxf.layouts.layout import Modelspace

NOTE_HEIGHT = 4.0


def write_dxf(drawing: Drawing, path: Path) -> None:
    """Write it; R2010 is read by all that cuts.  Needs ezdxf."""
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
