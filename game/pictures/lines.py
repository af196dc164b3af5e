"""Geometry of a board of straight lines: points, counters and the star, in board units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

from game.rules.topology import Point, Topology

UNITS = 768  # a board's width; 0 is its middle, y is downwards
XY = tuple[float, float]
Chord = tuple[XY, XY]  # the two ends of a line

RIM_POINTS = 0.4505 * UNITS  # radius of the outermost points
FIELD = RIM_POINTS + 0.0275 * UNITS  # radius at which the frame begins
BODY = UNITS / 2 - 2
PIECE_SHARE = 0.93  # diameter, as a share of the smallest distance between points
LARGEST_PIECE = 56.0
STAR_FROM = 5  # minimum number of short chords that form a star


def places(topology: Topology) -> dict[Point, XY]:
    """Return the centres of the points in board units, y downwards."""
    return {p: (x * RIM_POINTS, -y * RIM_POINTS) for p, (x, y) in topology.xy.items()}


def piece_diameter(topology: Topology) -> float:
    """Return the diameter of the largest counter that fits between any two points."""
    nearest = min(math.dist(a, b) for a, b in combinations(places(topology).values(), 2))
    return min(LARGEST_PIECE, PIECE_SHARE * nearest)


def cell_reach(topology: Topology) -> float:
    """Return the radius round a point within which places belong to it."""
    return piece_diameter(topology) / PIECE_SHARE / 2


def labels(topology: Topology) -> list[tuple[str, XY]]:
    """Return no names, because the frame of a round board has none."""
    return []


def segments(topology: Topology) -> list[Chord]:
    """Return all lines."""
    at = places(topology)
    return [(at[line[0]], at[line[-1]]) for line in topology.lines]


def rim_chords(lines: Sequence[Chord]) -> list[Chord]:
    """Return the lines that run from rim to rim, because only these may bound the inlay."""
    reach = 0.93 * RIM_POINTS
    return [line for line in lines if min(math.hypot(*line[0]), math.hypot(*line[1])) > reach]


def star_chords(chords: Sequence[Chord]) -> list[Chord]:
    """Return the chords farthest from the centre; points beyond two of them are outside the inlay.

    The list is empty if the chords form no star; such a board has only one wood.
    """
    farthest = max(map(_off_centre, chords), default=0.0)
    star = [chord for chord in chords if _off_centre(chord) > farthest - 0.02 * RIM_POINTS]
    return star if len(star) >= STAR_FROM and farthest > 0.2 * RIM_POINTS else []


def _off_centre(chord: Chord) -> float:
    (ax, ay), (bx, by) = chord
    return abs(ax * by - ay * bx) / (math.hypot(bx - ax, by - ay) or 1.0)
