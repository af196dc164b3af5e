"""Engravings on a board's top: lines or cells, points, names, and the letters of the track."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from workshop.fabrication.drawing import Mark, Operation
from workshop.fabrication.drilling import LIGHT_HOLE, Drilling
from workshop.fabrication.lettering import outlines
from workshop.fabrication.shapes import Circle, EngravedLine, Millimetres
from workshop.fabrication.track import LETTER, SLOT, TrackPlan

DOT = 1.2  # radius of a point where lines cross
NAME_HEIGHT = 2.4
# Distance from a point to the middle of its name, as a share of the distance between points.
NAME_AWAY = 0.4
TICK = 1.4  # length in mm of the tick at each place of the track
CAPITAL = 0.68  # height of the track's capitals, as a share of the lettering's height

Segment = tuple[Millimetres, Millimetres]


def engraved(plan: Drilling, names: bool) -> Iterator[Mark]:
    """Return all engravings of the top; the names of points only if wanted."""
    segments = FIELDS[plan.topology.kind](plan)
    yield from (Mark(Operation.ENGRAVE, EngravedLine(segment), "line") for segment in segments)
    if plan.topology.kind == "lines":
        for label in plan.topology.points:
            place = plan.sensors[label]
            yield Mark(Operation.ENGRAVE, Circle(place, DOT), f"point {label}")
    if names:
        yield from _names(plan, segments)
    if plan.track:
        yield from _track(plan.track)


def spacing(plan: Drilling) -> float:
    """Return the distance of neighbouring points in mm; on a board of lines, the smallest."""
    return min(
        math.dist(plan.sensors[one], plan.sensors[other])
        for one, others in plan.topology.neighbours.items()
        for other in others
    )


def edges(plan: Drilling) -> Iterator[Segment]:
    """Return the edges between neighbouring squares, where walls can be."""
    index = plan.topology.index
    for one, others in plan.topology.neighbours.items():
        for other in others:
            if index[one] < index[other]:
                yield _between(plan.sensors[one], plan.sensors[other])


def _between(one: Millimetres, other: Millimetres) -> Segment:
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    dx, dy = (other[1] - one[1]) / 2, (one[0] - other[0]) / 2
    return (x - dx, y - dy), (x + dx, y + dy)


# -- the fields ------------------------------------------------------------------------------------


def _lines(plan: Drilling) -> list[Segment]:
    """Return the straight lines, and the rim, which is no line for moves."""
    topology = plan.topology
    found = [(plan.sensors[line[0]], plan.sensors[line[-1]]) for line in topology.lines]
    rim = topology.rim
    return found + [
        (plan.sensors[one], plan.sensors[other]) for one, other in zip(rim, rim[1:] + rim[:1])
    ]


def _squares(plan: Drilling) -> list[Segment]:
    unit, side = spacing(plan), plan.topology.size
    left, lower = (edge - unit / 2 for edge in plan.sensors[plan.topology.points[0]])
    length = side * unit
    across = [
        ((left, lower + at * unit), (left + length, lower + at * unit)) for at in range(side + 1)
    ]
    upright = [
        ((left + at * unit, lower), (left + at * unit, lower + length)) for at in range(side + 1)
    ]
    return across + upright


def _hexagons(plan: Drilling) -> list[Segment]:
    """Return the sides of all cells, each once."""
    radius = spacing(plan) / math.sqrt(3)
    found: dict[tuple[int, int], Segment] = {}
    for x, y in (plan.sensors[label] for label in plan.topology.points):
        corners = [
            (x + radius * math.cos(turn * math.pi / 3), y + radius * math.sin(turn * math.pi / 3))
            for turn in range(6)
        ]
        for one, other in zip(corners, corners[1:] + corners[:1]):
            found.setdefault((round(one[0] + other[0]), round(one[1] + other[1])), (one, other))
    return list(found.values())


FIELDS: dict[str, Callable[[Drilling], list[Segment]]] = {
    "lines": _lines,
    "squares": _squares,
    "hexagon": _hexagons,
}


# -- names and letters -----------------------------------------------------------------------------


def _names(plan: Drilling, segments: list[Segment]) -> Iterator[Mark]:
    away = spacing(plan) * NAME_AWAY
    lights = list(plan.lights.values())
    for label in plan.topology.points:
        place = plan.sensors[label]
        near = [one for one in segments if _distance(place, one) < 2 * away]
        holes = [hole for hole in lights if math.dist(hole, place) < 3 * away]
        spot = max(_around(place, away), key=lambda spot: _room(spot, near, holes))
        yield from (
            Mark(Operation.ENGRAVE, line, f"name {label}")
            for line in outlines(label, spot, NAME_HEIGHT)
        )


def _around(place: Millimetres, away: float) -> Iterator[Millimetres]:
    for turn in range(24):
        angle = math.pi * (turn + 9) / 12  # the upper left comes first, so it wins ties
        yield place[0] + away * math.cos(angle), place[1] + away * math.sin(angle)


def _room(spot: Millimetres, segments: list[Segment], holes: list[Millimetres]) -> float:
    """Return the distance in mm to the nearest line or hole, at most 6 mm."""
    lines = (_distance(spot, segment) for segment in segments)
    lights = (math.dist(spot, hole) - LIGHT_HOLE / 2 for hole in holes)
    return round(min(6.0, *lines, *lights), 3)


def _distance(place: Millimetres, segment: Segment) -> float:
    (x, y), ((x0, y0), (x1, y1)) = place, segment
    dx, dy = x1 - x0, y1 - y0
    share = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return math.dist(place, (x0 + share * dx, y0 + share * dy))


def _track(track: TrackPlan) -> Iterator[Mark]:
    """Return the letters, a small diamond for a space, and a tick at each place of a marker."""
    for letter, (x, y) in track.letters:
        shapes = (
            outlines(letter, (x, y), LETTER * CAPITAL, "display")
            if letter.strip()
            else [EngravedLine(((x - 2, y), (x, y - 2), (x + 2, y), (x, y + 2)), closed=True)]
        )
        yield from (Mark(Operation.ENGRAVE, shape, f"letter {letter}") for shape in shapes)
    for slot, away in zip(track.slots, (1, -1)):
        for number, (x, y) in enumerate(slot.places):
            begin = y + away * (SLOT / 2 + 1)
            tick = EngravedLine(((x, begin), (x, begin + away * TICK)))
            yield Mark(Operation.ENGRAVE, tick, f"tick {slot.owner} {number}")
