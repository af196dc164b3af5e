"""Openings of More or Less: Green's distance from the centre, and how the first pairs are placed.

Black's first counter is always on the centre, so the games differ by Green's first two counters,
then by Black's next two.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.openings.naming import CENTRE, EDGE, HALFWAY, INNER, PLACES, Naming, steps_from
from game.platform.i18n import N_
from game.rules import Game, Point, Topology

PAIR, GAP, LINE, APART = "pair", "gap", "line", "apart"
WORDS = {
    **{key: PLACES[key] for key in (INNER, HALFWAY, EDGE)},
    PAIR: N_("pair"),
    GAP: N_("a gap"),
    LINE: N_("in line"),
    APART: N_("apart"),
}
PLACED = 2  # number of counters placed in a turn after Black's first


def parts(game: Game, turns: Sequence[Sequence[str]]) -> list[str]:
    """Return the place of Green's counter nearest to the centre, then each pair's relation."""
    board = game.topology
    pairs = [turn for turn in turns[1:3] if len(turn) == PLACED and set(turn) <= set(board.index)]
    if not pairs:
        return []
    order = (CENTRE, INNER, HALFWAY, EDGE)
    nearest = min((_place(board, point) for point in pairs[0]), key=order.index)
    return [nearest, *(_lie(board, one, other) for one, other in pairs)]


def _place(board: Topology, point: Point) -> str:
    assert board.centre is not None
    steps = steps_from(board, board.centre)[point]
    return EDGE if point in board.rim else (CENTRE, INNER, HALFWAY)[min(steps, 2)]


def _lie(board: Topology, one: Point, other: Point) -> str:
    """Return the relation of two counters: adjacent, with a gap, on a line, or apart."""
    for line in board.lines:
        if one in line and other in line:
            return {1: PAIR, 2: GAP}.get(abs(line.index(one) - line.index(other)), LINE)
    return APART


NAMING = Naming(parts, WORDS, (INNER, HALFWAY, EDGE))
