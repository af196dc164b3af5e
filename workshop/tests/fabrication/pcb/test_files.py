"""Files for KiCad agree in schematic, layout and wiring when an independent reader reads them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

import pytest

from game.platform.paths import ROOT
from workshop.fabrication.pcb.board_file import board_text, project_text
from workshop.fabrication.pcb.picture import picture
from workshop.fabrication.pcb.schematic_file import schematic_text
from workshop.tests.fabrication.pcb.carriers import (
    LAID,
    LAYOUTS,
    SMALL,
    laid_on,
    parts_of,
    placed_on,
)
from workshop.tests.fabrication.pcb.kicad_files import (
    Pins,
    board_nets,
    first,
    lists,
    loose_nets,
    numbers,
    pad_boxes,
    read,
    schematic_nets,
    schematic_pins,
    word,
)


def wiring(layout: str) -> dict[str, Pins]:
    nets: dict[str, Pins] = {}
    for one in parts_of(layout):
        for pin, net in one.nets.items():
            nets.setdefault(net, set()).add((one.ref, pin))
    return nets


def own_parts(nets: Mapping[str, Pins]) -> dict[str, Pins]:
    return {
        net: {(ref, pin) for ref, pin in pins if not ref.startswith("#")}
        for net, pins in nets.items()
    }


@pytest.mark.parametrize("layout", [SMALL, *LAYOUTS])
def test_the_schematic_says_what_is_wired(layout: str) -> None:
    tree = read(schematic_text(parts_of(layout), "test"))
    assert own_parts(schematic_nets(tree)) == wiring(layout)
    spots = [spot for _ref, _pin, spot, _kind in schematic_pins(tree)]
    assert len(set(spots)) == len(spots)  # no pins are joined just by overlapping
    assert all(abs(x / 1.27 - round(x / 1.27)) < 1e-3 for x, _y in spots)
    paper = 1189.0, 841.0
    assert all(0 < x < paper[0] and 0 < y < paper[1] for x, y in spots)


@pytest.mark.parametrize("layout", LAID)
def test_the_layout_has_copper_for_every_net(layout: str) -> None:
    placement = placed_on(layout)
    tree = read(board_text(placement, laid_on(layout), "test"))
    assert board_nets(tree) == wiring(layout)
    assert loose_nets(tree) <= {"GND"}  # the planes join GND, which KiCad's check covers
    assert {word(first(zone, "net_name")) for zone in lists(tree, "zone")} == {"GND"}
    places = {ref: spot for _net, ref, _pin, spot, *_rest in pad_boxes(tree)}
    for one in placement.placed:
        assert abs(places[one.component.ref][0] - one.x) < 25
    edge = [numbers(first(line, "start")) for line in lists(tree, "gr_line")]
    box = placement.outline
    sides = {(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)}
    assert len(edge) == 8
    for x, y in sides:  # each corner is cut off
        near = sorted(math.dist((x, y), spot) for spot in edge)[:2]
        assert near == pytest.approx([4, 4], abs=0.01)


def test_the_picture_of_the_build_guide_is_what_is_made() -> None:
    text = picture(placed_on("squares-6"), laid_on("squares-6"), "squares-6")
    assert text == (ROOT / "hardware" / "pictures" / "carrier.svg").read_text(encoding="utf-8")


def test_the_same_board_makes_the_same_files() -> None:
    texts = {board_text(placed_on(SMALL), laid_on(SMALL), "test") for _time in range(2)}
    texts |= {schematic_text(parts_of(SMALL), "test")}
    assert len(texts) == 2
    assert json.loads(project_text("x"))["net_settings"]["classes"][1]["nets"]
