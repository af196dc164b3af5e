"""Reed switches in rows and columns under a board: their places, and a drawing of the wiring.

Column wires follow the letters of the points, row wires the numbers. Their pins are read from the
firmware. Lengths are in mm. `MatrixPlan` is seen from above, drawings from below, where the wires
are soldered.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from game.platform.i18n import _
from game.platform.paths import ROOT
from game.rules.topology import Point
from hardware.host.layouts import matrix_channels
from workshop.fabrication.drilling import Drilling
from workshop.fabrication.track import Millimetres

PINS = ROOT / "hardware" / "firmware" / "hal" / "rp2040" / "pins.h"
ROWS_PER_COLUMN = 16  # channel = column x 16 + row

# Length of a reed switch's glass. The point is above one end of the glass, because a disc magnet
# closes a switch that is beside the magnet's middle.
GLASS = 14.0
LEAD = 4.0  # length of wire from each end of the glass to a joint
# Distance from a reed to the wire of its row, which is the length of a diode with short leads.
DROP = 10.0
TAIL = 250.0  # length of each wire beyond the board, for the way to the controller

COLUMN, ROW, REED = "#1f5fbf", "#c0392b", "#2e7d5b"
STYLE = (
    f".column{{stroke:{COLUMN};stroke-width:.7;fill:none}}"
    f".row{{stroke:{ROW};stroke-width:.7;fill:none}}"
    f".reed{{stroke:{REED};stroke-width:.5;fill:#e4f2ea}}"
    ".lead{stroke:#444;stroke-width:.35;fill:none}"
    ".diode{fill:#444}.band{fill:#fff}.joint{fill:#222}.tape{fill:#f0d9a0;opacity:.6}"
)


@dataclass(frozen=True)
class ReedPlace:
    """A switch and its diode, which connect a column's wire with a row's wire."""

    point: Point
    column_joint: Millimetres
    glass: tuple[Millimetres, Millimetres]
    corner: Millimetres  # where the switch and the diode are joined
    row_joint: Millimetres

    @property
    def joints(self) -> tuple[Millimetres, Millimetres, Millimetres]:
        """The places to be soldered."""
        return self.column_joint, self.corner, self.row_joint


@dataclass(frozen=True)
class MatrixWire:
    """The wire of a column or row, with its two ends over the board and its pin."""

    name: str  # the letter of a column, the number of a row
    pin: int  # GP number of the controller's pin
    start: Millimetres
    end: Millimetres

    @property
    def length(self) -> float:
        """Length including the tail to the controller."""
        return math.dist(self.start, self.end) + TAIL


@dataclass(frozen=True)
class MatrixPlan:
    """All switches and wires of a board, seen from above."""

    drilling: Drilling
    reeds: tuple[ReedPlace, ...]
    columns: tuple[MatrixWire, ...]
    rows: tuple[MatrixWire, ...]

    @property
    def wires(self) -> tuple[MatrixWire, ...]:
        """Column wires, then row wires."""
        return self.columns + self.rows

    @property
    def joints(self) -> int:
        """The number of places to be soldered."""
        return sum(len(reed.joints) for reed in self.reeds)


def firmware_pins() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the pins (GP numbers) of the columns and of the rows, as the firmware defines them."""
    text = PINS.read_text(encoding="utf-8")
    found = (re.search(rf"MATRIX_{line}_PINS {{([^}}]+)}}", text) for line in ("COLUMN", "ROW"))
    columns, rows = (tuple(map(int, one[1].split(","))) for one in found if one)
    return columns, rows


def header_pin(pin: int) -> int:
    """Return the Pico's header pin, 1 to 22, for the GP number `pin`, 0 to 17."""
    return pin + 1 + (pin + 2) // 4


def matrix_plan(plan: Drilling) -> MatrixPlan:
    """Return the places of a board's switches and wires.

    Raises LayoutError if the board's points do not fit into a matrix.
    """
    places = plan.sensors
    wired = dict(zip(places, matrix_channels(tuple(places))))
    along = _row_direction(wired, places)
    reeds = tuple(_reed(point, places[point], along) for point in places)
    column_pins, row_pins = firmware_pins()
    columns: dict[int, list[Millimetres]] = {}
    rows: dict[int, list[Millimetres]] = {}
    for reed in reeds:
        column, row = divmod(wired[reed.point], ROWS_PER_COLUMN)
        columns.setdefault(column, []).append(reed.column_joint)
        rows.setdefault(row, []).append(reed.row_joint)
    return MatrixPlan(
        plan,
        reeds,
        tuple(
            MatrixWire(chr(ord("a") + at), column_pins[at], *_ends(columns[at]))
            for at in sorted(columns)
        ),
        tuple(MatrixWire(str(at + 1), row_pins[at], *_ends(rows[at])) for at in sorted(rows)),
    )


