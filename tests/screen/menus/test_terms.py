"""A clock's page offers every kind of clock, a clock for each seat, and typed text."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.menus.terms import CLOCK_KINDS, TermsScene, as_kind, kind_of
from game.screen.ui.input import Press, Typed
from game.table.time_control import format_clock, parse_clock
from tests.screen.screens import make_app, recorded

FORMS = {
    "none": None,
    "10": "total",
    "10+5": "increment",
    "10 delay 3": "delay",
    "10 byo 3x30": "byo",
    "turn 30": "turn",
}


class Below(Scene):
    """The scene from which the page is opened."""

    chosen: Any = None

    def resume(self, result: Any = None) -> None:
        self.chosen = result


def opened(clock: str, board: bool = False) -> tuple[App, TermsScene, Below]:
    below = Below()
    app = make_app(below)
    scene = TermsScene(clock, True, False, ("LESS", "MORE"), board)
    app.open(scene)
    app.frame(0.02)
    return app, scene, below


def press(app: App, *commands: str) -> None:
    for command in commands:
        app.frame(0.02, [Press((command,))])


@pytest.mark.parametrize(("text", "key"), FORMS.items())
def test_every_clock_has_its_kind_and_becomes_every_other(text: str, key: str | None) -> None:
    clock = parse_clock(text)
    assert kind_of(clock).key == (key or "none")
    for kind in CLOCK_KINDS:
        made = as_kind(kind, clock)
        assert kind_of(made) == kind
        assert parse_clock(format_clock(made)) == made


def test_a_kind_is_chosen_by_keys_and_used() -> None:
    app, scene, below = opened("none")
    scene.form.focus("kind")
    press(app, "right", "right")
    assert scene.form_text == "10+5"
    scene.form.focus("increment")
    press(app, "right")
    scene.form.focus("use")
    press(app, "accept")
    assert below.chosen.clock == "10+8"
    app.close()


def test_each_seat_has_its_own_and_all_the_same_again() -> None:
    app, scene, _below = opened("10")
    scene.form.focus("who")
    press(app, "right", "right")
    scene.form.focus("total")
    press(app, "left")
    assert scene.form_text == "10 / 7"
    scene.form.focus("who")
    press(app, "left", "left")
    assert scene.form_text == "10"
    app.close()


def test_four_seats_are_chosen_one_after_the_other() -> None:
    scene = TermsScene("10", True, False, ("White 1", "Black 1", "White 2", "Black 2"))
    app = make_app(scene, (800, 600))
    scene.form.focus("who")
    for seat in (0, 1, 2, 3):
        press(app, "right")
        assert scene.who == seat
    words = [one for one in recorded(app).drawn if one.text == "Black 2"]
    assert len(words) == 2, "the one chosen, and the name of its clock"
    app.close()


def test_what_is_written_counts_when_it_is_a_clock() -> None:
    app, scene, below = opened("none")
    scene.form.focus("text")
    for _letter in "none":
        app.frame(0.02, [Press((), pygame.K_BACKSPACE)])
    app.frame(0.02, [Typed("5 byo 3x2")])
    assert scene.form_text == "5 byo 3x2"
    app.frame(0.02, [Typed("x")])
    assert scene.problem
    scene.form.focus("use")
    press(app, "accept")
    assert below.chosen is None, "that is no clock"
    app.close()


def test_the_button_is_offered_where_there_is_a_board() -> None:
    app, scene, _below = opened("10")
    assert "by_button" not in [widget.name for widget in scene.form.widgets]
    app.close()
    app, scene, below = opened("10", board=True)
    for name in ("by_button", "time_back", "use"):
        scene.form.focus(name)
        press(app, "accept")
    assert (below.chosen.by_button, below.chosen.time_back) == (True, False)
    app.close()
