"""In drawings for laser and CNC, read back, every hole is at its place and every cut is closed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from ezdxf import bbox, units
from ezdxf.document import Drawing as DxfDocument
from ezdxf.entities.dxfgfx import DXFGraphic
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import readfile

from workshop.fabrication.command import main
from workshop.fabrication.drawing import AREAS, MARGIN, OUTLINE, Operation
from workshop.fabrication.drilling import LIGHT_HOLE, BoardPlan, board_plan
from workshop.fabrication.fabricate import write_drawings
from workshop.fabrication.planks import SENSOR_HOLE, drawings
from workshop.fabrication.shapes import Circle, EngravedLine, Millimetres, RoundBox, Shape

LAYOUTS = ["decagon-51", "decagon-71", "decagon-81", "decagon-81+track", "squares-6", "squares-8"]
LAYOUTS += ["hexagon-5", "hexagon-6", "hexagon-7"]
SVG = "{http://www.w3.org/2000/svg}"
CLOSE = 0.01  # mm

DrawnBoard = tuple[BoardPlan, Path, dict[str, DxfDocument]]
Circles = list[tuple[float, float, float]]


@pytest.fixture(scope="module", params=LAYOUTS)
def board(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> DrawnBoard:
    """Return a layout's plan, the folder with its files, and its DXF files as read back."""
    home = tmp_path_factory.mktemp("wood")
    plan = board_plan(request.param)
    plates = drawings(plan.drilling, plan.stem, names=True)
    written = list(write_drawings(plates, 0.0, home))
    return (
        plan,
        home,
        {path.stem: readfile(path) for path in written if path.suffix == ".dxf"},
    )


def circles_of(document: DxfDocument, layers: set[str]) -> Circles:
    """Return (x, y, radius) of all circles on some layers of a DXF file."""
    space = document.modelspace()
    return [
        (one.dxf.center.x, one.dxf.center.y, one.dxf.radius)
        for one in space.query("CIRCLE")
        if one.dxf.layer in layers
    ]


def is_closed(one: DXFGraphic) -> bool:
    assert isinstance(one, LWPolyline)
    return one.closed


def assert_there(wanted: Mapping[str, Millimetres], circles: Circles, diameter: float) -> None:
    sized = [(x, y) for x, y, radius in circles if abs(radius - diameter / 2) <= CLOSE]
    for label, place in wanted.items():
        assert min(math.dist(place, one) for one in sized) <= CLOSE, label


def test_dxf_reads_back_without_a_fault(board: DrawnBoard) -> None:
    _plan, _folder, documents = board
    assert len(documents) >= 4
    for name, document in documents.items():
        auditor = document.audit()
        assert not auditor.errors, name
        assert not auditor.fixes, name
        assert document.units == units.MM
        for operation in Operation:
            assert document.layers.get(operation.layer).dxf.color == operation.colour
        for one in document.modelspace():
            assert one.dxf.layer in {operation.layer for operation in Operation}
            if one.dxf.layer in {operation.layer for operation in AREAS}:
                assert one.dxftype() == "CIRCLE" or is_closed(one), name


def test_every_hole_is_where_the_data_says(board: DrawnBoard) -> None:
    plan, _folder, documents = board
    measures, stem = plan.drilling, plan.stem
    points = {label: measures.sensors[label] for label in measures.topology.points}
    top = circles_of(documents[f"{stem}-top"], {"DRILL"})
    assert_there(measures.lights, top, LIGHT_HOLE)
    under = circles_of(documents[f"{stem}-under"], {"DRILL"})
    assert_there(measures.lights, under, LIGHT_HOLE)
    assert_there(points, under, SENSOR_HOLE)
    below = circles_of(documents[f"{stem}-top-below"], {"POCKET"})
    mirrored = {label: (measures.width - x, y) for label, (x, y) in points.items()}
    assert_there(mirrored, below, SENSOR_HOLE)
    assert len(below) == len(points)
    if measures.track and measures.track.readable:
        rails = circles_of(documents[f"{stem}-rails"], {"DRILL"})
        assert len(rails) == len(measures.track.sensors) == 24
        assert_there(measures.track.sensors, rails, SENSOR_HOLE)


def test_svg_says_the_same_as_dxf(board: DrawnBoard) -> None:
    plan, folder, documents = board
    for path in sorted(folder.glob("*.svg")):
        root = ElementTree.parse(path).getroot()
        height = float(root.attrib["height"].removesuffix("mm")) - 2 * MARGIN
        assert height == pytest.approx(plan.drilling.height, abs=CLOSE)
        assert root.attrib["viewBox"].split()[2] + "mm" == root.get("width")
        for operation in Operation:
            (group,) = (one for one in root if one.get("id") == operation.layer)
            here = [
                (float(one.attrib["cx"]), height - float(one.attrib["cy"]), float(one.attrib["r"]))
                for one in group.iter(f"{SVG}circle")
            ]
            there = circles_of(documents[path.stem], {operation.layer})
            assert len(here) == len(there)
            for one in here:
                assert min(math.dist(one, other) for other in there) <= CLOSE
            if operation in AREAS:
                assert all(one.attrib["d"].endswith("Z") for one in group.iter(f"{SVG}path"))


