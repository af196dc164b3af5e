"""Dialogs work over a scene, and over each other."""

from __future__ import annotations

from game.screen.app.dialog import DialogButton, ask
from game.screen.app.scene import Scene
from game.screen.ui.canvas import Canvas
from tests.screen.screens import make_app

CORNER = (4, 4)  # a spot that no dialog covers


class Red(Scene):
    """A scene filled with one colour."""

    def draw(self, canvas: Canvas) -> None:
        canvas.surface.fill((220, 20, 20))


def test_a_stack_of_dialogs_darkens_the_scene_below_once() -> None:
    app = make_app(Red(), reduced_motion=True)
    seen = []
    for _dialog in range(4):
        app.open(ask("Sure?", "", [DialogButton("Yes")]))
        app.draw()
        seen.append(tuple(app.window.surface.get_at(CORNER))[:3])
    assert seen[0] != (220, 20, 20)
    assert len(set(seen)) == 1, seen
