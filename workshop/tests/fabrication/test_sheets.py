"""Drilling templates: every hole is at its place in millimetres, on sheets of paper that fit."""

from __future__ import annotations

import csv
import math
import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from game.games.more_or_less.rules import MARKER_PLACES
from game.rules.registry import GAMES
from hardware.host.layouts import (
    LayoutError,
    labels_of,
    layout_named,
    places_on,
    points_of,
    track_on,
)
from hardware.tracking.track import MarkerTrack
from hardware.wire.messages import LAYOUT_BYTES
from workshop.fabrication import drilling as drilling_module
from workshop.fabrication import sheets as sheets_module
from workshop.fabrication import track
from workshop.fabrication.command import main
from workshop.fabrication.drilling import LIGHT_HOLE, Drilling, TemplateError, drilling
from workshop.fabrication.sheets import MARGIN, PAPERS, page, sheets_of, write_template
from workshop.fabrication.track import LETTER, MARKER, SLOT, STRIP, Millimetres, TrackPlan

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS = ["decagon-51", "decagon-71", "decagon-81", "hexagon-5", "hexagon-7", "squares-6"]
LAYOUTS += ["squares-8", "hexagon-3"]
TRACKED = [layout for layout in LAYOUTS if layout.startswith("decagon")]


def sheets(layout: str, paper: str = "a4", width: float = 0.0) -> tuple[Drilling, list[Element]]:
    topology, track = layout_named(layout), track_on(layout)
    plan = drilling(topology, width, track)
    grid = sheets_of(plan, paper)
    return plan, [ElementTree.fromstring(page(plan, sheet, grid)) for sheet in grid]


def said(element: Element, attribute: str) -> str:
    """Return the value of an attribute that must exist."""
    value = element.get(attribute)
    assert value is not None, attribute
    return value


def circles(root: Element, attribute: str) -> dict[str, Millimetres]:
    return {
        name: (float(said(one, "cx")), float(said(one, "cy")))
        for one in root.iter(f"{SVG}circle")
        if (name := one.get(f"data-{attribute}")) is not None
    }


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_sheets_put_together_have_every_hole_in_its_place(layout: str, paper: str) -> None:
    plan, roots = sheets(layout, paper)
    top = {label: (x, plan.height - y) for label, (x, y) in plan.sensors.items()}
    found: dict[str, Millimetres] = {}
    for root in roots:
        assert root.get("width") == f"{float(said(root, 'viewBox').split()[2]):g}mm"
        here = circles(root, "sensor")
        moves = [(top[one][0] - x, top[one][1] - y) for one, (x, y) in here.items()]
        for across, down in moves:  # the whole sheet is moved by the same amount, without scaling
            assert (across, down) == pytest.approx(moves[0], abs=0.002)
        found.update(here)
    assert set(found) == set(plan.topology.points)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_neighbouring_sheets_agree_at_their_crosses(layout: str) -> None:
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


def grid(root: Element, plan: Drilling) -> tuple[int, int]:
    marks = [
        (float(said(one, "cx")), float(said(one, "cy")))
        for one in root.iter(f"{SVG}circle")
        if one.get("data-mark") is not None
    ]
    xs, ys = {x for x, _ in marks}, {y for _, y in marks}
    return round(plan.width / (max(xs) - min(xs))), round(plan.height / (max(ys) - min(ys)))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_counters_and_lights_keep_clear_of_each_other(layout: str) -> None:
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


def test_a_size_can_be_asked_for() -> None:
    plan = drilling(layout_named("hexagon-5"), 400)
    assert plan.width == pytest.approx(400)
    ruler = drilling(layout_named("squares-6"), 350).sensors
    assert math.dist(ruler["a1"], ruler["f1"]) == pytest.approx(350 - 56)


def test_scale_and_words_are_on_every_sheet() -> None:
    _plan, roots = sheets("decagon-81", "letter")
    for number, root in enumerate(roots):
        words = " ".join(one.text or "" for one in root.iter(f"{SVG}text"))
        assert f"of {len(roots)}" in words, number
        assert "100 mm" in words
        (scale,) = (one for one in root.iter(f"{SVG}path") if one.get("data-scale"))
        assert "h100" in said(scale, "d")


def test_files_and_the_table_of_holes(tmp_path: Path) -> None:
    paths = write_template("decagon-81", "a3", 0, tmp_path / "new", with_track=False)
    assert all(path.exists() for path in paths)
    rows = list(csv.DictReader(paths[-1].open()))
    assert len(rows) == 81
    assert rows[80]["label"] == "g20"
    assert (rows[80]["multiplexer"], rows[80]["channel"]) == ("5", "0")
    drawn = "".join(path.read_text() for path in paths[:-1])
    assert set(re.findall(r'data-light="(\w+)"', drawn)) == {row["label"] for row in rows}


