"""Walls and goals of Less as SVG.

Walls are bars across edges; goals are rings and bands in the colours of their owners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.games.less.rules import Less
from game.games.less.walls import edges_in_order
from game.pictures import squares
from game.pictures.lines import XY
from game.pictures.pieces import BLACK, colours_of, mark, shape_of
from game.pictures.svg import colour, number, tag
from game.platform.theme import Colour, Theme
from game.rules.base import Game
from game.rules.events import Piece
from game.rules.topology import Point, Topology

Edge = tuple[Point, Point]
LENGTH_LESS, WIDTH, DOUBLE_GAP = 16.0, 13.0, 8.0  # measures of a wall in units, as on the screen
GOAL_RADIUS, SIGN_RADIUS = 0.31, 0.17  # as shares of a square
BAND_INSET, BAND, BAND_CORNER = 7.0, 5.0, 9.0


def wall_edges(topology: Topology, digits: str) -> dict[Edge, int]:
    """Return the walls on every inner edge, by its two squares (0 where `digits` is too short)."""
    side = topology.size

    def label(column: int, row: int) -> Point:
        return f"{chr(ord('a') + column)}{side - row}"

    edges = {}
    for edge, (column, row, way) in enumerate(edges_in_order(side)):
        other = (column + 1, row) if way == "e" else (column, row + 1)
        count = int(digits[edge]) if edge < len(digits) else 0
        edges[label(column, row), label(*other)] = count
    return edges


def goals(topology: Topology, start: Mapping[Point, Piece]) -> dict[Point, Piece]:
    """Return the owner's piece for each goal square: the start squares mirrored at the centre."""
    at = squares.places(topology)
    by_place = {(round(x), round(y)): point for point, (x, y) in at.items()}
    return {
        by_place[-round(at[point][0]), -round(at[point][1])]: piece
        for point, piece in start.items()
    }


def fittings(game: Game, theme: Theme) -> str:
    """Return the goals and walls of a game as SVG."""
    assert isinstance(game, Less)
    at, side = squares.places(game.topology), squares.square_side(game.topology)
    owners = goals(game.topology, game.pieces(game.start()))
    parts = [*_corners(theme, at, side, owners), *_goals(theme, at, side, owners)]
    parts += _walls(theme, at, side, wall_edges(game.topology, game.walls))
    return "".join(parts)


def _ink(theme: Theme, owner: Piece) -> Colour:
    return BLACK if theme.flat else colours_of(theme, owner, True).base


def _goals(
    theme: Theme, at: Mapping[Point, XY], side: float, owners: Mapping[Point, Piece]
) -> Iterator[str]:
    """Yield a ring with the owner's mark for each square of a goal."""
    for point, owner in owners.items():
        ink, radius = _ink(theme, owner), GOAL_RADIUS * side
        ring = tag("circle", r=radius, fill="none", stroke=colour(ink), stroke_width=radius * 0.084)
        sign = mark(shape_of(colours_of(theme, owner, True), owner), ink, radius / 1.6)
        yield _moved(at[point], ring + sign, opacity=0.8 if owner.colour == "black" else 0.62)


def _corners(
    theme: Theme, at: Mapping[Point, XY], side: float, owners: Mapping[Point, Piece]
) -> Iterator[str]:
    """Yield a band round each goal, and the owner's sign in its middle."""
    for owner in dict.fromkeys(owners.values()):
        own = [at[point] for point, other in owners.items() if other == owner]
        middle = sum(x for x, _y in own) / len(own), sum(y for _x, y in own) / len(own)
        edge = side - BAND_INSET
        box = {"x": -edge, "y": -edge, "width": 2 * edge, "height": 2 * edge, "rx": BAND_CORNER}
        band = tag("rect", fill="none", stroke=colour(_ink(theme, owner)), stroke_width=BAND, **box)
        yield _moved(middle, band, opacity=0.75)
        yield _moved(middle, _sign(theme, owner, SIGN_RADIUS * side))


def _sign(theme: Theme, owner: Piece, radius: float) -> str:
    colours = colours_of(theme, owner, True)
    ink = colours.mark or BLACK
    disc = tag("circle", r=radius, fill=colour(colours.base), stroke=colour(ink), stroke_width=2)
    return disc + mark(shape_of(colours, owner), ink, radius)


def _walls(
    theme: Theme, at: Mapping[Point, XY], side: float, edges: Mapping[Edge, int]
) -> Iterator[str]:
    """Yield a bar or two for every edge that has a wall."""
    length = side - LENGTH_LESS
    for (one, other), count in edges.items():
        (ax, ay), (bx, by) = at[one], at[other]
        turn = " rotate(90)" if abs(ax - bx) > abs(ay - by) else ""
        offsets = {0: (), 1: (0.0,)}.get(count, (-0.5, 0.5))
        bars = [
            tag(
                "rect",
                x=-length / 2,
                y=offset * (WIDTH + DOUBLE_GAP) - WIDTH / 2,
                width=length,
                height=WIDTH,
                rx=WIDTH * 0.36,
                fill=colour(theme.wall.base),
                stroke=colour(theme.wall.light),
                stroke_width=1.2,
            )
            for offset in offsets
        ]
        if bars:
            place = f"translate({number((ax + bx) / 2)} {number((ay + by) / 2)}){turn}"
            yield tag("g", "".join(bars), class_="wall", transform=place)


def _moved(place: XY, inside: str, opacity: float | None = None) -> str:
    at = f"translate({number(place[0])} {number(place[1])})"
    return tag("g", inside, transform=at, opacity=opacity)
