"""The layout for KiCad 6: `.kicad_pcb`, and the design rules beside it in `.kicad_pro`.

Both files are written without KiCad. Planes are only outlines, which KiCad fills. KiCad's files are
nested brackets: a list of words, numbers, texts and lists. The functions are pure.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Union

from workshop.fabrication.pcb.circuit import CHANNELS, GROUND, WIDE
from workshop.fabrication.pcb.copper import Copper
from workshop.fabrication.pcb.footprints import FIDUCIAL, FIDUCIAL_CLEAR, HOLE, Pad, Rect, Spot
from workshop.fabrication.pcb.placement import CORNER, PRINT_EDGE, PlacedComponent, Placement
from workshop.fabrication.pcb.router import BROAD, CLEAR, THIN, VIA, VIA_DRILL

# Namespace of the identifiers in our files.
NAMES = uuid.UUID("6c6d0b7e-51f5-4b5c-9a57-0f6a54a1d0c6")
LIBRARY = "less-is-more"
THICK = 1.6
LAYER_ROWS = [
    (0, "F.Cu", "signal"),
    (31, "B.Cu", "signal"),
    (34, "B.Paste", "user"),
    (35, "F.Paste", "user"),
    (36, "B.SilkS", "user"),
    (37, "F.SilkS", "user"),
    (38, "B.Mask", "user"),
    (39, "F.Mask", "user"),
    (44, "Edge.Cuts", "user"),
    (46, "B.CrtYd", "user"),
    (47, "F.CrtYd", "user"),
    (48, "B.Fab", "user"),
    (49, "F.Fab", "user"),
]
# These are ignored, because KiCad does not know our library.
UNLISTED = ["lib_symbol_issues", "footprint_link_issues"]
IGNORED = ["lib_footprint_issues", "silk_overlap", "silk_over_copper", "courtyards_overlap"]

Node = Union[str, float, "QuotedText", list["Node"]]


def stamp(*words: object) -> list[Node]:
    """Return an identifier that stays the same whenever the same item is written."""
    return ["tstamp", str(uuid.uuid5(NAMES, "/".join(map(str, words))))]


def board_text(placement: Placement, laid: Copper, title: str) -> str:
    """Return the text of a `.kicad_pcb`."""
    nets = net_numbers(placement)
    tree: list[Node] = ["kicad_pcb", ["version", 20211014], ["generator", "less_is_more"]]
    tree += [
        ["general", ["thickness", THICK]],
        ["paper", QuotedText("A2")],
        ["title_block", ["title", QuotedText(title)]],
    ]
    layers: list[Node] = [[number, QuotedText(name), kind] for number, name, kind in LAYER_ROWS]
    tree.append(["layers", *layers])
    tree.append(["setup", ["pad_to_mask_clearance", 0.05]])
    tree.append(["net", 0, QuotedText("")])
    tree += [["net", number, QuotedText(name)] for name, number in nets.items()]
    tree += [_part(placed, placement, nets) for placed in placement.placed]
    tree += [_hole(number, spot) for number, spot in enumerate(placement.holes, start=1)]
    tree += [_fiducial(number, spot) for number, spot in enumerate(placement.fiducials, start=1)]
    tree += _outline(placement.outline)
    tree += _labels(placement)
    tree.append(_words(title, (placement.outline.left + 4, placement.outline.bottom - 3), 2.0))
    tree += _copper(laid, nets)
    tree += [_plane(layer, placement.outline, nets[GROUND]) for layer in ("F.Cu", "B.Cu")]
    return written(tree) + "\n"


def net_numbers(placement: Placement) -> dict[str, int]:
    """Return the number of each net by name, ground first, then in the order of the parts."""
    names = [GROUND, *(net for one in placement.placed for net in one.component.nets.values())]
    return {name: number for number, name in enumerate(dict.fromkeys(names), start=1)}


def project_text(stem: str) -> str:
    """Return the text of a `.kicad_pro`: widths, clearances, faults that KiCad's check ignores."""
    rules = {
        "min_clearance": CLEAR,
        "min_track_width": 0.2,
        "min_via_diameter": VIA,
        "min_through_hole_diameter": VIA_DRILL,
        "min_hole_to_hole": 0.25,
        "min_hole_clearance": 0.25,
        "min_copper_edge_clearance": 0.4,
        "min_via_annular_width": 0.13,
        "min_resolved_spokes": 1,  # one is enough, because every ground pad also has its own via
    }
    standard = {"clearance": CLEAR, "track_width": THIN, "via_diameter": VIA}
    standard |= {"via_drill": VIA_DRILL}
    classes = [
        {"name": "Default", **standard, "nets": []},
        {"name": "Supply", **standard, "track_width": BROAD, "nets": list(WIDE)},
    ]
    severities = dict.fromkeys(IGNORED, "ignore")
    settings = {"rules": rules, "rule_severities": severities}
    content = {
        "board": {"design_settings": settings},
        "erc": {"rule_severities": dict.fromkeys(UNLISTED, "ignore")},
        "meta": {"filename": f"{stem}.kicad_pro", "version": 1},
        "net_settings": {"classes": classes, "meta": {"version": 2}},
    }
    return json.dumps(content, indent=2) + "\n"


