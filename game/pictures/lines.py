"""Geometry of a board of straight lines: points and counters, in board units."""

from __future__ import annotations

import math
from itertools import combinations

from game.rules.topology import Point, Topology

UNITS = 768  # a board's width: its middle is 0, y runs down
XY = tuple[float, float]

RIM_POINTS = 0.4505 * UNITS  # radius of the outermost points
FIELD = RIM_POINTS + 0.0275 * UNITS  # where the frame begins
BODY = UNITS / 2 - 2
PIECE_SHARE = 0.93  # of the smallest distance between points
LARGEST_PIECE = 56.0


def places(topology: Topology) -> dict[Point, XY]:
    """Return centres of the points in board units, y down."""
    return {p: (x * RIM_POINTS, -y * RIM_POINTS) for p, (x, y) in topology.xy.items()}


def piece_diameter(topology: Topology) -> float:
    """Return the largest counter that fits between any two points, in board units."""
    nearest = min(math.dist(a, b) for a, b in combinations(places(topology).values(), 2))
    return min(LARGEST_PIECE, PIECE_SHARE * nearest)
