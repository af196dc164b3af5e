"""Drilling templates: a board on sheets of paper in real size, and tables of its holes.

The sheets overlap. Crosses at the corners of each sheet's part coincide with the crosses of
neighbouring sheets. The bottom of a sheet has a ruler and text. One unit of every drawing is one
millimetre.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from game.platform.i18n import _
from workshop.fabrication import matrix as switches
from workshop.fabrication.drilling import LIGHT_HOLE, Drilling, TemplateError, board_plan
from workshop.fabrication.matrix import (
    MatrixPlan,
    draw_matrix,
    matrix_plan,
    wire_words,
    wiring_picture,
)
from workshop.fabrication.track import LETTER, MARKER, OWNERS, SLOT, Millimetres, Slot, TrackPlan

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}
HOLES = ["point", "label", "multiplexer", "channel"]

MARGIN = 12.0  # mm at a sheet's edge that printers do not reach, with room for the crosses
FOOT = 14.0  # height of the area for the ruler and text at the lower edge
OVERLAP = 6.0
SENSOR_HOLE = 5.0
CAPITALS = 0.72  # height of a capital letter, as a share of the font's size
STYLE = (
    "text{font-family:sans-serif;fill:#222}.l{stroke:#999;stroke-width:.2;fill:none}"
    ".c{stroke:#555;stroke-width:.2;fill:none;stroke-dasharray:1.2 .8}"
    ".h{stroke:#000;stroke-width:.25;fill:none}.m{stroke:#c00;stroke-width:.2;fill:none}"
    ".b{stroke:#000;stroke-width:.4;fill:none}"
    f".e{{font-size:{LETTER:g}px;font-weight:bold;fill:none;stroke:#555;stroke-width:.2}}"
)


HOLES += ["sensor_x_mm", "sensor_y_mm", "light_x_mm", "light_y_mm"]
STOPS = ["marker", "place", "letter", "x_mm", "y_mm"]


def write_matrix_template(layout: str, paper: str, width: float, folder: Path) -> list[Path]:
    """Write the sheets for the underside of a reed switch board, and its wiring; return all paths.

    `width` has the same meaning as in `write_template`. Raises LayoutError or TemplateError.
    """
    found = board_plan(layout, width, with_track=False)
    matrix, stem = matrix_plan(found.drilling), f"{found.stem}-matrix"
    sheets = sheets_of(found.drilling, paper)
    texts = {
        f"{stem}-{paper}-{sheet.name}.svg": matrix_page(matrix, sheet, sheets) for sheet in sheets
    }
    texts[f"{stem}-wiring.svg"] = wiring_picture(matrix)
    return _write(texts, folder)


def write_template(
    layout: str, paper: str, width: float, folder: Path, with_track: bool = True
) -> list[Path]:
    """Write the sheets and tables of all holes for a layout or board file; return their paths.

    `width` is the board's width in mm, 0 for a comfortable one; `with_track` adds a track if the
    game has one. Raises LayoutError or TemplateError.
    """
    found = board_plan(layout, width, with_track)
    plan, stem = found.drilling, found.stem
    sheets = sheets_of(plan, paper)
    texts = {f"{stem}-{paper}-{sheet.name}.svg": page(plan, sheet, sheets) for sheet in sheets}
    texts[f"{stem}-holes.csv"] = holes(plan)
    if plan.track:
        texts[f"{stem}-track.csv"] = stops(plan.track)
    return _write(texts, folder)


def _write(texts: Mapping[str, str], folder: Path) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def holes(plan: Drilling) -> str:
    """Return a CSV table of all holes for drilling by machine, with the wiring."""
    rows = (
        [number, label, multiplexer, channel, *_mm(*plan.sensors[label], *plan.lights[label])]
        for number, label, multiplexer, channel in plan.wiring()
    )
    return _table(HOLES, rows)


def stops(track: TrackPlan) -> str:
    """Return a CSV table of the places of both markers; 0 is the start, which has no letter."""
    letters = ["", *(letter.strip() for letter, _place in track.letters)]
    rows = (
        [slot.owner, number, letters[number], *_mm(*place)]
        for slot in track.slots
        for number, place in enumerate(slot.places)
    )
    return _table(STOPS, rows)


def _mm(*values: float) -> list[str]:
    return [f"{value:.2f}" for value in values]


def _table(heads: list[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(heads)
    table.writerows(rows)
    return out.getvalue()


# -- dividing the board among sheets ---------------------------------------------------------------


def sheets_of(plan: Drilling, paper: str) -> list[TemplateSheet]:
    """Return a grid of upright or sideways sheets, whichever needs fewer. Raises TemplateError."""
    if paper not in PAPERS:
        raise TemplateError(
            _("Paper {paper}, expected one of {known}").format(paper=paper, known=", ".join(PAPERS))
        )
    upright = PAPERS[paper]
    grids = [_grid(plan, sheet) for sheet in (upright, (upright[1], upright[0]))]
    return min(grids, key=len)


def _grid(plan: Drilling, paper: tuple[float, float]) -> list[TemplateSheet]:
    most = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - FOOT
    columns, rows = math.ceil(plan.width / most[0]), math.ceil(plan.height / most[1])
    share = plan.width / columns, plan.height / rows
    return [
        TemplateSheet(row, column, column * share[0], row * share[1], share, paper)
        for row in range(rows)
        for column in range(columns)
    ]


@dataclass(frozen=True)
class TemplateSheet:
    """One sheet: its place in the grid, from the top left, and its part of the board in mm."""

    row: int
    column: int
    left: float
    top: float  # mm below the upper edge of the board
    share: tuple[float, float]
    paper: tuple[float, float]

    @property
    def name(self) -> str:
        """The name of the sheet's paper size."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