# -- parts -----------------------------------------------------------------------------------------


def _part(placed: PlacedComponent, placement: Placement, nets: dict[str, int]) -> Node:
    one, shape = placed.component, placed.footprint
    side = "B" if shape.through else "F"
    name = f"{LIBRARY}:{shape.name.replace(' ', '_')}"
    tree: list[Node] = ["footprint", QuotedText(name), ["layer", QuotedText(f"{side}.Cu")]]
    tree.append(stamp(one.ref))
    tree.append(["at", placed.x, placed.y, placed.angle])
    tree.append(["path", QuotedText("/" + str(uuid.uuid5(NAMES, f"symbol/{one.ref}")))])
    tree.append(["attr", "through_hole" if shape.through else "smd"])
    tree.append(_name("reference", one.ref, placed, side))
    tree.append(_name("value", one.part.value, placed, side))
    tree.append(_box(shape.body, f"{side}.Fab", one.ref))
    if shape.through:
        tree.append(_box(shape.body.grown(-PRINT_EDGE), f"{side}.SilkS", one.ref))
    room = shape.below[0] if shape.through else shape.above[0]
    tree.append(_box(room, f"{side}.CrtYd", one.ref, 0.05))
    tree += [_pad(placed, pad, nets) for pad in shape.pads]
    return tree


def _name(kind: str, text: str, placed: PlacedComponent, side: str) -> Node:
    effects: list[Node] = ["effects", ["font", ["size", 0.8, 0.8], ["thickness", 0.12]]]
    if side == "B":
        effects.append(["justify", "mirror"])
    through = placed.footprint.through and kind == "reference"
    y = placed.footprint.body.bottom + 1.2 if through else 0.0
    layer = f"{side}.SilkS" if through else f"{side}.Fab"
    tree: list[Node] = ["fp_text", kind, QuotedText(text), ["at", 0, y, placed.angle]]
    tree.append(["layer", QuotedText(layer)])
    if kind == "value":
        tree.append("hide")
    return [*tree, effects, stamp(placed.component.ref, kind)]


def _box(rect: Rect, layer: str, ref: str, width: float = 0.12) -> Node:
    return [
        "fp_rect",
        ["start", rect.left, rect.top],
        ["end", rect.right, rect.bottom],
        ["layer", QuotedText(layer)],
        ["width", width],
        ["fill", "none"],
        stamp(ref, layer),
    ]


def _pad(placed: PlacedComponent, pad: Pad, nets: dict[str, int]) -> Node:
    one = placed.component
    kind: list[Node] = ["thru_hole", "rect" if pad.pin in ("1", "D13", "GP0") else "circle"]
    layers: list[Node] = ["layers", QuotedText("*.Cu"), QuotedText("*.Mask")]
    if not pad.drill:
        kind = ["smd", "rect"]
        layers = ["layers", QuotedText("F.Cu"), QuotedText("F.Paste"), QuotedText("F.Mask")]
    elif pad.width != pad.height:
        kind[1] = "oval"
    tree: list[Node] = ["pad", QuotedText(pad.pin), *kind, ["at", pad.x, pad.y, placed.angle]]
    tree.append(["size", pad.width, pad.height])
    if pad.drill:
        tree.append(["drill", pad.drill])
    tree.append(layers)
    if pad.pin in one.nets:
        name = one.nets[pad.pin]
        tree.append(["net", nets[name], QuotedText(name)])
    return [*tree, stamp(one.ref, "pad", pad.pin)]


def _hole(number: int, spot: Spot) -> Node:
    hole: list[Node] = ["pad", QuotedText(""), "np_thru_hole", "circle", ["at", 0, 0]]
    hole += [
        ["size", HOLE, HOLE],
        ["drill", HOLE],
        ["layers", QuotedText("*.Cu"), QuotedText("*.Mask")],
    ]
    return _unlisted("screw", f"H{number}", spot, [*hole, stamp("screw", number, "hole")])


def _fiducial(number: int, spot: Spot) -> Node:
    dot: list[Node] = ["pad", QuotedText(""), "smd", "circle", ["at", 0, 0]]
    dot += [["size", FIDUCIAL, FIDUCIAL], ["layers", QuotedText("F.Cu"), QuotedText("F.Mask")]]
    ring = (FIDUCIAL_CLEAR - FIDUCIAL) / 2
    dot += [["solder_mask_margin", ring], ["clearance", ring]]
    return _unlisted("fiducial", f"FID{number}", spot, [*dot, stamp("fiducial", number, "dot")])


