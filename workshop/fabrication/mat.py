"""A mat with the walls of Less, to put on a chess board: SVG, and PDF to print.

Its squares are as large as the board's. Two seats use the squares from a1 to f6; the others are
crossed out. Rings mark goals; grey rings belong to the second side. All lengths are millimetres,
upwards from the lower left corner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from game.games.less.pictures import goals, wall_edges
from game.games.less.rules import Less
from game.pictures.svg import number, tag
from game.platform.i18n import _
from game.rules.registry import parse_setup
from workshop.fabrication.drilling import TemplateError
from workshop.fabrication.sheets import PAPERS

WHOLE = "whole"  # one page of the same size as the mat
SIDE = 8  # squares per side of a chess board
SQUARES_MM = (20.0, 80.0)  # smallest and largest squares of chess boards
OVERLAP_MM = 8.0  # overlap of two sheets, for gluing
MARGIN_MM = 10.0  # edge on which printers cannot print
WALL_LENGTH, WALL_WIDTH, WALL_GAP = 0.9, 0.09, 0.05  # as shares of a square
RING, LETTER = 0.3, 0.1  # radius of a ring and height of a letter, as shares of a square
# Place of a square's name, clear of ring and walls, as shares of the square.
LABEL = 0.2, 0.2
MM = 72 / 25.4  # PDF points per millimetre
THIN, THICK, INK, GREY, PALE = 0.2, 0.7, 0.0, 0.5, 0.8
ARC = 0.5523  # length of the handles of a quarter circle, as a share of the radius


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line between two places, with its width and its lightness (0 is black, 1 is white)."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float = THIN
    shade: float = INK


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle around a place; `filled` marks the corner of the second side."""

    x: float
    y: float
    radius: float
    filled: bool


@dataclass(frozen=True, slots=True)
class Lettering:
    """A short text centred at a place."""

    x: float
    y: float
    size: float
    text: str


Mark: TypeAlias = Stroke | Ring | Lettering


def marks(game: Less, square: float) -> list[Mark]:
    """Return everything drawn on the mat of a game."""
    return [*_grid(game, square), *_walls(game, square), *_goals(game, square)]


def _grid(game: Less, square: float) -> Iterator[Mark]:
    size, whole = game.topology.size, SIDE * square
    for line in range(SIDE + 1):
        at = line * square
        edge = line in (0, SIDE)
        used = line <= size
        for reach, shade in ((whole, PALE), (size * square if used else 0.0, GREY)):
            width = THICK if (used and line % 2 == 0 and shade == GREY) or edge else THIN
            yield Stroke(at, 0, at, reach, width, INK if edge and reach == whole else shade)
            yield Stroke(0, at, reach, at, width, INK if edge and reach == whole else shade)
    for column in range(SIDE):
        for row in range(SIDE):
            x, y = column * square, row * square
            if max(column, row) >= size:
                yield Stroke(x, y, x + square, y + square, THIN, PALE)
                yield Stroke(x, y + square, x + square, y, THIN, PALE)
            else:
                name = f"{chr(ord('a') + column)}{row + 1}"
                left, up = LABEL
                yield Lettering(x + left * square, y + up * square, LETTER * square, name)


def _walls(game: Less, square: float) -> Iterator[Stroke]:
    for (one, other), count in wall_edges(game.topology, game.walls).items():
        x, y = (_middle(one, square)[axis] + _middle(other, square)[axis] for axis in (0, 1))
        x, y = x / 2, y / 2
        upright = one[1:] == other[1:]
        step = (WALL_WIDTH + WALL_GAP) * square
        for bar in range(count):
            off = (bar - (count - 1) / 2) * step
            half = WALL_LENGTH * square / 2
            if upright:
                yield Stroke(x + off, y - half, x + off, y + half, WALL_WIDTH * square)
            else:
                yield Stroke(x - half, y + off, x + half, y + off, WALL_WIDTH * square)


def _goals(game: Less, square: float) -> Iterator[Ring]:
    start = game.pieces(game.start())
    first = game.kinds[0].colour
    for point, owner in goals(game.topology, start).items():
        yield Ring(*_middle(point, square), RING * square, owner.colour != first)


def _middle(point: str, square: float) -> tuple[float, float]:
    return (ord(point[0]) - ord("a") + 0.5) * square, (int(point[1:]) - 0.5) * square


def svg_of(drawn: Sequence[Mark], side: float) -> str:
    """Return the mat as an SVG picture in its real size."""

    def shade(value: float) -> str:
        return f"#{round(255 * value):02x}" + 2 * f"{round(255 * value):02x}"

    parts = []
    for one in drawn:
        if isinstance(one, Stroke):
            ends = {"x1": one.x, "y1": side - one.y, "x2": one.to_x, "y2": side - one.to_y}
            parts.append(tag("line", **ends, stroke=shade(one.shade), stroke_width=one.width))
        elif isinstance(one, Ring):
            fill = shade(PALE) if one.filled else "none"
            at = {"cx": one.x, "cy": side - one.y, "r": one.radius}
            parts.append(tag("circle", **at, fill=fill, stroke="#000000", stroke_width=THICK))
        else:
            at = {"x": one.x, "y": side - one.y + one.size / 3, "font_size": one.size}
            look = {"text_anchor": "middle", "font_family": "sans-serif"}
            parts.append(tag("text", one.text, **at, **look))
    length = number(side)
    return tag(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{length}mm",
        height=f"{length}mm",
        viewBox=f"0 0 {length} {length}",
    )


