"""What a game's board looks like, as data: which body, where the points are, which pieces.

One Look per kind of topology. A new kind of board is a module with `places`, `piece_diameter`
and `slab`, and one entry here.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from game.rules.base import Game
from game.rules.events import Piece
from game.rules.topology import Point, Topology
from game.rules.walls import edges_in_order
from game.screen.boards import decagon, hexagon, squares, walls
from game.screen.boards.shapes import SQRT3
from game.screen.boards.slab import UNITS, Slab
from game.screen.ui.theme import Theme

XY = tuple[float, float]
SlabMaker = Callable[[Topology, Theme, str], Slab]


@dataclass(frozen=True, eq=False)
class Look:
    """A board in board units (768 wide, centre at 0, y down).

    `body` names the body among those of its kind: boards of the same body share renderings.
    """

    key: str
    body: str
    topology: Topology
    style: str  # of the pieces: "counter", "pawn", "stone"
    cell: str  # "point", "square", "hexagon"
    cell_reach: float  # from a cell's centre to its sides
    diameter: float
    places: Mapping[Point, XY]
    labels: tuple[tuple[str, XY], ...]
    slab_maker: SlabMaker
    walls: Mapping[walls.Edge, int]
    goals: Mapping[Point, Piece]

    def slab(self, theme: Theme) -> Slab:
        return self.slab_maker(self.topology, theme, self.key)


def look_of(game: Game, digits: str | None = None) -> Look:
    """The look of a game's board. `digits` replace the walls of Less, as in its editor."""
    kind = game.topology.kind
    if kind == "squares":
        return _squares(game, digits)
    if kind == "hexagon":
        return _hexagon(game)
    return _lines(game)


def _lines(game: Game) -> Look:
    topology = game.topology
    diameter = decagon.piece_diameter(topology)
    return Look(
        key=game.key,
        body=f"lines-{_fingerprint(topology):08x}",
        topology=topology,
        style="counter",
        cell="point",
        cell_reach=diameter / decagon.PIECE_SHARE / 2,
        diameter=diameter,
        places=MappingProxyType(decagon.places(topology)),
        labels=(),
        slab_maker=decagon.slab,
        walls={},
        goals={},
    )


def _fingerprint(topology: Topology) -> int:
    """Differs between boards that look different, the same in every run."""
    drawn = (sorted(topology.xy.items()), topology.lines)
    return zlib.crc32(repr(drawn).encode())


def _squares(game: Game, digits: str | None) -> Look:
    topology = game.topology
    return Look(
        key=game.key,
        body=f"squares-{topology.size}",
        topology=topology,
        style="pawn",
        cell="square",
        cell_reach=squares.square_side(topology) / 2,
        diameter=squares.piece_diameter(topology),
        places=MappingProxyType(squares.places(topology)),
        labels=tuple(squares.labels(topology)),
        slab_maker=squares.slab,
        walls=wall_edges(topology, digits if digits is not None else getattr(game, "walls", "")),
        goals=walls.goals(topology, game.pieces(game.start())),
    )


def _hexagon(game: Game) -> Look:
    topology = game.topology
    side = hexagon.cell_side(topology)
    return Look(
        key=game.key,
        body=topology.name,
        topology=topology,
        style="stone",
        cell="hexagon",
        cell_reach=side * SQRT3 / 2,
        diameter=hexagon.piece_diameter(topology),
        places=MappingProxyType(hexagon.places(topology)),
        labels=tuple(hexagon.labels(topology)),
        slab_maker=hexagon.slab,
        walls={},
        goals={},
    )


def wall_edges(topology: Topology, digits: str) -> dict[walls.Edge, int]:
    """Every inner edge, as its two squares, with its walls (0 where `digits` are short)."""
    side = topology.size

    def label(column: int, row: int) -> Point:
        return f"{chr(ord('a') + column)}{side - row}"

    edges = {}
    for number, (column, row, way) in enumerate(edges_in_order(side)):
        other = (column + 1, row) if way == "e" else (column, row + 1)
        count = int(digits[number]) if number < len(digits) else 0
        edges[label(column, row), label(*other)] = count
    return edges


def scale(size: int) -> float:
    """Pixels a board unit."""
    return size / UNITS
