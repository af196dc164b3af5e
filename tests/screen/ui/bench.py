"""A scene with any widgets that a test needs."""

from __future__ import annotations

from game.screen.app.scene import Change, Scene
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import InputEvent
from game.screen.ui.widget import Form, Widget


class Bench(Scene):
    """A scene with the given widgets."""

    def __init__(self, *widgets: Widget) -> None:
        self.form = Form(widgets)

    def resize(self) -> None:
        self.form.start()

    def handle(self, event: InputEvent) -> Change | None:
        return self.form.handle(event)

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        self.form.draw(canvas)
