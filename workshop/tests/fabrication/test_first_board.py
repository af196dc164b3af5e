"""Chapter one of BUILD.md is right where data can check it: parts, joints, wires, template."""

from __future__ import annotations

import math
import re
from itertools import combinations, pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.platform.paths import ROOT
from hardware.host.layouts import LayoutError, matrix_channels, points_of
from workshop.fabrication.command import main
from workshop.fabrication.first_board import (
    CHOSEN,
    FIRST,
    GUIDE,
    OTHERS,
    PICTURE,
    basket_text,
    data,
    efforts,
    first_board_plan,
    guide_text,
    tables,
)
from workshop.fabrication.matrix import MatrixPlan, firmware_pins, header_pin, wiring_picture
from workshop.fabrication.track import Millimetres

LAYOUTS = (FIRST, *OTHERS)
CLEAR = 2.0  # mm between objects that must not touch
SVG = "{http://www.w3.org/2000/svg}"
Segment = tuple[Millimetres, Millimetres]


def chapter() -> str:
    text = GUIDE.read_text(encoding="utf-8")
    return text[text.index("## A board in a weekend") : text.index("## The whole way, in pictures")]


def test_the_page_has_the_tables_and_the_picture_that_the_data_gives() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert guide_text(text) == text
    assert set(re.findall(r"<!-- first board: (\w+) -->", text)) == set(tables())
    assert PICTURE.read_text(encoding="utf-8") == wiring_picture(first_board_plan(FIRST))
    assert f"of {data()['priced']}" in text


def test_the_first_board_costs_less_than_30_euros_and_has_fewer_than_120_joints() -> None:
    chosen = efforts()[CHOSEN]
    assert chosen.has_firmware
    assert chosen.euros < 30
    assert chosen.joints == first_board_plan(FIRST).joints < 120
    assert chosen.hours < 8
    others = [one for key, one in efforts().items() if key != CHOSEN]
    assert all(one.euros > chosen.euros and one.hours > chosen.hours for one in others)
    assert efforts("hexagon-4")[CHOSEN].joints < 120


def test_the_basket_is_enough() -> None:
    for layout in LAYOUTS:
        chosen, points = efforts(layout)[CHOSEN], len(points_of(layout))
        for line in chosen.basket:
            assert line.packs * line.price >= 0
            assert line.needed > 0
        needed = {line.what.split()[0]: line.needed for line in chosen.basket}
        assert needed["glass"] == needed["diode"] == points
        assert basket_text(layout).count("\n") == len(chosen.basket) + 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_point_is_wired_as_the_firmware_reads_it(layout: str) -> None:
    matrix = first_board_plan(layout)
    columns, rows = firmware_pins()
    for reed, channel in zip(matrix.reeds, matrix_channels(points_of(layout))):
        (column,) = (one for one in matrix.columns if on(reed.column_joint, (one.start, one.end)))
        (row,) = (one for one in matrix.rows if on(reed.row_joint, (one.start, one.end)))
        assert (column.pin, row.pin) == (columns[channel // 16], rows[channel % 16])
        assert column.name + row.name == reed.point


def test_the_pins_of_the_header_are_those_of_the_data_sheet() -> None:
    sheet = {0: 1, 1: 2, 2: 4, 5: 7, 6: 9, 9: 12, 10: 14, 13: 17, 14: 19, 15: 20, 16: 21, 17: 22}
    assert {pin: header_pin(pin) for pin in sheet} == sheet
    columns, rows = firmware_pins()
    assert not {14, 15} & {*columns, *rows}, "those of button and lights stay free"
    assert len({*columns, *rows}) == len(columns) + len(rows)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_touches_that_must_not(layout: str) -> None:
    matrix = first_board_plan(layout)
    for one, other in combinations(matrix.reeds, 2):
        for first, second in product(leads(one.joints), leads(other.joints)):
            assert not cross(first, second), (one.point, other.point)
        assert min(map(math.dist, one.joints, other.joints)) > CLEAR
    for reed in matrix.reeds:
        for wire in matrix.wires:
            if wire.name in (reed.point[0], reed.point[1:]):
                continue
            assert not any(cross(lead, (wire.start, wire.end)) for lead in leads(reed.joints))


def leads(joints: tuple[Millimetres, ...]) -> list[Segment]:
    return list(pairwise(joints))


def side(line: Segment, place: Millimetres) -> float:
    (x, y), (u, v) = line
    return (u - x) * (place[1] - y) - (v - y) * (place[0] - x)


def cross(one: Segment, other: Segment) -> bool:
    ends = side(one, other[0]) * side(one, other[1]), side(other, one[0]) * side(other, one[1])
    return max(ends) < -1e-6


def on(place: Millimetres, line: Segment) -> bool:
    whole = math.dist(*line)
    return abs(math.dist(place, line[0]) + math.dist(place, line[1]) - whole) < 1e-6


def inside(matrix: MatrixPlan, place: Millimetres) -> bool:
    plan = matrix.drilling
    return 5 < place[0] < plan.width - 5 and 5 < place[1] < plan.height - 5


@pytest.mark.parametrize(("layout", "sheets"), [(FIRST, 2), ("hexagon-3", 1), ("hexagon-4", 2)])
def test_the_template_takes_two_sheets_of_a4_and_shows_every_joint(
    layout: str, sheets: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["template", layout, "--matrix", "--out", str(tmp_path)]) == 0
    *pages, wiring = (Path(line) for line in capsys.readouterr().out.split())
    assert len(pages) == sheets
    assert wiring.name == f"{layout}-matrix-wiring.svg"
    matrix = first_board_plan(layout)
    assert all(inside(matrix, place) for reed in matrix.reeds for place in reed.joints)
    below = {(round(matrix.drilling.width - x, 2)) for r in matrix.reeds for x, _y in r.joints}
    for path in pages:
        root = ElementTree.parse(path).getroot()
        drawn = [one for one in root.iter(f"{SVG}circle") if one.get("class") == "joint"]
        assert len(drawn) == matrix.joints
        assert {round(float(one.get("cx", "")), 2) for one in drawn} == below


def test_a_board_without_letters_and_numbers_in_rows_is_refused() -> None:
    with pytest.raises(LayoutError, match="do not fit"):
        first_board_plan("hexagon-5")


def test_what_the_chapter_names_is_there() -> None:
    text = chapter()
    for path in re.findall(r"\((pictures/[\w.-]+)\)", text):
        assert (GUIDE.parent / path).exists()
    for path in re.findall(r"`(tools/[\w/.]+)`", text):
        assert (ROOT / path).exists()
    assert "board flash --matrix" in text
