"""The schematic for KiCad 6 on one sheet: `.kicad_sch`.

Each multiplexer has the sensors and lights of its sixteen points to its right; connected pins have
labels with the same name. The file is written without KiCad.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from workshop.fabrication.pcb.board_file import LIBRARY, NAMES, Node, QuotedText, written
from workshop.fabrication.pcb.circuit import BANKS, CHANNELS, LIGHT_SUPPLY, SUPPLY, Component
from workshop.fabrication.pcb.footprints import Spot
from workshop.fabrication.pcb.parts import UNUSED, CarrierPart

STEP = 2.54  # mm of the grid of schematics
ARM = STEP  # length of a pin, and of the wire to its label
CELL = 22 * STEP, 20 * STEP  # size of the parts of one point
BLOCK = 24 * STEP + 8 * CELL[0], 2 * CELL[1] + 4 * STEP  # size of one multiplexer with its points
COLUMNS = 2
ORIGIN = 20 * STEP, 44 * STEP


@dataclass(frozen=True)
class Symbol:
    """The drawing of a part: half its width, and its pins with their places, y upwards."""

    name: str
    half: float
    tall: float
    # Each pin has a number, x, y, and the angle towards the body.
    pins: tuple[tuple[str, float, float, int], ...]


@dataclass(frozen=True)
class DrawnComponent:
    """A component on the sheet."""

    component: Component
    x: float
    y: float


def schematic_text(components: list[Component], title: str) -> str:
    """Return the text of a `.kicad_sch`."""
    root = str(uuid.uuid5(NAMES, "sheet"))
    drawn = list(arranged(components))
    tree: list[Node] = ["kicad_sch", ["version", 20211123], ["generator", "less_is_more"]]
    tree += [
        ["uuid", root],
        ["paper", QuotedText("A0")],
        ["title_block", ["title", QuotedText(title)]],
    ]
    kinds = {one.component.part.key: one.component.part for one in drawn}
    library: list[Node] = [_library(part) for part in kinds.values()]
    tree.append(["lib_symbols", *library, _flag_symbol()])
    for one in drawn:
        tree += _instance(one)
    flags = list(_flags())
    for number, (net, spot) in enumerate(flags):
        tree += _flag(number, net, spot)
    tree.append(["sheet_instances", ["path", QuotedText("/"), ["page", QuotedText("1")]]])
    paths = [_path(one.component.ref, one.component.part) for one in drawn]
    paths += [_flag_path(number) for number in range(len(flags))]
    tree.append(["symbol_instances", *paths])
    return written(tree) + "\n"


# -- where things stand ----------------------------------------------------------------------------


def arranged(components: Iterable[Component]) -> Iterator[DrawnComponent]:
    """Return each component's place on the sheet."""
    heads = 0
    for one in components:
        kind = one.ref[0]
        if one.point:
            number = int(one.ref[1:]) % 200
            left, top = _block(number // CHANNELS)
            row, column = divmod(number % CHANNELS, 8)
            x, y = left + 24 * STEP + column * CELL[0], top + row * CELL[1]
            within = {"sensor": (6, 4), "10 nF": (16, 4), "light": (6, 13), "100 nF": (16, 13)}
            dx, dy = within[one.part.key]
            yield DrawnComponent(one, x + dx * STEP, y + dy * STEP)
        elif kind == "U" or one.beside.startswith("U"):
            left, top = _block(int((one.ref if kind == "U" else one.beside)[1:]))
            down = {"U": 12, "C": 34, "R": 39}[kind]
            yield DrawnComponent(one, left + 10 * STEP, top + down * STEP)
        else:
            yield DrawnComponent(one, ORIGIN[0] + (8 + 20 * heads) * STEP, 22 * STEP)
            heads += 1


def _block(number: int) -> Spot:
    row, column = divmod(number, COLUMNS)
    return ORIGIN[0] + column * (BLOCK[0] + 6 * STEP), ORIGIN[1] + row * BLOCK[1]


def _flags() -> Iterator[tuple[str, Spot]]:
    """Yield flags that tell KiCad which nets are fed through a fuse or a switch."""
    for number, net in enumerate((*BANKS, SUPPLY, LIGHT_SUPPLY)):
        yield net, (ORIGIN[0] + (388 + 14 * number) * STEP, 22 * STEP)


# -- symbols ---------------------------------------------------------------------------------------


def symbol(part: CarrierPart) -> Symbol:
    """Return a symbol: the first half of the part's pins is on the left, the rest on the right."""
    names = list(part.pins)
    if part.footprint.through or len(names) > 4:
        names = [pad.pin for pad in part.footprint.pads]
    left = names[: (len(names) + 1) // 2]
    right = names[len(left) :]
    tall = max(len(left), 2) * STEP
    half = (3 if len(names) < 6 else 5) * STEP
    pins = [(pin, -half - ARM, tall / 2 - (n + 0.5) * STEP, 0) for n, pin in enumerate(left)]
    pins += [(pin, half + ARM, tall / 2 - (n + 0.5) * STEP, 180) for n, pin in enumerate(right)]
    shift = 0.0 if len(left) % 2 else STEP / 2  # keeps the pins on the grid
    moved = tuple((pin, x, round(y - shift, 4), angle) for pin, x, y, angle in pins)
    return Symbol(_symbol_name(part), half, tall + STEP, moved)


def _symbol_name(part: CarrierPart) -> str:
    return f"{LIBRARY}:{part.key.replace(' ', '_')}"


def _library(part: CarrierPart) -> Node:
    shape = symbol(part)
    short = shape.name.partition(":")[2]
    top = shape.tall / 2
    box: list[Node] = ["rectangle", ["start", -shape.half, top], ["end", shape.half, -top]]
    box += [["stroke", ["width", 0.254], ["type", "default"]], ["fill", ["type", "background"]]]
    pins: list[Node] = [
        _pin(part.pins[pin].kind, part.pins[pin].name, pin, x, y, angle)
        for pin, x, y, angle in shape.pins
    ]
    tree: list[Node] = ["symbol", QuotedText(shape.name), ["in_bom", "yes"], ["on_board", "yes"]]
    tree += _properties(part.ref_letter, part.value, _footprint(part), (0, 0), shape.tall)
    tree.append(["symbol", QuotedText(f"{short}_0_1"), box])
    tree.append(["symbol", QuotedText(f"{short}_1_1"), *pins])
    return tree


def _pin(kind: str, name: str, number: str, x: float, y: float, angle: int) -> Node:
    font: list[Node] = ["effects", ["font", ["size", 1.0, 1.0]]]
    tree: list[Node] = ["pin", kind, "line", ["at", x, y, angle], ["length", ARM]]
    return [*tree, ["name", QuotedText(name), font], ["number", QuotedText(number), font]]


def _footprint(part: CarrierPart) -> str:
    return f"{LIBRARY}:{part.footprint.name.replace(' ', '_')}"


def _properties(ref: str, value: str, footprint: str, spot: Spot, tall: float) -> list[Node]:
    x, y = spot
    rows = [("Reference", ref, y - tall / 2 - 1.5), ("Value", value, y + tall / 2 + 1.5)]
    rows.append(("Footprint", footprint, y))
    found: list[Node] = []
    for number, (name, text, down) in enumerate(rows):
        effects: list[Node] = ["effects", ["font", ["size", 1.27, 1.27]]]
        if name == "Footprint":
            effects.append("hide")
        where: list[Node] = [["id", number], ["at", x, down, 0]]
        found.append(["property", QuotedText(name), QuotedText(text), *where, effects])
    return found


# -- parts on the sheet ----------------------------------------------------------------------------


def _instance(one: DrawnComponent) -> Iterator[Node]:
    part, ref = one.component.part, one.component.ref
    shape = symbol(part)
    tree: list[Node] = ["symbol", ["lib_id", QuotedText(shape.name)], ["at", one.x, one.y, 0]]
    tree += [["unit", 1], ["in_bom", "yes"], ["on_board", "yes"], ["uuid", _identity(ref)]]
    tree += _properties(ref, part.value, _footprint(part), (one.x, one.y), shape.tall)
    pins: list[Node] = [
        ["pin", QuotedText(pin), ["uuid", _identity(f"{ref}.{pin}")]] for pin, *_rest in shape.pins
    ]
    yield [*tree, *pins]
    for pin, dx, dy, angle in shape.pins:
        x, y = one.x + dx, one.y - dy
        if pin in one.component.nets:
            yield from _label(one.component.nets[pin], x, y, angle, f"{ref}.{pin}")
        elif part.pins[pin].kind != UNUSED:
            yield ["no_connect", ["at", x, y], ["uuid", _identity(f"{ref}.{pin}.nc")]]


def _label(net: str, x: float, y: float, angle: int, name: str) -> Iterator[Node]:
    """Yield a short wire, and the net's name at its end."""
    end = x - ARM if angle == 0 else x + ARM
    points: list[Node] = ["pts", ["xy", x, y], ["xy", end, y]]
    stroke: list[Node] = ["stroke", ["width", 0], ["type", "default"], ["color", 0, 0, 0, 0]]
    yield ["wire", points, stroke, ["uuid", _identity(f"{name}.wire")]]
    side = "right" if angle == 0 else "left"
    effects: list[Node] = ["effects", ["font", ["size", 1.0, 1.0]], ["justify", side]]
    where: list[Node] = [["shape", "passive"], ["at", end, y, 180 if angle == 0 else 0]]
    tail: list[Node] = [["fields_autoplaced"], effects, ["uuid", _identity(f"{name}.label")]]
    yield ["global_label", QuotedText(net), *where, *tail]


def _identity(name: str) -> str:
    return str(uuid.uuid5(NAMES, f"symbol/{name}"))


def _path(ref: str, part: CarrierPart) -> Node:
    rows: list[Node] = [
        ["reference", QuotedText(ref)],
        ["unit", 1],
        ["value", QuotedText(part.value)],
    ]
    return [
        "path",
        QuotedText(f"/{_identity(ref)}"),
        *rows,
        ["footprint", QuotedText(_footprint(part))],
    ]


# -- flags -----------------------------------------------------------------------------------------

FLAG = f"{LIBRARY}:PWR_FLAG"


def _flag_symbol() -> Node:
    line: list[Node] = ["polyline", ["pts", ["xy", 0, 0], ["xy", 0, 2.54]]]
    line += [["stroke", ["width", 0.254], ["type", "default"]], ["fill", ["type", "none"]]]
    tree: list[Node] = ["symbol", QuotedText(FLAG), ["power"], ["in_bom", "no"], ["on_board", "no"]]
    tree += _properties("#FLG", "PWR_FLAG", "", (0, 0), 4)
    tree.append(["symbol", QuotedText("PWR_FLAG_0_1"), line])
    pin: list[Node] = ["pin", "power_out", "line", ["at", 0, 0, 90], ["length", 0]]
    font: list[Node] = ["effects", ["font", ["size", 1.0, 1.0]]]
    pin += [["name", QuotedText("pwr"), font], ["number", QuotedText("1"), font]]
    return [*tree, ["symbol", QuotedText("PWR_FLAG_1_1"), pin]]


def _flag(number: int, net: str, spot: Spot) -> Iterator[Node]:
    ref = f"#FLG{number}"
    tree: list[Node] = ["symbol", ["lib_id", QuotedText(FLAG)], ["at", *spot, 0], ["unit", 1]]
    tree += [["in_bom", "no"], ["on_board", "no"], ["uuid", _identity(ref)]]
    tree += _properties(ref, "PWR_FLAG", "", spot, 4)
    yield [*tree, ["pin", QuotedText("1"), ["uuid", _identity(f"{ref}.1")]]]
    yield from _label(net, *spot, 180, ref)


def _flag_path(number: int) -> Node:
    ref = f"#FLG{number}"
    rows: list[Node] = [
        ["reference", QuotedText(ref)],
        ["unit", 1],
        ["value", QuotedText("PWR_FLAG")],
    ]
    return ["path", QuotedText(f"/{_identity(ref)}"), *rows, ["footprint", QuotedText("")]]
