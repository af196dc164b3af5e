"""Where to drill: a board's points and lights in millimetres, as pure geometry.

Coordinates are millimetres from the board's lower left corner, x to the right, y up. `board_plan`
gives the measures of a layout or board file, and the names for its files.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from game.platform.i18n import _
from game.rules.topology import Point, Topology
from hardware.host.layouts import LayoutError, labels_of, layout_named, points_of, track_on
from hardware.tracking.track import READABLE, MarkerTrack, is_readable
from hardware.wire.fields import MAX_POINTS
from workshop.fabrication.track import Millimetres, TrackPlan, least_width, strip, track_plan

EDGE = 28.0  # mm from the outermost points to the edge of the board
# Millimetres between neighbouring points of hexagons and squares, if no size is requested.
SPACING = 34.0
LINE_BOARD = 432.0  # mm, the published width of a board of lines: 17 inches
GAP = 3.0  # mm between two counters on the closest pair of points
COUNTER_LEAST, COUNTER_MOST = 12.0, 30.0
# Width of a piece as a share of a square; it leaves room for the walls between squares.
PIECE = 0.62
PIECE_LEAST = 18.5  # mm; on squares for smaller pieces, a double wall would cover a light
LIGHT_HOLE = 4.0
LIGHT_CLEAR = 1.0  # mm between the rim of a counter and the hole of a light
DIRECTIONS = 24
# Preferred direction of a light from its point, numbered anticlockwise from the right: straight
# down, or on boards with walls towards the square's corner.
PREFERRED = {"lines": 18, "hexagon": 18, "squares": 21}


Pair = tuple[Point, Point]

LONGEST = 40  # maximum number of letters from a board's name in file names


class TemplateError(LayoutError):
    """A requested template is impossible; the message gives the reason."""


@dataclass(frozen=True)
class Drilling:
    """All measures of one board in mm: outline, sensors, lights, track, and the largest counter.

    `sensors` and `lights` cover all points in their order: first the points of the game, then the
    places of a readable track.
    """

    topology: Topology
    width: float
    height: float
    counter: float  # diameter of the largest counter
    sensors: dict[Point, Millimetres]
    lights: dict[Point, Millimetres]
    track: TrackPlan | None = None

    def wiring(self) -> Iterator[tuple[int, Point, int, int]]:
        """Yield each point's number, label, multiplexer, and channel on that multiplexer."""
        for number, label in enumerate(self.sensors):
            yield number, label, number // 16, number % 16


def drilling(
    topology: Topology, width: float = 0.0, track: MarkerTrack | None = None, readable: bool = False
) -> Drilling:
    """Return the measures for a board `width` mm wide; 0 chooses a comfortable size.

    With a track, the points are above it. If the track is `readable`, its places are also points of
    the board. Raises TemplateError if the board is too small for counters with magnets or for the
    track, or has more points than the electronics have channels.
    """
    _check_channels(topology, len(track.points) if track and readable else 0)
    xs, ys = zip(*(topology.xy[label] for label in topology.points))
    across, along = max(xs) - min(xs), max(ys) - min(ys)
    _check_extent(topology, across)
    pair = _closest(topology)
    closest = math.dist(*(topology.xy[label] for label in pair))
    scale = _scale(topology, width, across, closest)
    counter = _counter(topology, closest * scale)
    wide, below = across * scale + 2 * EDGE, EDGE + (strip(readable) if track else 0)
    _check_counters(topology, wide, counter, across / closest, pair)
    _check_track(topology, wide, track)
    sensors = {
        label: (EDGE + (x - min(xs)) * scale, below + (y - min(ys)) * scale)
        for label, (x, y) in ((label, topology.xy[label]) for label in topology.points)
    }
    plan = track_plan(track, wide, readable) if track else None
    return Drilling(
        topology,
        wide,
        along * scale + EDGE + below,
        counter,
        sensors | (plan.sensors if plan else {}),
        _lights(sensors, counter, PREFERRED[topology.kind]) | (plan.lights if plan else {}),
        plan,
    )


def _counter(topology: Topology, spacing: float) -> float:
    """Return the diameter of the largest counter if the closest points are `spacing` mm apart."""
    room = spacing * PIECE if topology.kind == "squares" else spacing - GAP
    return min(COUNTER_MOST, room)


def _check_channels(topology: Topology, more: int) -> None:
    """Raise TemplateError for too many points; `more` counts points not of the game."""
    if len(topology) + more > MAX_POINTS:
        raise TemplateError(
            _(
                "{board} has {count} points, expected {most} or fewer: the electronics have no "
                "more channels"
            ).format(board=topology.name, count=len(topology) + more, most=MAX_POINTS)
        )


