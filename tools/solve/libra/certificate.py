"""Weights on a hexagon that prove an upper bound of the number of groups, for every side from 2 on.

The groups of a full board are separated by curves; each curve is closed or runs from rim to rim.
Two curves never meet: they would meet between three mutually adjacent cells, and two of any three
cells have the same colour. Each curve cuts one part of the board in two, so there is one group more
than there are curves. Now give a weight to each triangle of three adjacent cells. If every curve
passes triangles worth at least 1 together, there are at most as many curves as the sum of all
weights.

Here a triangle weighs 1/2 if two of its cells are on the rim, 0 if one is, and 1/6 otherwise. The
bound is then side² - side + 2 groups. docs/lab/questions.md proves that the triangles of every
curve are worth at least 1; `bound_of` checks this for each board from its labels alone.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import inf, lcm

from game.rules.topology import Point, Topology
from tools.referee.base import HEX_STEPS

Place = tuple[int, int]
Triangle = frozenset[Point]
# Weights of triangles, by their number of cells on the rim.
BY_RIM = (Fraction(1, 6), Fraction(0), Fraction(1, 2))
OUTSIDE: frozenset[Place] = frozenset()
INSIDE = 6  # number of neighbours of a cell not on the rim


def weights_of(board: Topology) -> dict[Triangle, Fraction]:
    """Return the weight of every triangle of the hexagon `board`."""
    return {triangle: BY_RIM[rim_cells(board, triangle)] for triangle in triangles(board)}


def triangles(board: Topology) -> set[Triangle]:
    """Return all sets of three mutually adjacent cells."""
    near = board.neighbours
    pairs = ((cell, other) for cell in board.points for other in near[cell])
    return {frozenset((a, b, c)) for a, b in pairs for c in near[a] if c in near[b]}


def rim_cells(board: Topology, triangle: Triangle) -> int:
    return sum(len(board.neighbours[cell]) < INSIDE for cell in triangle)


# -- the check -------------------------------------------------------------------------------------


def place_of(label: Point) -> Place:
    return ord(label[0]) - ord("a"), int(label[1:])


def beside(one: Place, other: Place) -> bool:
    return (other[0] - one[0], other[1] - one[1]) in HEX_STEPS


def bound_of(board: Topology, weights: Mapping[frozenset[Point], Fraction]) -> int:
    """Return the maximum number of groups that the weights of triangles allow.

    A curve crosses between two adjacent cells, from one triangle to another or to the outside.
    Raises ValueError if the weights prove no bound.
    """
    # The common denominator makes all weights whole numbers.
    one = lcm(*(weight.denominator for weight in weights.values()))
    worth = {frozenset(map(place_of, three)): int(weights[three] * one) for three in weights}
    worth[OUTSIDE] = 0
    pairs = [p for p in combinations(map(place_of, board.points), 2) if beside(*p)]
    crossed = {frozenset(p): [three for three in worth if three.issuperset(p)] for p in pairs}
    ends = {pair: [*threes, OUTSIDE][:2] for pair, threes in crossed.items()}
    if min(worth.values()) < 0 or any(lightest(ends, worth, pair) < one for pair in ends):
        raise ValueError("a curve is lighter than 1")
    return 1 + sum(worth.values()) // one


def lightest(
    ends: Mapping[frozenset[Place], list[frozenset[Place]]],
    worth: Mapping[frozenset[Place], int],
    pair: frozenset[Place],
) -> float:
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
    return best.get(goal, inf)
