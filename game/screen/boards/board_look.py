"""The look of a board as data: body, places of points, pieces, fittings.

Each kind of topology has one plain look, which a game's plugin may change. A new kind of board
needs a module of `game.pictures`, a painter, and an entry here.
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

if TYPE_CHECKING:  # imported on demand, because few users have a look of their own
    from game.platform.own_look import GameLook


@dataclass(frozen=True, eq=False)
class Fitting:
    """A part inlaid in a board or standing on it, such as a wall or a goal; drawn with the board.

    `at` is its middle in board units; `render(k, theme)` draws it at `k` pixels per unit. Fittings
    of the same `kind` look the same on boards of one size, so their picture is cached.
    """

    kind: Hashable
    at: XY
    render: Callable[[float, Theme], Pixels]


@dataclass(frozen=True, eq=False)
class BoardLook:
    """The look of a board in board units (768 wide, centre at 0, y down).

    `body` is a name for the board's body: boards with the same name share renderings. `wood` is the
    grain picture of the field in themes that show wood.
    """

    key: str
    body: str
    topology: Topology
    style: str  # kind of pieces: "counter", "pawn", "stone"
    cell: str  # "point", "square", "hexagon"
    cell_reach: float  # distance from a cell's centre to its sides, in board units
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
        if not own.frame:  # draw only ink, without wood and light
            theme = replace(theme, flat=True)
        return self.painter_class(self.topology, theme, drafting_colours(board), "", ground)

    def art_name(self, theme: Theme) -> str:
        """Return the name under which this board's art in a theme is cached."""
        own = self.own_board(theme)
        return theme.base if own is None else f"{theme.base}-{own.stamp}"

    def colours(self, theme: Theme) -> BoardColours:
        """Return this board's colours in a theme; the user's own picture has its own colours."""
        return theme.board(self.key if self.own_board(theme) is None else f"{self.key}{OWN}")

    def own_board(self, theme: Theme) -> GameLook | None:
        """Return the user's own look that draws this board in a theme; None if there is none."""
        own = theme.own.get(self.key)
        return own if own is not None and own.board_for(self.is_usual) is not None else None

    @cached_property
    def is_usual(self) -> bool:
        """True if this is the game's usual board."""
        return is_usual_board(self.key, self.topology)


def plain_look(game: Game) -> BoardLook:
    """Return the look that follows from a board's kind of topology alone."""
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
    """Return a name that is unique for each appearance and the same in every run of the program."""
    if topology.kind == "squares":
        return f"squares-{topology.size}"
    if topology.kind == "hexagon":
        return topology.name
    drawn = (sorted(topology.xy.items()), topology.lines)
    return f"lines-{zlib.crc32(repr(drawn).encode()):08x}"


# Module with the places of points, painter of the body, style of the pieces, kind of cell.
_KINDS: Mapping[str, tuple[ModuleType, type[BoardPainter], str, str]] = {
    "lines": (lines, LinesPainter, "counter", "point"),
    "squares": (squares, TilesPainter, "pawn", "square"),
    "hexagon": (hexagons, CellsPainter, "stone", "hexagon"),
}


# Maximum distance of a click from its point, in halves of a cell.
SNAP_RADII = 1.35
NEED_PX = 22  # minimum reach of a click on small boards: about a fingertip


class BoardGeometry:
    """The geometry of a look drawn `size` pixels square in a theme."""

    def __init__(self, look: BoardLook, theme: Theme, size: int) -> None:
        self.look, self.theme, self.size = look, theme, size
        self.k = size / UNITS  # pixels per board unit
        self.piece_size = max(8, round(look.diameter * self.k))
        self.topleft: tuple[int, int] = (0, 0)

    @property
    def rect(self) -> Rect:
        return Rect(self.topleft, (self.size, self.size))

    def local(self, at: Point | XY) -> XY:
        """Return the pixels of a point or of a place in board units, from the upper left corner."""
        x, y = self.look.places[at] if isinstance(at, str) else at
        return (x + UNITS / 2) * self.k, (y + UNITS / 2) * self.k

    def position(self, at: Point | XY) -> XY:
        """Return the centre of a point on the canvas, in pixels; a place is returned unchanged."""
        if not isinstance(at, str):
            return at
        x, y = self.local(at)
        return self.topleft[0] + x, self.topleft[1] + y

    def point_at(
        self, x: float, y: float, among: Iterable[Point] | None = None, wider: int = 0
    ) -> Point | None:
        """Return the point nearest to a place of the canvas; None if all are too far.

        On boards of cells the reach is about one cell. With `among`, only the points in it count,
        and the reach is larger, so that a click beside a legal point still finds that point.
        `wider` adds pixels to the reach.
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
        """Return the direction of a move on the screen in radians, also used as axis of a flip."""
        (ax, ay), (bx, by) = self.position(source), self.position(target)
        return math.atan2(by - ay, bx - ax)
