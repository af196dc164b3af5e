"""Geometry of a board of straight lines: points, counters and the star, in board units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from game.rules.topology import Point, Topology

UNITS = 768  # a board's width: its middle is 0, y runs down
XY = tuple[float, float]
Chord = tuple[XY, XY]  # the two ends of a line

RIM_POINTS = 0.4505 * UNITS  # radius of the outermost points
FIELD = RIM_POINTS + 0.0275 * UNITS  # where the frame begins
BODY = UNITS / 2 - 2
PIECE_SHARE = 0.93  # of the smallest distance between points
LARGEST_PIECE = 56.0
STAR_FROM = 5  # short chords that make a star


def places(topology: Topology) -> dict[Point, XY]:
    """Return centres of the points in board units, y down."""
    return {p: (x * RIM_POINTS, -y * RIM_POINTS) for p, (x, y) in topology.xy.items()}


def piece_diameter(topology: Topology) -> float:
    """Return the largest counter that fits between any two points, in board units."""
    nearest = min(math.dist(a, b) for a, b in combinations(places(topology).values(), 2))
    return min(LARGEST_PIECE, PIECE_SHARE * nearest)


def cell_reach(topology: Topology) -> float:
    """Return how far from a point a place still belongs to it."""
    return piece_diameter(topology) / PIECE_SHARE / 2


def labels(topology: Topology) -> list[tuple[str, XY]]:
    """Return no names on the frame: a round board has no rows."""
    return []


def segments(topology: Topology) -> list[Chord]:
    """Return all lines."""
    at = places(topology)
    return [(at[line[0]], at[line[-1]]) for line in topology.lines]


def rim_chords(lines: Sequence[Chord]) -> list[Chord]:
    """Return the lines that run from rim to rim: only these may bound the inlay."""
    reach = 0.93 * RIM_POINTS
    return [line for line in lines if min(math.hypot(*line[0]), math.hypot(*line[1])) > reach]


def star_chords(chords: Sequence[Chord]) -> list[Chord]:
    """Return the chords farthest from the centre; beyond two of them the inlay ends.

    Empty where they form no star: such a board has one wood only.
    """
    farthest = max(map(_off_centre, chords), default=0.0)
    star = [chord for chord in chords if _off_centre(chord) > farthest - 0.02 * RIM_POINTS]
    return star if len(star) >= STAR_FROM and farthest > 0.2 * RIM_POINTS else []


def _off_centre(chord: Chord) -> float:
    (ax, ay), (bx, by) = chord
    return abs(ax * by - ay * bx) / (math.hypot(bx - ax, by - ay) or 1.0)
