"""Exact moves home of four pieces alone, without an engine's tables.

A placement is a bit mask of squares. A* searches the placements. Its lower bound assumes that every
leap has a piece to leap over.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

Squares = tuple[int, ...]
Node = TypeVar("Node", bound=Hashable)
Moves = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
EXACT, HASTY = 2, 3  # weights of the remaining distance in A*, in halves


def fewest_moves(
    start: Node,
    home: Callable[[Node], bool],
    moves: Callable[[Node], Iterable[tuple[Node, int]]],
    still: Callable[[Node], int],
    haste: int = EXACT,
) -> int | None:
    """Return the cost of the cheapest way from `start` to a node that is `home` (A*).

    `moves` yields the nodes after a node, with their costs. `still` is a lower bound of the
    remaining cost, and a move lowers it by at most its own cost. With more `haste` the search is
    faster, but the way may be longer. None if there is no way.
    """
    costs = {start: 0}
    queue = [(haste * still(start), 0, 0, start)]
    while queue:
        _, minus_used, _, here = heapq.heappop(queue)
        used = -minus_used
        if home(here):
            return used
        if used > costs[here]:
            continue
        for there, cost in moves(here):
            known = costs.get(there)
            if known is None or used + cost < known:
                costs[there] = used + cost
                rank = EXACT * (used + cost) + haste * still(there)
                # Among equal ranks, the deepest node comes first, then the newest.
                heapq.heappush(queue, (rank, -used - cost, -len(costs), there))
    return None


class Placements:
    """The placements of four pieces on a board with walls, and their distances from a corner."""

    def __init__(self, following: Sequence[int], walls: Sequence[int], goal: Squares) -> None:
        """Take the four neighbours of each square (-1 beyond the rim), their walls and the goal."""
        self.home = mask(goal)
        self._moves = dict(_moves(following, walls))
        ways = [self._single_ways(1 << square) for square in goal]
        self._ways = {bit: tuple(way[bit] for way in ways) for bit in self._moves}
        self._known: dict[int, int] = {}

    def still(self, placement: int) -> int:
        """Return a lower bound of the moves home, as if each piece went alone to its own square."""
        known = self._known.get(placement)
        if known is None:
            a, b, c, d = (self._ways[bit] for bit in bits(placement))
            known = self._known[placement] = min(
                min(a[i] + b[j], a[j] + b[i]) + min(c[k] + d[m], c[m] + d[k])
                for i, j, k, m in PAIRS
            )
        return known

    def distance(self, start: int, haste: int = EXACT) -> int:
        """Return the moves home from a placement, with no other piece on the board."""
        found = fewest_moves(start, self.home.__eq__, self._after, self.still, haste)
        assert found is not None
        return found

    def _after(self, placement: int) -> Iterator[tuple[int, int]]:
        for bit in bits(placement):
            steps, leaps = self._moves[bit]
            for target, cost in steps:
                if not placement & target:
                    yield placement ^ bit ^ target, cost
            for over, target in leaps:
                if placement & over and not placement & target:
                    yield placement ^ bit ^ target, 1

    def _single_ways(self, goal: int) -> dict[int, int]:
        """Return each square's distance from `goal` if every leap has a piece to leap over."""
        costs, queue = {goal: 0}, [(0, goal)]
        while queue:
            used, here = heapq.heappop(queue)
            steps, leaps = self._moves[here]
            for there, cost in (*steps, *((target, 1) for _over, target in leaps)):
                if used + cost < costs.get(there, used + cost + 1):
                    costs[there] = used + cost
                    heapq.heappush(queue, (used + cost, there))
        return costs


# All ways to divide the goal squares: two for the first two pieces, two for the others.
PAIRS = ((0, 1, 2, 3), (2, 3, 0, 1), (0, 2, 1, 3), (1, 3, 0, 2), (0, 3, 1, 2), (1, 2, 0, 3))


def mask(squares: Iterable[int]) -> int:
    """Return the bit mask of squares."""
    return sum(1 << square for square in squares)


def bits(placement: int) -> Iterator[int]:
    """Yield the bits of a mask, the lowest first."""
    while placement:
        bit = placement & -placement
        placement ^= bit
        yield bit


def _moves(following: Sequence[int], walls: Sequence[int]) -> Iterator[tuple[int, Moves]]:
    """Yield each square's bit, its steps (target, cost) and its leaps (over, target)."""
    for square in range(len(following) // 4):
        steps, leaps = [], []
        for way in range(4):
            first = following[4 * square + way]
            if first < 0:
                continue
            wall, second = walls[4 * square + way], following[4 * first + way]
            steps.append((1 << first, 1 + wall))
            if second >= 0 and not wall and not walls[4 * first + way]:
                leaps.append((1 << first, 1 << second))
        yield 1 << square, (tuple(steps), tuple(leaps))


@lru_cache(maxsize=8)
def placements(following: Squares, walls: Squares, goal: Squares) -> Placements:
    """Return the placements of a board; all boards with the same walls share one object."""
    return Placements(following, walls, goal)
