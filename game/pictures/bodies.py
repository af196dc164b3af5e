"""The bodies of boards as SVG: frame, field, lines or cells, names on the frame.

There is one function per kind of topology. Lengths are board units, with 0 in the middle and y
downwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from game.pictures import hexagons, lines, squares
from game.pictures.hexagons import SQRT3
from game.pictures.lines import RIM_POINTS, UNITS, XY, Chord
from game.pictures.svg import Attribute, Attributes, colour, gradient, mixed, picture, polygon, tag
from game.platform.theme import OWN, BoardColours, Colour, Theme
from game.rules.registry import is_usual_board
from game.rules.topology import Topology

if TYPE_CHECKING:  # not loaded unless a game has a look of its own
    from game.platform.own_look import GameLook

LABEL = 17.0
BLACK: Colour = (0, 0, 0)


def definitions(theme: Theme, board: BoardColours, key: str) -> str:
    """Return the gradients of field and frame."""
    return "".join(
        gradient(name(theme, key, part), colours)
        for part, colours in (
            ("field", board.field),
            ("inlay", board.inlay or board.field),
            ("frame", theme.frame.wood),
        )
    )


def name(theme: Theme, key: str, part: str) -> str:
    return f"{theme.name}-{key}-{part}"


def body(topology: Topology, theme: Theme, board: BoardColours, key: str) -> str:
    """Return all parts of a board that never change."""
    own, drawn = theme.own.get(key), theme.board(f"{key}{OWN}")
    ground = None if own is None else own.board_for(is_usual_board(key, topology))
    if own is not None and ground is not None:
        return _own_body(topology, theme, drawn, key, own, own.href(ground))
    return BODIES[topology.kind](topology, theme, board, key)


def _fill(theme: Theme, key: str, part: str) -> str:
    return f"url(#{name(theme, key, part)})"


class StrokeLook(TypedDict, total=False):
    """The look of an SVG line; the width is in board units."""

    stroke: str
    stroke_width: float
    stroke_opacity: float


def _metal(theme: Theme) -> StrokeLook:
    """Return the look of the line between frame and field."""
    ink = mixed(theme.frame.line_dark, theme.frame.line_light, 0.35)
    return {"stroke": colour(ink), "stroke_width": 2.2}


def _edge(theme: Theme) -> StrokeLook:
    return {"stroke": colour(theme.frame.edge), "stroke_width": 2.0}


def _engraving(board: BoardColours) -> StrokeLook:
    return {
        "stroke": colour(board.engraving),
        "stroke_width": board.engraving_px,
        "stroke_opacity": board.engraving_alpha,
    }


def _labels(theme: Theme, named: Sequence[tuple[str, XY]], own: Colour | None = None) -> str:
    if not named:
        return ""
    ink = colour(own or ((0, 0, 0) if theme.flat else theme.ui.engraved))
    drawn = [
        tag("text", words, x=x, y=y + LABEL * 0.36, text_anchor="middle", font_size=LABEL)
        for words, (x, y) in named
    ]
    return tag("g", "".join(drawn), fill=ink, font_family="sans-serif", font_weight="bold")


# -- pictures of one's own -------------------------------------------------------------------------


def _own_body(
    topology: Topology, theme: Theme, board: BoardColours, key: str, own: GameLook, href: str
) -> str:
    """Return the user's own picture in the board's outline, with the parts that the look wants."""
    outer, inner = _outlines(topology)
    clip = name(theme, key, "own")
    parts = [tag("clipPath", _shape(inner if own.frame else outer), id=clip)]
    if own.frame:
        parts.append(_shape(outer, fill=_fill(theme, key, "frame"), **_edge(theme)))
    parts.append(picture(href, UNITS / 2, clip_path=f"url(#{clip})"))
    if own.frame:
        parts.append(_shape(inner, fill="none", **_metal(theme)))
    if not own.lined:
        parts.append(_grid(topology, board))
    if own.frame:
        parts.append(_labels(theme, _named(topology)))
    elif not own.lined:
        ink = own.lines or board.engraving
        parts.append(_labels(theme, _named(topology), ink))
    return "".join(parts)


def _outlines(topology: Topology) -> tuple[Attributes, Attributes]:
    """Return the attributes of a board's outline, and of the border between frame and field."""
    if topology.kind == "lines":
        return {"r": lines.BODY}, {"r": lines.FIELD}
    if topology.kind == "hexagon":
        return {"d": slab(hexagons.APOTHEM)}, {"d": slab(hexagons.APOTHEM - hexagons.FRAME)}
    outer, inner = UNITS / 2 - 1, UNITS / 2 - squares.FRAME
    boxes = [
        {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half} for half in (outer, inner)
    ]
    return {**boxes[0], "rx": squares.CORNER}, {**boxes[1], "rx": 2.0}


