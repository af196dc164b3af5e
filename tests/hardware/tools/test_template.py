"""Drilling templates: every hole on paper at its place in millimetres, on sheets that fit."""

from __future__ import annotations

import csv
import math
import re
from xml.etree import ElementTree

import pytest

from hardware.host.layouts import LayoutError, layout_named
from hardware.tools.drilling import TemplateError, drilling
from hardware.tools.template import MARGIN, PAPERS, templates, write_template, write_templates

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS = ["decagon-51", "decagon-71", "decagon-81", "hexagon-5", "hexagon-7", "squares-6"]
LAYOUTS += ["squares-8", "hexagon-3"]


def sheets(layout, paper="a4", width=0.0):
    topology = layout_named(layout)
    roots = [ElementTree.fromstring(text) for text in templates(topology, paper, width)]
    return drilling(topology, width), roots


def circles(root, attribute):
    return {
        one.get(f"data-{attribute}"): (float(one.get("cx")), float(one.get("cy")))
        for one in root.iter(f"{SVG}circle")
        if one.get(f"data-{attribute}") is not None
    }


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_sheets_put_together_have_every_hole_in_its_place(layout, paper):
    plan, roots = sheets(layout, paper)
    top = {label: (x, plan.height - y) for label, (x, y) in plan.sensors.items()}
    found = {}
    for root in roots:
        assert root.get("width") == f"{float(root.get('viewBox').split()[2]):g}mm"
        here = circles(root, "sensor")
        moves = [(top[one][0] - x, top[one][1] - y) for one, (x, y) in here.items()]
        for across, down in moves:  # the whole sheet is moved by one amount: nothing is scaled
            assert (across, down) == pytest.approx(moves[0], abs=0.002)
        found.update(here)
    assert set(found) == set(plan.topology.points)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_neighbouring_sheets_agree_at_their_crosses(layout):
    plan, roots = sheets(layout)
    for root in roots:
        shift = next(
            (plan.sensors[one][0] - x, plan.height - plan.sensors[one][1] - y)
            for one, (x, y) in circles(root, "sensor").items()
        )
        left, top = shift[0] + MARGIN, shift[1] + MARGIN
        columns, rows = grid(root, plan)
        assert math.isclose(left % (plan.width / columns), 0, abs_tol=0.01) or math.isclose(
            left % (plan.width / columns), plan.width / columns, abs_tol=0.01
        )
        assert math.isclose(top % (plan.height / rows), 0, abs_tol=0.01) or math.isclose(
            top % (plan.height / rows), plan.height / rows, abs_tol=0.01
        )


def grid(root, plan):
    marks = [
        (float(one.get("cx")), float(one.get("cy")))
        for one in root.iter(f"{SVG}circle")
        if one.get("data-mark") is not None
    ]
    xs, ys = {x for x, _ in marks}, {y for _, y in marks}
    return round(plan.width / (max(xs) - min(xs))), round(plan.height / (max(ys) - min(ys)))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_counters_and_lights_keep_clear_of_each_other(layout):
    plan = drilling(layout_named(layout))
    places = list(plan.sensors.items())
    for at, (label, place) in enumerate(places):
        for other, there in places[at + 1 :]:
            assert math.dist(place, there) >= plan.counter + 2.99, (label, other)
        for owner, light in plan.lights.items():
            assert math.dist(place, light) >= plan.counter / 2 + 1.2, (label, owner)
    lights = list(plan.lights.values())
    assert (
        min(math.dist(one, two) for at, one in enumerate(lights) for two in lights[at + 1 :]) >= 6
    )
    for x, y in (*plan.sensors.values(), *lights):
        assert 0 < x < plan.width
        assert 0 < y < plan.height


def test_a_size_can_be_asked_for():
    plan = drilling(layout_named("hexagon-5"), 400)
    assert plan.width == pytest.approx(400)
    ruler = drilling(layout_named("squares-6"), 350).sensors
    assert math.dist(ruler["a1"], ruler["f1"]) == pytest.approx(350 - 56)


def test_scale_and_words_are_on_every_sheet():
    _plan, roots = sheets("decagon-81", "letter")
    for number, root in enumerate(roots):
        words = " ".join(one.text or "" for one in root.iter(f"{SVG}text"))
        assert f"of {len(roots)}" in words, number
        assert "100 mm" in words
        (scale,) = (one for one in root.iter(f"{SVG}path") if one.get("data-scale"))
        assert "h100" in scale.get("d")


def test_files_and_the_table_of_holes(tmp_path):
    paths = write_template("decagon-81", "a3", 0, tmp_path / "new")
    assert all(path.exists() for path in paths)
    rows = list(csv.DictReader(paths[-1].open()))
    assert len(rows) == 81
    assert rows[80]["label"] == "g20"
    assert (rows[80]["multiplexer"], rows[80]["channel"]) == ("5", "0")
    drawn = "".join(path.read_text() for path in paths[:-1])
    assert set(re.findall(r'data-light="(\w+)"', drawn)) == {row["label"] for row in rows}


def test_a_setup_string_names_a_board(tmp_path):
    paths = write_templates("less seats=4 seed=1", "letter", tmp_path)
    assert {path.name.split("-letter")[0] for path in paths[:-1]} == {"squares-8"}


@pytest.mark.parametrize(
    ("layout", "paper", "width", "words"),
    [
        ("hexagon-5", "a5", 0, "expected one of a4, a3, letter"),
        ("hexagon-5", "a4", 120, "12 or more"),
        ("decagon-81", "a4", 10, "12 or more"),
        ("hexagon-8", "a4", 0, "128 or fewer"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(layout, paper, width, words):
    with pytest.raises(TemplateError, match=words):
        templates(layout_named(layout), paper, width)


def test_an_unknown_layout_is_refused(tmp_path):
    with pytest.raises(LayoutError):
        write_template("octagon-9", "a4", 0, tmp_path)
