"""A position as SVG: the board of a game, its pieces, and marks.

`board_svg` returns the whole picture.  A page that moves pieces itself uses `board_under`,
`geometry_of` and `pieces.placed`.  Lengths are board units: a board is 768 wide, with 0 in its
middle and y downwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, cast

from game.pictures import bodies, hexagons, lines, pieces, squares
from game.pictures.lines import UNITS, XY
from game.pictures.signs import NOTHING_DRAWN, Signs, signs_svg
from game.pictures.svg import Attributes, colour, tag
from game.platform.paths import ASSETS
from game.platform.theme import Theme
from game.platform.untrusted import read_json
from game.rules import Game, Piece, Point
from game.rules.registry import plugin_part
from game.rules.topology import Topology

NAME = 14.0  # font size of the points' names, in units
RING = 6.0  # units by which signs extend beyond a counter
# This file exists only in the edition for browsers.
LABELS = ASSETS / "answers" / "labels.json"


class PictureGeometry(NamedTuple):
    """The places of a board's points, and the diameter of a piece."""

    places: Mapping[Point, XY]
    diameter: float


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a position: emphasised `points`, and `paths` of pieces, point by point."""

    points: Sequence[Point] = ()
    paths: Sequence[Sequence[Point]] = ()


def geometry_of(topology: Topology) -> PictureGeometry:
    """Return the geometry of a board, by the module for its kind."""
    module = {"lines": lines, "squares": squares, "hexagon": hexagons}[topology.kind]
    return PictureGeometry(module.places(topology), module.piece_diameter(topology))


def board_svg(
    game: Game,
    lying: Mapping[Point, Piece],
    theme: Theme,
    marks: Marks = Marks(),
    named: bool = False,
    signs: Signs = NOTHING_DRAWN,
) -> str:
    """Return the picture of a position as a complete SVG.

    `lying` is the result of `game.pieces(state)`.  `named` adds the name of each point if the frame
    has none.  `signs` are a person's drawings.
    """
    plan = geometry_of(game.topology)
    at, radius = plan.places, plan.diameter / 2
    on_board = [(point, at[point], piece) for point, piece in lying.items()]
    inside = [
        board_under(game, theme),
        names(game, theme, plan) if named else "",
        _ways(marks, plan, theme),
        pieces.placed(theme, on_board, radius, game.topology.kind == "squares", game.key),
        _rings(marks, plan, theme),
        signs_svg(signs, at, radius, theme),
    ]
    view = f"{-UNITS / 2:g} {-UNITS / 2:g} {UNITS} {UNITS}"
    return tag("svg", "".join(inside), xmlns="http://www.w3.org/2000/svg", viewBox=view, role="img")


def board_under(game: Game, theme: Theme) -> str:
    """Return everything below the pieces, with the gradients of board and pieces."""
    board = theme.board(game.key)
    made = bodies.definitions(theme, board, game.key) + pieces.definitions(theme, game.key)
    return (
        tag("defs", made)
        + bodies.body(game.topology, theme, board, game.key)
        + fittings(game, theme)
    )


# -- marks -----------------------------------------------------------------------------------------


def _rings(marks: Marks, plan: PictureGeometry, theme: Theme) -> str:
    """Return a ring round each emphasised point, visible on every wood."""
    drawn = []
    for point in marks.points:
        x, y = plan.places[point]
        ring: Attributes = {"cx": x, "cy": y, "r": plan.diameter / 2 + 4, "fill": "none"}
        casing, ink = colour(theme.ui.casing), colour(theme.ui.accent)
        drawn.append(tag("circle", stroke=casing, stroke_width=7, **ring))
        drawn.append(tag("circle", stroke=ink, stroke_width=4, **ring))
    return tag("g", "".join(drawn), class_="marked") if drawn else ""


def _ways(marks: Marks, plan: PictureGeometry, theme: Theme) -> str:
    """Return the paths that pieces took, to be drawn below the pieces."""
    drawn = []
    for path in marks.paths:
        if len(path) < 2:
            continue
        at = " ".join(f"{plan.places[point][0]:.1f},{plan.places[point][1]:.1f}" for point in path)
        line = {"points": at, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        drawn.append(tag("polyline", stroke=colour(theme.ui.casing), stroke_width=11, **line))
        drawn.append(tag("polyline", stroke=colour(theme.ui.accent), stroke_width=7, **line))
    return tag("g", "".join(drawn), class_="way") if drawn else ""


# -- names -----------------------------------------------------------------------------------------


def names(game: Game, theme: Theme, plan: PictureGeometry) -> str:
    """Return the names of all points of a board of lines, beside the points, clear of counters."""
    topology = game.topology
    if topology.kind != "lines":
        return ""
    at = name_places(topology)
    drawn = [
        tag("text", point, x=x, y=y + NAME * 0.36, text_anchor="middle")
        for point, (x, y) in at.items()
    ]
    own = theme.own.get(game.key)
    plain = (0, 0, 0) if theme.flat else theme.board(game.key).engraving
    ink = own.lines if own is not None and own.lines is not None else plain
    look: Attributes = {"font_family": "sans-serif", "font_size": NAME, "font_weight": "bold"}
    return tag("g", *drawn, fill=colour(ink), **look)


@lru_cache(maxsize=8)
def name_places(topology: Topology) -> Mapping[Point, XY]:
    """Return the middle of each point's name.

    Without NumPy, only the places stored in the edition for browsers are known.
    """
    try:
        from game.pictures.label_placement import LabelSpace, place_labels
    except ImportError:
        known = read_json(LABELS) if LABELS.exists() else {}
        return {point: (x, y) for point, (x, y) in known.get(" ".join(topology.points), {}).items()}
    plan, half = geometry_of(topology), UNITS / 2
    places = {point: (x + half, y + half) for point, (x, y) in plan.places.items()}
    lines = [(places[line[0]], places[line[-1]]) for line in topology.lines]
    sizes = {point: (NAME * 0.6 * len(point), NAME * 0.75) for point in places}
    paper = LabelSpace(places, lines, sizes, plan.diameter / 2, RING, UNITS)
    return {point: (x - half, y - half) for point, (x, y) in place_labels(paper).items()}


def fittings(game: Game, theme: Theme) -> str:
    """Return a game's own SVG below the pieces; "" if it has none."""
    draw = cast("Callable[[Game, Theme], str] | None", plugin_part(game.key, "fittings"))
    return "" if draw is None else draw(game, theme)