def _shape(outline: Attributes, **look: Attribute) -> str:
    kind = "circle" if "r" in outline else "path" if "d" in outline else "rect"
    return tag(kind, **outline, **look)


def _grid(topology: Topology, board: BoardColours) -> str:
    """Return only a board's lines (with their points), or the outlines of its squares or cells."""
    if topology.kind == "hexagon":
        side = hexagons.cell_side(topology)
        cells = (polygon(_cell(place, side)) for place in hexagons.places(topology).values())
        return tag("path", d="".join(cells), fill="none", **_engraving(board))
    if topology.kind == "squares":
        inner, side = UNITS / 2 - squares.FRAME, squares.square_side(topology)
        steps = [(n - topology.size / 2) * side for n in range(1, topology.size)]
        drawn = (
            f"M{x:.2f} {-inner:.2f}V{inner:.2f}M{-inner:.2f} {x:.2f}H{inner:.2f}" for x in steps
        )
        return tag("path", d="".join(drawn), fill="none", **_engraving(board))
    chords = lines.segments(topology)
    strokes = "".join(f"M{a[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}" for a, b in chords)
    places = lines.places(topology).values()
    dots = "".join(tag("circle", cx=x, cy=y, r=float(board.point_radius_px)) for x, y in places)
    path = tag("path", d=strokes, fill="none", **_engraving(board))
    return path + tag("g", dots, fill=colour(board.point))


def _named(topology: Topology) -> Sequence[tuple[str, XY]]:
    """Return the names on the frame, each with its place; none on a board of lines."""
    module = {"lines": lines, "squares": squares, "hexagon": hexagons}[topology.kind]
    found: Sequence[tuple[str, XY]] = module.labels(topology)
    return found


# -- lines -----------------------------------------------------------------------------------------


def _lines(topology: Topology, theme: Theme, board: BoardColours, key: str) -> str:
    at = lines.places(topology)
    parts = [
        tag("circle", r=lines.BODY, fill=_fill(theme, key, "frame"), **_edge(theme)),
        tag("circle", r=lines.FIELD, fill=_fill(theme, key, "field"), **_metal(theme)),
    ]
    chords = lines.segments(topology)
    if board.inlay:
        parts.append(inlay(chords, _fill(theme, key, "inlay"), name(theme, key, "star")))
    strokes = "".join(f"M{a[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}" for a, b in chords)
    parts.append(tag("path", d=strokes, fill="none", **_engraving(board)))
    dots = "".join(
        tag("circle", cx=x, cy=y, r=float(board.point_radius_px)) for x, y in at.values()
    )
    parts.append(tag("g", dots, fill=colour(board.point)))
    return "".join(parts)


# -- squares ---------------------------------------------------------------------------------------


def _squares(topology: Topology, theme: Theme, board: BoardColours, key: str) -> str:
    half, inner = UNITS / 2 - 1, UNITS / 2 - squares.FRAME
    dark = mixed(board.engraving, BLACK, 0.4)
    parts = [
        _box(-half, -half, 2 * half, squares.CORNER, _fill(theme, key, "frame"), **_edge(theme)),
        _box(-inner, -inner, 2 * inner, 2.0, colour(dark), **_metal(theme)),
    ]
    side, count = 2 * squares.square_side(topology), topology.size // 2
    for number in range(count * count):
        column, row = number % count, number // count
        x, y = (column - count / 2) * side + 1.4, (row - count / 2) * side + 1.4
        shade = colour(_plank(theme, board, column, row))
        parts.append(_box(x, y, side - 2.8, squares.TILE_CORNER, shade))
    cross = "".join(
        f"M{x:.2f} {-inner:.2f}V{inner:.2f}M{-inner:.2f} {x:.2f}H{inner:.2f}"
        for x in ((n - (count - 1) / 2) * side for n in range(count))
    )
    parts.append(tag("path", d=cross, fill="none", **_engraving(board)))
    return "".join([*parts, _labels(theme, squares.labels(topology))])


def _box(x: float, y: float, side: float, radius: float, fill: str, **look: Attribute) -> str:
    return tag("rect", x=x, y=y, width=side, height=side, rx=radius, fill=fill, **look)