def _unlisted(name: str, ref: str, spot: Spot, pad: Node) -> Node:
    """Return a footprint with one pad that is in no bill and no schematic."""
    hidden: list[Node] = ["effects", ["font", ["size", 0.8, 0.8], ["thickness", 0.12]]]
    text: list[Node] = ["fp_text", "reference", QuotedText(ref), ["at", 0, 0]]
    return [
        "footprint",
        QuotedText(f"{LIBRARY}:{name}"),
        ["layer", QuotedText("F.Cu")],
        stamp(name, ref),
        ["at", *spot],
        ["attr", "board_only", "exclude_from_pos_files", "exclude_from_bom"],
        [*text, ["layer", QuotedText("F.Fab")], "hide", hidden, stamp(name, ref, "reference")],
        pad,
    ]


# -- what is printed and cut -----------------------------------------------------------------------


def _outline(box: Rect) -> Iterator[Node]:
    corners = box.without_corners(CORNER)
    for number, (one, two) in enumerate(zip(corners, corners[1:] + corners[:1])):
        ends: list[Node] = [["start", *one], ["end", *two]]
        yield [
            "gr_line",
            *ends,
            ["layer", QuotedText("Edge.Cuts")],
            ["width", 0.1],
            stamp("edge", number),
        ]


def _labels(placement: Placement) -> Iterator[Node]:
    """Yield, at each sensor, the name of its point, its multiplexer and its channel."""
    for placed in placement.placed:
        if placed.component.part.key == "sensor":
            number = int(placed.component.ref[1:])
            address = f"{number // CHANNELS}/{number % CHANNELS}"
            yield _words(placed.component.point, (placed.x, placed.y + 3.6), 1.4, "")
            yield _words(address, (placed.x, placed.y + 5.4), 0.9, "")


def _words(text: str, spot: Spot, size: float, justify: str = "left") -> Node:
    effects: list[Node] = ["effects", ["font", ["size", size, size], ["thickness", size * 0.15]]]
    if justify:
        effects.append(["justify", justify])
    where: list[Node] = [
        ["at", *spot],
        ["layer", QuotedText("F.SilkS")],
        stamp("words", text, *spot),
    ]
    return ["gr_text", QuotedText(text), *where, effects]


# -- copper ----------------------------------------------------------------------------------------


def _copper(laid: Copper, nets: dict[str, int]) -> Iterator[Node]:
    for number, track in enumerate(laid.tracks):
        ends: list[Node] = [["start", *track.start], ["end", *track.end], ["width", track.width]]
        layer: list[Node] = ["layer", QuotedText("B.Cu" if track.lower else "F.Cu")]
        yield ["segment", *ends, layer, ["net", nets[track.net]], stamp("track", number)]
    for via in laid.vias:
        size: list[Node] = [["size", VIA], ["drill", VIA_DRILL]]
        both: list[Node] = ["layers", QuotedText("F.Cu"), QuotedText("B.Cu")]
        net: list[Node] = ["net", nets[via.net]]
        yield ["via", ["at", *via.spot], *size, both, net, stamp("via", *via.spot)]


def _plane(layer: str, box: Rect, net: int) -> Node:
    corners: list[Node] = [["xy", x, y] for x, y in box.grown(-0.5).without_corners(CORNER)]
    return [
        "zone",
        ["net", net],
        ["net_name", QuotedText(GROUND)],
        ["layer", QuotedText(layer)],
        stamp("plane", layer),
        ["hatch", "edge", 0.5],
        ["connect_pads", ["clearance", CLEAR]],
        ["min_thickness", 0.2],
        ["fill", "yes", ["thermal_gap", 0.25], ["thermal_bridge_width", 0.3]],
        ["polygon", ["pts", *corners]],
    ]


class QuotedText(str):
    """A text in quotes, as opposed to a word."""

    __slots__ = ()


def written(node: Node, depth: int = 0) -> str:
    """Return a node as text, with each inner list on its own indented line."""
    if isinstance(node, QuotedText):
        return '"' + node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(node, str):
        return node
    if isinstance(node, list):
        parts = [written(one, depth + 1) for one in node]
        flat = "(" + " ".join(parts) + ")"
        if len(flat) + 2 * depth <= 100 and "\n" not in flat:
            return flat
        lead = "\n" + "  " * (depth + 1)
        return "(" + " ".join(parts[:1]) + "".join(lead + part for part in parts[1:]) + ")"
    return f"{node:.4f}".rstrip("0").rstrip(".") if node % 1 else f"{node:.0f}"
