"""`drawings` writes everything around a board's electronics into a folder.

It writes drawings for laser and CNC, parts to print with a list, and the building steps in
pictures.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from workshop.fabrication.assembly import pictures, write_pictures
from workshop.fabrication.carrier_pictures import carrier_pictures
from workshop.fabrication.carrier_wood import carrier_drawings, seat_of
from workshop.fabrication.drawing import Drawing, svg_text, write_dxf
from workshop.fabrication.drilling import board_plan
from workshop.fabrication.parts import parts
from workshop.fabrication.pcb.carrier import placement_of
from workshop.fabrication.pcb.circuit import NANO, PICO
from workshop.fabrication.planks import drawings
from workshop.fabrication.solids import DENSITY, PrintedPart, write_stl

# Endings of the folder's name, by the carrier's controller.
ENDINGS = {"": "", NANO: "-carrier", PICO: "-carrier-pico"}
# Headings of the list. File names, headings and colours are English, for spreadsheets and scripts;
# only the column "how" is translated.
HEADS = ("file", "count", "colour", "grams_each", "how")


@dataclass(frozen=True)
class FabricationOptions:
    """Options for making a board; `width` is in mm, or 0 for a comfortable width."""

    width: float = 0.0
    # Width of the laser's beam; 0 for a mill, whose program knows the tool's width.
    kerf: float = 0.0
    names: bool = False
    with_track: bool = True
    # Controller of the printed circuit that `pcb` makes; "" for no printed circuit.
    carrier: str = ""


def fabricate(layout: str, wishes: FabricationOptions, folder: Path) -> Iterator[Path]:
    """Write everything for a layout or board file; yield the path of each file after writing it.

    Raises LayoutError, TemplateError or RulesError before anything is written.
    """
    plan = board_plan(layout, wishes.width, wishes.with_track)
    home = folder / (plan.stem + ENDINGS[wishes.carrier])
    if wishes.carrier:
        placement = placement_of(plan, wishes.carrier)
        seat = seat_of(placement)
        plates, found = carrier_drawings(seat, plan.stem, wishes.names), parts(plan, seat)
        drawn = carrier_pictures(plan, placement, found)
    else:
        plates, found = drawings(plan.drilling, plan.stem, wishes.names), parts(plan)
        drawn = pictures(plan, found)
    yield from write_drawings(plates, wishes.kerf, home)
    yield from _write_parts(found, plan.stem, home)
    yield from write_pictures(drawn, home / "pictures")


def write_drawings(plates: Sequence[Drawing], kerf: float, home: Path) -> Iterator[Path]:
    """Write each plate as DXF and SVG, for a beam of `kerf` mm; yield the path of each."""
    home.mkdir(parents=True, exist_ok=True)
    for drawing in plates:
        cut = drawing.for_beam(kerf)
        write_dxf(cut, home / f"{drawing.name}.dxf")
        yield home / f"{drawing.name}.dxf"
        (home / f"{drawing.name}.svg").write_text(svg_text(cut), encoding="utf-8")
        yield home / f"{drawing.name}.svg"


def _write_parts(found: Sequence[PrintedPart], stem: str, home: Path) -> Iterator[Path]:
    (home / "parts").mkdir(exist_ok=True)
    for part in found:
        path = home / "parts" / f"{part.name}.stl"
        write_stl(part.solid, f"{stem} {part.name}", path)
        yield path
    (home / "parts.csv").write_text(part_list(found), encoding="utf-8")
    yield home / "parts.csv"


def part_list(found: Sequence[PrintedPart]) -> str:
    """Return the parts to print, with count and colour, as CSV."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(HEADS)
    for part in found:
        grams = f"{part.solid.volume() * DENSITY:.1f}"
        table.writerow([f"{part.name}.stl", part.count, part.colour, grams, part.note])
    return out.getvalue()
