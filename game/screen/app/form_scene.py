"""Scenes made of widgets: the form gets events first; Escape closes."""

from __future__ import annotations

from pygame import Rect

from game.screen.app.scene import STAY, Change, Pop, Scene
from game.screen.ui.input import InputEvent, Pointer, Press
from game.screen.ui.widget import Form


class FormScene(Scene):
    """A scene with a `form`, which is empty until the first layout."""

    form: Form
    closed_by: tuple[str, ...] = ("cancel",)  # commands, where no control takes them

    @property
    def text_input(self) -> bool:
        return self.form.takes_text

    @property
    def spoken(self) -> str:
        return self.form.spoken

    @property
    def needed(self) -> list[Rect]:
        return self.form.places

    def handle(self, event: InputEvent) -> Change | None:
        change = self.form.handle(event)
        if change is None and isinstance(event, Press) and event.means(*self.closed_by):
            return self.cancelled()
        return change

    def cancelled(self) -> Change:
        """Return the change for leaving the scene without a choice."""
        return Pop()

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        return None


class FormCard(FormScene):
    """A form on a card over another scene; a press beside the card leaves it."""

    overlay = True
    clicks = True
    card: Rect

    def handle(self, event: InputEvent) -> Change | None:
        change = super().handle(event)
        if change is None and isinstance(event, Pointer) and event.kind == "down":
            return STAY if self.card.collidepoint(event.pos) else self.cancelled()
        return change
