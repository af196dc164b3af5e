"""Tags of a puzzle by what one stone does to the groups around it."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules import Piece, Point, Topology
from game.rules.groups import groups_of

ALONE, EXTENDS, JOINS, CUTS = "alone", "extends", "joins", "cuts"


def what_happens(
    board: Topology, pieces: Mapping[Point, Piece], point: Point, colour: str
) -> list[str]:
    """Return tags of a stone of `colour` put on `point` among `pieces`."""
    around = set(board.neighbours[point])
    touched = {"own": 0, "other": 0}
    stones = {p: piece for p, piece in pieces.items() if piece.colour in ("white", "black")}
    for group in groups_of(board, stones):
        if group & around:
            own = stones[next(iter(group))].colour == colour
            touched["own" if own else "other"] += 1
    tags = [(ALONE, EXTENDS)[touched["own"]] if touched["own"] < 2 else JOINS]
    return tags + [CUTS] * (touched["other"] > 1)