def page(plan: Drilling, sheet: TemplateSheet, sheets: Sequence[TemplateSheet]) -> str:
    """Return the SVG text of a sheet; `sheets` are all sheets of the board."""
    sizes = _(
        "Counters up to {counter} mm. Large holes {sensor} mm for sensors, small ones {light} mm "
        "for lights. Under each label: point, multiplexer/channel."
    ).format(counter=math.floor(plan.counter), sensor=f"{SENSOR_HOLE:g}", light=f"{LIGHT_HOLE:g}")
    return _page(plan, sheet, sheets, _board(plan, sheet), sizes)


def matrix_page(matrix: MatrixPlan, sheet: TemplateSheet, sheets: Sequence[TemplateSheet]) -> str:
    """Return the SVG text of a sheet to glue under a board of reed switches."""
    words = _(
        "For the underside. Glue it on, cut along the outline. Blue wires first, tape where red "
        "ones cross them, then red; the white band of a diode towards red."
    )
    return _page(matrix.drilling, sheet, sheets, _underside(matrix, sheet), words)


def _underside(matrix: MatrixPlan, sheet: TemplateSheet) -> Iterator[str]:
    plan = matrix.drilling
    yield f'<g transform="translate({MARGIN - sheet.left:.3f} {MARGIN - sheet.top:.3f})">'
    yield f'<rect class="b" width="{plan.width:.3f}" height="{plan.height:.3f}"/>'
    yield from draw_matrix(matrix)
    for wire in matrix.wires:
        is_column = wire in matrix.columns
        x, y = wire.start if is_column else wire.end
        u, v = plan.width - x, plan.height - y
        edge = f"V{plan.height:.3f}" if is_column else "H0"
        yield f'<path class="{"column" if is_column else "row"}" d="M{u:.3f} {v:.3f}{edge}"/>'
        u, v = (u + 1, plan.height - 2) if is_column else (2.0, v + 3.2)
        yield f'<text x="{u:.3f}" y="{v:.3f}" font-size="2.6">{escape(wire_words(wire))}</text>'
    yield "</g>"


def _page(
    plan: Drilling,
    sheet: TemplateSheet,
    sheets: Sequence[TemplateSheet],
    board: Iterable[str],
    words: str,
) -> str:
    """Return a sheet with its part of the board, and with text at the bottom."""
    width, height = sheet.paper
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">',
        f"<style>{STYLE}{switches.STYLE}</style>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        *_clip(sheet),
        *board,
        "</g>",
        *_crosses(sheet),
        *_foot(plan, sheet, sheets, words),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _clip(sheet: TemplateSheet) -> Iterator[str]:
    left, top = MARGIN - OVERLAP, MARGIN - OVERLAP
    width, height = sheet.share[0] + 2 * OVERLAP, sheet.share[1] + 2 * OVERLAP
    box = f'x="{left:g}" y="{top:g}" width="{width:.3f}" height="{height:.3f}"'
    yield f'<clipPath id="share"><rect {box}/></clipPath>'
    yield '<g clip-path="url(#share)">'


