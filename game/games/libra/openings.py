"""Openings of Libra: the place of the first stone, and the places of the next ones relative to it.

Bids are left out, and the colours may be exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.openings.naming import MOST_PARTS, PLACES, Naming, place, steps_from
from game.platform.i18n import N_
from game.rules import Game, Point, Topology

JOINED, AGAINST, NEAR, APART = "joined", "against", "near", "apart"
WORDS = {
    **PLACES,
    JOINED: N_("joined"),
    AGAINST: N_("in contact"),
    NEAR: N_("a gap"),
    APART: N_("apart"),
}
COLOURS = "WB"  # first letter of a stone's text, before its cell


def parts(game: Game, turns: Sequence[Sequence[str]]) -> list[str]:
    """Return the place of the first stone, then each further stone's relation to earlier ones."""
    board = game.topology
    stones = [turn[0] for turn in turns if turn[0][:1] in COLOURS][:MOST_PARTS]
    lying: dict[Point, str] = {}
    found = []
    for stone in stones:
        cell = stone[1:]
        if cell not in board.index:
            return []
        found.append(_part(board, lying, cell, stone[0]) if lying else place(board, cell))
        lying[cell] = stone[0]
    return found


def _part(board: Topology, lying: dict[Point, str], cell: Point, colour: str) -> str:
    touched = [lying[other] for other in board.neighbours[cell] if other in lying]
    if touched:
        return JOINED if colour in touched else AGAINST
    steps = steps_from(board, cell)
    return NEAR if min(steps[other] for other in lying) == 2 else APART


NAMING = Naming(parts, WORDS, tuple(PLACES))
