"""Single movements of pieces, each a pure function of time.

Places are pixels, with y down; heights are pixels above the board; times are seconds. Nothing
draws.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from game.rules.events import Event, Piece
from game.rules.topology import Point
from game.screen.ui import easing

Vec = tuple[float, float]
Place = Callable[[Point], Vec]

NOBODY = Piece("grey", None)  # placeholder, because every movement names its own piece

LIFT = 0.45  # relative growth of a counter at the top of its arc
DROP_HEIGHT = 46.0  # height from which a piece drops, in px on a board of 768 px
ARC_SHARE, ARC_LOW, ARC_HIGH = 0.42, 40.0, 96.0
WALL_HEIGHT = 22.0
WALL_REST = 0.060  # seconds for which a climbing piece rests on each bar
# Half the distance between the two bars of a double wall, as a share of the step.
BAR_APART = 0.09
# After-images: how far each is behind (as a share of the movement), and its alpha.
TRAIL = ((0.16, 0.20), (0.09, 0.38))


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece to be drawn at one moment.

    `at` is the place on the board below the piece, `height` the height above it, `scale` the size.
    `flip` runs from 0 to 1 while the piece turns over about `axis` (radians on the screen, y down)
    to show `other`; at 0.5 only its edge is visible. `trail` marks an after-image. The arc of a
    piece that flies straight up the screen would be invisible, so it is drawn `lean` pixels to the
    right.
    """

    piece: Piece
    at: Vec
    height: float = 0.0
    scale: float = 1.0
    alpha: float = 1.0
    flip: float = 0.0
    other: Piece | None = None
    axis: float = 0.0
    trail: bool = False
    lean: float = 0.0


@dataclass(frozen=True, slots=True)
class Movement:
    """A movement from `start` to `end`, and the event that it shows.

    During the movement no resting piece is drawn at the points in `hides`.
    """

    start: float
    end: float
    event: Event
    hides: tuple[Point, ...] = ()

    def sprites(self, share: float) -> list[Sprite]:
        """Return the moving pieces after `share` (0 to 1) of the movement's time."""
        return []

    def share(self, time: float) -> float:
        length = self.end - self.start
        return 1.0 if length <= 0 else min(1.0, max(0.0, (time - self.start) / length))


@dataclass(frozen=True, slots=True)
class Drop(Movement):
    piece: Piece = NOBODY
    at: Vec = (0.0, 0.0)
    unit: float = 1.0

    def sprites(self, share: float) -> list[Sprite]:
        above = easing.fall(share)
        height, appear = DROP_HEIGHT * self.unit * above, min(1.0, share / 0.15)
        return [Sprite(self.piece, self.at, height, 1 + 0.22 * above, appear)]


@dataclass(frozen=True, slots=True)
class Arc(Movement):
    """A jump or leap over a piece. `lift` is the piece's growth at the top."""

    piece: Piece = NOBODY
    source: Vec = (0.0, 0.0)
    target: Vec = (0.0, 0.0)
    top: float = 40.0
    lift: float = LIFT

    def sprites(self, share: float) -> list[Sprite]:
        flying = [self._at(share)]
        for back, alpha in TRAIL:
            if share - back > 0.02 and share < 0.97:
                there = self._at(share - back)
                flying.insert(0, replace(there, alpha=alpha, trail=True))
        return flying

    def _at(self, share: float) -> Sprite:
        along = easing.glide(share)
        high = easing.arc(along)
        aside, up = bow(self.source, self.target)
        at, rise, size = between(self.source, self.target, along), self.top * high, self.lift * high
        return Sprite(self.piece, at, rise * up, 1 + size, lean=rise * aside)


@dataclass(frozen=True, slots=True)
class Turnover(Movement):
    """A counter turns over on its point, about the line of the jump."""

    before: Piece = NOBODY
    after: Piece = NOBODY
    at: Vec = (0.0, 0.0)
    axis: float = 0.0
    unit: float = 1.0

    def sprites(self, share: float) -> list[Sprite]:
        turned = easing.sine(share / 2)  # slow enough in the middle to make the edge visible
        up, size = 18 * self.unit * easing.arc(share), 1 + 0.10 * easing.arc(share)
        return [
            Sprite(self.before, self.at, up, size, flip=turned, other=self.after, axis=self.axis)
        ]


@dataclass(frozen=True, slots=True)
class Glide(Movement):
    """A slide along a path, or a step without a wall."""

    piece: Piece = NOBODY
    path: tuple[Vec, ...] = ()

    def sprites(self, share: float) -> list[Sprite]:
        return [Sprite(self.piece, along(self.path, easing.in_out(share)), 2.0, 1.03)]


