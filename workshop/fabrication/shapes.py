"""Shapes that machines cut: circles, boxes with round or slanted corners, lines.

Millimetres, x to the right, y up. A vertex is (x, y, bulge) as in DXF. The bulge is the tangent of
a quarter of the angle of the arc to the next vertex: 0 for a straight line, positive to the left.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

Millimetres = tuple[float, float]
Box = tuple[float, float, float, float]  # left, lower, right, upper
Vertex = tuple[float, float, float]

QUARTER = math.tan(math.pi / 8)  # bulge of a quarter circle
DIAGONAL = 2 - math.sqrt(2)  # growth of a corner's slant when all sides move out by 1


@dataclass(frozen=True)
class Circle:
    """A round hole or disc."""

    centre: Millimetres
    radius: float

    def grown(self, by: float) -> Circle:
        """Return the circle with its edge moved out by this many mm."""
        return replace(self, radius=self.radius + by)

    def mirrored(self, width: float) -> Circle:
        """Return the circle as seen from behind a board of this width."""
        return replace(self, centre=(width - self.centre[0], self.centre[1]))


@dataclass(frozen=True)
class RoundBox:
    """A box with round corners, which is a slot if the corners meet."""

    box: Box
    radius: float

    def grown(self, by: float) -> RoundBox:
        """Return the box with its edges moved out by this many mm."""
        return RoundBox(_grown(self.box, by), max(0.0, self.radius + by))

    def mirrored(self, width: float) -> RoundBox:
        """Return the box as seen from behind a board of this width."""
        return replace(self, box=_mirrored(self.box, width))

    def vertices(self) -> list[Vertex]:
        """Return the vertices anticlockwise from the lower left corner, without empty sides."""
        left, lower, right, upper = self.box
        r = self.radius
        if r == 0:
            return [(left, lower, 0), (right, lower, 0), (right, upper, 0), (left, upper, 0)]
        corners = [
            ((left, lower + r), (left + r, lower)),
            ((right - r, lower), (right, lower + r)),
            ((right, upper - r), (right - r, upper)),
            ((left + r, upper), (left, upper - r)),
        ]
        around: list[Vertex] = []
        for number, (begin, end) in enumerate(corners):
            around.append((*begin, QUARTER))
            if math.dist(end, corners[(number + 1) % 4][0]) > 1e-6:
                around.append((*end, 0))
        return around


@dataclass(frozen=True)
class SlantBox:
    """A box with corners slanted at 45 degrees, `slant` mm along each side."""

    box: Box
    slant: float

    def grown(self, by: float) -> SlantBox:
        """Return the box with its edges moved out by this many mm."""
        return SlantBox(_grown(self.box, by), self.slant + by * DIAGONAL)

    def mirrored(self, width: float) -> SlantBox:
        """Return the box as seen from behind a board of this width."""
        return replace(self, box=_mirrored(self.box, width))

    def vertices(self) -> list[Vertex]:
        """Return the vertices anticlockwise."""
        left, lower, right, upper = self.box
        s = self.slant
        around = [(left, lower + s), (left + s, lower), (right - s, lower), (right, lower + s)]
        around += [(right, upper - s), (right - s, upper), (left + s, upper), (left, upper - s)]
        return [(x, y, 0.0) for x, y in around]


@dataclass(frozen=True)
class EngravedLine:
    """An engraved line through points, closed or open, without a width."""

    points: tuple[Millimetres, ...]
    closed: bool = False

    def mirrored(self, width: float) -> EngravedLine:
        """Return the line as seen from behind a board of this width."""
        return replace(self, points=tuple((width - x, y) for x, y in self.points))

    def vertices(self) -> list[Vertex]:
        """Return the line's points."""
        return [(x, y, 0.0) for x, y in self.points]


Area = Circle | RoundBox | SlantBox
Shape = Area | EngravedLine


def flattened(shape: Shape, step: float = math.pi / 12) -> list[Millimetres]:
    """Return the outline as points; arcs become straight pieces of at most `step` radians."""
    if isinstance(shape, Circle):
        (x, y), r = shape.centre, shape.radius
        turns = [2 * math.pi * number / 24 for number in range(24)]
        return [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns]
    found: list[Millimetres] = []
    around = shape.vertices()
    for (x, y, bulge), (u, v, _next) in zip(around, [*around[1:], around[0]]):
        found.append((x, y))
        angle = 4 * math.atan(bulge)
        pieces = max(1, math.ceil(abs(angle) / step))
        for number in range(1, pieces):
            found.append(_on_arc((x, y), (u, v), angle, number / pieces))
    return found


def _on_arc(begin: Millimetres, end: Millimetres, angle: float, share: float) -> Millimetres:
    """Return a point on the arc between two points, which turns to the left by `angle`."""
    (x, y), (u, v) = begin, end
    rise = 1 / (2 * math.tan(angle / 2))
    middle = ((x + u) / 2 - rise * (v - y), (y + v) / 2 + rise * (u - x))
    sine, cosine = math.sin(angle * share), math.cos(angle * share)
    dx, dy = x - middle[0], y - middle[1]
    return middle[0] + dx * cosine - dy * sine, middle[1] + dx * sine + dy * cosine


def _grown(box: Box, by: float) -> Box:
    left, lower, right, upper = box
    return left - by, lower - by, right + by, upper + by


def _mirrored(box: Box, width: float) -> Box:
    left, lower, right, upper = box
    return width - right, lower, width - left, upper
