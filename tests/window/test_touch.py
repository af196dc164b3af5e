"""Hands at the real window: pieces are dragged, and refused with the right sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules import parse_setup
from tests.window.e2e_window import Display, Window, require
from tests.window.test_window import STILL, start_by_mouse


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    require()
    shown = Display()
    yield shown
    shown.close()


@pytest.fixture
def window(display: Display, tmp_path: Path) -> Iterator[Window]:
    opened = Window(display, tmp_path, settings={**STILL, "animation_speed": 1.0})
    yield opened
    opened.close()


def test_a_piece_is_dragged_and_one_that_may_not_go_there_springs_back(window: Window) -> None:
    start_by_mouse(window, "less", {})
    seen = window.seen
    game = parse_setup(seen["setup"])
    step = next(a for a in game.legal(tuple(seen["state"])) if a.kind == "step")
    points = seen["points"]
    window.drag(points[step.source], points["a6"])
    window.wait(lambda seen: seen["said"] == "a6 is taken.")
    assert window.seen["entries"] == 0
    window.wait(lambda seen: seen["enabled"])
    window.drag(points[step.source], points[step.target])
    window.wait(lambda seen: seen["entries"] == 1 and not seen["said"])


def test_an_occupied_point_is_refused_in_words(window: Window) -> None:
    start_by_mouse(window, "multiplicity", {})
    points = window.seen["points"]
    window.click(*points["e5"])
    window.wait(lambda seen: seen["entries"] == 1 and seen["enabled"] and not seen["moving"])
    window.click(*points["e5"])
    window.wait(lambda seen: seen["said"] == "e5 is taken.")
