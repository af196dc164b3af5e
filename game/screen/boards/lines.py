"""The board of straight lines: round, with an inlaid star, engraved lines and drilled points.

Pure numpy and geometry: any board of labelled points and lines is drawn, not only the decagons.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from game.pictures.label_placement import segment_distance
from game.pictures.lines import BODY, FIELD, RIM_POINTS, XY, places
from game.rules.topology import Point
from game.screen.boards import light
from game.screen.boards.board_render import Area, BoardPainter, Layers
from game.screen.boards.grain import WoodGrain
from game.screen.boards.shapes import Grid, at_height, coverage, smooth

STAR_FROM = 5  # short chords that make a star
NEAR = 12.0  # how far from a line or point its engraving reaches


class LinesPainter(BoardPainter):
    """Field, inlay and engraving of a board of lines."""

    frame_width = BODY - FIELD

    @cached_property
    def _places(self) -> Mapping[Point, XY]:
        return places(self.topology)

    @cached_property
    def _segments(self) -> Sequence[tuple[XY, XY]]:
        at = self._places
        return [(at[line[0]], at[line[-1]]) for line in self.topology.lines]

    @cached_property
    def _chords(self) -> Sequence[tuple[XY, XY]]:
        """Lines that run from rim to rim: only these may bound the inlay."""
        reach = 0.93 * RIM_POINTS
        return [s for s in self._segments if min(math.hypot(*s[0]), math.hypot(*s[1])) > reach]

    @cached_property
    def _short_chords(self) -> Sequence[tuple[XY, XY]]:
        """The chords farthest from the centre; beyond two of them the inlay ends.

        Empty where they form no star: such a board has one wood only.
        """
        distances = [_off_centre(chord) for chord in self._chords]
        farthest = max(distances, default=0.0)
        star = [c for c, d in zip(self._chords, distances) if d > farthest - 0.02 * RIM_POINTS]
        return star if len(star) >= STAR_FROM and farthest > 0.2 * RIM_POINTS else []

    def paint(self, area: Area) -> Layers:
        radius = np.hypot(area.x, area.y)
        colours = self._marquetry(area, radius)
        lines, points = self._distances(area)
        k = np.float32(1)
        half = self.board.engraving_px / 2
        hole = self.board.point_radius_px
        ink = light.rgb(self.board.engraving)
        colours = light.mix(
            colours, ink, coverage(half - lines, area.px) * self.board.engraving_alpha
        )
        dot = coverage(hole - points, area.px)
        colours = light.mix(colours, light.rgb(self.board.point), dot)
        height = -1.5 * k * smooth(half + 0.9, half - 0.3, lines)
        height -= 2.2 * k * smooth(hole + 1, hole - 2, points)
        if not self.theme.flat:
            ring = smooth(0.9, 0.2, np.abs(radius - (FIELD - 5.5)))
            colours = light.mix(colours, ink, ring * np.float32(0.35))
        return Layers(colours, height, BODY - radius, FIELD - radius)

    def _marquetry(self, area: Area, radius: Grid) -> Grid:
        """Return the woods: a second where an odd number of chords has the pixel on one side."""
        field = WoodGrain(self.grain, self.board.field).sample(area.xs, area.ys)
        if not self.board.inlay or not self._short_chords:
            return field
        second = WoodGrain(
            "veneer" if self.grain == "maple" else self.grain,
            self.board.inlay,
            upright=True,
            cut=(211.0, 97.0),
        ).sample(area.xs, area.ys)
        odd = np.zeros(area.x.shape, bool)
        for (ax, ay), (bx, by) in self._chords:
            odd ^= ((by - ay) * (area.xs - ax))[None, :] < ((bx - ax) * (area.ys - ay))[:, None]
        beyond = np.zeros(area.x.shape, np.int8)
        for (ax, ay), (bx, by) in self._short_chords:
            flip = 1 if ax * by - ay * bx > 0 else -1
            across = (flip * (bx - ax) * (area.ys - ay))[:, None]
            beyond += across < (flip * (by - ay) * (area.xs - ax))[None, :]
        odd &= (beyond <= 1) & (radius < RIM_POINTS)
        return np.where(odd[..., None], second, field)

    def _distances(self, area: Area) -> tuple[Grid, Grid]:
        """Return distances to the nearest line and the nearest point, exact only near them."""
        lines = np.full(area.x.shape, 1e3, np.float32)
        points = np.full(area.x.shape, 1e3, np.float32)
        for a, b in self._segments:
            _nearer(lines, area, a, b)
        for place in self._places.values():
            _nearer(points, area, place, place)
        return lines, points


def _off_centre(chord: tuple[XY, XY]) -> float:
    (ax, ay), (bx, by) = chord
    return abs(ax * by - ay * bx) / (math.hypot(bx - ax, by - ay) or 1.0)


def _nearer(distances: Grid, area: Area, a: XY, b: XY) -> None:
    """Lower `distances` to those of the segment a-b, in the columns the band meets it."""
    low, high = float(area.ys[0]) - NEAR, float(area.ys[-1]) + NEAR
    if max(a[1], b[1]) < low or min(a[1], b[1]) > high:
        return
    ends = [at_height(a, b, low), at_height(a, b, high)]
    first, last = np.searchsorted(area.xs, [min(ends) - NEAR, max(ends) + NEAR])
    if first >= last:
        return
    part = (slice(None), slice(int(first), int(last)))
    near = segment_distance(area.x[part], area.y[part], a, b)
    np.minimum(distances[part], near, out=distances[part])
