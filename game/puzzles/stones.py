"""Themes of a puzzle by what one stone does to the groups around it."""

from __future__ import annotations

from collections.abc import Mapping, Set

from game.rules import Piece, Point, Topology
from game.rules.groups import groups_of

ALONE, EXTENDS, JOINS, CUTS = "alone", "extends", "joins", "cuts"
CLOSES, SHARED_EXIT, LIVING = "closes", "shared-exit", "living-group"
ALIVE = 2  # empty cells around a group that lives


def what_happens(
    board: Topology, pieces: Mapping[Point, Piece], point: Point, colour: str
) -> list[str]:
    """Return the themes of a stone of `colour` put on `point` among `pieces`.

    A stone cuts when it touches two groups of the other colour.  It closes a group of the other
    colour whose last empty neighbour, its exit, it takes; where a group of the stone's colour had
    its last exit there, too, they shared it.  Its group lives that keeps two exits.
    """
    around = set(board.neighbours[point])
    stones = {p: piece for p, piece in pieces.items() if piece.colour in ("white", "black")}
    own: list[Set[Point]] = []
    other: list[Set[Point]] = []
    for group in groups_of(board, stones):
        if group & around:
            (own if stones[next(iter(group))].colour == colour else other).append(group)

    def exits(group: Set[Point]) -> set[Point]:
        return {near for p in group for near in board.neighbours[p]} - set(pieces) - {point}

    closed = any(not exits(group) for group in other)
    said = {
        (ALONE, EXTENDS)[len(own)] if len(own) < 2 else JOINS: True,
        CUTS: len(other) > 1,
        CLOSES: closed,
        SHARED_EXIT: closed and any(not exits(group) for group in own),
        LIVING: bool(own) and len(exits({point}.union(*own))) >= ALIVE,
    }
    return [theme for theme, true in said.items() if true]