def _row_direction(wired: Mapping[Point, int], places: Mapping[Point, Millimetres]) -> Millimetres:
    """Return the unit vector from a point to the next letter with the same number."""
    by_channel = {channel: point for point, channel in wired.items()}
    point, other = next(
        (point, by_channel[channel + ROWS_PER_COLUMN])
        for point, channel in wired.items()
        if channel + ROWS_PER_COLUMN in by_channel
    )
    (x, y), (u, v) = places[point], places[other]
    away = math.dist((x, y), (u, v))
    return (u - x) / away, (v - y) / away


def _reed(point: Point, place: Millimetres, along: Millimetres) -> ReedPlace:
    (x, y), (u, v) = place, along

    def at(forward: float, down: float = 0.0) -> Millimetres:
        return x + forward * u + down * v, y + forward * v - down * u

    far = GLASS + LEAD
    return ReedPlace(point, at(-LEAD), (at(0), at(GLASS)), at(far), at(far, DROP))


def _ends(joints: list[Millimetres]) -> tuple[Millimetres, Millimetres]:
    """Return both ends of a wire through these joints, the lower or left end first."""
    return min(joints), max(joints)


# -- drawing, from below ---------------------------------------------------------------------------


def draw_matrix(matrix: MatrixPlan) -> Iterator[str]:
    """Draw wires, switches and diodes as SVG elements, mirrored, with y downwards."""
    for wire in matrix.columns:
        yield _line("column", _below(matrix, wire.start), _below(matrix, wire.end))
    for wire in matrix.rows:
        ends = _below(matrix, wire.start), _below(matrix, wire.end)
        yield _tape(*ends)
        yield _line("row", *ends)
    for reed in matrix.reeds:
        yield from _draw_reed(matrix, reed)


def _below(matrix: MatrixPlan, place: Millimetres) -> Millimetres:
    return matrix.drilling.width - place[0], matrix.drilling.height - place[1]


def _draw_reed(matrix: MatrixPlan, reed: ReedPlace) -> Iterator[str]:
    column, corner, row = (_below(matrix, place) for place in reed.joints)
    near, far = (_below(matrix, place) for place in reed.glass)
    yield _line("lead", column, corner)
    yield _line("lead", corner, row)
    yield _bar("reed", near, far, 2.2)
    third = ((2 * corner[0] + row[0]) / 3, (2 * corner[1] + row[1]) / 3)
    other = ((corner[0] + 2 * row[0]) / 3, (corner[1] + 2 * row[1]) / 3)
    yield _bar("diode", third, other, 2.0)
    yield _bar("band", _between(third, other, 0.72), _between(third, other, 0.88), 2.0)
    for x, y in (column, corner, row):
        yield f'<circle class="joint" cx="{x:.3f}" cy="{y:.3f}" r=".9"/>'
    yield (
        f'<text x="{near[0]:.3f}" y="{near[1] - 2.6:.3f}" font-size="3.4" text-anchor="middle">'
        f"{escape(reed.point)}</text>"
    )


def _between(start: Millimetres, end: Millimetres, share: float) -> Millimetres:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _line(kind: str, start: Millimetres, end: Millimetres) -> str:
    return f'<path class="{kind}" d="M{start[0]:.3f} {start[1]:.3f}L{end[0]:.3f} {end[1]:.3f}"/>'


def _tape(start: Millimetres, end: Millimetres) -> str:
    return _bar("tape", start, end, 5.0)


def _bar(kind: str, start: Millimetres, end: Millimetres, wide: float) -> str:
    """Draw a bar from one place to another."""
    long = math.dist(start, end)
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    return (
        f'<rect class="{kind}" x="0" y="{-wide / 2:g}" width="{long:.3f}" height="{wide:g}" '
        f'transform="translate({start[0]:.3f} {start[1]:.3f}) rotate({turn:.2f})"/>'
    )


def wire_words(wire: MatrixWire) -> str:
    """Return text such as "a: GP0, pin 1", which names a wire and the pin that it leads to."""
    words = _("{name}: GP{gp}, pin {pin}")
    return words.format(name=wire.name, gp=wire.pin, pin=header_pin(wire.pin))


