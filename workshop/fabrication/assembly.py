"""The steps of building a board in pictures, drawn from the data that all other files use.

`python -m workshop.fabrication.assembly` writes the pictures of BUILD.md; `drawings` writes the
pictures of any board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from manifold3d import Manifold

from game.platform.i18n import _, format_number
from game.platform.paths import ROOT
from workshop.fabrication import objects
from workshop.fabrication.case import DISTANCES, GROOVE
from workshop.fabrication.drawing import OUTLINE, Drawing, Operation
from workshop.fabrication.drilling import LIGHT_HOLE, BoardPlan, board_plan
from workshop.fabrication.isometric import INK, IsometricScene
from workshop.fabrication.objects import BASE_WOOD, TOP_WOOD, plastic
from workshop.fabrication.page import HEAD, MARGIN, WIDTH, Exploded, Item, PicturePage, catalogue
from workshop.fabrication.parts import parts
from workshop.fabrication.planks import (
    BASE,
    BY_HAND,
    LEFT_OVER,
    POST,
    ROOM,
    TOP,
    Stack,
    base,
    below,
    posts,
    top,
)
from workshop.fabrication.solids import DENSITY, PrintedPart

SHOWN = "decagon-81"  # the board shown in BUILD.md
TARGET = ROOT / "hardware" / "pictures"
ABOVE = 70.0  # mm from the board to the large piece over it, in picture 8
# The cable in picture 7, as an SVG path.
CABLE = "M545 330C480 424 330 430 200 428S12 428 24 368S50 333 76 331"
HUES = ("#c0392b", "#2471a3", "#1e8449", "#b9770e", "#76448a", "#117a65", "#7b7d7d", "#5b2c6f")


def pictures(plan: BoardPlan, found: Sequence[PrintedPart]) -> dict[str, str]:
    """Return SVG texts by file name, in the order of the steps."""
    steps = {
        "order": order_page(plan, found),
        "print": print_page(2, found),
        "cut": _cut(plan),
        "assemble": _assemble(plan),
        "wire": _wire(plan),
        "magnets": magnets_page(6, plan, found),
        "flash": _flash(found),
        "calibrate": calibrate_page(8, plan, found),
    }
    return named("step", steps)


def named(prefix: str, steps: Mapping[str, PicturePage]) -> dict[str, str]:
    """Return the SVG texts of pages by file name."""
    return {f"{prefix}-{page.number}-{name}.svg": page.svg() for name, page in steps.items()}


def holding(found: Sequence[PrintedPart]) -> list[PrintedPart]:
    """Return the parts that hold a magnet, which are counters, stones or pieces."""
    return [part for part in found if part.name.startswith(("counter-", "stone-", "piece-"))]


# -- 1 and 2: what is bought, what is printed ------------------------------------------------------


def order_page(plan: BoardPlan, found: Sequence[PrintedPart]) -> PicturePage:
    """Draw everything that has to be bought."""
    points = len(plan.drilling.sensors)
    items: list[Item] = [
        (
            objects.controller(IsometricScene()),
            _several(1, _("controller")),
            _("Arduino Nano or similar"),
        ),
        (objects.multiplexer(), _several(-(-points // 16), _("multiplexers")), "CD74HC4067"),
        (objects.sensor(), _several(points, _("Hall sensors")), "DRV5053PA, SS49E"),
        (objects.light(), _several(points, _("lights")), "WS2812B"),
        magnets(plan, found),
        (objects.capacitors(), _("capacitors"), "10 nF, 100 nF, 1000 µF"),
        (objects.button(), _several(1, _("push button")), "7 mm"),
        *wood(plan, BY_HAND),
    ]
    return catalogue(1, _("What to order"), items, 5)


def magnets(plan: BoardPlan, found: Sequence[PrintedPart]) -> Item:
    """Return the number of magnets, and their kind."""
    held, track = holding(found), plan.drilling.track
    assert held[0].pocket is not None
    magnet = held[0].pocket.magnet
    halves = 2 if len(held) == 2 and not held[0].name.startswith("piece-") else 1
    count = sum(part.count for part in held) // halves
    if track and track.readable:
        count += len(track.slots)  # each marker has a magnet
    return objects.magnet(magnet), _several(count, _("magnets")), str(magnet)


def wood(plan: BoardPlan, stack: Stack) -> Iterator[Item]:
    """Yield the bolts and the two plates."""
    wide, high = round(plan.drilling.width), round(plan.drilling.height)
    words = _("{bolt}, brass or nylon").format(bolt=stack.bolt)
    yield objects.bolt(), _several(4, _("bolts with nuts")), words
    for thick, colour, name in ((TOP, TOP_WOOD, _("top")), (stack.base, BASE_WOOD, _("base"))):
        size = f"{wide} x {high} x {format_number(thick, 'g')} mm"
        yield objects.sheet(wide, high, thick, colour), name, size


def _several(count: int, things: str) -> str:
    return f"{count} x {things}"


def print_page(number: int, found: Sequence[PrintedPart]) -> PicturePage:
    """Draw all printed parts, each with its count."""
    items: list[Item] = []
    for part in found:
        scene, plain = IsometricScene(), part.name == "gauge"  # its digits are too small to see
        scene.body(part.body if plain else part.solid, (0, 0, 0), plastic(part.colour))
        grams = format_number(part.solid.volume() * DENSITY, ".1f")
        words = _("{n} x, {grams} g each").format(n=part.count, grams=grams)
        items.append((scene, part.name, words))
    return catalogue(number, _("What to print"), items, 5)


# -- 3: the plates ---------------------------------------------------------------------------------


def _cut(plan: BoardPlan) -> PicturePage:
    page = PicturePage(3, _("What to cut"), 570)
    turned = below(plan.drilling, plan.stem)
    plates = (
        (top(plan.drilling, plan.stem), TOP, TOP_WOOD, _("top, from above")),
        (turned, TOP, TOP_WOOD, _("top, turned over")),
        (base(plan.drilling, plan.stem), BASE, BASE_WOOD, _("base")),
    )
    wide = (WIDTH - 2 * MARGIN) / len(plates)
    for at, (drawing, thick, colour, name) in enumerate(plates):
        scene = IsometricScene()
        if drawing is turned:
            _turned_over(scene, drawing)
        objects.plate(scene, drawing, 0, thick, colour, ROOM)
        page.place(scene, (MARGIN + at * wide + 6, HEAD + 4, wide - 12, 270))
        page.caption(name, f"{drawing.name}.dxf", MARGIN + (at + 0.5) * wide, HEAD + 300)
    pocket = _("pocket, not through: {top} mm in the top, {base} mm in the base")
    deep, room = format_number(TOP - LEFT_OVER, "g"), format_number(ROOM, "g")
    legend(page, HEAD + 356, pocket.format(top=deep, base=room))
    return page


def _turned_over(scene: IsometricScene, drawing: Drawing) -> None:
    """Draw the plate upside down; the holes of its underside are only guides in its drawing."""
    middle = (drawing.width / 2, drawing.height / 2, 0)
    scene.block((drawing.width, drawing.height, TOP), middle, TOP_WOOD, 0.7)
    for mark in drawing.on(Operation.GUIDE):
        if mark.name != OUTLINE:
            objects.hole(scene, mark.shape, TOP, TOP_WOOD)


def legend(page: PicturePage, upper: float, pocket: str) -> None:
    """Explain the colours of the operations; `pocket` gives the depth of pockets."""
    words = (
        (Operation.CUT, _("cut through along the line")),
        (Operation.DRILL, _("drill through")),
        (Operation.POCKET, pocket),
        (Operation.ENGRAVE, _("engrave")),
        (Operation.GUIDE, _("for the eye alone")),
    )
    for at, (operation, text) in enumerate(words):
        y = upper + 27 * at
        page.elements.append(
            f'<path d="M{MARGIN + 20:g} {y - 5:g}h44" stroke="{operation.shade}" stroke-width="5"/>'
        )
        page.words(operation.layer, MARGIN + 78, y, 15, anchor="start", weight=700)
        page.words(text, MARGIN + 180, y, 15, anchor="start")


# -- 4: the stack ----------------------------------------------------------------------------------


def _assemble(plan: BoardPlan) -> PicturePage:
    measures = plan.drilling
    taken = Exploded(base(measures, plan.stem), BY_HAND)
    scene, under, over = taken.scene, taken.level(0.7), taken.level(1.7)
    taken.lower()
    for x, y in sorted(posts(measures), key=lambda spot: -spot[1]):
        scene.disc(POST, ROOM, (x, y, under), objects.ANY, 0.4)
    for label in sorted(measures.sensors, key=lambda one: -measures.sensors[one][1]):
        x, y = measures.sensors[label]
        u, v = measures.lights[label]
        scene.block((5, 5, 2), (u, v, over), "#fffdf8", 0.2)
        scene.block((5, 4, 3), (x, y, over), objects.DARK, 0.2)
    taken.upper(top(measures, plan.stem))
    between = (
        (0.7, _("posts"), _("glued on the rings of the base")),
        (1.7, _("sensors and lights"), _("by hand, or on a carrier")),
    )
    return taken.page(4, _("How it goes together"), _("its room for the wires up"), between)


# -- 5: the underside ------------------------------------------------------------------------------


def _wire(plan: BoardPlan) -> PicturePage:
    measures = plan.drilling
    scale = min(620 / measures.width, 700 / measures.height)
    page = PicturePage(
        5, _("How it is wired, seen from below"), HEAD + measures.height * scale + MARGIN
    )
    left, upper = MARGIN + 8, HEAD

    def at(place: tuple[float, float]) -> tuple[float, float]:
        x, y = place
        return left + scale * (measures.width - x), upper + scale * (measures.height - y)

    page.elements.append(
        f'<rect x="{left:g}" y="{upper:g}" width="{measures.width * scale:.1f}" '
        f'height="{measures.height * scale:.1f}" rx="8" fill="{TOP_WOOD}" stroke="{INK}"/>'
    )
    chain = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(at, measures.lights.values()))
    page.elements.append(
        f'<polyline points="{chain}" fill="none" stroke="#e08e0b" stroke-width="1.6" '
        'stroke-linejoin="round" stroke-dasharray="5 2"/>'
    )
    used: dict[int, list[int]] = {}
    for number, label, multiplexer, _channel in measures.wiring():
        used.setdefault(multiplexer, []).append(number)
        (x, y), (u, v) = at(measures.sensors[label]), at(measures.lights[label])
        page.elements.append(
            f'<circle cx="{u:.1f}" cy="{v:.1f}" r="{LIGHT_HOLE * scale / 2:.1f}" '
            f'fill="{objects.LAMP}" stroke="{INK}" stroke-width=".6"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{HUES[multiplexer % 8]}"/>'
        )
        page.words(str(number), x, y + 3.6, 10, "#ffffff", weight=700)
    _wire_legend(page, used, left + measures.width * scale + 26)
    return page


def _wire_legend(page: PicturePage, used: dict[int, list[int]], x: float) -> None:
    page.words(_("Points by multiplexer:"), x, HEAD + 18, 15, anchor="start", weight=700)
    for row, (multiplexer, numbers) in enumerate(used.items()):
        y = HEAD + 50 + 30 * row
        page.elements.append(
            f'<circle cx="{x + 9:.1f}" cy="{y - 5:.1f}" r="9" fill="{HUES[multiplexer % 8]}"/>'
        )
        text = f"{multiplexer}, A{multiplexer}: {numbers[0]} – {numbers[-1]}"
        page.words(text, x + 28, y, 15, anchor="start")
    y = HEAD + 80 + 30 * len(used)
    page.words(_("Lights: one chain,"), x, y, 15, anchor="start", weight=700)
    page.words(_("from point to point"), x, y + 21, 15, anchor="start")
    page.words(_("in the order of the numbers"), x, y + 42, 15, anchor="start")


# -- 6 to 8: magnets, firmware, calibration --------------------------------------------------------


def magnets_page(number: int, plan: BoardPlan, found: Sequence[PrintedPart]) -> PicturePage:
    """Draw how a magnet is tested and glued."""
    page = PicturePage(number, _("Magnets: the same pole to the same side"), 500)
    held, scene = holding(found), IsometricScene()
    first, second = held[0], held[1]
    assert first.pocket is not None
    magnet = first.pocket.magnet
    if first.name.startswith("piece-"):
        objects.magnet(magnet, scene, -12)
        scene.body(first.solid, (0, 0, 0), plastic(first.colour))
        words = [_("magnet from below"), _("felt closes it")]
    else:
        scene.body(second.solid, (0, 0, -14), plastic(second.colour))
        objects.magnet(magnet, scene, -3.5)
        scene.body(first.solid, (0, 0, 11), plastic(first.colour), upside_down=True)
        words = [_("one half upside down on the other"), _("pen mark towards the first colour")]
    page.place(scene, (MARGIN + 20, HEAD + 10, 330, 320), 9)
    page.caption(words[0], words[1], MARGIN + 185, HEAD + 372)
    test = IsometricScene()
    gauge = next(part for part in found if part.name == "gauge")
    test.body(gauge.body, (0, 0, 0), objects.ANY)
    assert gauge.pocket is not None
    x, y, z = gauge.pocket.centre
    for number, distance in enumerate(DISTANCES):
        test.words(str(distance), (x + 16 * number - 2, -8, GROOVE[1] + distance + 1.2), 6)
    test.disc(magnet.diameter, magnet.height, (x, y, z + 9), objects.METAL, 0.15)
    page.place(test, (MARGIN + 400, HEAD + 60, 490, 250), 6)
    page.caption(
        _("gauge: a magnet 3 to 8 mm above one sensor"),
        f"python main.py board monitor --point {plan.first}",
        MARGIN + 645,
        HEAD + 372,
    )
    return page


def _flash(found: Sequence[PrintedPart]) -> PicturePage:
    page, case = PicturePage(7, _("Flashing the firmware"), 500), IsometricScene()
    page.cable(CABLE)
    box = next(part for part in found if part.name == "case-nano")
    lid = next(part for part in found if part.name == "case-nano-lid")
    case.body(box.solid, (0, 0, 0), objects.ANY)
    objects.controller(case, z=30)
    case.body(lid.solid, (0, 0, 48), objects.ANY, upside_down=True)
    page.place(case, (MARGIN + 10, HEAD, 300, 330), 5)
    page.caption(_("controller, case, lid"), _("wires out at the far end"), 190, HEAD + 386)
    lines = ["$ python main.py board flash", "$ python main.py board list"]
    page.place(objects.computer(lines), (MARGIN + 450, HEAD, 440, 330), 3)
    page.caption(_("USB cable to any computer"), _("then the board answers"), 690, HEAD + 386)
    return page


def calibrate_page(number: int, plan: BoardPlan, found: Sequence[PrintedPart]) -> PicturePage:
    """Draw the three steps of the calibration."""
    page, held = PicturePage(number, _("Calibrating"), 460), holding(found)
    first, other = held[0], held[-1]
    label, (x, y) = next(iter(plan.drilling.sensors.items()))
    first_words, other_words = _("one counter, first colour up"), _("the same turned over")
    if first.name.startswith("piece-"):
        first_words, other_words = _("one piece"), _("a piece with the other pole down")
    where = _("on {point}").format(point=label)
    looks = (
        (None, _("empty"), _("leave the board alone")),
        (first, first_words, where),
        (other, other_words, where),
    )
    wide = (WIDTH - 2 * MARGIN) / len(looks)
    board = IsometricScene()
    objects.plate(board, top(plan.drilling, plan.stem), 0, TOP + BASE, TOP_WOOD, TOP)
    once = "".join(board.elements)
    for at, (part, name, quiet) in enumerate(looks):
        drawn = '<use href="#board"/>' if at else f'<g id="board">{once}</g>'
        scene = IsometricScene([drawn], list(board.corners))
        if part is not None:
            high = TOP + BASE
            turned = not part.name.startswith("piece-")
            scene.line([(x, y, high), (x, y, high + ABOVE)], "#c0392b", 1.6)
            scene.body(_large(part), (x, y, high + ABOVE), plastic(part.colour), turned)
        page.place(scene, (MARGIN + at * wide + 8, HEAD + 6, wide - 16, 270))
        page.caption(f"{at + 1}. {name}", quiet, MARGIN + (at + 0.5) * wide, HEAD + 312)
    page.words("python main.py board calibrate", WIDTH / 2, HEAD + 360, 17, weight=700)
    return page


def _large(part: PrintedPart) -> Manifold:
    """Return a part enlarged three times, so that it is visible beside a board."""
    return part.solid.scale((3, 3, 3))


def main() -> None:
    plan = board_plan(SHOWN)
    write_pictures(pictures(plan, parts(plan)), TARGET)


def write_pictures(texts: dict[str, str], folder: Path) -> list[Path]:
    """Write these files into a folder and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


if __name__ == "__main__":
    main()
