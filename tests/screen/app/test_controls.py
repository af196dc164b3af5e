"""In all scenes, disabled controls never look focused, and icon buttons have a tip and a name."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

from game.rules.proposals import Resign
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.play.menu import help_menu, pause_menu
from game.screen.play.scene import PlayScene
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Form, Widget, WidgetState
from game.table.match import Match
from tests.screen.app.test_toasts import Blank
from tests.screen.screens import make_app
from tests.screen.test_scenes import ROUTES, SPEC
from tools.screenshots import album as shots

SHOWN = (
    "play.bid",
    "play.libra",
    "play.back",
    "play.curve",
    "layout.walls",
    "obstacles",
    "review.less",
)
SIZES = [(800, 600), (1280, 800)]


def scenes(app: App) -> Iterator[tuple[str, Scene]]:
    """Yield all scenes, dialogs and editors, one after the other."""
    over = Match(SPEC)
    over.submit(Resign(0))
    for route in ROUTES:
        app.show(routes.MatchResult(over) if isinstance(route, routes.MatchResult) else route)
        app.frame(1 / 60)
        yield type(route).__name__, app.scene
    for name in SHOWN:
        shot = shots.SHOTS[name]
        app.show(shot.factory())
        app.frame(1 / 60)
        if shot.prepare:
            shot.prepare(app)
        yield name, app.scene
    for dialog in (pause_menu(Match(SPEC)), help_menu(False)):
        app.show(PlayScene(SPEC, keep=False))
        app.open(dialog)
        app.frame(1 / 60)
        yield "dialog", app.scene


def forms(app: App) -> Iterator[tuple[str, Form]]:
    for name, scene in scenes(app):
        form = getattr(scene, "form", None)
        if form is not None:
            yield name, form


@pytest.mark.parametrize("size", SIZES)
def test_a_sign_without_words_has_a_tip_and_a_name(size: tuple[int, int]) -> None:
    app = make_app(Blank(), size, theme="paper", animation_speed=0.0)
    signs = 0
    for where, form in forms(app):
        for widget in form.widgets:
            if isinstance(widget, Button) and widget.visible and not widget.label:
                signs += 1
                assert widget.tip, f"{where}: {widget.name or widget.icon} has no tip"
                assert widget.name, f"{where}: {widget.icon} has no name"
    assert signs > 10
    app.close()


def test_every_control_has_a_name_by_which_its_focus_is_kept() -> None:
    app = make_app(Blank(), theme="paper", animation_speed=0.0)
    for where, form in forms(app):
        found = [widget.name for widget in form.widgets if widget.reachable]
        assert all(found), where
        assert len(found) == len(set(found)), where
    app.close()


def test_a_control_that_is_off_never_keeps_the_look_of_the_focus() -> None:
    app = make_app(Blank(), (800, 600), theme="walnut", animation_speed=0.0)
    for where, form in forms(app):
        app.invalidate()
        app.frame(1 / 60)  # by now the whole board is cached as a picture, which differs slightly
        for widget in [widget for widget in form.widgets if widget.reachable]:
            widget.enabled = False
            form.focused = widget
            kept = drawn(app, form, widget)
            form.focused = None
            assert kept == drawn(app, form, widget), f"{where}: {widget.name}"
            widget.enabled = True
    app.close()


def drawn(app: App, form: Form, widget: Widget) -> bytes:
    """Return the pixels of a control and its surroundings, as the form draws them."""
    surface = pygame.Surface(app.window.size)
    canvas = Canvas(surface, app.theme, app.metrics)
    seen = {other: other.visible for other in form.widgets if other is not widget}
    for other in seen:
        other.visible = False
    form.draw(canvas, tips=False)
    for other, visible in seen.items():
        other.visible = visible
    around = widget.rect.inflate(24, 24).clip(surface.get_rect())
    return pygame.image.tobytes(surface.subsurface(around), "RGB")


def test_a_disabled_button_shines_neither_hovered_nor_pressed() -> None:
    app = make_app(Blank(), (800, 600))
    button = Button("Stop here", lambda: None, kind="main").at((60, 60, 160, 48))
    button.enabled = False
    pictures = set()
    for look in (
        WidgetState(),
        WidgetState(hovered=True),
        WidgetState(pressed=True),
        WidgetState(focused=True),
    ):
        surface = pygame.Surface((300, 200))
        button.draw(Canvas(surface, app.theme, app.metrics), look)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == 1
    app.close()
