"""A slip over the desk: a form that is closed by Escape, or once what it asked for is done."""

from __future__ import annotations

from game.screen.app.scene import Change, Pop, Scene
from game.screen.ui.input import InputEvent, Press
from game.screen.ui.widget import Form


class Slip(Scene):
    """Setting `_done` closes it in the next frame, with what it `_brings` to who opened it."""

    overlay = True
    clicks = True
    form: Form
    _done: bool
    _brings: object = None

    @property
    def text_input(self) -> bool:  # type: ignore[override]
        return self.form.takes_text

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means("cancel"):
            return Pop()
        return change

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        return Pop(self._brings) if self._done else None

    @property
    def redraw_every(self) -> float:
        return 0.25  # the caret, and what others have done