class _SheetPen:
    """A pen that converts the board's millimetres (y up) to the sheet's (y down)."""

    def __init__(self, plan: Drilling, sheet: TemplateSheet) -> None:
        self.dx, self.dy = MARGIN - sheet.left, MARGIN - sheet.top + plan.height
        self.box = (-OVERLAP, sheet.share[0] + 2 * MARGIN, -OVERLAP, sheet.share[1] + 2 * MARGIN)

    def at(self, place: tuple[float, float]) -> tuple[float, float]:
        return place[0] + self.dx, self.dy - place[1]

    def near(self, place: tuple[float, float]) -> bool:
        x, y = self.at(place)
        return self.box[0] <= x <= self.box[1] and self.box[2] <= y <= self.box[3]


def _board(plan: Drilling, sheet: TemplateSheet) -> Iterator[str]:
    pen = _SheetPen(plan, sheet)
    x, y = pen.at((0, plan.height))
    yield f'<rect class="b" x="{x:.3f}" y="{y:.3f}" width="{plan.width:.3f}" ' + (
        f'height="{plan.height:.3f}"/>'
    )
    yield from _lines(plan, pen)
    for number, label, multiplexer, channel in plan.wiring():
        place = plan.sensors[label]
        if pen.near(place) or pen.near(plan.lights[label]):
            words = f"{number} · {multiplexer}/{channel}"
            draw = _point if label in plan.topology.index else _stop
            yield from draw(plan, pen, label, words)
    if plan.track:
        yield from _track(plan.track, pen)


def _lines(plan: Drilling, pen: _SheetPen) -> Iterator[str]:
    """Draw the lines along which counters move, or the connections of neighbouring cells."""
    topology = plan.topology
    lines = topology.lines or tuple(
        (one, other)
        for one in topology.points
        for other in topology.neighbours[one]
        if topology.index[one] < topology.index[other]
    )
    for line in lines:
        places = (pen.at(plan.sensors[label]) for label in line)
        path = " ".join(f"{x:.3f},{y:.3f}" for x, y in places)
        yield f'<polyline class="l" points="{path}"/>'


def _point(plan: Drilling, pen: _SheetPen, label: str, words: str) -> Iterator[str]:
    x, y = pen.at(plan.sensors[label])
    yield f'<circle class="c" cx="{x:.3f}" cy="{y:.3f}" r="{plan.counter / 2:.3f}"/>'
    yield _hole("h", "sensor", label, (x, y), SENSOR_HOLE)
    yield f'<path class="h" d="M{x - 4:.3f} {y:.3f}h8M{x:.3f} {y - 4:.3f}v8"/>'
    yield from _light(plan, pen, label)
    yield (
        f'<text x="{x:.3f}" y="{y - 4.6:.3f}" font-size="3.4" text-anchor="middle">'
        f"{escape(label)}</text>"
    )
    yield (f'<text x="{x:.3f}" y="{y + 6.2:.3f}" font-size="2" text-anchor="middle">{words}</text>')


def _stop(plan: Drilling, pen: _SheetPen, label: str, words: str) -> Iterator[str]:
    """Draw a place of a readable track; its sensor is under the slot."""
    x, y = pen.at(plan.sensors[label])
    yield _hole("c", "sensor", label, (x, y), SENSOR_HOLE)
    yield from _light(plan, pen, label)
    v = pen.at(plan.lights[label])[1]
    line = (y + v) / 2 + (1.3 if v > y else 0)
    yield f'<text x="{x:.3f}" y="{line:.3f}" font-size="1.8" text-anchor="middle">{words}</text>'


def _light(plan: Drilling, pen: _SheetPen, label: str) -> Iterator[str]:
    u, v = pen.at(plan.lights[label])
    yield _hole("h", "light", label, (u, v), LIGHT_HOLE)
    yield f'<path class="h" d="M{u - 1:.3f} {v:.3f}h2M{u:.3f} {v - 1:.3f}v2"/>'


def _hole(style: str, what: str, label: str, place: Millimetres, wide: float) -> str:
    x, y = place
    return (
        f'<circle class="{style}" data-{what}="{escape(label)}" cx="{x:.3f}" cy="{y:.3f}" '
        f'r="{wide / 2:g}"/>'
    )


def _track(track: TrackPlan, pen: _SheetPen) -> Iterator[str]:
    for letter, place in track.letters:
        if pen.near(place):
            yield _letter(letter, *pen.at(place))
    for slot in track.slots:
        yield from _slot(slot, pen)


