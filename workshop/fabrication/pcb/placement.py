"""The outline of a carrier and the places of its parts, without copper.

Millimetres are counted from the upper left corner of the wooden board, x to the right, y down, so
that sensors and lights are under the holes of the drilling template.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product

from game.platform.i18n import _
from game.rules.topology import Point
from workshop.fabrication.drilling import Drilling, TemplateError
from workshop.fabrication.pcb.circuit import CHANNELS, Component
from workshop.fabrication.pcb.footprints import (
    FIDUCIAL_ROOM,
    HOLE_ROOM,
    Footprint,
    Pad,
    Rect,
    Spot,
    turned,
)

GRID = 0.635  # pitch of the copper: half that of a multiplexer's legs, a quarter of a plug's
# Margin at the left and right where a machine holds the carrier, so that no part may be there.
RAIL = 5.0
# Distance of parts, including their clearance, from the carrier's upper and lower edges.
EDGE = 1.6
# The same distance for lights, which are outermost and have their pads at their sides.
EDGE_LIGHT = 0.7
# Distance of a controller's printed outline from the carrier's edge, where the controller's body
# ends.
PRINT_EDGE = 0.3
CORNER = 4.0  # length cut off both sides at each corner, where the wood has its bolts
FIDUCIAL_EDGE = 4.0  # minimum distance of a fiducial's middle from the upper or lower edge
# Minimum distance from the carrier's edge to the wood's edge; the base has a border of 6 mm.
WALL = 6.5
FAN = 2.6  # free space around a multiplexer for its copper
APART = 45.0  # distance between two multiplexers
# Minimum distance of the plug's middle from the two ends of its side of the wood, where screws are.
PLUG_CLEAR = 21.0
LANE = 0.3  # free space around other parts for copper
NEAR = 24.0  # maximum distance of a part from the part that it belongs to
HOLE_REACH = 40.0
CELL = 10.0  # mm; size of a cell in the grid that finds occupied places


@dataclass(frozen=True)
class PlacedComponent:
    """A component and the place of its middle; `angle` is anticlockwise, in steps of 90 degrees."""

    component: Component
    x: float
    y: float
    angle: int = 0

    @property
    def footprint(self) -> Footprint:
        return self.component.part.footprint

    def rect(self, own: Rect) -> Rect:
        """Return the place on the carrier of one of the component's own rectangles."""
        return own.turned(self.angle).moved((self.x, self.y))

    def pad(self, pad: Pad) -> Rect:
        """Return the rectangle of a pad's copper."""
        return self.rect(pad.rect)

    def spot(self, pad: Pad) -> Spot:
        """Return the middle of a pad."""
        x, y = turned((pad.x, pad.y), self.angle)
        return self.x + x, self.y + y


@dataclass(frozen=True)
class Placement:
    """All parts of a carrier, its outline, and the middles of its screw holes and fiducials."""

    plan: Drilling
    outline: Rect
    placed: tuple[PlacedComponent, ...]
    holes: tuple[Spot, ...]
    fiducials: tuple[Spot, ...]

    @property
    def usb(self) -> Spot:
        """The place of the controller's plug at the carrier's edge."""
        (one,) = (placed for placed in self.placed if placed.component.ref == "A1")
        x, y = turned((0, -one.footprint.end), one.angle)
        return one.x + x, one.y + y