def path_places(root: Element, attribute: str) -> dict[str, Millimetres]:
    """Return the places of the crosses in the path of an attribute."""
    places = {}
    for one in root.iter(f"{SVG}path"):
        if (name := one.get(f"data-{attribute}")) is not None:
            cross = re.match(r"M(\S+) \S+h3M\S+ (\S+?)v3", said(one, "d"))
            assert cross is not None, name
            places[name] = float(cross[1]), float(cross[2])
    return places


def track_of(plan: Drilling) -> TrackPlan:
    assert plan.track is not None
    return plan.track


def test_the_track_has_a_place_for_every_letter_the_game_counts() -> None:
    plan = track_of(drilling(layout_named("decagon-81"), 0, track_on("decagon-81")))
    assert "".join(letter for letter, _ in plan.letters) == "MORE OR LESS"
    assert len(plan.letters) == MARKER_PLACES
    assert [slot.owner for slot in plan.slots] == ["black", "green"]
    for slot, y in zip(plan.slots, (34, 12)):
        assert slot.places[0] == (216 - 6 * 22, y)
        assert slot.places[12] == (216 + 6 * 22, y)
        assert [x for x, _ in slot.places[1:]] == [x for _, (x, _) in plan.letters]
        assert slot.box == (216 - 132 - 3, y - 3, 216 + 132 + 3, y + 3)


@pytest.mark.parametrize("width", [0, 300, 600])
@pytest.mark.parametrize("layout", TRACKED)
def test_the_track_keeps_clear_of_points_lights_and_edges(layout: str, width: float) -> None:
    plan = drilling(layout_named(layout), width, track_on(layout))
    for slot in track_of(plan).slots:
        for x, y in slot.places:
            assert x - MARKER / 2 > 8
            assert x + MARKER / 2 < plan.width - 8
            assert y - MARKER / 2 > 5
            assert y + MARKER / 2 < STRIP
            for place in plan.sensors.values():
                assert math.dist(place, (x, y)) > (plan.counter + MARKER) / 2 + 3
            for place in plan.lights.values():
                assert math.dist(place, (x, y)) > (LIGHT_HOLE + MARKER) / 2 + 3
            for _letter, (u, v) in track_of(plan).letters:
                assert math.hypot(u - x, v - y) > (LETTER + MARKER) / 2
        pitch = slot.places[1][0] - slot.places[0][0]
        assert pitch >= MARKER + 1
    assert track_of(plan).slots[0].box[1] - track_of(plan).slots[1].box[3] > LETTER


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("layout", TRACKED)
def test_sheets_put_together_have_the_whole_track(layout: str, paper: str) -> None:
    plan, roots = sheets(layout, paper)
    wanted = {
        f"{slot.owner} {number}": (x, plan.height - y)
        for slot in track_of(plan).slots
        for number, (x, y) in enumerate(slot.places)
    }
    found: set[str] = set()
    letters: set[str | None] = set()
    for root in roots:
        sensor, (x, y) = next(iter(circles(root, "sensor").items()))
        across = plan.sensors[sensor][0] - x
        down = plan.height - plan.sensors[sensor][1] - y
        for name, (left, middle) in path_places(root, "stop").items():
            place = left + 1.5 + across, middle + 1.5 + down
            assert place == pytest.approx(wanted[name], abs=0.003)
            found.add(name)
        for slot in root.iter(f"{SVG}rect"):
            if slot.get("data-slot"):
                assert float(said(slot, "height")) == SLOT
        letters |= {one.get("data-letter") for one in root.iter(f"{SVG}text")} - {None}
    assert found == set(wanted)
    assert letters == set("MORELS")


def test_a_track_can_be_left_out_and_most_games_have_none(tmp_path: Path) -> None:
    for layout in LAYOUTS:
        assert (track_on(layout) is not None) == (layout in TRACKED)
    bare = drilling(layout_named("decagon-81"))
    assert (bare.width, bare.height, bare.track) == (432, 432, None)
    paths = write_template("decagon-81", "a4", 0, tmp_path, with_track=False)
    assert not any("data-slot" in path.read_text() for path in paths)
    assert not any("track" in path.name for path in paths)


