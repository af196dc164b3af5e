"""If frames take too long, low-power mode turns itself on once, with a message."""

from __future__ import annotations

import time

import pytest

from game.screen.app.app import App
from game.screen.app.frame_watch import TOO_LONG_S, WATCHED, FrameWatch
from game.screen.app.scene import STAY, Change, Quit, Scene
from tests.screen.screens import make_app

WORDS = "Low-power mode is on: this computer was too slow. The settings turn it off."


def watch_of(*seconds: float) -> FrameWatch:
    watch = FrameWatch()
    for one in seconds:
        watch.drawn(one)
    return watch


def test_frames_do_not_hold_where_more_than_half_take_too_long() -> None:
    half = WATCHED // 2
    long, short = TOO_LONG_S * 1.1, TOO_LONG_S * 0.9
    assert not watch_of().too_slow
    assert not watch_of(*[long] * (WATCHED - 1)).too_slow, "not enough has been seen"
    assert not watch_of(*[short, long] * half).too_slow
    assert watch_of(*[short, long] * half, long).too_slow
    assert not watch_of(*[long] * WATCHED, *[short] * half).too_slow, "it has got better"


class Busy(Scene):
    """A scene that moves for some frames, each of which uses this much processor time."""

    animating = True

    def __init__(self, seconds: float, frames: int = 12) -> None:
        self.seconds, self.left = seconds, frames

    def update(self, dt: float) -> Change | None:
        ends = time.thread_time() + self.seconds
        while time.thread_time() < ends:
            pass
        self.left -= 1
        return STAY if self.left else Quit()


def run(scene: Scene, light: bool = False, light_by_itself: bool = False) -> tuple[App, list[str]]:
    """Run the loop until the scene ends; return the app and its messages."""
    app = make_app(scene, light=light, light_by_itself=light_by_itself)
    app.frame_watch = FrameWatch(watched=6, too_long_s=0.005)
    app.run()
    return app, [toast.text for toast in app.toasts.live]


def test_a_slow_computer_gets_low_power_mode_and_is_told() -> None:
    app, said = run(Busy(0.01))
    assert app.settings.light
    assert said == [WORDS]


def test_a_fast_computer_keeps_its_effects() -> None:
    app, said = run(Busy(0.0))
    assert not app.settings.light
    assert said == []


@pytest.mark.parametrize("light", [False, True])
def test_whoever_has_decided_is_not_asked_again(light: bool) -> None:
    app, said = run(Busy(0.01), light=light, light_by_itself=True)
    assert app.settings.light == light
    assert said == []
