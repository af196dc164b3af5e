"""With larger touch targets, near misses of controls and points count as hits."""

from __future__ import annotations

import pygame
import pytest

from game.rules.base import Action
from game.screen.app.scene import Change, Scene
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent
from game.screen.ui.widget import Form
from tests.screen.play.play_helpers import click as click_board
from tests.screen.play.play_helpers import playing, spot
from tests.screen.screens import click, make_app


class Two(Scene):
    """A scene with a button at the left, and a disabled one at its right."""

    def __init__(self) -> None:
        self.pressed = 0
        self.one = Button("One", self._press).at(pygame.Rect(100, 100, 60, 40))
        self.off = Button("Off", self._press).at(pygame.Rect(170, 100, 60, 40))
        self.off.enabled = False
        self.form = Form([self.one, self.off])

    def _press(self) -> None:
        self.pressed += 1

    def handle(self, event: InputEvent) -> Change | None:
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        self.form.draw(canvas)


@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize(
    ("large", "spot", "pressed"),
    [
        (False, (130, 120), 1),
        (False, (130, 150), 0),
        (True, (130, 150), 1),
        (True, (90, 90), 1),
        (True, (165, 120), 1),
        (True, (130, 175), 0),
    ],
)
def test_a_control_may_be_missed_by_a_little(
    large: bool, spot: tuple[int, int], pressed: int, touch: bool
) -> None:
    scene = Two()
    app = make_app(scene, large_touch=large)
    click(app, spot, touch)
    assert scene.pressed == pressed
    app.close()


@pytest.mark.parametrize(("large", "found"), [(False, False), (True, True)])
def test_a_point_may_be_missed_by_more(large: bool, found: bool) -> None:
    with playing("more-or-less", large_touch=large) as (app, scene):
        view = scene.board.view
        assert view is not None
        x, y = spot(scene, scene.game.topology.centre or "")
        reach = next(
            away for away in range(10, 200) if view.point_at(x + away, y, among=["a1"]) is None
        )
        wanted: list[Action] = []
        scene.board.on_action = lambda action: wanted.append(action)
        click_board(app, (x + reach + 8, y))
        assert bool(wanted) is found
