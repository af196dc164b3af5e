"""The row of actions under the column: one filled button that says what it does, and helpers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.screen.app.scene import Change
from game.screen.ui.bindings import Bindings
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.key_names import key_label

Act = Callable[[], Change | None]


@dataclass(frozen=True)
class Face:
    """What one button of the row shows.

    The key of `command` stands on it where there is room; "accept" makes it the default button.
    """

    label: str = ""
    icon: str = ""
    tip: str = ""
    enabled: bool = True
    command: str = ""


Faces = tuple[Face, Face, Face]  # main, back, help


class ActionRow:
    """The main button, and two smaller ones: take back and help, or earlier and later."""

    def __init__(self, main: Act, back: Act, help_: Act) -> None:
        self.main = Button("", main, kind="main", icon="check", name="main")
        self.back = Button("", back, icon="undo", name="back")
        self.help = Button("", help_, icon="bulb", name="help")
        self.faces: Faces = (Face(icon="check"), Face(icon="undo"), Face(icon="bulb"))
        self._canvas: Canvas  # set by `build`, to measure words

    def build(self, canvas: Canvas, area: pygame.Rect) -> list[Button]:
        """Place the buttons in the row; they keep their focus over layouts."""
        gap = canvas.px(10)
        small = max(canvas.px(68), 40)
        wide = canvas.text_size(_("Take back"), "button")[0] + canvas.px(70)
        middle = max(canvas.px(146), min(area.width // 3, wide))
        if canvas.metrics.narrow:
            middle = small
        main = area.width - small - middle - 2 * gap
        self.main.at((area.left, area.top, main, area.height))
        self.back.at((area.left + main + gap, area.top, middle, area.height))
        self.help.at((area.right - small, area.top, small, area.height))
        self._canvas = canvas
        return [self.main, self.back, self.help]

    def show(self, faces: Faces, bindings: Bindings) -> None:
        """Say what the buttons do now."""
        self.faces = faces
        for button, face in zip((self.main, self.back, self.help), faces):
            button.label, button.icon = face.label, face.icon
            button.tip, button.enabled = face.tip, face.enabled
        if self._canvas.metrics.narrow:
            self.back.label = ""
        command = faces[0].command
        self.main.is_default = command == "accept"
        self.main.cap = key_label(bindings.first(command)) if command else ""
        if self.main.width(self._canvas) - self._canvas.px(28) > self.main.rect.width:
            self.main.cap = ""
