"""The demo on the screen: begins by itself, goes through all four games, leaves at any input."""

from __future__ import annotations

import pygame
import pytest

from game.screen.attract.show import DemoBoard
from game.screen.menus.choice import ChoiceScene
from game.screen.menus.title import AttractScene, TitleScene
from game.screen.ui.input import Pointer, Press
from tests.screen.screens import longer_language, make_app, press, texts, wait


def test_it_begins_after_the_time_set_and_not_when_switched_off() -> None:
    app = make_app(TitleScene(), attract_delay=30)
    wait(app, 29.5, dt=0.5)
    assert app.scene.mode == "press"  # type: ignore[attr-defined]
    wait(app, 1.5, dt=0.5)
    assert app.scene.mode == "demo"  # type: ignore[attr-defined]
    assert "Demo" in texts(app)
    app = make_app(TitleScene(), attract_delay=0)
    wait(app, 120, dt=1.0)
    assert app.scene.mode == "press"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "event",
    [
        Press((), pygame.K_x, name="x"),
        Press(("accept",)),
        Pointer("down", (5, 5)),
        Pointer("down", (5, 5), touch=True),
    ],
    ids=["key", "pad", "mouse", "finger"],
)
def test_any_input_returns_to_the_title(event: Press | Pointer) -> None:
    app = make_app(TitleScene("demo"))
    wait(app, 1)
    assert "Demo" in texts(app)
    app.frame(1 / 60, [event])
    wait(app, 0.5)
    assert isinstance(app.scene, TitleScene)
    assert "Demo" not in texts(app)
    assert "Press any key" in texts(app)


def test_a_demo_opened_on_purpose_returns_to_where_it_came_from() -> None:
    app = make_app(ChoiceScene("libra"))
    press(app, "demo")
    assert isinstance(app.scene, AttractScene)
    wait(app, 0.5)
    assert "3 of 4" in texts(app)
    press(app, "accept")
    assert isinstance(app.scene, ChoiceScene)


def test_all_four_games_in_turn_and_then_the_first_again() -> None:
    app = make_app(TitleScene("demo"), animation_speed=0.0)
    demo = app.scene.demo  # type: ignore[attr-defined]
    assert isinstance(demo, DemoBoard)
    keys = [demo.game.key]
    for _step in range(40_000):
        demo.wait = 0.0
        demo.update(1.0)
        if demo.game.key != keys[-1]:
            keys.append(demo.game.key)
        if len(keys) == 5:
            break
    assert keys == ["more-or-less", "less", "libra", "multiplicity", "more-or-less"]


def test_the_demo_moves_at_a_pace_that_can_be_followed() -> None:
    app = make_app(TitleScene("demo"))
    demo = app.scene.demo  # type: ignore[attr-defined]
    seen = 0
    state = demo.state
    for _frame in range(60 * 20):
        app.scene.update(1 / 60)
        if demo.state != state:
            seen, state = seen + 1, demo.state
    assert 8 <= seen <= 40  # actions in twenty seconds


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_captions_fit_in_a_longer_language(size: tuple[int, int]) -> None:
    with longer_language():
        app = make_app(TitleScene("demo"), size, animation_speed=0.0)
        demo = app.scene.demo  # type: ignore[attr-defined]
        with longer_language():
            for _step in range(160):
                demo.wait = 0.0
                demo.caption_age = 9.0
                demo.update(1.0)
                app.draw()
                assert app.recorder is not None
                assert not app.recorder.clipped(), demo.caption
