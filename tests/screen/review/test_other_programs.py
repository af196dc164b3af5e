"""Another program can review: chosen by keys and mouse, its lines shown, then ours again."""

from __future__ import annotations

import sys

import pytest

from game.platform.paths import ROOT
from game.screen.review.column import LINES
from game.table.programs import Program, save_programs
from tests.screen.play.play_helpers import click, frames, press
from tests.screen.review.test_review import played, reviewing
from tests.support.waiting import until

SETUP = "multiplicity size=3"


@pytest.fixture(autouse=True)
def at_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def test_another_program_shows_its_line_and_ours_comes_back() -> None:
    words = "-u -m examples.bot"
    save_programs([Program("One ply", sys.executable, words, games=("multiplicity",))])
    with reviewing(played(SETUP, 6)) as (app, scene):
        scene.show_tab(LINES)
        frames(app, 2)
        scene.form.focus("analysis-by")
        press(app, "accept")
        assert (scene.analyst.program, scene.analyst.on) == ("One ply", True)
        lines = scene.column.lines.list
        assert until(lambda: bool(lines.rows), step=lambda: frames(app))
        thought = scene.analyst.thought
        assert thought is not None
        assert thought.lines[0].turns[0].before == scene.study.state
        assert scene.column.lines.toggle.note == "One ply"
        app.draw()
        click(app, scene.form.get("analysis-by").rect.center)
        assert scene.analyst.program == ""


def test_without_another_program_there_is_nothing_to_press() -> None:
    save_programs([Program("Elsewhere", sys.executable, games=("libra",))])
    with reviewing(played(SETUP, 6)) as (app, scene):
        scene.show_tab(LINES)
        frames(app, 2)
        assert "analysis-by" not in {one.name for one in scene.form.widgets}
