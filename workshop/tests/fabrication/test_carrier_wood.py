"""In wood for a carrier, room, posts, bolts and plug fit the printed circuit."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from ezdxf.filemanagement import readfile

from game.platform.paths import ROOT
from workshop.fabrication import carrier_wood as wood
from workshop.fabrication.assembly import TARGET
from workshop.fabrication.carrier_wood import CarrierSeat, carrier_base, seat_of
from workshop.fabrication.command import main
from workshop.fabrication.drawing import Mark, Operation
from workshop.fabrication.fittings import RIM_LIP, RIM_WALL, carrier_fittings
from workshop.fabrication.pcb.bill import screws_text
from workshop.fabrication.pcb.board_file import THICK
from workshop.fabrication.pcb.footprints import HOLE, Rect
from workshop.fabrication.pcb.placement import CORNER
from workshop.fabrication.planks import BORDER, SCREW, SCREW_AT, TOP
from workshop.fabrication.shapes import Circle, Millimetres, RoundBox, flattened
from workshop.fabrication.solids import WALL, write_stl
from workshop.tests.fabrication.measures import bounds, loops, read_back
from workshop.tests.fabrication.pcb.carriers import LAYOUTS, PICOS, SMALL, placed_on, plan_of

CLOSE = 0.01  # mm
TALLEST_ABOVE, TALLEST_BELOW = 2.65, 10.0  # mm of an SO-24, and of a controller on its pins
ALL = [SMALL, *LAYOUTS, *PICOS]
FEW = [SMALL, pytest.param("decagon-81+track", marks=pytest.mark.slow)]


@cache
def seat_on(layout: str) -> CarrierSeat:
    return seat_of(placed_on(layout))


def marks_of(layout: str, what: str) -> list[Mark]:
    drawing = carrier_base(seat_on(layout), layout)
    return [mark for mark in drawing.marks if mark.name.startswith(what)]


def circles_of(layout: str, what: str) -> list[Circle]:
    shapes = [mark.shape for mark in marks_of(layout, what)]
    circles = [shape for shape in shapes if isinstance(shape, Circle)]
    assert len(circles) == len(shapes)
    return circles


def distance_inside(place: Millimetres, corners: Sequence[Millimetres]) -> float:
    """Return how far inside a convex outline a place is; outside it is negative."""
    (px, py), around = place, [*corners, corners[0]]
    return min(
        ((u - x) * (py - y) - (v - y) * (px - x)) / math.dist((x, y), (u, v))
        for (x, y), (u, v) in pairwise(around)
    )


def test_the_stack_leaves_room_above_and_below() -> None:
    assert wood.POST >= TALLEST_BELOW
    assert wood.RING >= TALLEST_ABOVE
    assert wood.CARRIER == THICK
    assert pytest.approx(wood.STACK.room) == wood.POST + wood.CARRIER + wood.RING
    assert wood.STACK.base - wood.STACK.room >= 3
    bolt = float(wood.STACK.bolt.rpartition("x")[2])
    assert 1 <= wood.STACK.foot - (bolt - TOP - wood.STACK.base) <= 2, "it ends in the nut"


@pytest.mark.parametrize("layout", ALL)
def test_the_carrier_lies_in_the_room(layout: str) -> None:
    seat, placement = seat_on(layout), placed_on(layout)
    (room,) = marks_of(layout, "room")
    corners = flattened(room.shape)
    left, lower, right, upper = seat.outline
    assert right - left == pytest.approx(placement.outline.width)
    assert upper - lower == pytest.approx(placement.outline.height)
    carrier = Rect(left, lower, right, upper).without_corners(CORNER)
    assert all(distance_inside(corner, corners) >= 0.45 for corner in carrier)
    assert room.operation is Operation.POCKET


@pytest.mark.parametrize("layout", ALL)
def test_posts_stand_under_the_holes_and_under_nothing_else(layout: str) -> None:
    seat, placement = seat_on(layout), placed_on(layout)
    told = list(csv.DictReader(io.StringIO(screws_text(placement))))
    holes = [(float(row["x_mm"]), float(row["y_mm"])) for row in told if row["what"] == "screw"]
    posts = circles_of(layout, "post")
    assert [post.centre for post in posts] == [pytest.approx(hole, abs=CLOSE) for hole in holes]
    (cable,) = circles_of(layout, "cable")
    high = seat.plan.height
    below = [one.rect(own) for one in placement.placed for own in one.footprint.below]
    for post in posts:
        assert math.dist(post.centre, cable.centre) > post.radius + cable.radius + 1
        (x, y), r = post.centre, post.radius
        for rect in below:
            away = (
                max(rect.left - x, 0.0, x - rect.right),
                max(rect.top - (high - y), 0.0, (high - y) - rect.bottom),
            )
            assert math.hypot(*away) > r


@pytest.mark.parametrize("layout", ALL)
def test_the_plug_goes_through_the_side_and_leaves_wood_round_the_bolts(layout: str) -> None:
    seat = seat_on(layout)
    (plug,), (room,) = marks_of(layout, "plug"), marks_of(layout, "room")
    assert isinstance(plug.shape, RoundBox)
    left, lower, right, upper = plug.shape.box
    x, y = seat.plug
    wide, high = seat.plan.width, seat.plan.height
    assert min(right - left, upper - lower) >= BORDER
    across = pytest.approx((left + right) / 2) == x
    along = pytest.approx((lower + upper) / 2) == y
    assert across != along, "it lies straight before the plug"
    assert left < 0 or lower < 0 or right > wide or upper > high, "and goes out"
    screws = [(u, v) for u in (SCREW_AT, wide - SCREW_AT) for v in (SCREW_AT, high - SCREW_AT)]
    for u, v in screws:
        away = max(left - u, 0, u - right), max(lower - v, 0, v - upper)
        assert math.hypot(*away) - SCREW / 2 >= 2.4
        assert -distance_inside((u, v), flattened(room.shape)) - SCREW / 2 >= 2


@pytest.mark.parametrize("layout", ALL)
def test_the_rim_has_its_opening_where_the_plug_is(layout: str) -> None:
    seat = seat_on(layout)
    found = {part.name: part for part in carrier_fittings(seat)}
    opened = [part for name, part in found.items() if name.startswith("rim-plug")]
    assert 1 <= len(opened) <= 2
    assert sum(part.count for name, part in found.items() if name.startswith("rim-")) >= 8
    whole = {name: part.solid for name, part in found.items() if name.startswith("rim-")}
    lost = 0.0
    for part in opened:
        near = [body - part.solid for name, body in whole.items() if "plug" not in name]
        gap = min((one for one in near if one.volume() > 1), key=lambda one: one.volume())
        lost += gap.volume()
        *_low, z0, _x1, _y1, z1 = gap.bounding_box()
        assert z1 - z0 == pytest.approx(wood.PLUG_HIGH)
        under = RIM_LIP + TOP + wood.STACK.base - z1  # height that remains below the opening
        assert under == pytest.approx(wood.STACK.base - wood.STACK.room)
    assert lost == pytest.approx(wood.PLUG * wood.PLUG_HIGH * RIM_WALL, rel=0.01)


def test_an_opening_in_a_corner_is_at_its_right_leg() -> None:
    """Seen from above, the plug faces right near the lower corner; pieces are printed lip down."""
    seat = seat_on("hexagon-5")
    assert seat.opening.side == wood.RIGHT
    found = {part.name: part.solid for part in carrier_fittings(seat)}
    x0, y0, _z0, x1, y1, _z1 = (found["rim-corner"] - found["rim-plug-1"]).bounding_box()
    assert x1 < 0, "in the leg that goes up"
    half = wood.PLUG / 2
    assert (y0, y1) == pytest.approx((seat.plug[1] - half, seat.plug[1] + half), abs=CLOSE)
    assert x0 == pytest.approx(x1 - RIM_WALL, abs=CLOSE)


@pytest.mark.parametrize("layout", FEW)
def test_everything_is_written_and_reads_back(
    layout: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["drawings", layout, "--carrier", "--names", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out.splitlines()
    home = tmp_path / f"{plan_of(layout).stem}-carrier"
    assert sorted(said) == sorted(str(path) for path in home.rglob("*") if path.is_file())
    plates = {path.stem.rpartition("-")[2]: path for path in home.glob("*.dxf")}
    assert set(plates) == {"top", "base"}, "no pockets below, no rails"
    for path in plates.values():
        assert not readfile(path).audit().errors
    for name in ("carrier-post", "carrier-ring", "rim-plug-1", "case-nano"):
        mesh = read_back(home / "parts" / f"{name}.stl")
        assert mesh.is_watertight, name
        assert len(mesh.split()) == 1, name
    assert not (home / "parts" / "post.stl").exists()
    drawn = sorted((home / "pictures").iterdir(), key=lambda path: int(path.name.split("-")[1]))
    assert [int(path.name.split("-")[1]) for path in drawn] == list(range(1, 11))
    roots = [ElementTree.parse(path).getroot() for path in drawn]
    words = {one.text for root in roots for one in root.iter() if one.tag.endswith("}text")}
    box = placed_on(layout).outline
    assert f"{box.width:.0f} x {box.height:.0f} x 1.6 mm" in words
    assert f"board configure --layout {plan_of(layout).stem}" in words
    assert {"carrier-post", "rim-plug-1"} <= words


def test_the_build_guide_shows_the_steps() -> None:
    guide = (ROOT / "hardware" / "BUILD.md").read_text("utf-8")
    shown = re.findall(r"\(pictures/(carrier-\d[^)]+)\)", guide)
    assert shown == sorted(path.name for path in TARGET.glob("carrier-[0-9]*.svg"))
    assert [int(name.split("-")[1]) for name in shown] == list(range(1, 8))


def test_a_post_holds_the_carrier_by_its_peg(tmp_path: Path) -> None:
    found = {part.name: part for part in carrier_fittings(seat_on(SMALL))}
    write_stl(found["carrier-post"].solid, "post", tmp_path / "post.stl")
    mesh = read_back(tmp_path / "post.stl")
    assert bounds(mesh)[1][2] == pytest.approx(wood.POST + wood.CARRIER + wood.RING / 2, abs=CLOSE)
    (peg,) = loops(mesh, wood.POST + 0.8)
    assert 0.1 <= (HOLE - np.ptp(peg[:, 0])) / 2 <= 0.25
    assert (wood.SEAT - HOLE) / 2 >= WALL, "of a ring"