def test_the_outline_is_as_large_as_the_board(board: DrawnBoard) -> None:
    plan, _folder, documents = board
    for name in ("top", "under", "base"):
        space = documents[f"{plan.stem}-{name}"].modelspace()
        size = bbox.extents(one for one in space if one.dxf.layer == "CUT").size
        assert size.x == pytest.approx(plan.drilling.width, abs=CLOSE)
        assert size.y == pytest.approx(plan.drilling.height, abs=CLOSE)


def test_the_tracks_slots_are_cut_and_its_letters_engraved(board: DrawnBoard) -> None:
    plan, _folder, _documents = board
    top = drawings(plan.drilling, plan.stem, names=False)[0]
    slots = [mark for mark in top.on(Operation.CUT) if mark.name.startswith("slot")]
    letters = {mark.name for mark in top.on(Operation.ENGRAVE) if mark.name.startswith("letter")}
    assert len(slots) == (2 if plan.drilling.track else 0)
    if plan.drilling.track:
        assert letters == {f"letter {letter}" for letter in "MORE OR LESS"}
        for mark, slot in zip(slots, plan.drilling.track.slots):
            assert isinstance(mark.shape, RoundBox)
            assert mark.shape.box == pytest.approx(slot.box)


def test_names_are_engraved_if_wanted_clear_of_holes(board: DrawnBoard) -> None:
    plan, _folder, _documents = board
    plain = drawings(plan.drilling, plan.stem, names=False)[0]
    named = drawings(plan.drilling, plan.stem, names=True)[0]
    assert not any(mark.name.startswith("name") for mark in plain.marks)
    names = [mark for mark in named.marks if mark.name.startswith("name")]
    assert {mark.name.removeprefix("name ") for mark in names} == set(plan.drilling.topology.points)
    lights = list(plan.drilling.lights.values())
    for mark in names:
        assert isinstance(mark.shape, EngravedLine)
        for corner in mark.shape.points:
            assert min(math.dist(corner, light) for light in lights) > LIGHT_HOLE / 2, mark.name


def test_a_beam_takes_half_its_width_from_either_side() -> None:
    plan = board_plan("decagon-81")
    for drawing in drawings(plan.drilling, plan.stem, names=False):
        cut = drawing.for_beam(0.2)
        for before, after in zip(drawing.marks, cut.marks):
            if before.operation in (Operation.ENGRAVE, Operation.GUIDE):
                assert after == before
                continue
            by = 0.1 if before.name == OUTLINE else -0.1
            assert extent(after.shape) == pytest.approx(
                [one + 2 * by for one in extent(before.shape)]
            )


def extent(shape: Shape) -> list[float]:
    if isinstance(shape, Circle):
        return [2 * shape.radius] * 2
    assert not isinstance(shape, EngravedLine)
    return [shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]]


def test_a_board_of_ones_own_is_made_like_the_shipped_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped = board_plan("decagon-51").drilling.topology
    places = {label: shipped.xy[label] for label in shipped.points}
    own = {"name": "club", "points": places, "lines": shipped.lines, "centre": shipped.centre}
    (tmp_path / "club.json").write_text(json.dumps(own))
    out = tmp_path / "out"
    words = ["drawings", str(tmp_path / "club.json"), "--kerf", "0.15", "--names"]
    assert main([*words, "--out", str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert sorted(said) == sorted(str(path) for path in out.rglob("*") if path.is_file())
    names = {path.name for path in (out / "club").rglob("*")}
    assert {"club-top.dxf", "club-base.svg", "counter-green.stl", "parts.csv"} <= names


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hexagon-8"], "169 points, expected 128 or fewer"),
        (["decagon-81", "--size", "200"], "at least 298 mm wide"),
        (["squares-1"], "is no layout"),
        (["upright.json"], "needs some width"),
        (["nowhere.json"], "nowhere.json"),
    ],
)
def test_what_cannot_be_made_is_said_and_nothing_is_written(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    places = {f"a{number}": [0.0, number / 30] for number in range(30)}
    own = {"points": places, "lines": [list(places)], "centre": "a0"}
    (tmp_path / "upright.json").write_text(json.dumps(own))
    assert main(["drawings", *words, "--out", "made"]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "made").exists()
