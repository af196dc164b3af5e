"""From the click to the first picture takes at most half a second of processor time."""

from __future__ import annotations

import time

import pytest

from game.rules.registry import titles, usual_setup
from game.screen.app import routes
from game.screen.app.routes import Route
from game.screen.app.scene import Push
from game.screen.menus.title import TitleScene
from game.screen.scenes import AHEAD, scene_class
from game.table.spec import MatchSpec, SeatSpec
from tests.screen.screens import FRAME, make_app

MOST_S = 0.5  # maximum seconds of the drawing thread; 0.02 to 0.17 on a shared core


@pytest.mark.parametrize("key", titles())
@pytest.mark.usefixtures("silent_engines")
def test_the_first_lesson_and_a_new_game_open_at_once(key: str) -> None:
    for route in AHEAD:  # the title preloads these after some seconds
        scene_class(route)
    spec = MatchSpec(usual_setup(key), (SeatSpec(), SeatSpec("engine", 1)))
    opened: tuple[Route, ...] = (routes.Guided(key), routes.PlayMatch(spec))
    for route_opened in opened:
        app = make_app(TitleScene("menu"))
        app.frame(FRAME)
        began = time.thread_time()
        app.change(Push(route_opened))
        app.frame(FRAME)
        app.draw()
        took = time.thread_time() - began
        app.close()
        assert took < MOST_S, route_opened
