"""An independent reader of KiCad files, which finds nets by geometry."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')
Pins = set[tuple[str, str]]
Node = list["str | Node"]
Spot = tuple[float, ...]
PadBox = tuple[str, str, str, tuple[float, float], tuple[float, float], tuple[str, ...]]


def read(text: str) -> Node:
    """Return the file's single list; everything in it is a list or a text."""
    stack: list[Node] = [[]]
    for bracket, quoted, bare in TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(bare or quoted)
    ((tree,),) = stack
    assert isinstance(tree, list)
    return tree


def lists(node: Node, name: str) -> list[Node]:
    return [one for one in node if isinstance(one, list) and one and one[0] == name]


def first(node: Node, name: str) -> Node:
    return lists(node, name)[0]


def word(node: Node, place: int = 1) -> str:
    """Return a text in a list; the text at index 0 is the list's name."""
    found = node[place]
    assert isinstance(found, str)
    return found


def numbers(node: Node) -> list[float]:
    return [float(word(node, place)) for place in range(1, len(node))]


def named(node: Node, kind: str) -> str:
    """Return the name that a footprint or symbol gives itself."""
    for one in node:
        if (
            isinstance(one, list)
            and one[0] in ("fp_text", "property")
            and word(one).lower() == kind
        ):
            return word(one, 2)
    return ""


class Groups:
    """Groups of connected items (union-find)."""

    def __init__(self) -> None:
        self.parent: dict[Hashable, Hashable] = {}

    def find(self, one: Hashable) -> Hashable:
        self.parent.setdefault(one, one)
        while self.parent[one] != one:
            self.parent[one] = self.parent[self.parent[one]]
            one = self.parent[one]
        return one

    def join(self, one: Hashable, other: Hashable) -> None:
        self.parent[self.find(one)] = self.find(other)


# -- the layout ------------------------------------------------------------------------------------


def board_nets(tree: Node) -> dict[str, Pins]:
    """Return the pins of each net, according to the pads of a layout."""
    nets: defaultdict[str, Pins] = defaultdict(set)
    for part in lists(tree, "footprint"):
        for pad in lists(part, "pad"):
            for net in lists(pad, "net"):
                nets[word(net, 2)].add((named(part, "reference"), word(pad)))
    return dict(nets)


def pad_boxes(tree: Node) -> Iterator[PadBox]:
    """Return net, part, pin, middle, half sizes and layers of every pad with a net."""
    for part in lists(tree, "footprint"):
        x, y, *turn = numbers(first(part, "at"))
        angle = math.radians(turn[0] if turn else 0)
        for pad in lists(part, "pad"):
            for net in lists(pad, "net"):
                dx, dy = numbers(first(pad, "at"))[:2]
                width, height = numbers(first(pad, "size"))
                if round(math.cos(angle)) == 0:
                    width, height = height, width
                spot = (
                    x + dx * math.cos(angle) + dy * math.sin(angle),
                    y - dx * math.sin(angle) + dy * math.cos(angle),
                )
                both = "*.Cu" in first(pad, "layers")
                layers = ("F.Cu", "B.Cu") if both else ("F.Cu",)
                yield (
                    word(net, 2),
                    named(part, "reference"),
                    word(pad),
                    spot,
                    (width / 2, height / 2),
                    layers,
                )


def loose_nets(tree: Node) -> set[str]:
    """Return the nets whose pads are not all joined by tracks and vias, without counting planes."""
    names = {word(net): word(net, 2) for net in lists(tree, "net")}
    groups = Groups()
    ends: defaultdict[tuple[str, str], list[Spot]] = defaultdict(list)
    segments = []
    for track in lists(tree, "segment"):
        net, layer = names[word(first(track, "net"))], word(first(track, "layer"))
        one, two = (tuple(numbers(first(track, name))) for name in ("start", "end"))
        groups.join((net, layer, one), (net, layer, two))
        ends[net, layer] += [one, two]
        segments.append((net, layer, one, two))
    for via in lists(tree, "via"):
        net, spot = names[word(first(via, "net"))], tuple(numbers(first(via, "at")))
        groups.join((net, "F.Cu", spot), (net, "B.Cu", spot))
        for layer in ("F.Cu", "B.Cu"):
            ends[net, layer].append(spot)
    for net, layer, one, two in segments:
        for spot in ends[net, layer]:
            if _on(spot, one, two):
                groups.join((net, layer, one), (net, layer, spot))
    pads = defaultdict(list)
    for net, ref, pin, (x, y), (w, h), layers in pad_boxes(tree):
        pads[net].append((ref, pin))
        groups.find((ref, pin))
        for layer in layers:
            for spot in ends[net, layer]:
                if abs(spot[0] - x) <= w and abs(spot[1] - y) <= h:
                    groups.join((ref, pin), (net, layer, spot))
    return {net for net, pins in pads.items() if len({groups.find(pin) for pin in pins}) > 1}


def _on(spot: Spot, one: Spot, two: Spot) -> bool:
    length = math.dist(one, two)
    return math.dist(one, spot) + math.dist(spot, two) <= length + 1e-6


# -- the schematic ---------------------------------------------------------------------------------


def schematic_nets(tree: Node) -> dict[str, Pins]:
    """Return the pins of each net, according to the places of a schematic's wires and labels."""
    groups = Groups()
    for wire in lists(tree, "wire"):
        one, two = (_key(numbers(spot)) for spot in lists(first(wire, "pts"), "xy"))
        groups.join(one, two)
    labels: dict[Hashable, str] = {}
    for label in lists(tree, "global_label"):
        labels[groups.find(_key(numbers(first(label, "at"))))] = word(label)
    nets: defaultdict[str, Pins] = defaultdict(set)
    for ref, pin, spot, _kind in schematic_pins(tree):
        if groups.find(spot) in labels:
            nets[labels[groups.find(spot)]].add((ref, pin))
    return dict(nets)


def schematic_pins(tree: Node) -> Iterator[tuple[str, str, tuple[float, float], str]]:
    """Return part, pin, place and kind of every pin on the sheet."""
    library = {}
    for symbol in lists(first(tree, "lib_symbols"), "symbol"):
        library[word(symbol)] = [
            pin for unit in lists(symbol, "symbol") for pin in lists(unit, "pin")
        ]
    for symbol in lists(tree, "symbol"):
        x, y, _angle = numbers(first(symbol, "at"))
        for pin in library[word(first(symbol, "lib_id"))]:
            dx, dy, _turn = numbers(first(pin, "at"))
            yield (
                named(symbol, "reference"),
                word(first(pin, "number")),
                _key((x + dx, y - dy)),
                word(pin),
            )


def _key(spot: Sequence[float]) -> tuple[float, float]:
    return round(spot[0], 3), round(spot[1], 3)
