"""The board of Less: squares with walls on their edges and goals inlaid in two or four corners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from game.games.less.pictures import Edge, goals, wall_edges
from game.games.less.rules import Less
from game.games.less.screen import walls
from game.pictures import squares
from game.rules.base import Game
from game.rules.events import Piece
from game.rules.topology import Point, Topology
from game.screen.boards.board_look import BoardLook, Fitting, plain_look


def look(game: Game) -> BoardLook:
    """Return the look of the board: plain squares with what is laid on them."""
    assert isinstance(game, Less)
    board = game.topology
    owners = goals(board, game.pieces(game.start()))
    fittings = (
        *_corners(board, owners),
        *_goals(board, owners),
        *_walls(board, wall_edges(board, game.walls)),
    )
    return replace(plain_look(game), fittings=fittings)


def _walls(topology: Topology, edges: Mapping[Edge, int]) -> Iterator[Fitting]:
    """Yield a bar or two on every edge that has a wall."""
    at = squares.places(topology)
    length = squares.square_side(topology) - walls.LENGTH_LESS
    for (one, other), count in edges.items():
        (ax, ay), (bx, by) = at[one], at[other]
        upright = abs(ax - bx) > abs(ay - by)
        if count:
            yield Fitting(
                ("wall", topology.size, count, upright),
                ((ax + bx) / 2, (ay + by) / 2),
                partial(walls.bars, length=length, double=count > 1, upright=upright),
            )


def _corners(topology: Topology, owners: Mapping[Point, Piece]) -> Iterator[Fitting]:
    """Yield a band round each goal, with the owner's sign in its middle.

    Pieces that stand there hide the rings of the squares, but not these.
    """
    at, side = squares.places(topology), squares.square_side(topology)
    for owner in dict.fromkeys(owners.values()):
        own = [at[point] for point, other in owners.items() if other == owner]
        middle = sum(x for x, _y in own) / len(own), sum(y for _x, y in own) / len(own)
        kind = ("corner", topology.size, owner.colour, owner.mark)
        yield Fitting(kind, middle, partial(walls.corner, side=side, owner=owner))


def _goals(topology: Topology, owners: Mapping[Point, Piece]) -> Iterator[Fitting]:
    """Yield a ring with the owner's mark in every goal square."""
    at, side = squares.places(topology), squares.square_side(topology)
    for point, owner in owners.items():
        kind = ("goal", topology.size, owner.colour, owner.mark)
        yield Fitting(kind, at[point], partial(walls.goal, side=side, owner=owner))