def _check_extent(topology: Topology, across: float) -> None:
    if across <= 0:
        words = _("{board}: its points lie above each other on one line; a board needs some width")
        raise TemplateError(words.format(board=topology.name))


def _check_counters(
    topology: Topology, width: float, counter: float, ratio: float, pair: Pair
) -> None:
    """Raise TemplateError if the counters would be too small.

    `ratio` is the distance of the outermost points divided by the distance of the closest points,
    `pair`.
    """
    squared = topology.kind == "squares"
    needed = PIECE_LEAST if squared else COUNTER_LEAST
    if counter < needed:
        room = needed / PIECE if squared else needed + GAP
        raise TemplateError(
            _(
                "{board} at {width} mm: {one} and {other} lie so close that counters could be "
                "{counter} mm wide, expected {needed} or more; make the board at least {least} mm "
                "wide"
            ).format(
                board=topology.name,
                width=round(width),
                one=pair[0],
                other=pair[1],
                counter=max(0, math.floor(counter)),
                needed=f"{needed:g}",
                least=math.ceil(ratio * room + 2 * EDGE),
            )
        )


def _check_track(topology: Topology, width: float, track: MarkerTrack | None) -> None:
    if track and width < least_width(track):
        raise TemplateError(
            _(
                "{board} at {width} mm: the track of turns needs {least} mm or more; make the "
                "board wider, or leave the track out (--no-track)"
            ).format(board=topology.name, width=round(width), least=math.ceil(least_width(track)))
        )


def _closest(topology: Topology) -> Pair:
    """Return the two points that are closest to each other."""
    xy = topology.xy
    return min(
        combinations(topology.points, 2), key=lambda pair: math.dist(xy[pair[0]], xy[pair[1]])
    )


def _scale(topology: Topology, width: float, across: float, closest: float) -> float:
    if width:
        return max(0.0, width - 2 * EDGE) / across
    if topology.kind == "lines":
        return (LINE_BOARD - 2 * EDGE) / across
    return SPACING / closest


def _lights(
    sensors: dict[Point, Millimetres], counter: float, preferred: int
) -> dict[Point, Millimetres]:
    """Return a light beside each counter, clear of neighbours, as near `preferred` as possible."""
    away = counter / 2 + LIGHT_CLEAR + LIGHT_HOLE / 2
    found: dict[Point, Millimetres] = {}
    for label, (x, y) in sensors.items():
        others = [place for other, place in sensors.items() if other != label]
        others += found.values()
        near = [place for place in others if math.dist(place, (x, y)) < 3 * away]
        spots = [
            (x + away * math.cos(angle), y + away * math.sin(angle))
            for angle in (2 * math.pi * number / DIRECTIONS for number in range(DIRECTIONS))
        ]
        room = [min((math.dist(spot, place) for place in near), default=away) for spot in spots]
        enough = min(max(room), counter / 2 + LIGHT_HOLE / 2)
        good = [number for number in range(DIRECTIONS) if room[number] >= enough]
        found[label] = spots[min(good, key=lambda number: _turn(number - preferred))]
    return found


def _turn(steps: int) -> int:
    """Return the shorter way round the circle of directions to one this many directions away."""
    return min(steps % DIRECTIONS, -steps % DIRECTIONS)


@dataclass(frozen=True)
class BoardPlan:
    """The measures of a board; `stem` begins the names of all its files."""

    layout: str
    stem: str
    drilling: Drilling

    @property
    def first(self) -> str:
        """The first point's name in `board monitor`, which numbers the points of custom boards."""
        labels = labels_of(self.layout, len(self.drilling.sensors))
        return labels[0] if labels else "0"


def board_plan(layout: str, width: float = 0.0, with_track: bool = True) -> BoardPlan:
    """Return the plan of a layout or board file.

    `width` is the board's width in mm, 0 for a comfortable one; `with_track` adds a track if the
    game has one. Raises LayoutError or TemplateError.
    """
    points_of(layout)  # checks that the layout exists, with its track if the name asks for it
    track = track_on(layout) if with_track else None
    readable = track is not None and is_readable(layout)
    plan = drilling(layout_named(layout), width, track, readable)
    stem = file_name(plan.topology.name) + (READABLE if readable else "")
    return BoardPlan(layout, stem, plan)


def file_name(name: str) -> str:
    """Return a board's name, which may be any text, in a form that can begin a file name."""
    plain = re.sub(r"[^\w-]+", "-", name)[:LONGEST].strip("-")
    return plain or "board"
