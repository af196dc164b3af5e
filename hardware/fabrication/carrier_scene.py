"""A carrier drawn: above what the maker puts on, below what hands add."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from hardware.fabrication.isometric import IsometricScene, project
from hardware.fabrication.objects import BLUE, BRASS, DARK, LAMP, METAL
from hardware.fabrication.pcb.board_file import THICK
from hardware.fabrication.pcb.footprints import Footprint, Rect
from hardware.fabrication.pcb.placement import PlacedComponent, Placement

MASK, CHIP = "#1c7a62", "#b98d5a"
HEIGHTS = {
    "sensor": 1.0,
    "light": 1.6,
    "multiplexer": 2.6,
    "bank switch": 1.0,
    "inverter": 1.0,
    "gate": 1.1,
}
SHADES = {"sensor": DARK, "multiplexer": DARK, "bank switch": DARK, "inverter": DARK, "gate": DARK}
SHADES |= {"light": "#fffdf8"}
PINS = 2.5  # from the carrier to the controller's own board
CHIP_AT = Rect(-3.6, -3.6, 3.6, 3.6)


class View:
    """Where places of a carrier come to lie in a scene: from above, or turned over."""

    def __init__(self, placement: Placement, turned: bool) -> None:
        self.placement, self.turned = placement, turned
        self._wide, self._high = placement.plan.width, placement.plan.height

    def rect(self, rect: Rect) -> Rect:
        """With y up, and x the other way round where it is turned over."""
        left, right = rect.left, rect.right
        if self.turned:
            left, right = self._wide - rect.right, self._wide - rect.left
        return Rect(left, self._high - rect.bottom, right, self._high - rect.top)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Likewise."""
        return (self._wide - x if self.turned else x), self._high - y


def slab(
    scene: IsometricScene, rect: Rect, z: float, thick: float, colour: str, line: float = 0.2
) -> None:
    """An upright block over a rectangle of a scene."""
    at = ((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2, z)
    scene.block((rect.width, rect.height, thick), at, colour, line)


def carrier(scene: IsometricScene, view: View, z: float, within: Rect | None = None) -> None:
    """The whole carrier, or a close look at a part of it, its lower face at z."""
    placement = view.placement
    box = placement.outline if within is None else within
    slab(scene, view.rect(box), z, THICK, MASK, 0.4)
    for x, y in placement.holes:
        if box.holds(Rect(x, y, x, y)):
            u, v = view.spot(x, y)
            scene.disc(3.2, 0.02, (u, v, z + THICK), "#f4efe4", 0.2)
    shown = (one for one in placement.placed if _on_side(one, view.turned))
    inside = [one for one in shown if box.holds(_body(one).grown(-1))]
    for one in sorted(inside, key=lambda one: _nearness(view, one)):
        if within is None and not view.turned:
            _from_afar(scene, view, one, z + THICK)
        else:
            _part(scene, view, one, z + THICK)


def _from_afar(scene: IsometricScene, view: View, one: PlacedComponent, z: float) -> None:
    """So small that sides and capacitors are not seen."""
    key = one.component.part.key
    if key in HEIGHTS:
        box = view.rect(_body(one))
        corners = [(box.left, box.top), (box.right, box.top), (box.right, box.bottom)]
        colour = LAMP if key == "light" else SHADES[key]
        scene.area([(x, y, z) for x, y in (*corners, (box.left, box.bottom))], colour, 0.3)


def _body(one: PlacedComponent) -> Rect:
    return one.rect(one.footprint.body)


def _on_side(one: PlacedComponent, turned: bool) -> bool:
    return one.component.part.by_hand == turned


def _nearness(view: View, one: PlacedComponent) -> float:
    x, y = view.spot(one.x, one.y)
    return project((x, y, 0))[1]


def _part(scene: IsometricScene, view: View, one: PlacedComponent, z: float) -> None:
    key = one.component.part.key
    body = view.rect(_body(one))
    if key == "controller":
        controller(scene, view, one, z)
    elif key == "1000 µF":
        slab(scene, body, z, 8, BLUE)
    elif key == "button":
        slab(scene, body, z, 7, "#f4f1ea")
    else:
        slab(scene, body, z, HEIGHTS.get(key, 0.8), SHADES.get(key, CHIP), 0.12)
        if key == "light":
            x, y = view.spot(one.x, one.y)
            scene.disc(3.6, 0.05, (x, y, z + HEIGHTS[key]), LAMP, 0.08)


def controller(scene: IsometricScene, view: View, one: PlacedComponent, z: float) -> None:
    """On its pins, chips away from the carrier."""
    rails = (view.rect(one.rect(own)) for own in _rails(one.footprint))
    for rail in sorted(rails, key=_away):
        slab(scene, rail, z, PINS, DARK)
    slab(scene, view.rect(_body(one)), z + PINS, THICK, BLUE)
    high = z + PINS + THICK
    end = one.footprint.end
    blocks = [(CHIP_AT, 1.0, DARK), (Rect(-3.8, -end - 1.2, 3.8, 7 - end), 4.0, METAL)]
    for own, thick, colour in sorted(blocks, key=lambda each: _away(view.rect(one.rect(each[0])))):
        slab(scene, view.rect(one.rect(own)), high, thick, colour)
    for pad in one.footprint.pads:
        x, y = view.spot(*one.spot(pad))
        scene.disc(1.3, 0.3, (x, y, high), BRASS, 0.08)


def _rails(shape: Footprint) -> list[Rect]:
    """What holds its legs, row by row."""
    rows = {pad.x for pad in shape.pads}
    long = max(pad.y for pad in shape.pads) + 1.27
    return [Rect(x - 1.27, -long, x + 1.27, long) for x in sorted(rows)]


def _away(rect: Rect) -> float:
    """Smaller for what lies farther away."""
    return project(((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2, 0))[1]


def around(placement: Placement, shown: Iterable[PlacedComponent], spare: float) -> Rect:
    """A part of the carrier that holds all of these, and some more as far as it reaches."""
    rect, box = reduce(Rect.around, map(_body, shown)).grown(spare), placement.outline
    left, top = max(rect.left, box.left), max(rect.top, box.top)
    return Rect(left, top, min(rect.right, box.right), min(rect.bottom, box.bottom))
