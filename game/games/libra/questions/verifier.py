"""Checks answers about the most groups: a filling by counting, a certificate by its lightest curve.

Shares no code with what made them, nor with the rules; the labels of the cells tell it all.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import combinations

from game.rules.topology import Point, Topology

Place = tuple[int, int]
STEPS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))
OUTSIDE: frozenset[Place] = frozenset()


def place_of(label: Point) -> Place:
    return ord(label[0]) - ord("a"), int(label[1:])


def beside(one: Place, other: Place) -> bool:
    return (other[0] - one[0], other[1] - one[1]) in STEPS


def groups_of(board: Topology, blocked: Collection[Point], white: Collection[Point]) -> int:
    """Return the groups when `white` cells are white, `blocked` ones grey and others black."""
    colour = {place_of(p): p in white for p in board.points if p not in blocked}
    groups, left = 0, set(colour)
    while left:
        groups, edge = groups + 1, [left.pop()]
        for x, y in edge:
            around = [(x + dx, y + dy) for dx, dy in STEPS]
            edge += [o for o in around if o in left and colour[o] == colour[x, y]]
            left -= set(edge)
    return groups


def bound_of(board: Topology, weights: Mapping[frozenset[Point], Fraction]) -> int:
    """Return the most groups that the weights of triangles allow.

    Raises ValueError if they prove none.

    A curve crosses from triangle to triangle between touching cells, or to the outside.
    """
    worth = {frozenset(map(place_of, three)): weight for three, weight in weights.items()}
    worth[OUTSIDE] = Fraction(0)
    pairs = [p for p in combinations(map(place_of, board.points), 2) if beside(*p)]
    crossed = {frozenset(p): [three for three in worth if three.issuperset(p)] for p in pairs}
    ends = {pair: [*threes, OUTSIDE][:2] for pair, threes in crossed.items()}
    if min(worth.values()) < 0 or any(lightest(ends, worth, pair) < 1 for pair in ends):
        raise ValueError("a curve is lighter than 1")
    return 1 + int(sum(worth.values()))


def lightest(
    ends: Mapping[frozenset[Place], list[frozenset[Place]]],
    worth: Mapping[frozenset[Place], Fraction],
    pair: frozenset[Place],
) -> Fraction:
    """Return the weight of the lightest curve that crosses between the cells of `pair`."""
    ways: dict[frozenset[Place], list[frozenset[Place]]] = {three: [] for three in worth}
    for other, (one, two) in ends.items():
        if other != pair:
            ways[one].append(two)
            ways[two].append(one)
    start, goal = ends[pair]
    queue, seen, number = [(worth[start], 0, start)], {start}, 0
    best = {start: worth[start]}
    while queue:
        weight, _, here = heapq.heappop(queue)
        seen.add(here)
        for there in ways[here]:
            reached = weight + worth[there]
            if there not in seen and reached < best.get(there, reached + 1):
                best[there], number = reached, number + 1
                heapq.heappush(queue, (reached, number, there))
    return best.get(goal, Fraction(10**9))