class _Taken:
    """Rectangles on one side, indexed by the cells of a coarse grid that they touch."""

    def __init__(self) -> None:
        self.cells: defaultdict[tuple[int, int], list[Rect]] = defaultdict(list)

    def add(self, new: Rect) -> None:
        for cell in self._cells(new):
            self.cells[cell].append(new)

    def meets(self, new: Rect) -> bool:
        return any(
            new.meets(old)
            for cell in self._cells(new)
            if cell in self.cells
            for old in self.cells[cell]
        )

    def _cells(self, rect: Rect) -> Iterator[tuple[int, int]]:
        across = range(int(rect.left // CELL), int(rect.right // CELL) + 1)
        return product(across, range(int(rect.top // CELL), int(rect.bottom // CELL) + 1))


class _Room:
    """The occupied areas above and below the carrier."""

    def __init__(self) -> None:
        self.above, self.below = _Taken(), _Taken()

    def free(self, above: Iterable[Rect], below: Iterable[Rect] = ()) -> bool:
        return not any(map(self.above.meets, above)) and not any(map(self.below.meets, below))

    def take(self, one: PlacedComponent) -> PlacedComponent:
        for own in one.footprint.above:
            self.above.add(one.rect(own))
        for own in one.footprint.below:
            self.below.add(one.rect(own))
        return one

    def fits(self, one: PlacedComponent, spare: float = 0.0) -> bool:
        shape = one.footprint
        return self.free(
            [one.rect(own).grown(spare) for own in shape.above],
            [one.rect(own) for own in shape.below],
        )


def place(plan: Drilling, components: list[Component]) -> Placement:
    """Find a place for every component.

    Raises TemplateError if points are too close together for the parts, or the board is too narrow
    for the controller.
    """
    return _Placer(plan, components).run()


class _Placer:
    """Places the parts one after the other; a part does not move after it is placed."""

    def __init__(self, plan: Drilling, components: list[Component]) -> None:
        self.plan, self.components = plan, components
        self.room = _Room()
        self.found: dict[str, PlacedComponent] = {}
        self.outline = Rect(0, 0, 0, 0)

    def run(self) -> Placement:
        self._points()
        self._controller()
        holes = tuple(self._holes())
        fiducials = tuple(self._fiducials())
        self._multiplexers()
        for one in self.components:
            if one.ref not in self.found:
                self._put_beside(one)
        placed = tuple(self.found[one.ref] for one in self.components)
        return Placement(self.plan, self.outline, placed, holes, fiducials)

    def _keep(self, one: PlacedComponent) -> None:
        self.found[one.component.ref] = self.room.take(one)

    # -- points ------------------------------------------------------------------------------------

    def _points(self) -> None:
        """Put sensors and lights under the template's holes, each with its capacitor."""
        places = {"sensor": self.plan.sensors, "light": self.plan.lights}
        for one in self.components:
            if one.point and not one.beside:
                x, y = places[one.part.key][one.point]
                placed = PlacedComponent(one, x, self.plan.height - y)
                if not self.room.fits(placed):
                    self._too_close(one.point)
                self._keep(placed)
        for one in self.components:
            if one.point and one.beside:
                self._keep(self._close(one))

    def _close(self, one: Component) -> PlacedComponent:
        """Put a part at one of the four sides of the part it serves."""
        other = self.found[one.beside]
        (room,) = other.footprint.above
        (own,) = one.part.footprint.above
        across, along = room.right + own.bottom + 0.1, room.bottom + own.bottom + 0.1
        spots = ((across, 0, 90), (-across, 0, 90), (0, along, 0), (0, -along, 0))
        for x, y, angle in spots:
            placed = PlacedComponent(one, other.x + x, other.y + y, angle)
            if self.room.fits(placed):
                return placed
        self._too_close(one.point)
        raise AssertionError

    def _too_close(self, label: Point) -> None:
        raise TemplateError(
            _(
                "{board}: other points lie too close to {label} for sensor, light and capacitors; "
                "make the board wider (--size)"
            ).format(board=self.plan.topology.name, label=label)
        )

    # -- the controller, and the outline -----------------------------------------------------------

    def _controller(self) -> None:
        """Put the controller at the edge where the carrier grows least, USB plug outwards."""
        component = next(one for one in self.components if one.ref == "A1")
        bounds = _bounds(self.found.values())
        inside = Rect(WALL, WALL, self.plan.width - WALL, self.plan.height - WALL)
        best: tuple[float, int, PlacedComponent, Rect] | None = None
        for number, (placed, outline) in enumerate(self._ways(component, bounds)):
            if not inside.holds(outline) or not self.room.fits(placed):
                continue
            if not _off_corners(outline, placed.rect(placed.footprint.body)):
                continue
            area = round(outline.width * outline.height, 3)
            if best is None or (area, number) < best[:2]:
                best = area, number, placed, outline
        if best is None:
            raise TemplateError(
                _(
                    "{board} at {width} mm: no room for the controller beside the points; make the "
                    "board wider (--size)"
                ).format(board=self.plan.topology.name, width=round(self.plan.width))
            )
        self.outline = best[3]
        self._keep(best[2])

    def _ways(self, component: Component, bounds: Rect) -> Iterator[tuple[PlacedComponent, Rect]]:
        """Yield places along all four edges and farther out, each with the resulting outline."""
        (body,) = component.part.footprint.below
        for angle in (270, 90, 0, 180):
            for out in range(0, 15):
                for along in range(-10, 150):
                    placed = self._along_edge(component, bounds, angle, 2.0 * out, 2.6 * along)
                    if placed is None:
                        break
                    box = placed.rect(body)
                    if self._plug_clear(placed):
                        yield placed, bounds.around(box)

    def _plug_clear(self, placed: PlacedComponent) -> bool:
        """Return whether the opening for the plug clears the corners of the wood and the screws."""
        beside = placed.y if placed.angle in (90, 270) else placed.x
        side = self.plan.height if placed.angle in (90, 270) else self.plan.width
        return PLUG_CLEAR <= beside <= side - PLUG_CLEAR

    def _along_edge(
        self, component: Component, bounds: Rect, angle: int, out: float, along: float
    ) -> PlacedComponent | None:
        """Return the component with its plug `out` mm beyond an edge; None past the edge's end."""
        across, upright = angle in (90, 270), angle in (0, 180)
        length = bounds.width if upright else bounds.height
        if along > length + 26:
            return None
        deep = component.part.footprint.end - out
        if across:
            x = bounds.left + deep if angle == 90 else bounds.right - deep
            return PlacedComponent(component, x, bounds.bottom - along, angle)
        y = bounds.top + deep if angle == 0 else bounds.bottom - deep
        return PlacedComponent(component, bounds.left + along, y, angle)

    # -- holes -------------------------------------------------------------------------------------

    def _holes(self) -> Iterator[Spot]:
        """Yield holes near the corners and, on a large carrier, also halfway between them."""
        box = self.outline.grown(-EDGE)
        steps = [0.0, 0.5, 1.0] if max(box.width, box.height) > 200 else [0.0, 1.0]
        for down in steps:
            for across in steps:
                goal = box.left + across * box.width, box.top + down * box.height
                for spot in _spiral(goal, HOLE_REACH):
                    room = HOLE_ROOM.moved(spot)
                    if box.holds(room) and self.room.free([room], [room]):
                        self.room.above.add(room)
                        self.room.below.add(room)
                        yield spot
                        break

    def _fiducials(self) -> Iterator[Spot]:
        """Yield places near three corners only, so that the carrier's orientation is clear."""
        box, room = self._between_rails(FIDUCIAL_EDGE), FIDUCIAL_ROOM
        inner = Rect(box.left - room.left, box.top, box.right - room.right, box.bottom)
        corners = ((inner.left, inner.bottom), (inner.right, inner.bottom), (inner.left, inner.top))
        for corner in corners:
            for spot in _spiral(corner, HOLE_REACH):
                if inner.holds(Rect(*spot, *spot)) and self.room.free([room.moved(spot)]):
                    self.room.above.add(room.moved(spot))
                    yield spot
                    break

    def _between_rails(self, edge: float) -> Rect:
        """Return the area for parts, `edge` mm from the carrier's upper and lower edge."""
        box = self.outline
        return Rect(box.left + RAIL, box.top + edge, box.right - RAIL, box.bottom - edge)

    # -- the rest ----------------------------------------------------------------------------------

    def _multiplexers(self) -> None:
        """Put each multiplexer as near the middle of its points as space allows."""
        labels = self.plan.sensors
        for one in self.components:
            if one.part.key == "multiplexer":
                first = CHANNELS * int(one.ref[1:])
                spots = [self.found[f"B{n}"] for n in range(first, len(labels))[:CHANNELS]]
                spots = [self.found[one.beside]] if one.beside else spots
                goal = (
                    sum(spot.x for spot in spots) / len(spots),
                    sum(spot.y for spot in spots) / len(spots),
                )
                self._put(one, goal, math.inf, FAN)
                served = next(two for two in self.components if two.beside == one.ref)
                self._put_beside(served)
                fan = self.found[one.ref].rect(one.part.footprint.above[0]).grown(FAN)
                self.room.above.add(fan)  # kept free of parts

    def _apart(self, placed: PlacedComponent) -> bool:
        """Return whether a part, if it is a multiplexer, is far enough from other multiplexers."""
        kind = placed.component.part.key
        return kind != "multiplexer" or not any(
            math.dist((placed.x, placed.y), (other.x, other.y)) < APART
            for other in self.found.values()
            if other.component.part.key == kind
        )

    def _put_beside(self, one: Component) -> None:
        other = self.found[one.beside]
        close = one.beside not in ("A1", "C500")
        self._put(one, (other.x, other.y), NEAR if close else 3 * NEAR, LANE)

    def _put(self, one: Component, goal: Spot, reach: float, spare: float) -> None:
        inside, (across, down) = self._between_rails(EDGE), goal
        farthest = max(
            across - inside.left, inside.right - across, down - inside.top, inside.bottom - down
        )
        for x, y in _spiral(goal, min(reach, farthest)):
            placed = PlacedComponent(one, x, y + GRID / 2)
            shape = placed.footprint
            inner = all(inside.holds(placed.rect(own)) for own in (*shape.above, *shape.below))
            if inner and self._apart(placed) and self.room.fits(placed, spare):
                self._keep(placed)
                return
        raise TemplateError(
            _("{board}: no room on the carrier for {part}; make the board wider (--size)").format(
                board=self.plan.topology.name, part=one.part.value
            )
        )


def _bounds(placed: Iterable[PlacedComponent]) -> Rect:
    """Return the area that a carrier with these parts must cover."""
    rooms = []
    for one in placed:
        down = EDGE_LIGHT if one.component.part.key == "light" else EDGE
        for room in (one.rect(own) for own in one.footprint.above):
            left, right = room.left - RAIL, room.right + RAIL
            rooms.append(Rect(left, room.top - down, right, room.bottom + down))
    return reduce(Rect.around, rooms)


def _off_corners(outline: Rect, body: Rect) -> bool:
    """Return whether a body is clear of the cut corners."""
    across = body.left - outline.left, outline.right - body.right
    down = body.top - outline.top, outline.bottom - body.bottom
    return all(x + y >= CORNER + PRINT_EDGE for x in across for y in down)


def _spiral(goal: Spot, reach: float) -> Iterator[Spot]:
    """Yield nodes of the copper's grid, from the one closest to `goal` outwards."""
    column, row = round(goal[0] / GRID), round(goal[1] / GRID)
    yield column * GRID, row * GRID
    for ring in range(2, math.ceil(reach / GRID), 2):
        spots = [(x, y) for x in range(-ring, ring + 1, 2) for y in (-ring, ring)]
        spots += [(x, y) for y in range(2 - ring, ring, 2) for x in (-ring, ring)]
        for x, y in sorted(spots, key=lambda spot: (math.hypot(*spot), spot)):
            yield (column + x) * GRID, (row + y) * GRID
