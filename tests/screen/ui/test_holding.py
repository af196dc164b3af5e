"""Controls can be held, icons have tips, and disabled controls look disabled."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.screen.app import routes
from game.screen.app.app import App
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.ui.button import REPEAT_DELAY_S, REPEAT_INTERVAL_S, Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Stepper
from game.screen.ui.input import Pointer
from game.screen.ui.widget import TOOLTIP_DELAY_S, Form, Widget, WidgetState
from tests.screen.screens import FRAME, Unseen, make_app
from tests.screen.ui.bench import Bench
from tests.support.text_recorder import TextRecorder


class LiveBench(Bench):
    """A bench whose widgets' time advances, as in the program's scenes."""

    def update(self, dt: float) -> None:
        self.form.update(dt)

    @property
    def animating(self) -> bool:
        return self.form.animating


def bench(*widgets: Widget) -> tuple[App, LiveBench]:
    scene = LiveBench(*widgets)
    app = make_app(scene)
    app.draw()
    return app, scene


def hold(app: App, pos: tuple[int, int], seconds: float) -> None:
    app.frame(FRAME, [Pointer("move", pos), Pointer("down", pos)])
    for _frame in range(round(seconds / FRAME)):
        app.frame(FRAME)
    app.frame(FRAME, [Pointer("up", pos)])


def test_plus_acts_at_once_and_again_while_it_is_held() -> None:
    count: list[int] = []
    button = Button("", lambda: count.append(1), icon="plus", name="more", repeats=True)
    app, _scene = bench(button.at((100, 100, 60, 60)))
    hold(app, (130, 130), 0.1)
    assert len(count) == 1
    hold(app, (130, 130), REPEAT_DELAY_S + 4.5 * REPEAT_INTERVAL_S)
    assert len(count) == 1 + 1 + 5
    for _frame in range(60):
        app.frame(FRAME)
    assert len(count) == 7, "let go, it rests"


def test_a_held_arrow_goes_on_though_every_step_lays_the_form_out_anew() -> None:
    scene = LiveBench()
    values: list[Any] = []

    def lay() -> None:
        form = Form(keep=scene.form)
        stepper = Stepper(list(range(50)), values[-1] if values else 0, step, name="size")
        form.add(stepper.at((100, 100, 300, 60)))
        scene.form = form
        form.start("size")

    def step(value: Any) -> None:
        values.append(value)
        lay()

    scene.resize = lay  # type: ignore[method-assign]
    app = make_app(scene)
    hold(app, (390, 130), REPEAT_DELAY_S + 3.5 * REPEAT_INTERVAL_S)
    assert values == [1, 2, 3, 4, 5]


def test_a_sign_tells_what_it_does_while_the_pointer_rests_on_it() -> None:
    button = Button("", lambda: None, icon="menu", name="menu", tip="Menu")
    app, scene = bench(button.at((600, 4, 40, 40)))
    app.canvas.recorder = app.recorder = TextRecorder()
    app.frame(FRAME, [Pointer("move", (620, 20))])
    assert not any(drawn.text == "Menu" for drawn in app.recorder.drawn)
    for _frame in range(round(TOOLTIP_DELAY_S / FRAME) + 3):
        app.frame(FRAME)
    shown = [drawn.rect for drawn in app.recorder.drawn if drawn.text == "Menu"]
    assert shown
    assert not shown[0].colliderect(button.rect)
    app.frame(FRAME, [Pointer("down", (620, 20))])
    app.draw()
    assert not any(drawn.text == "Menu" for drawn in app.recorder.drawn)
    assert scene.form.captured is button


def test_a_control_that_cannot_be_used_keeps_no_look_of_the_focus() -> None:
    looks: list[WidgetState] = []

    class Probe(Button):
        def draw(self, canvas: Canvas, look: WidgetState) -> None:
            looks.append(look)

        def draw_focus(self, canvas: Canvas) -> None:
            looks.append(WidgetState(focused=True))

    button = Probe("Stop here", lambda: None, kind="main")
    app, scene = bench(button.at((100, 100, 200, 60)))
    scene.form.focus(button)
    button.enabled = False
    looks.clear()
    app.draw()
    assert looks == [WidgetState()]


@pytest.mark.parametrize(
    ("code", "route"),
    [
        (pygame.K_RETURN, routes.GameChoice()),
        (pygame.K_ESCAPE, routes.Scores()),
        (pygame.K_ESCAPE, routes.NewMatch("libra")),
    ],
)
def test_a_key_that_stays_down_acts_in_no_second_scene(code: int, route: routes.Route) -> None:
    app = make_app(GameChoiceScene(), kind=Unseen, animation_speed=0.0)
    app.open(routes.NewMatch("less"))
    app.open(route)
    was = len(app.stack)
    fields: dict[str, Any] = {"key": code, "mod": 0, "scancode": 40, "unicode": ""}
    app.frame(FRAME, [pygame.event.Event(pygame.KEYDOWN, **fields)])
    after = len(app.stack)
    assert after != was
    for _frame in range(round(3 / FRAME)):
        app.frame(FRAME)
    assert len(app.stack) == after
    app.frame(FRAME, [pygame.event.Event(pygame.KEYUP, **fields)])
    app.close()