MARGIN, TAIL_SHOWN, NAME_ROOM = 8.0, 10.0, 34.0
PICO_WIDE, PICO_LONG, PITCH = 21.0, 51.0, 2.54
PICO_PINS = 20  # pins per side
PICO_SCALE, PIN_NAME = 2.2, 22.0  # the Pico's scale relative to the board; room for a pin's name


def wiring_picture(matrix: MatrixPlan) -> str:
    """Return a drawing of the whole board from below, with its controller, as SVG."""
    plan, below = matrix.drilling, _("From below")
    before = 2 * PIN_NAME + PICO_SCALE * PICO_WIDE + TAIL_SHOWN + NAME_ROOM
    wide = before + plan.width + 2 * MARGIN
    high = plan.height + TAIL_SHOWN + NAME_ROOM + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
        f'viewBox="0 0 {wide:g} {high:g}">',
        f"<style>text{{font-family:sans-serif;fill:#222}}{STYLE}</style>",
        f'<rect width="{wide:g}" height="{high:g}" fill="#fff"/>',
        f'<g transform="translate({MARGIN + before:g} {MARGIN:g})">',
        f'<rect width="{plan.width:.3f}" height="{plan.height:.3f}" rx="1" fill="#f7efe0" '
        'stroke="#b89b6a" stroke-width=".5"/>',
        *_named_tails(matrix),
        *draw_matrix(matrix),
        f'<text x="4" y="7" font-size="5">{escape(below)}</text>',
        f'<g transform="translate({-before + PIN_NAME:g} {MARGIN:g}) scale({PICO_SCALE:g})">',
        *_controller(matrix),
        "</g></g></svg>",
    ]
    return "\n".join(parts) + "\n"


def _named_tails(matrix: MatrixPlan) -> Iterator[str]:
    """Draw the ends of the wires outside the board: columns below, rows on the left."""
    plan = matrix.drilling
    for wire in matrix.columns:
        x, y = _below(matrix, wire.start)
        end = plan.height + TAIL_SHOWN
        yield _line("column", (x, y), (x, end))
        yield (
            f'<text x="{x:.2f}" y="{end + 2:.2f}" font-size="4" '
            f'transform="rotate(90 {x:.2f} {end + 2:.2f})">{escape(wire_words(wire))}</text>'
        )
    for wire in matrix.rows:
        x, y = _below(matrix, wire.end)
        yield _line("row", (x, y), (-TAIL_SHOWN, y))
        yield (
            f'<text x="{-TAIL_SHOWN - 1:g}" y="{y + 1.4:.2f}" font-size="4" text-anchor="end">'
            f"{escape(wire_words(wire))}</text>"
        )


def _controller(matrix: MatrixPlan) -> Iterator[str]:
    """Draw a Pico from above, its USB plug at the top, with the wires at their pins."""
    yield f'<rect width="{PICO_WIDE:g}" height="{PICO_LONG:g}" rx="1.5" fill="#14604e"/>'
    yield '<rect x="6.5" y="-1.3" width="8" height="6" fill="#c9c9c9"/>'
    yield (
        f'<text x="{PICO_WIDE / 2:g}" y="27" font-size="4" text-anchor="middle" '
        'style="fill:#fff">Pico H</text>'
    )
    at = {header_pin(wire.pin): wire for wire in matrix.wires}
    for pin in range(1, 2 * PICO_PINS + 1):
        left = pin <= PICO_PINS
        row = pin - 1 if left else 2 * PICO_PINS - pin
        u, v = (1.6 if left else PICO_WIDE - 1.6), 1.4 + row * PITCH
        wire = at.get(pin)
        shade = "#e8c34a" if wire is None else COLUMN if wire in matrix.columns else ROW
        yield f'<circle cx="{u:.2f}" cy="{v:.2f}" r=".9" fill="{shade}"/>'
        if wire is not None:
            end = u - 4 if left else u + 4
            kind = "column" if wire in matrix.columns else "row"
            anchor = "end" if left else "start"
            yield _line(kind, (u, v), (end, v))
            yield (
                f'<text x="{end + (-0.6 if left else 0.6):.2f}" y="{v + 0.8:.2f}" font-size="2.4" '
                f'text-anchor="{anchor}">{wire.name} · {pin}</text>'
            )
