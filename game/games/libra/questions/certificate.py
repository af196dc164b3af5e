"""Weights on a hexagon that prove how many groups are possible at most, for every side from 2 on.

Between the groups of a full board run curves: each is closed or goes from rim to rim, and no two
meet, because of three cells that touch one another two are alike.  Each curve divides the board
once more, so there is one group more than curves.  Give each triangle of touching cells a weight:
if every curve passes triangles worth 1 or more, there are no more curves than the sum of weights.

Here a triangle with two cells on the rim weighs 1/2, with one of them nothing, any other 1/6: in
all side² - side + 1.  Why every curve is worth 1 stands in docs/lab/questions.md, and `verifier`
checks it for each board.
"""

from __future__ import annotations

from fractions import Fraction

from game.rules.topology import Point, Topology

Triangle = frozenset[Point]
BY_RIM = (Fraction(1, 6), Fraction(0), Fraction(1, 2))  # by the number of cells on the rim
INSIDE = 6  # neighbours of a cell that is not on the rim


def weights_of(board: Topology) -> dict[Triangle, Fraction]:
    """The weight of every triangle of the hexagon `board`."""
    return {triangle: BY_RIM[rim_cells(board, triangle)] for triangle in triangles(board)}


def triangles(board: Topology) -> set[Triangle]:
    """All threes of cells that touch one another."""
    near = board.neighbours
    pairs = ((cell, other) for cell in board.points for other in near[cell])
    return {frozenset((a, b, c)) for a, b in pairs for c in near[a] if c in near[b]}


def rim_cells(board: Topology, triangle: Triangle) -> int:
    return sum(len(board.neighbours[cell]) < INSIDE for cell in triangle)