def _plank(theme: Theme, board: BoardColours, column: int, row: int) -> Colour:
    """Return the shade of a tile; tiles differ as if each were cut from a different plank."""
    if theme.flat:
        return board.field[(column + row) % 2 % len(board.field)]
    return mixed(board.field[0], board.field[1], (0.1, 0.9, 0.5)[(column + 2 * row) % 3])


# -- hexagons --------------------------------------------------------------------------------------


def _hexagon(topology: Topology, theme: Theme, board: BoardColours, key: str) -> str:
    apothem = hexagons.APOTHEM
    side = hexagons.cell_side(topology)
    # The slab has a corner on top, but its cells have a flat top.
    frame, field = slab(apothem), slab(apothem - hexagons.FRAME)
    parts = [
        tag("path", d=frame, fill=_fill(theme, key, "frame"), **_edge(theme)),
        tag("path", d=field, fill=_fill(theme, key, "field"), **_metal(theme)),
    ]
    at = hexagons.places(topology)
    cells = "".join(polygon(_cell(place, side)) for place in at.values())
    parts.append(tag("path", d=cells, fill="none", **_engraving(board)))
    dishes = "".join(tag("circle", cx=x, cy=y, r=hexagons.DISH * side) for x, y in at.values())
    deep = mixed(board.dish, BLACK, 0.0 if theme.flat else 0.45)
    strong = board.dish_alpha if theme.flat else min(1.0, board.dish_alpha + 0.15)
    parts.append(tag("g", dishes, fill=colour(deep), fill_opacity=float(strong)))
    return "".join([*parts, _labels(theme, hexagons.labels(topology))])


def slab(apothem: float) -> str:
    """Return a hexagon with a corner on top."""
    reach = apothem * 2 / SQRT3
    turns = (math.pi * (2 * n + 1) / 6 for n in range(6))
    return polygon([(reach * math.cos(turn), reach * math.sin(turn)) for turn in turns])


def _cell(place: XY, side: float) -> list[XY]:
    """Return the corners of a cell with a flat top."""
    turns = (math.pi * n / 3 for n in range(6))
    return [(place[0] + side * math.cos(t), place[1] + side * math.sin(t)) for t in turns]


BODIES: Mapping[str, Callable[[Topology, Theme, BoardColours, str], str]] = {
    "lines": _lines,
    "squares": _squares,
    "hexagon": _hexagon,
}


def inlay(chords: Sequence[Chord], fill: str, name: str) -> str:
    """Return the inlay between these chords; "" if the outermost chords form no star.

    `name` is the id of the clip path.
    """
    rim = lines.rim_chords(chords)
    star = star_of(rim)
    if not star:
        return ""
    halves = "".join(_half_plane(chord) for chord in rim)
    clip = tag("clipPath", tag("path", d=polygon(star)), id=name)
    round_clip = tag("clipPath", tag("circle", r=RIM_POINTS), id=f"{name}-rim")
    woods = tag("path", d=halves, fill=fill, fill_rule="evenodd", clip_path=f"url(#{name})")
    return clip + round_clip + tag("g", woods, clip_path=f"url(#{name}-rim)")


def star_of(rim: Sequence[Chord]) -> list[XY]:
    """Return the corners and tips of the star that the shortest chords form, or an empty list."""
    short = sorted(lines.star_chords(rim), key=_angle)
    corners: list[XY] = []
    for number, chord in enumerate(short):
        before, after = short[number - 1], short[(number + 1) % len(short)]
        corners += [_crossing(before, after), _crossing(chord, after)]
    return corners


def _half_plane(chord: Chord) -> str:
    """Return a rectangle that covers the board to the right of the line, seen along the line."""
    (ax, ay), (bx, by) = chord
    length = math.dist(*chord)
    ux, uy = (bx - ax) / length, (by - ay) / length
    far = 2 * UNITS
    ends = [(ax - ux * far, ay - uy * far), (bx + ux * far, by + uy * far)]
    aside = [(x - uy * 2 * far, y + ux * 2 * far) for x, y in reversed(ends)]
    return polygon([*ends, *aside])


def _angle(chord: Chord) -> float:
    """Return the direction from the centre to the chord."""
    (ax, ay), (bx, by) = chord
    return math.atan2(ay + by, ax + bx)


def _crossing(one: Chord, other: Chord) -> XY:
    """Return the intersection of two lines; for parallel lines, the middle of the first."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if abs(across) < 1e-9:
        return (ax + bx) / 2, (ay + by) / 2
    t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
    return ax + t * (bx - ax), ay + t * (by - ay)