def test_the_table_of_the_track(tmp_path: Path) -> None:
    paths = write_template("decagon-71", "a4", 0, tmp_path)
    rows = list(csv.DictReader(paths[-1].open()))
    assert len(rows) == 26
    assert rows[1] == {
        "marker": "black",
        "place": "1",
        "letter": "M",
        "x_mm": "106.00",
        "y_mm": "34.00",
    }
    assert (rows[5]["letter"], rows[25]["letter"]) == ("", "S")


def test_what_draws_templates_names_no_game() -> None:
    for module in (drilling_module, sheets_module, track):
        assert module.__file__ is not None
        source = Path(module.__file__).read_text()
        for game in GAMES:
            assert not re.search(rf"\b({game.key}|{game.title})\b", source), (module, game.key)


def test_a_board_too_narrow_for_its_track_is_refused_in_words() -> None:
    with pytest.raises(TemplateError, match=r"462 mm or more.*--no-track"):
        drilling(layout_named("decagon-81"), 0, MarkerTrack("M" * 40, ("black", "green")))


@pytest.mark.parametrize(
    ("layout", "paper", "width", "words"),
    [
        ("hexagon-5", "a5", 0, "expected one of a4, a3, letter"),
        ("hexagon-5", "a4", 120, "12 or more"),
        ("decagon-81", "a4", 10, "12 or more"),
        ("hexagon-8", "a4", 0, "128 or fewer"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(
    layout: str, paper: str, width: float, words: str
) -> None:
    with pytest.raises(TemplateError, match=words):
        sheets_of(drilling(layout_named(layout), width), paper)


def test_an_unknown_layout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LayoutError):
        write_template("octagon-9", "a4", 0, tmp_path)


# -- a track that is read --------------------------------------------------------------------------


def test_a_readable_track_has_points_after_those_of_the_game() -> None:
    points = points_of("decagon-81+track")
    assert len(points) == 81 + 2 * MARKER_PLACES
    assert points[:81] == layout_named("decagon-81").points
    assert (points[81], points[92], points[93], points[-1]) == (
        "black-1",
        "black-12",
        "green-1",
        "green-12",
    )
    assert labels_of("decagon-81+track", 105) == points
    game = layout_named("decagon-81")
    assert places_on("decagon-81+track", 105, game) == tuple(range(81)), "the game is where it was"
    assert len(b"decagon-81+track") <= LAYOUT_BYTES
    with pytest.raises(LayoutError, match="no game on this board has a track"):
        points_of("hexagon-5+track")


@pytest.mark.parametrize("width", [0, 300, 600])
@pytest.mark.parametrize("layout", TRACKED)
def test_sensors_and_lights_of_a_readable_track(layout: str, width: float) -> None:
    topology, track = layout_named(layout), track_on(layout)
    plan, plain = drilling(topology, width, track, readable=True), drilling(topology, width, track)
    assert list(plan.sensors) == list(plan.lights) == list(points_of(f"{layout}+track"))
    rows = [(label, multiplexer, channel) for _n, label, multiplexer, channel in plan.wiring()]
    assert rows[-1] == ("green-12", *divmod(len(topology) + 23, 16))
    higher = plan.height - plain.height
    for label in topology.points:  # the track only shifts the game's own points up
        x, y = plain.sensors[label]
        assert plan.sensors[label] == pytest.approx((x, y + higher))
    for slot in track_of(plan).slots:
        for number, place in enumerate(slot.places[1:], 1):
            label = f"{slot.owner}-{number}"
            assert plan.sensors[label] == place
            x, y = plan.lights[label]
            assert 8 < y < plan.height
            assert math.dist((x, y), place) > (MARKER + LIGHT_HOLE) / 2
            others = [light for other, light in plan.lights.items() if other != label]
            assert min(math.dist((x, y), light) for light in others) > 2 * LIGHT_HOLE
            for _letter, (_u, v) in track_of(plan).letters:
                assert abs(v - y) > (LETTER + LIGHT_HOLE) / 2


def test_sheets_and_table_of_a_readable_track(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["--out", str(tmp_path)]
    assert main(["template", "decagon-81", "--track-sensors", *out]) == 0
    drawn = "".join(path.read_text() for path in tmp_path.glob("*.svg"))
    rows = list(csv.DictReader((tmp_path / "decagon-81+track-holes.csv").open()))
    assert len(rows) == 105
    assert set(re.findall(r'data-sensor="([\w-]+)"', drawn)) == {row["label"] for row in rows}
    assert set(re.findall(r'data-light="([\w-]+)"', drawn)) == {row["label"] for row in rows}
    assert main(["template", "squares-6", "--track-sensors", *out]) == 2
    assert "track of turns" in capsys.readouterr().err
