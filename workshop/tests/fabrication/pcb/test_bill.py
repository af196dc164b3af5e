"""The bill of materials, places of parts and costs are right; a small board's are golden files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from workshop.fabrication.pcb import bill as pricing
from workshop.fabrication.pcb.bill import (
    bill_text,
    jlc_bill_text,
    jlc_places_text,
    places_text,
    screws_text,
)
from workshop.fabrication.pcb.placement import Placement
from workshop.tests.fabrication.pcb.carriers import LAYOUTS, PICO, SMALL, placed_on, plan_of
from workshop.tests.fabrication.pcb.modules import carrier_without_parts, modules_without_parts

GOLDEN = Path(__file__).with_name("golden")
ALL = [SMALL, *LAYOUTS]
UNSURE = {"2N7002", "PESD5V0S2UT", "1000 µF 10 V", "turn button", "Raspberry Pi Pico"}
UNSURE |= {"push button with 2-pin XH cable"}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("layout", ALL)
def test_the_bill_counts_what_is_placed(layout: str) -> None:
    lines = rows(bill_text(placed_on(layout)))
    points = len(plan_of(layout).drilling.sensors)
    named = [ref for line in lines for ref in line["Designator"].split(",") if ref]
    assert sorted(named) == sorted(one.component.ref for one in placed_on(layout).placed)
    for line in lines:
        refs = line["Designator"].split(",") if line["Designator"] else []
        assert not refs or len(refs) == int(line["Quantity"])
        assert line["MPN"] or line["Mounting"] == "loose"
    count = {line["Comment"]: int(line["Quantity"]) for line in lines}
    assert count["DRV5053PA"] == count["WS2812B"] == count["10 nF"] == points
    assert count["CD74HC4067"] == -(-points // 16)
    assert count["100 nF"] == points + count["CD74HC4067"] + 2


@pytest.mark.parametrize("layout", ALL)
def test_the_maker_places_what_the_bill_gives_the_maker(layout: str) -> None:
    places = rows(places_text(placed_on(layout)))
    lines = [line for line in rows(bill_text(placed_on(layout))) if line["Mounting"] == "maker"]
    assert len(places) == sum(int(line["Quantity"]) for line in lines)
    box = placed_on(layout).outline
    for line in places:
        assert box.left < float(line["Mid X"]) < box.right
        assert box.top < -float(line["Mid Y"]) < box.bottom


def test_jlcpcb_gets_its_own_form() -> None:
    """Some packages are turned in JLCPCB's library, by offsets on which common converters agree."""
    placement = placed_on(SMALL)
    places = {line["Designator"]: line for line in rows(places_text(placement))}
    turned = rows(jlc_places_text(placement))
    assert list(places) == [line["Designator"] for line in turned]
    for line in turned:
        plain = places[line["Designator"]]
        assert (line["Mid X"], line["Mid Y"]) == (plain["Mid X"], plain["Mid Y"])
        by = {"S": 180, "P": 180}.get(plain["Package"][0], 0)
        by = 270 if plain["Package"] == "SO-24" else by
        assert int(line["Rotation"]) == (int(plain["Rotation"]) + by) % 360
    listed = rows(jlc_bill_text(placement))
    refs = [ref for line in listed for ref in line["Designator"].split(",")]
    assert sorted(refs) == sorted(places), "nothing that is soldered by hand"


def test_distributors_numbers_look_like_theirs() -> None:
    lines = rows(bill_text(placed_on(PICO)))
    assert {line["Comment"] for line in lines if not (line["LCSC"] or line["Mouser"])} <= UNSURE
    for line in lines:
        assert re.fullmatch(r"(C\d{4,8})?", line["LCSC"])
        assert line["Mouser"][4:] in (line["MPN"], "")
        assert re.fullmatch(r"(\d{3}-.+)?", line["Mouser"])


@pytest.mark.parametrize("layout", ALL)
def test_costs_add_up(layout: str) -> None:
    lines = rows(pricing.costs_text(placed_on(layout)))
    for count in (1, 5, 10, 30):
        mine = [line for line in lines if line["boards"] == str(count)]
        *each, whole, one = mine
        assert float(whole["euros"]) == pytest.approx(sum(float(line["euros"]) for line in each))
        assert float(one["euros"]) == pytest.approx(float(whole["euros"]) / count, abs=0.01)
        for line in each:
            assert float(line["euros"]) == pytest.approx(
                float(line["number"]) * float(line["each"]), abs=0.01
            )
        assert {line["what"] for line in each} >= {"DRV5053PA", "WS2812B", "joints", "parcel"}


def test_more_boards_are_cheaper_each() -> None:
    each = [pricing.total(pricing.costs(placed_on("hexagon-5"), n)) / n for n in (1, 5, 10, 30)]
    assert sorted(each, reverse=True) == each
    assert each[2] < each[0] / 2


def test_the_build_guide_quotes_these_costs() -> None:
    guide = (ROOT / "hardware" / "BUILD.md").read_text(encoding="utf-8")
    for layout in LAYOUTS:
        placement = placed_on(layout)
        box = placement.outline
        each = [pricing.total(pricing.costs(placement, n)) / n for n in pricing.QUANTITIES]
        size = f"{box.width:.0f} x {box.height:.0f} mm"
        cells = " | ".join(f"{one:.0f}" for one in each)
        assert f"| `{layout}` | {size} | {cells} |" in guide
    for layout in ("squares-8", "hexagon-5", "decagon-81"):
        for count in (1, 10):
            placement = placed_on(layout)
            euros = [carrier_without_parts(placement, count)]
            euros += [modules_without_parts(placement, n, count) for n in (16, 8, 1)]
            cells = " | ".join(f"{one:.0f}" for one in euros)
            assert f"| `{layout}`, {count} | {cells} |" in guide


@pytest.mark.parametrize(
    ("name", "text"), [("bom", bill_text), ("cpl", places_text), ("screws", screws_text)]
)
def test_a_small_board_is_golden(name: str, text: Callable[[Placement], str]) -> None:
    golden = (GOLDEN / f"{SMALL}-carrier-{name}.csv").read_text(encoding="utf-8")
    assert text(placed_on(SMALL)) == golden
