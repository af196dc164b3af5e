"""The steps of building a board with a carrier, in pictures.

`python -m workshop.fabrication.carrier_pictures` writes the pictures of BUILD.md. `drawings
--carrier` writes the pictures of any board, with the steps that all boards share. A carrier is
drawn from above with the parts that its maker mounts, and from below with the parts that the
builder adds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path

from game.platform.i18n import _, format_number
from workshop.fabrication import objects
from workshop.fabrication.assembly import (
    SHOWN,
    TARGET,
    calibrate_page,
    legend,
    magnets,
    magnets_page,
    named,
    print_page,
    wood,
    write_pictures,
)
from workshop.fabrication.carrier_wood import (
    PEG,
    PEG_OVER,
    POST,
    RING,
    SEAT,
    STACK,
    CarrierSeat,
    carrier_base,
    carrier_drawings,
    seat_of,
)
from workshop.fabrication.drilling import BoardPlan, board_plan
from workshop.fabrication.isometric import IsometricScene, project
from workshop.fabrication.objects import BASE_WOOD, BLUE, BRASS, DARK, LAMP, METAL, TOP_WOOD
from workshop.fabrication.page import (
    HEAD,
    MARGIN,
    WIDTH,
    Box,
    Exploded,
    Item,
    PicturePage,
    catalogue,
)
from workshop.fabrication.parts import parts
from workshop.fabrication.pcb.bill import HAND, LOOSE, bill
from workshop.fabrication.pcb.board_file import THICK
from workshop.fabrication.pcb.carrier import placement_of
from workshop.fabrication.pcb.circuit import LIGHT_CAPACITORS
from workshop.fabrication.pcb.footprints import Footprint, Rect
from workshop.fabrication.pcb.placement import CORNER, PlacedComponent, Placement
from workshop.fabrication.planks import TOP
from workshop.fabrication.shapes import Millimetres
from workshop.fabrication.solids import PrintedPart

SPARE = 5.0  # mm shown around parts in a close-up
TALL = (9.0, 8.0, 7.0)  # mm by which controller, capacitor and plug rise over the carrier

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


def carrier_pictures(
    plan: BoardPlan, placement: Placement, found: Sequence[PrintedPart]
) -> dict[str, str]:
    """Return SVG texts by file name, in the order of the steps."""
    steps = _own_steps(plan, placement, found)
    number = len(steps) + 1
    steps["print"] = print_page(number, found)
    steps["magnets"] = magnets_page(number + 1, plan, found)
    steps["calibrate"] = calibrate_page(number + 2, plan, found)
    return named("carrier", steps)


def _own_steps(
    plan: BoardPlan, placement: Placement, found: Sequence[PrintedPart]
) -> dict[str, PicturePage]:
    """Return the steps shown in BUILD.md."""
    seat = seat_of(placement)
    return {
        "order": _order(plan, placement, found),
        "arrives": _arrives(placement),
        "solder": _solder(placement),
        "cables": _cables(placement),
        "test": _test(plan, placement),
        "cut": _cut(plan, seat),
        "base": _base(plan, placement, seat),
    }


def _part(placement: Placement, ref: str) -> PlacedComponent:
    return next(one for one in placement.placed if one.component.ref == ref)


# -- 1: the order ----------------------------------------------------------------------------------


def _order(plan: BoardPlan, placement: Placement, found: Sequence[PrintedPart]) -> PicturePage:
    box, small = placement.outline, IsometricScene()
    carrier(small, View(placement, False), 0)
    size = f"{box.width:.0f} x {box.height:.0f} x {format_number(THICK, 'g')} mm"
    items: list[Item] = [
        (objects.paper("ZIP"), "-gerbers.zip", _("the circuit: upload it")),
        (objects.paper("BOM"), "-bom.csv", _("assembly: the parts")),
        (objects.paper("CPL"), "-cpl.csv", _("assembly: their places")),
        (small, _("five, two with parts"), size),
        *_bought(placement),
        magnets(plan, found),
        *wood(plan, STACK),
    ]
    page = catalogue(1, _("What to upload, what to buy"), items, 4)
    words = _("2 layers, FR-4, 1.6 mm, 35 µm copper; assembly of the upper side, 2 pieces")
    page.words(words, WIDTH / 2, page.height + 4, 15, weight=600)
    page.height += 28
    return page


def _bought(placement: Placement) -> Iterator[Item]:
    """Yield the parts of the carrier that its maker does not mount."""
    drawn = {
        "controller": objects.controller(IsometricScene()),
        "1000 µF": objects.capacitor(),
        "button": objects.plug(),
    }
    for line in bill(placement):
        if line.mounting == HAND and line.part is not None:
            number, key = line.number.partition(" ")[0], line.part.key
            name = _("plug") if key == "button" else line.value
            yield drawn[key], f"{line.count} x {name}", number
        elif line.mounting == LOOSE:
            name = _("push button")
            yield objects.button(), f"{line.count} x {name}", _("on a cable")


# -- 2: what arrives -------------------------------------------------------------------------------


def _arrives(placement: Placement) -> PicturePage:
    page = PicturePage(2, _("What arrives: the maker's side is the upper one"), 560)
    view, whole = View(placement, False), IsometricScene()
    carrier(whole, view, 0)
    page.place(whole, (MARGIN, HEAD, 540, 400))
    words = _("look for bridges; measure 5 V against GND: no short")
    page.caption(_("the whole carrier"), words, MARGIN + 270, HEAD + 436)
    sensor, light = _part(placement, "B0"), _part(placement, "D0")
    capacitors = _part(placement, "C0"), _part(placement, f"C{LIGHT_CAPACITORS}")
    point = (sensor, light, *capacitors)
    box: Box = (MARGIN + 570, HEAD, 340, 190)
    names = (_("sensor"), _("light"), _("its capacitor"), _("its capacitor"))
    _close(page, view, point, box, names)
    first = _part(placement, "U0")
    _close(page, view, (first,), (MARGIN + 570, HEAD + 240, 340, 160), (_("multiplexer"),))
    return page


def _close(
    page: PicturePage, view: View, shown: Sequence[PlacedComponent], box: Box, names: Sequence[str]
) -> None:
    """Draw a close-up of some parts, with their references and names listed beside it."""
    scene = IsometricScene()
    left, top, width, height = box
    page.card(box)
    carrier(scene, view, 0, around(view.placement, shown, SPARE))
    way = page.place(scene, (left + 12, top + 10, width * 0.54, height - 20))
    heights = [HEIGHTS.get(one.component.part.key, 0.8) for one in shown]
    spots = [way(_top(view, one, high)) for one, high in zip(shown, heights)]
    words = [(one.component.ref, name) for one, name in zip(shown, names)]
    page.names(spots, words, (left + width * 0.63, top + height / 2), 44)


# -- 3 and 4: what hands add -----------------------------------------------------------------------


def _by_hand(placement: Placement) -> list[PlacedComponent]:
    return [_part(placement, ref) for ref in ("A1", "C500", "J1")]


def _solder(placement: Placement) -> PicturePage:
    page = PicturePage(3, _("Soldered from below: controller, capacitor, plug"), 520)
    view, whole, close = View(placement, True), IsometricScene(), IsometricScene()
    carrier(whole, view, 0)
    page.place(whole, (MARGIN, HEAD, 300, 340))
    page.caption(_("turned over"), _("the lower side is bare"), MARGIN + 150, HEAD + 372)
    shown = _by_hand(placement)
    carrier(close, view, 0, around(placement, shown, 2 * SPARE))
    way = page.place(close, (MARGIN + 330, HEAD, 350, 350))
    spots = [way(_top(view, one, high)) for one, high in zip(shown, TALL)]
    words = (
        (_("controller"), _("on its pins, chips outwards")),
        (_("1000 µF, laid flat"), _("plus to the square pad")),
        (_("plug of the button"), _("legs cut flush above")),
    )
    page.names(spots, words, (MARGIN + 706, HEAD + 170), 110)
    text = _("the controller's plug looks over the edge where the dashed outline ends")
    page.words(text, WIDTH / 2, HEAD + 416, 15)
    return page


def _top(view: View, one: PlacedComponent, high: float) -> Millimetres:
    x, y = view.spot(one.x, one.y)
    return project((x, y, THICK + high))


def _cables(placement: Placement) -> PicturePage:
    page = PicturePage(4, _("Two cables, and no others"), 520)
    view, scene = View(placement, True), IsometricScene()
    shown = _by_hand(placement)
    carrier(scene, view, 0, around(placement, shown, 5 * SPARE))
    way = page.place(scene, (MARGIN + 170, HEAD, 540, 330))
    x, y = view.spot(*placement.usb)
    plug = way(project((x, y, THICK + 6)))
    button = way(_top(view, shown[2], TALL[2]))
    left, right = MARGIN + 66, WIDTH - MARGIN - 66
    edge, other = (left, right) if plug[0] < WIDTH / 2 else (right, left)
    page.cable(_drop(plug, (edge, HEAD + 330)))
    page.cable(_drop(button, (other, HEAD + 330)))
    page.caption(_("USB"), _("to the computer"), edge, HEAD + 366)
    page.place(objects.button(), (other - 50, HEAD + 232, 100, 110), 6)
    page.caption(_("turn button"), _("to ground when pressed"), other, HEAD + 366)
    words = _("sensors, multiplexers, banks and lights are joined on the carrier itself")
    page.words(words, WIDTH / 2, HEAD + 416, 15)
    return page


def _drop(begin: Millimetres, end: Millimetres) -> str:
    """Return the path of a cable that hangs between two places."""
    (x, y), (u, v) = begin, end
    return f"M{x:.0f} {y:.0f}C{(x + u) / 2:.0f} {y:.0f} {u:.0f} {(y + v) / 2:.0f} {u:.0f} {v:.0f}"


# -- 5: the test -----------------------------------------------------------------------------------


def _test(plan: BoardPlan, placement: Placement) -> PicturePage:
    page, view = PicturePage(5, _("Tried before it is built in"), 520), View(placement, False)
    x, y = next(iter(plan.drilling.sensors.values()))
    scene = IsometricScene()
    carrier(scene, view, 0)
    high = 0.22 * placement.outline.width
    scene.line([(x, y, THICK), (x, y, high)], "#c0392b", 1.6)
    scene.disc(24, 6, (x, y, high), objects.METAL, 0.6)
    page.place(scene, (MARGIN, HEAD, 420, 330))
    page.caption(_("a magnet over each point in turn"), _("it is named"), MARGIN + 210, HEAD + 372)
    lines = [
        "$ main.py board flash",
        "$ main.py board configure",
        "$ main.py board monitor",
        " 0.020  " + _("On the board: nothing"),
        f" 1.159  {plan.first}: " + _("face one up"),
        " 4.135  " + _("button pressed"),
    ]
    page.place(objects.computer(lines), (MARGIN + 450, HEAD, 440, 330), 3)
    page.caption(
        f"board configure --layout {Path(plan.layout).name}",
        _("a point that stays silent has its number beside it"),
        MARGIN + 670,
        HEAD + 372,
        440,
    )
    page.words("python main.py board monitor", WIDTH / 2, HEAD + 424, 17, weight=700)
    return page


# -- 6 and 7: the wood -----------------------------------------------------------------------------


def _cut(plan: BoardPlan, seat: CarrierSeat) -> PicturePage:
    page = PicturePage(6, _("What to cut for a carrier"), 570)
    upper, base = carrier_drawings(seat, plan.stem, False)
    deep, wide = STACK.room, (WIDTH - 2 * MARGIN) / 2
    plates = (
        (upper, TOP, TOP_WOOD, _("top, from above")),
        (base, STACK.base, BASE_WOOD, _("base")),
    )
    for at, (drawing, high, colour, name) in enumerate(plates):
        scene = IsometricScene()
        objects.plate(scene, drawing, 0, high, colour, deep)
        page.place(scene, (MARGIN + at * wide + 6, HEAD + 4, wide - 12, 270))
        quiet = f"{drawing.name}.dxf, {format_number(high, 'g')} mm"
        page.caption(name, quiet, MARGIN + (at + 0.5) * wide, HEAD + 300)
    words = _("pocket, not through: {deep} mm in the base, out to the edge at the plug")
    legend(page, HEAD + 356, words.format(deep=format_number(deep, "g")))
    return page


def _base(plan: BoardPlan, placement: Placement, seat: CarrierSeat) -> PicturePage:
    taken = Exploded(carrier_base(seat, plan.stem), STACK)
    scene, under, over = taken.scene, taken.level(0.75), taken.level(2.15)
    taken.lower()
    held = sorted(seat.held, key=lambda spot: project((*spot, 0))[1])
    for x, y in held:
        scene.disc(SEAT, POST, (x, y, under), objects.ANY, 0.4)
        scene.disc(PEG, PEG_OVER, (x, y, under + POST), objects.ANY, 0.3)
    carrier(scene, View(placement, False), taken.level(1.45))
    for x, y in held:
        scene.disc(SEAT, RING, (x, y, over), objects.ANY, 0.4)
    taken.upper(carrier_drawings(seat, plan.stem, False)[0])
    between = (
        (0.75, _("posts"), _("glued on the rings of the base")),
        (1.45, _("carrier"), _("its holes on the pegs")),
        (2.15, _("rings"), _("on the pegs, not glued")),
    )
    return taken.page(7, _("Into its base"), _("its opening where the plug is"), between)


def main() -> None:
    plan = board_plan(SHOWN)
    placement = placement_of(plan)
    found = parts(plan, seat_of(placement))
    write_pictures(named("carrier", _own_steps(plan, placement, found)), TARGET)


if __name__ == "__main__":
    main()


SHADES |= {"light": "#fffdf8"}
PINS = 2.5  # mm from the carrier to the controller's own board
CHIP_AT = Rect(-3.6, -3.6, 3.6, 3.6)


class View:
    """Converts places of a carrier to places of a scene, seen from above or turned over."""

    def __init__(self, placement: Placement, turned: bool) -> None:
        self.placement, self.turned = placement, turned
        self._wide, self._high = placement.plan.width, placement.plan.height

    def rect(self, rect: Rect) -> Rect:
        """Return a rectangle with y upwards, and with x mirrored if the carrier is turned over."""
        left, right = rect.left, rect.right
        if self.turned:
            left, right = self._wide - rect.right, self._wide - rect.left
        return Rect(left, self._high - rect.bottom, right, self._high - rect.top)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Return a place with y upwards, and with x mirrored if the carrier is turned over."""
        return (self._wide - x if self.turned else x), self._high - y