@dataclass(frozen=True, slots=True)
class Climb(Movement):
    """A step over one or two walls, with a rest on each bar."""

    piece: Piece = NOBODY
    source: Vec = (0.0, 0.0)
    target: Vec = (0.0, 0.0)
    walls: int = 1
    unit: float = 1.0
    rest: float = 0.15  # share of the movement that each rest takes

    def sprites(self, share: float) -> list[Sprite]:
        progress, level = climb_path(share, self.walls, self.rest)
        at = between(self.source, self.target, progress)
        return [Sprite(self.piece, at, WALL_HEIGHT * self.unit * level, 1 + 0.12 * level)]


@dataclass(frozen=True, slots=True)
class Fade(Movement):
    """The movement under reduced motion: pieces vanish and appear without moving."""

    gone: tuple[tuple[Piece, Vec], ...] = ()
    come: tuple[tuple[Piece, Vec], ...] = ()

    def sprites(self, share: float) -> list[Sprite]:
        leaving = [Sprite(piece, at, alpha=1 - share) for piece, at in self.gone]
        return leaving + [Sprite(piece, at, alpha=share) for piece, at in self.come]


@dataclass(frozen=True, slots=True)
class Marker(Movement):
    """A marker slides from one place of the track to the next."""

    seat: int = 0
    place: int = 1

    def position(self, time: float) -> float:
        """Return the marker's place on the track, fractional while it moves."""
        return self.place - 1 + easing.in_out(self.share(time))


@dataclass(frozen=True, slots=True)
class Sweep(Movement):
    """The clearing of the board between two rounds, point by point."""

    pieces: tuple[tuple[Piece, Vec], ...] = ()

    def sprites(self, share: float) -> list[Sprite]:
        swept = []
        count = max(1, len(self.pieces))
        for number, (piece, at) in enumerate(self.pieces):
            late = 0.6 * number / count
            gone = easing.out(min(1.0, max(0.0, (share - late) / 0.4)))
            swept.append(Sprite(piece, at, 60 * gone, 1 + 0.2 * gone, 1 - gone))
        return swept


@dataclass(frozen=True, slots=True)
class Pause(Movement):
    """A time without movement, to read what has happened."""


def between(start: Vec, end: Vec, share: float) -> Vec:
    return (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)


def foot(spot: Vec, start: Vec, end: Vec) -> Vec:
    """Return the place nearest to `spot` on the line from `start` to `end`."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = x * x + y * y or 1.0
    share = ((spot[0] - start[0]) * x + (spot[1] - start[1]) * y) / length
    return between(start, end, min(1.0, max(0.0, share)))


def along(path: tuple[Vec, ...], share: float) -> Vec:
    """Return the place at `share` of the length of a path of straight segments."""
    lengths = [math.dist(one, other) for one, other in pairwise(path)]
    left = sum(lengths) * share
    for (one, other), length in zip(pairwise(path), lengths):
        if left <= length and length > 0:
            return between(one, other, left / length)
        left -= length
    return path[-1]


def climb_path(share: float, walls: int, rest: float) -> tuple[float, float]:
    """Return progress (0 to 1) and level (1: on top of a bar) of a climb over one or two bars."""
    stops = (0.5,) if walls == 1 else (0.5 - BAR_APART, 0.5 + BAR_APART)
    hop = (1 - rest * len(stops)) / (len(stops) + 1)
    here, level = 0.0, 0.0
    for stop in (*stops, 1.0):
        top = 0.0 if stop == 1.0 else 1.0
        if share < hop:
            part = share / hop
            bow = 0.35 * easing.arc(part)
            lifted = level + (top - level) * easing.in_out(part)
            return here + (stop - here) * easing.in_out(part), lifted + bow
        share -= hop
        here, level = stop, top
        if share < rest and stop != 1.0:
            return here, level
        share -= rest
    return 1.0, 0.0


def arc_height(source: Vec, target: Vec, unit: float) -> float:
    """Return the height of a jump's arc, in proportion to the jump's length, within bounds."""
    return min(ARC_HIGH * unit, max(ARC_LOW * unit, ARC_SHARE * math.dist(source, target)))


def bow(source: Vec, target: Vec) -> Vec:
    """Return the direction in which an arc's height is drawn, as shares to the right and up."""
    steep = abs(target[1] - source[1]) / (math.dist(source, target) or 1.0)
    aside = 0.45 * max(0.0, steep - 0.75) / 0.25
    return aside, 1 - aside


def direction(source: Vec, target: Vec) -> float:
    """Return the angle on the screen from `source` to `target`, in radians, y down."""
    return math.atan2(target[1] - source[1], target[0] - source[0])
