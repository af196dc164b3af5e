"""In no scene and window do toasts cover a board, a list or a button."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.rules.proposals import Resign
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.play.evaluation import Graph
from game.screen.play.menu import pause_menu
from game.screen.play.scene import PlayScene
from game.screen.plugin.explanations import Explanation
from game.screen.ui.toast import STEP, free_place
from game.screen.ui.widget import Label
from game.table.match import Match
from game.table.spec import ClockSpec, two_people
from tests.screen.screens import Unseen, make_app
from tests.screen.test_scenes import ROUTES, SPEC
from tools.screenshots import album as shots

WORDS = "Round 1: somebody with a long name made 12 groups as MORE. Now the roles change."
SIZES = [(800, 600), (1280, 800), (900, 1150)]
EDITORS = ("layout.walls", "layout.tiles", "obstacles")


class Blank(Scene):
    """An empty scene to start from."""


def over() -> Match:
    match = Match(SPEC)
    match.submit(Resign(0))
    return match


def kept_clear(scene: Scene) -> list[pygame.Rect]:
    """Return the rectangles that no toast may cover: all boards and most controls.

    Toasts may cover a curve, or a place that has only a tooltip.
    """
    form = getattr(scene, "form", None)
    controls = [w for w in form.widgets if w.visible] if form else []
    controls = [
        control for control in controls if not isinstance(control, (Label, Graph, Explanation))
    ]
    return [*(control.rect for control in controls), *(board.rect for board in scene.boards)]


def faults(app: App) -> list[pygame.Rect]:
    """Return the rectangles in this scene that toasts cover when several are shown one by one."""
    for number in range(3):
        app.toast(f"{WORDS} {number}", "good")
        app.toast("Copied", "info")
    for _frame in range(20):
        app.frame(1 / 60)
    app.draw()
    shown = [toast.rect for toast in app.toasts.live if toast.rect is not None]
    assert shown, "the newest at least"
    return [rect for rect in kept_clear(app.scene) if rect.collidelist(shown) >= 0]


@pytest.mark.parametrize("size", SIZES)
def test_no_scene_has_anything_covered(size: tuple[int, int]) -> None:
    app = make_app(Blank(), size, kind=Unseen, theme="paper", animation_speed=0.0)
    ways = [routes.MatchResult(over()) if isinstance(r, routes.MatchResult) else r for r in ROUTES]
    for route in ways:
        app.toasts.live.clear()
        app.show(route)
        app.draw()
        assert not faults(app), f"{route} in {size}"
    app.close()


@pytest.mark.parametrize("size", [*SIZES, (800, 480), (480, 800)])
@pytest.mark.parametrize(
    "setup", ["less seed=1", "libra size=4", "multiplicity size=3", "more-or-less"]
)
def test_clocks_are_never_covered(setup: str, size: tuple[int, int]) -> None:
    app = make_app(Blank(), size, kind=Unseen, theme="paper", animation_speed=0.0)
    scene = PlayScene(replace(two_people(setup), clock=ClockSpec(600.0)), keep=False)
    app.show(scene)
    app.draw()
    assert not faults(app)
    shown = [toast.rect for toast in app.toasts.live if toast.rect is not None]
    assert scene.layout.seats.collidelist(shown) < 0
    app.close()


@pytest.mark.parametrize("size", SIZES)
def test_neither_has_a_dialog_nor_an_editor(size: tuple[int, int]) -> None:
    app = make_app(Blank(), size, kind=Unseen, theme="paper", animation_speed=0.0)
    app.show(PlayScene(SPEC, keep=False))
    app.open(pause_menu(Match(SPEC)))
    assert not faults(app)
    for name in EDITORS:
        app.toasts.live.clear()
        shot = shots.SHOTS[name]
        app.show(shot.factory())
        app.draw()
        if shot.prepare:
            shot.prepare(app)
        assert not faults(app), name
    app.close()


def test_a_free_place_is_low_and_central_and_none_is_found_where_none_is() -> None:
    window = pygame.Rect(0, 0, 400, 300)
    assert free_place(window, (100, 40), []) == pygame.Rect(150, 300 - STEP - 40, 100, 40)
    floor = pygame.Rect(0, 240, 400, 60)
    found = free_place(window, (100, 40), [floor])
    assert found is not None
    assert (found.centerx, found.bottom < 240) == (200, True)
    left = pygame.Rect(0, 0, 250, 300)
    beside = free_place(window, (100, 40), [left])
    assert beside is not None
    assert beside.left > 250
    assert free_place(window, (100, 40), [window]) is None


def test_where_there_is_no_room_at_all_the_newest_is_shown_all_the_same() -> None:
    class Full(Blank):
        @property
        def needed(self) -> list[pygame.Rect]:
            return [pygame.Rect(0, 0, 800, 600)]

    app = make_app(Full(), (800, 600))
    for word in ("One", "Two"):
        app.toast(word)
    app.frame(1 / 60)
    first, second = (toast.rect for toast in app.toasts.live)
    assert first is None
    assert second is not None
    assert second.centerx == 400
    app.close()