def slab(
    scene: IsometricScene, rect: Rect, z: float, thick: float, colour: str, line: float = 0.2
) -> None:
    """Draw an upright block over a rectangle of a scene."""
    at = ((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2, z)
    scene.block((rect.width, rect.height, thick), at, colour, line)


def carrier(scene: IsometricScene, view: View, z: float, within: Rect | None = None) -> None:
    """Draw the whole carrier, or a close-up of a part, with the lower face at z."""
    placement = view.placement
    box = placement.outline if within is None else within
    around = view.rect(box).without_corners(CORNER if within is None else 0.0)
    scene.prism(around, (z, z + THICK), MASK, 0.4)
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
            _draw_part(scene, view, one, z + THICK)


def _from_afar(scene: IsometricScene, view: View, one: PlacedComponent, z: float) -> None:
    """Draw a component at a scale at which its sides, and all capacitors, are too small."""
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


def _draw_part(scene: IsometricScene, view: View, one: PlacedComponent, z: float) -> None:
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
    """Draw the controller on its pins, with its chips facing away from the carrier."""
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
    """Return the pin headers of the controller, row by row."""
    rows = {pad.x for pad in shape.pads}
    long = max(pad.y for pad in shape.pads) + 1.27
    return [Rect(x - 1.27, -long, x + 1.27, long) for x in sorted(rows)]


def _away(rect: Rect) -> float:
    """Return a number that is smaller for a place farther from the viewer."""
    return project(((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2, 0))[1]


def around(placement: Placement, shown: Iterable[PlacedComponent], spare: float) -> Rect:
    """Return an area of the carrier that contains all these components, with a margin."""
    rect, box = reduce(Rect.around, map(_body, shown)).grown(spare), placement.outline
    left, top = max(rect.left, box.left), max(rect.top, box.top)
    return Rect(left, top, min(rect.right, box.right), min(rect.bottom, box.bottom))
