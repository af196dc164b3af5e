"""A slip over the desk: a form that is closed by Escape, or once what it asked for is done."""

from __future__ import annotations

from game.screen.app.form_scene import FormScene
from game.screen.app.scene import Change, Pop


class Slip(FormScene):
    """Setting `_done` closes it in the next frame, with what it `_brings` to who opened it."""

    overlay = True
    clicks = True
    _done: bool
    _brings: object = None

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        return Pop(self._brings) if self._done else None

    @property
    def redraw_every(self) -> float:
        return 0.25  # the caret, and what others have done
