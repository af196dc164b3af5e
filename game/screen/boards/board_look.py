"""The look of a board as data: body, places of points, pieces, fittings.

One plain look per kind of topology; the plugin of a game may make another of it.  A new kind of
board is a module of `game.pictures`, a painter, and one entry here.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

from pygame import Rect

from game.pictures import hexagons, lines, squares
from game.pictures.lines import UNITS, XY
from game.platform.theme import OWN, BoardColours, Theme
from game.rules.base import Game
from game.rules.registry import is_usual_board
from game.rules.topology import Point, Topology
from game.screen.boards.board_render import BoardPainter
from game.screen.boards.grain import material
from game.screen.boards.painters import CellsPainter, LinesPainter, TilesPainter
from game.screen.boards.piece_render import Pixels

if TYPE_CHECKING:  # few have a look of their own
    from game.platform.own_look import GameLook


@dataclass(frozen=True, eq=False)
class Fitting:
    """Something inlaid in a board or standing on it, drawn once with it: a wall, a goal.

    `at` is its middle in board units; `render(k, theme)` draws it at `k` pixels a unit.  Fittings
    of the same `kind` look the same on boards of one size, so that their picture is kept.
    """

    kind: Hashable
    at: XY
    render: Callable[[float, Theme], Pixels]


@dataclass(frozen=True, eq=False)
class BoardLook:
    """The look of a board in board units (768 wide, centre at 0, y down).

    `body` names the body among those of its kind: boards of the same body share renderings.
    `wood` is the grain picture of the field in themes that show wood.
    """

    key: str
    body: str
    topology: Topology
    style: str  # of the pieces: "counter", "pawn", "stone"
    cell: str  # "point", "square", "hexagon"
    cell_reach: float  # from a cell's centre to its sides
    diameter: float
    places: Mapping[Point, XY]
    painter_class: type[BoardPainter]
    labels: tuple[tuple[str, XY], ...] = ()
    wood: str = "cherry"
    fittings: tuple[Fitting, ...] = ()

    def painter(self, theme: Theme) -> BoardPainter:
        """Return the painter of this board in a theme."""
        grain, board = material(self.wood, theme.base, theme.flat), self.colours(theme)
        own = self.own_board(theme)
        if own is None:
            return self.painter_class(self.topology, theme, board, grain)
        from game.screen.boards.own_art import OwnGround, drafting_colours

        ground = OwnGround(own, board.engraving)
        if not own.frame:  # nothing but ink: no wood, no light
            theme = replace(theme, flat=True)
        return self.painter_class(self.topology, theme, drafting_colours(board), "", ground)

    def art_name(self, theme: Theme) -> str:
        """Return the name under which what is drawn of the board in a theme is kept."""
        own = self.own_board(theme)
        return theme.base if own is None else f"{theme.base}-{own.stamp}"

    def colours(self, theme: Theme) -> BoardColours:
        """Return the colours of this board in a theme, its own where it is a picture."""
        return theme.board(self.key if self.own_board(theme) is None else f"{self.key}{OWN}")

    def own_board(self, theme: Theme) -> GameLook | None:
        """Return the look of one's own by which this board is drawn in a theme."""
        own = theme.own.get(self.key)
        return own if own is not None and own.board_for(self.is_usual) is not None else None

    @cached_property
    def is_usual(self) -> bool:
        """Whether it is the board on which the game is usually played."""
        return is_usual_board(self.key, self.topology)


def plain_look(game: Game) -> BoardLook:
    """Return the look of a game's board by the kind of its topology alone."""
    topology = game.topology
    plan, painter, style, cell = _KINDS[topology.kind]
    return BoardLook(
        key=game.key,
        body=_body(topology),
        topology=topology,
        style=style,
        cell=cell,
        cell_reach=plan.cell_reach(topology),
        diameter=plan.piece_diameter(topology),
        places=MappingProxyType(plan.places(topology)),
        painter_class=painter,
        labels=tuple(plan.labels(topology)),
    )


def _body(topology: Topology) -> str:
    """Return a name that differs between boards that look different, the same in every run."""
    if topology.kind == "squares":
        return f"squares-{topology.size}"
    if topology.kind == "hexagon":
        return topology.name
    drawn = (sorted(topology.xy.items()), topology.lines)
    return f"lines-{zlib.crc32(repr(drawn).encode()):08x}"


# What says where things are, what paints the body, the style of the pieces, the kind of cell.
_KINDS: Mapping[str, tuple[ModuleType, type[BoardPainter], str, str]] = {
    "lines": (lines, LinesPainter, "counter", "point"),
    "squares": (squares, TilesPainter, "pawn", "square"),
    "hexagon": (hexagons, CellsPainter, "stone", "hexagon"),
}


SNAP_RADII = 1.35  # of half a cell: how far from a point a click still means it
NEED_PX = 22  # a fingertip's worth of reach on small boards


class BoardGeometry:
    """A look drawn `size` pixels square in a theme."""

    def __init__(self, look: BoardLook, theme: Theme, size: int) -> None:
        self.look, self.theme, self.size = look, theme, size
        self.k = size / UNITS  # pixels of a board unit
        self.piece_size = max(8, round(look.diameter * self.k))
        self.topleft: tuple[int, int] = (0, 0)

    @property
    def rect(self) -> Rect:
        return Rect(self.topleft, (self.size, self.size))

    def local(self, at: Point | XY) -> XY:
        """Return the pixels of a point, or of a place in units, from the upper left corner."""
        x, y = self.look.places[at] if isinstance(at, str) else at
        return (x + UNITS / 2) * self.k, (y + UNITS / 2) * self.k

    def position(self, at: Point | XY) -> XY:
        """Return the centre of a point on the canvas, in pixels; a place there as it is."""
        if not isinstance(at, str):
            return at
        x, y = self.local(at)
        return self.topleft[0] + x, self.topleft[1] + y

    def point_at(
        self, x: float, y: float, among: Iterable[Point] | None = None, wider: int = 0
    ) -> Point | None:
        """Return the nearest point to a place of the canvas, or of those in `among`; None if far.

        On cells the reach is the cell; with `among` it is wider, so that a click beside a legal
        point still finds it; `wider` adds so many pixels.
        """
        reach = self.look.cell_reach * self.k * (SNAP_RADII if among is None else SNAP_RADII * 1.4)
        if self.look.cell == "point":
            reach = max(reach, NEED_PX)
        reach += wider
        best: Point | None = None
        for point in self.look.places if among is None else among:
            if point in self.look.places:
                px, py = self.position(point)
                distance = math.hypot(px - x, py - y)
                if distance < reach:
                    best, reach = point, distance
        return best

    def step_angle(self, source: Point, target: Point) -> float:
        """Return the direction of a move on the screen in radians: the axis of a flip."""
        (ax, ay), (bx, by) = self.position(source), self.position(target)
        return math.atan2(by - ay, bx - ax)
