"""Signs that a person has drawn on a board: rings round points, and arrows, in three kinds.

Each kind has its own colour and its own line style, so that colour is not needed. Lengths are board
units, as in `game/pictures/board.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from game.pictures.lines import XY
from game.pictures.svg import Attributes, colour, number, tag
from game.platform.theme import Colour, Theme
from game.rules import Point

BLUE: Colour = (108, 196, 255)  # sky blue; with its dark casing it is visible on every wood
LINE, CASING = 7.0, 12.0  # widths of a line and of the dark line below it
HEAD_LENGTH, HEAD_WIDTH = 26.0, 26.0
RING = 5.0  # distance from a piece's rim to the middle of a ring's line
# Distance of an arrow from the points at both ends, as a share of a piece's radius.
FREE = 0.45
ROUND = "round"


@dataclass(frozen=True, slots=True)
class Stroke:
    """The pattern of a line: a `gap` after each `dash`; a `dash` of 0 is a dot."""

    dash: float = 0.0
    gap: float = 0.0


STROKES: Mapping[str, Stroke] = {
    "good": Stroke(),
    "bad": Stroke(dash=20.0, gap=13.0),
    "idea": Stroke(gap=16.0),
}


@dataclass(frozen=True, slots=True)
class Signs:
    """The kinds of the rings by point, and the kinds of the arrows by their two ends."""

    points: Mapping[Point, str] = field(default_factory=dict)
    arrows: Mapping[tuple[Point, Point], str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.points or self.arrows)


NOTHING_DRAWN = Signs()


def ink(kind: str, theme: Theme) -> Colour:
    """Return the colour of a kind."""
    return {"good": theme.ui.accent, "bad": theme.ui.bad}.get(kind, BLUE)


def casing(theme: Theme) -> Colour:
    """Return the colour of the dark line below a sign."""
    return (0, 0, 0) if theme.flat else theme.ui.casing


def shaft(source: XY, target: XY, radius: float) -> tuple[XY, XY] | None:
    """Return the ends of an arrow, its tip last; None if there is no room for the arrow.

    The middles of the pieces at both ends, of this `radius`, stay free.
    """
    length, free = math.dist(source, target), radius * FREE
    if length <= 2 * free:
        return None
    ux, uy = (target[0] - source[0]) / length, (target[1] - source[1]) / length
    start = source[0] + ux * free, source[1] + uy * free
    return start, (target[0] - ux * free, target[1] - uy * free)


def signs_svg(signs: Signs, places: Mapping[Point, XY], radius: float, theme: Theme) -> str:
    """Return the signs, to be drawn above all else, for pieces of this `radius`."""
    drawn = [*_rings(signs, places, radius, theme), *_arrows(signs, places, radius, theme)]
    return tag("g", "".join(drawn), class_="drawn") if drawn else ""


def _rings(signs: Signs, places: Mapping[Point, XY], radius: float, theme: Theme) -> Iterator[str]:
    for point, kind in signs.points.items():
        x, y = places[point]
        ring: Attributes = {"cx": x, "cy": y, "r": radius + RING, "fill": "none"}
        around = 2 * math.pi * (radius + RING)
        yield tag("circle", stroke=colour(casing(theme)), stroke_width=CASING, **ring)
        yield tag("circle", **ring, **_line(kind, theme, around))


def _arrows(signs: Signs, places: Mapping[Point, XY], radius: float, theme: Theme) -> Iterator[str]:
    for (source, target), kind in signs.arrows.items():
        ends = shaft(places[source], places[target], radius)
        if ends is None:
            continue
        (ax, ay), (bx, by) = ends
        length = math.dist(*ends)
        ux, uy = (bx - ax) / length, (by - ay) / length
        nx, ny = bx - ux * HEAD_LENGTH, by - uy * HEAD_LENGTH
        side = HEAD_WIDTH / 2
        head = [(bx, by), (nx - uy * side, ny + ux * side), (nx + uy * side, ny - ux * side)]
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in head)
        dark, bright = colour(casing(theme)), colour(ink(kind, theme))
        ends_at: Attributes = {"x1": ax, "y1": ay, "x2": nx, "y2": ny}
        rim: Attributes = {"stroke": dark, "stroke_width": CASING - LINE, "stroke_linejoin": ROUND}
        yield tag("line", stroke=dark, stroke_width=CASING, stroke_linecap=ROUND, **ends_at)
        yield tag("polygon", points=corners, fill=dark, **rim)
        yield tag("line", **ends_at, **_line(kind, theme, length - HEAD_LENGTH))
        yield tag("polygon", points=corners, fill=bright)


def _line(kind: str, theme: Theme, length: float) -> Attributes:
    """Return the attributes of a kind's bright line, with whole dashes on this `length`."""
    look: Attributes = {"stroke": colour(ink(kind, theme)), "stroke_width": LINE}
    stroke = STROKES[kind]
    step = stroke.dash + stroke.gap
    if step:
        fitted = length / max(1, round(length / step))
        dash = stroke.dash if stroke.dash else 0.01
        look["stroke_dasharray"] = f"{number(dash)} {number(fitted - dash)}"
        look["stroke_linecap"] = None if stroke.dash else ROUND
    return look
