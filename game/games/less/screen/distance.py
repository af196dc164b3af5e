"""Lower bound of the moves a side of Less needs to get home: pieces in the way do not count."""

from __future__ import annotations

import heapq
from functools import lru_cache
from itertools import permutations

from game.games.less.rules import Less
from game.rules import Point, State


def least_moves_home(game: Less, state: State, side: int) -> int:
    """Return the moves the pieces of a side need at least, if none were in the way of another."""
    pieces = game.pieces(state)
    total = 0
    for seat in game.side(side):
        ways = ways_to(game, seat)
        own = [ways[point] for point, piece in pieces.items() if piece.seat == seat]
        orders = permutations(range(4), len(own))
        total += min(sum(way[goal] for way, goal in zip(own, order)) for order in orders)
    return total


@lru_cache(maxsize=16)
def ways_to(game: Less, seat: int) -> dict[Point, tuple[int, ...]]:
    """Return for each square the cost of the way to each of the seat's four goal squares."""
    tables = [_costs_from(game, goal) for goal in game.goal(seat)]
    return {point: tuple(table[point] for table in tables) for point in game.topology.points}


def _costs_from(game: Less, goal: Point) -> dict[Point, int]:
    costs = {goal: 0}
    edge = [(0, goal)]
    while edge:
        cost, here = heapq.heappop(edge)
        if cost > costs[here]:
            continue
        for other in game.topology.neighbours[here]:
            longer = cost + 1 + game.wall(here, other)
            if longer < costs.get(other, longer + 1):
                costs[other] = longer
                heapq.heappush(edge, (longer, other))
    return costs
