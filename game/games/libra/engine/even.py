"""Even results of a round of Libra: groups that equal players make, and that playouts make.

Both numbers are weights of the free cells, of pairs of them that touch, and of triples of which
each touches the others.  docs/lab/tuning.md tells what they were fitted to.
"""

from __future__ import annotations

import math
from functools import lru_cache

from game.games.libra.rules import Libra
from game.rules.topology import Point, hexagon

EQUALS = (0.958, -0.4622, 0.2155)
PLAYOUTS = (0.962, -0.492, 0.271)
SEEN, BEND = 1.11, 2.3  # how soon, and how, a tree sees that playouts make too many groups


def even_groups(game: Libra) -> float:
    """Return the groups that MORE makes against an equal."""
    return _weighed(EQUALS, game)


def surplus(game: Libra, empty: int) -> float:
    """Return how many groups too many a search expects with `empty` empty cells.

    At first what playouts make too many, for no tree is deep enough to say more; towards the end
    it sees what players make.
    """
    free = len(game.topology) - len(game.obstacles)
    more = max(0.0, _weighed(PLAYOUTS, game) - even_groups(game))
    filled = min(1.0, SEEN * (1 - empty / free))
    return more * (1 - math.pow(filled, BEND))


def _weighed(weights: tuple[float, ...], game: Libra) -> float:
    counts = cells_pairs_triples(game.size, game.obstacles)
    return sum(weight * count for weight, count in zip(weights, counts))


@lru_cache(maxsize=64)
def cells_pairs_triples(side: int, blocked: tuple[Point, ...]) -> tuple[int, int, int]:
    """Return free cells of a hexagon, pairs of them that touch, triples that touch each other."""
    board = hexagon(side)
    free = set(board.points) - set(blocked)
    near = {cell: free & set(board.neighbours[cell]) for cell in free}
    pairs = [(one, other) for one in free for other in near[one] if one < other]
    triples = sum(len(near[one] & near[other]) for one, other in pairs)
    return len(free), len(pairs), triples // 3
