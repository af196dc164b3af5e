"""Building steps in pictures are readable and complete, with the right numbers for each board."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from game.platform.i18n import LANGUAGES, set_language
from game.platform.paths import ROOT
from workshop.fabrication.assembly import TARGET, order_page, pictures
from workshop.fabrication.drilling import board_plan
from workshop.fabrication.page import BOLD, PLAIN, WIDTH
from workshop.fabrication.parts import parts

QUICK = ["decagon-81+track", "squares-8", "hexagon-5"]
OTHERS = ["decagon-51", "decagon-71", "decagon-81", "squares-6", "hexagon-6", "hexagon-7"]
DRAWN = [*QUICK, *(pytest.param(one, marks=pytest.mark.slow) for one in OTHERS)]
SVG = "{http://www.w3.org/2000/svg}"


def words(root: ElementTree.Element) -> list[str]:
    return [one.text for one in root.iter(f"{SVG}text") if one.text]


@pytest.mark.parametrize("layout", DRAWN)
def test_every_step_is_a_whole_picture_with_the_boards_numbers(layout: str) -> None:
    plan = board_plan(layout)
    found = parts(plan)
    drawn = {name: ElementTree.fromstring(text) for name, text in pictures(plan, found).items()}
    assert [int(name.split("-")[1]) for name in drawn] == list(range(1, 9))
    for name, root in drawn.items():
        assert root.get("width") == f"{WIDTH:g}"
        for path in root.iter(f"{SVG}path"):
            assert not re.search(r"nan|inf|e-?\d", path.attrib["d"]), name
    points = len(plan.drilling.sensors)
    order = words(drawn["step-1-order.svg"])
    assert f"{points} x lights" in order
    assert f"{-(-points // 16)} x multiplexers" in order
    assert {part.name for part in found} <= set(words(drawn["step-2-print.svg"]))
    first = next(iter(plan.drilling.sensors))
    assert f"python main.py board monitor --point {first}" in words(drawn["step-6-magnets.svg"])
    numbers = [word for word in words(drawn["step-5-wire.svg"]) if word.isdecimal()]
    assert set(map(str, range(points))) <= set(numbers)


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_what_to_order_stays_within_its_cards(language: str) -> None:
    set_language(language)
    plan = board_plan("decagon-81+track")
    root = ElementTree.fromstring(order_page(plan, parts(plan)).svg())
    card = min(float(one.attrib["width"]) for one in root.iter(f"{SVG}rect"))
    for one in list(root.iter(f"{SVG}text"))[2:]:  # all texts after the number and the title
        letter = BOLD if one.get("font-weight") == "600" else PLAIN
        assert one.text is not None
        assert letter * float(one.attrib["font-size"]) * len(one.text) < card, one.text


def test_the_build_guide_shows_every_step() -> None:
    guide = (ROOT / "hardware" / "BUILD.md").read_text("utf-8")
    shown = re.findall(r"\(pictures/(step-[^)]+)\)", guide)
    assert shown == sorted(path.name for path in TARGET.glob("step-*.svg"))
    assert len(shown) == 8