def pdf_of(drawn: Sequence[Mark], side: float, paper: str) -> bytes:
    """Return the mat as a PDF, on one page of the mat's size ("whole") or on overlapping sheets."""
    content = _operators(drawn)
    pages = list(_sheets(side, paper))
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{5 + number} 0 R" for number in range(len(pages)))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode())
    objects.append(b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    objects.append(
        f"<< /Type /XObject /Subtype /Form /BBox [-1 -1 {side + 1:.2f} {side + 1:.2f}] "
        f"/Resources << /Font << /F 3 0 R >> >> /Length {len(content)} >>\nstream\n".encode()
        + content
        + b"\nendstream"
    )
    streams: list[bytes] = []
    for width, height, x, y in pages:
        stream = f"{MM:.6f} 0 0 {MM:.6f} {-x * MM:.3f} {-y * MM:.3f} cm /M Do".encode()
        stream = b"q " + stream + b" Q"
        first = 5 + len(pages) + len(streams)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width * MM:.3f} {height * MM:.3f}] "
            f"/Resources << /XObject << /M 4 0 R >> >> /Contents {first} 0 R >>".encode()
        )
        streams.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream")
    return _written([*objects, *streams])


def _sheets(side: float, paper: str) -> Iterator[tuple[float, float, float, float]]:
    """Yield width and height of each page, and the mat's place at its lower left corner."""
    if paper == WHOLE:
        yield side + 2 * MARGIN_MM, side + 2 * MARGIN_MM, -MARGIN_MM, -MARGIN_MM
        return
    width, height = PAPERS[paper]
    wide, high = (length - 2 * MARGIN_MM - OVERLAP_MM for length in (width, height))
    for row in range(math.ceil((side - OVERLAP_MM) / high)):
        for column in range(math.ceil((side - OVERLAP_MM) / wide)):
            yield width, height, column * wide - MARGIN_MM, row * high - MARGIN_MM


def _operators(drawn: Sequence[Mark]) -> bytes:
    out = []
    for one in drawn:
        if isinstance(one, Stroke):
            line = f"{one.x:.3f} {one.y:.3f} m {one.to_x:.3f} {one.to_y:.3f} l S"
            out.append(f"{one.shade:g} G {one.width:.3f} w {line}")
        elif isinstance(one, Ring):
            out.append(f"0 G {THICK:g} w {PALE:g} g {_circle(one)} {'B' if one.filled else 'S'}")
        else:
            x, y = one.x - 0.55 * one.size, one.y - one.size / 3
            out.append(f"0 g BT /F {one.size:.3f} Tf {x:.3f} {y:.3f} Td ({one.text}) Tj ET")
    return "\n".join(out).encode("ascii")


def _circle(ring: Ring) -> str:
    x, y, r, h = ring.x, ring.y, ring.radius, ARC * ring.radius
    turns = ((1, 0), (0, 1), (-1, 0), (0, -1))
    words = [f"{x + r:.3f} {y:.3f} m"]
    for (ax, ay), (bx, by) in zip(turns, (*turns[1:], turns[0])):
        first = f"{x + r * ax + h * bx:.3f} {y + r * ay + h * by:.3f}"
        second = f"{x + r * bx + h * ax:.3f} {y + r * by + h * ay:.3f}"
        words.append(f"{first} {second} {x + r * bx:.3f} {y + r * by:.3f} c")
    return " ".join(words) + " h"


def _written(objects: Sequence[bytes]) -> bytes:
    """Return a PDF file of these objects, numbered from 1."""
    out, places = bytearray(b"%PDF-1.4\n"), []
    for index, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{index} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    start, count = len(out), len(objects) + 1
    out += f"xref\n0 {count}\n0000000000 65535 f \n{table}".encode()
    out += f"trailer\n<< /Size {count} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def write_mat(setup: str, square: float, paper: str, folder: Path) -> list[Path]:
    """Write the mat of a setup of Less as SVG and PDF; return their paths.

    Raises RulesError for an invalid setup, TemplateError for another game or size.
    """
    game = parse_setup(setup)
    if not isinstance(game, Less):
        raise TemplateError(_("{game} is not played on squares; write less").format(game=setup))
    least, most = SQUARES_MM
    if not least <= square <= most:
        words = _("Squares of {size} mm: expected {least} to {most}")
        raise TemplateError(words.format(size=f"{square:g}", least=f"{least:g}", most=f"{most:g}"))
    drawn, side = marks(game, square), SIDE * square
    folder.mkdir(parents=True, exist_ok=True)
    picture, printed = folder / "less-mat.svg", folder / f"less-mat-{paper}.pdf"
    picture.write_text(svg_of(drawn, side), encoding="utf-8")
    printed.write_bytes(pdf_of(drawn, side, paper))
    return [picture, printed]