def _letter(letter: str, x: float, y: float) -> str:
    """Draw a letter to be engraved or painted; a space is a small diamond."""
    if not letter.strip():
        return f'<path class="h" d="M{x - 2:.3f} {y:.3f}l2-2 2 2-2 2z"/>'
    height = y + LETTER * CAPITALS / 2
    return (
        f'<text class="e" data-letter="{escape(letter)}" x="{x:.3f}" y="{height:.3f}" '
        f'text-anchor="middle">{escape(letter)}</text>'
    )


def _slot(slot: Slot, pen: _SheetPen) -> Iterator[str]:
    """Draw the slot and its places, and the marker's outline at the start with its owner's name."""
    left, lower, right, upper = slot.box
    x, y = pen.at((left, upper))
    yield (
        f'<rect class="h" data-slot="{escape(slot.owner)}" x="{x:.3f}" y="{y:.3f}" '
        f'width="{right - left:.3f}" height="{upper - lower:.3f}" rx="{SLOT / 2:g}"/>'
    )
    for number, place in enumerate(slot.places):
        if pen.near(place):
            u, v = pen.at(place)
            yield (
                f'<path class="h" data-stop="{escape(slot.owner)} {number}" '
                f'd="M{u - 1.5:.3f} {v:.3f}h3M{u:.3f} {v - 1.5:.3f}v3"/>'
            )
    u, v = pen.at(slot.places[0])
    yield f'<circle class="c" cx="{u:.3f}" cy="{v:.3f}" r="{MARKER / 2:g}"/>'
    yield (
        f'<text x="{u - MARKER / 2 - 1:.3f}" y="{v + 1.2:.3f}" font-size="3.4" '
        f'text-anchor="end">{escape(_(OWNERS[slot.owner]))}</text>'
    )


def _crosses(sheet: TemplateSheet) -> Iterator[str]:
    for right in (0, 1):
        for down in (0, 1):
            x, y = MARGIN + right * sheet.share[0], MARGIN + down * sheet.share[1]
            yield f'<path class="m" d="M{x - 5:.3f} {y:.3f}h10M{x:.3f} {y - 5:.3f}v10"/>'
            yield f'<circle class="m" data-mark="" cx="{x:.3f}" cy="{y:.3f}" r="2.5"/>'


def _foot(
    plan: Drilling, sheet: TemplateSheet, sheets: Sequence[TemplateSheet], sizes: str
) -> Iterator[str]:
    base = sheet.paper[1] - MARGIN
    ticks = "".join(f"M{MARGIN + 10 * at} {base:.3f}v-{3 if at % 5 else 5}" for at in range(11))
    yield f'<path class="b" data-scale="100" d="M{MARGIN} {base:.3f}h100{ticks}"/>'
    title = _("Sheet {name} of {count}: {board}, {width} × {height} mm").format(
        name=sheet.name,
        count=len(sheets),
        board=plan.topology.name,
        width=round(plan.width),
        height=round(plan.height),
    )
    scale = _("Print at 100 %: this line must measure 100 mm.")
    if plan.track:
        scale += " " + _("Slots {slot} mm for the markers.").format(slot=f"{SLOT:g}")
    yield f'<text x="{MARGIN}" y="{base - 6.4:.3f}" font-size="3">{escape(title)}</text>'
    yield f'<text x="{MARGIN}" y="{base + 3.4:.3f}" font-size="2.6">{escape(scale)}</text>'
    yield f'<text x="{MARGIN}" y="{base + 6.8:.3f}" font-size="2.4">{escape(sizes)}</text>'
    yield from _map(sheet, sheets)


def _map(sheet: TemplateSheet, sheets: Sequence[TemplateSheet]) -> Iterator[str]:
    """Draw a small grid that shows which sheet this is."""
    unit = 4.0
    columns = max(one.column for one in sheets) + 1
    rows = max(one.row for one in sheets) + 1
    unit = min(unit, 12 / rows)
    x, y = sheet.paper[0] - MARGIN - columns * unit, sheet.paper[1] - MARGIN - rows * unit + 4
    for one in sheets:
        fill = "#bbb" if one == sheet else "none"
        yield (
            f'<rect x="{x + one.column * unit:.2f}" y="{y + one.row * unit:.2f}" '
            f'width="{unit:.2f}" height="{unit:.2f}" stroke="#000" stroke-width=".2" '
            f'fill="{fill}"/>'
        )
