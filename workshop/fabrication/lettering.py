"""Letters as outlines, so that a machine needs no font. Needs fontTools, which comes with ezdxf."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from workshop.fabrication.shapes import EngravedLine, Millimetres

FACES = {
    "plain": ("font_hanken_grotesk", "HankenGrotesk-Bold.otf"),
    "display": ("font_source_serif_pro", "SourceSerifPro-Black.ttf"),
}
PIECES = 6  # straight pieces for each curve
Loop = list[Millimetres]


def outlines(
    text: str, middle: Millimetres, height: float, face: str = "plain"
) -> Iterator[EngravedLine]:
    """Return closed lines round the letters of a text, centred at `middle`.

    `height` is the height of a capital letter in mm.
    """
    loops, width, capital = _set(text, face)
    scale = height / capital
    left, base = middle[0] - width * scale / 2, middle[1] - height / 2
    for loop in loops:
        yield EngravedLine(
            tuple((left + x * scale, base + y * scale) for x, y in loop), closed=True
        )


@cache
def _font(face: str) -> Any:
    from fontTools.ttLib import TTFont

    package, name = FACES[face]
    spec = find_spec(package)
    assert spec is not None, f"{package} is in requirements.txt"
    folder = Path(next(iter(spec.submodule_search_locations or ())))
    return TTFont(folder / "files" / name)


@cache
def _set(text: str, face: str) -> tuple[list[Loop], float, float]:
    """Return a line of text as loops, its width, and a capital's height, in the font's units."""
    font = _font(face)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    loops: list[Loop] = []
    at = 0.0
    for letter in text:
        glyph = glyphs[names[ord(letter)]]
        loops += [[(x + at, y) for x, y in loop] for loop in _loops(glyph, glyphs)]
        at += glyph.width
    return loops, at, float(font["OS/2"].sCapHeight)


def _loops(glyph: Any, glyphs: Any) -> list[Loop]:
    """Return the closed loops of one glyph; curves become straight pieces."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    pen = DecomposingRecordingPen(glyphs)
    glyph.draw(pen)
    loops: list[Loop] = []
    for word, points in pen.value:
        if word == "moveTo":
            loops.append([points[0]])
        elif word == "lineTo":
            loops[-1].append(points[0])
        elif word == "curveTo":
            loops[-1] += _bezier((loops[-1][-1], *points))
        elif word == "qCurveTo":
            loops[-1] += _quadratic(loops[-1][-1], points)
    return [loop[:-1] if loop[0] == loop[-1] else loop for loop in loops]


def _quadratic(start: Millimetres, points: Any) -> Loop:
    """Return a chain of quadratic curves in TrueType's form.

    The curves meet in the middle between two handles.
    """
    found: Loop = []
    *handles, end = points
    for number, handle in enumerate(handles):
        after = handles[number + 1] if number + 1 < len(handles) else None
        stop = end if after is None else ((handle[0] + after[0]) / 2, (handle[1] + after[1]) / 2)
        found += _bezier((start, handle, stop))
        start = stop
    return found


def _bezier(points: tuple[Millimetres, ...]) -> Loop:
    """Return points along a curve of any degree, without the first point (de Casteljau)."""
    found: Loop = []
    for step in range(1, PIECES + 1):
        share, row = step / PIECES, list(points)
        while len(row) > 1:
            row = [
                (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
                for a, b in pairwise(row)
            ]
        found.append(row[0])
    return found
