"""A mat with the walls of Less is as large as the board, and has each wall at its place."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from game.games.less.rules import Less
from game.platform.paths import ROOT
from game.rules.registry import parse_setup
from workshop.fabrication.command import main
from workshop.fabrication.mat import Lettering, Ring, Stroke, marks, svg_of

WALLED = "less walls=" + "1" + "0" * 29 + "2" + "0" * 29


def game(setup: str) -> Less:
    found = parse_setup(setup)
    assert isinstance(found, Less)
    return found


def bars(setup: str) -> list[Stroke]:
    drawn = (one for one in marks(game(setup), 50) if isinstance(one, Stroke))
    return [one for one in drawn if one.width > 2]


def test_walls_lie_on_their_edges() -> None:
    first, *double = bars(WALLED)
    assert (first.x, first.to_x) == (50, 50)  # between a6 and b6
    assert (first.y, first.to_y) == pytest.approx((252.5, 297.5))
    assert len(double) == 2
    assert double[0].x != double[1].x or double[0].y != double[1].y
    assert bars("less walls=" + "0" * 60) == []


def test_four_seats_have_all_squares() -> None:
    drawn = marks(game("less seats=4 seed=1"), 40)
    assert sum(isinstance(one, Ring) for one in drawn) == 16
    assert max(one.x for one in drawn) == 320


@pytest.mark.parametrize("setup", ["less seed=1", "less seats=4 seed=1", WALLED])
def test_names_of_squares_lie_clear_of_goals_and_walls(setup: str) -> None:
    drawn = marks(game(setup), 50)
    walls = [one for one in drawn if isinstance(one, Stroke) and one.width > 2]
    rings = [one for one in drawn if isinstance(one, Ring)]
    for name in (one for one in drawn if isinstance(one, Lettering)):
        wide, high = 0.6 * name.size, 0.4 * name.size  # half the width and height of the text
        for ring in rings:
            assert math.hypot(name.x - ring.x, name.y - ring.y) > ring.radius + wide
        for wall in walls:
            half = wall.width / 2
            aside = max(min(wall.x, wall.to_x) - name.x, name.x - max(wall.x, wall.to_x))
            above = max(min(wall.y, wall.to_y) - name.y, name.y - max(wall.y, wall.to_y))
            assert aside > half + wide or above > half + high, name


def test_the_picture_of_the_page_is_that_of_today() -> None:
    """If this fails, run `board mat less seed=1` and copy the SVG there."""
    shown = ROOT / "hardware" / "pictures" / "less-mat.svg"
    assert shown.read_text("utf-8") == svg_of(marks(game("less seed=1"), 50), 400)


def test_files_have_the_size_of_the_board(tmp_path: Path) -> None:
    words = ["mat", "less", "seed=1", "--square", "50", "--out", str(tmp_path)]
    assert main(words) == 0
    picture = ElementTree.parse(tmp_path / "less-mat.svg").getroot()
    assert (picture.get("width"), picture.get("viewBox")) == ("400mm", "0 0 400 400")
    whole = (tmp_path / "less-mat-whole.pdf").read_bytes()
    [box] = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", whole)
    assert float(box[0]) / 72 * 25.4 == pytest.approx(420, abs=0.01)
    assert main([*words, "--paper", "a4"]) == 0
    sheets = (tmp_path / "less-mat-a4.pdf").read_bytes()
    assert sheets.count(b"/MediaBox") == 6
    for number, place in enumerate(re.findall(rb"^(\d{10}) 00000 n", sheets, re.M), 1):
        assert sheets[int(place) :].startswith(b"%d 0 obj" % number)


def test_other_games_and_sizes_are_refused(tmp_path: Path) -> None:
    assert main(["mat", "libra", "--out", str(tmp_path)]) == 2
    assert main(["mat", "less", "seed=1", "--square", "500", "--out", str(tmp_path)]) == 2
