"""Three letters for the high scores, one control each: arrows, typing, or the chevrons."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.screen.app.scene import STAY, Change
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press, Typed
from game.screen.ui.widget import Widget, WidgetState

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class Initial(Widget):
    """One letter.  `on_letter(letter)` hears of changes; `on_next` after typing."""

    radius = "card"

    def __init__(
        self,
        letter: str,
        on_letter: Callable[[str], None],
        on_next: Callable[[], None],
        name: str,
    ) -> None:
        super().__init__(name)
        self.letter, self.on_letter, self.on_next = letter, on_letter, on_next

    def _turn(self, step: int) -> Change:
        here = LETTERS.find(self.letter)
        self.letter = LETTERS[(here + step) % len(LETTERS)]
        self.on_letter(self.letter)
        return STAY

    def press(self, event: Press) -> Change | None:
        if event.means("up"):
            return self._turn(-1)
        if event.means("down"):
            return self._turn(1)
        typed = chr(event.key).upper() if 32 < event.key < 127 else ""
        if typed and typed in LETTERS and not event.mod & pygame.KMOD_CTRL:
            self.letter = typed
            self.on_letter(typed)
            self.on_next()
            return STAY
        return None

    def typed(self, event: Typed) -> Change | None:
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return self._turn(-1 if event.wheel > 0 else 1) if event.wheel else None
        if event.kind == "up" and self.rect.collidepoint(event.pos):
            share = (event.pos[1] - self.rect.top) / max(1, self.rect.height)
            if share < 0.24:
                return self._turn(-1)
            if share > 0.76:
                return self._turn(1)
        return STAY

    @property
    def box(self) -> pygame.Rect:
        """The letter's own box between the chevrons."""
        tall = round(self.rect.height * 0.58)
        box = pygame.Rect(self.rect.left, 0, self.rect.width, tall)
        box.centery = self.rect.centery
        return box

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, box = canvas.ui, self.box
        fill = ui.accent if look.focused else ui.panel
        canvas.rounded(box, canvas.px(12), fill, ui.line, max(1, canvas.px(2)))
        colour = ui.on_accent if look.focused else ui.text
        canvas.text(self.letter, "initials", box, colour, "center")
        tint = canvas.accent if look.focused else ui.text_second
        x = box.centerx
        canvas.icon("up", (x, (self.rect.top + box.top) // 2), tint, 36)
        canvas.icon("down", (x, (box.bottom + self.rect.bottom) // 2), tint, 36)

    def draw_focus(self, canvas: Canvas) -> None:
        canvas.focus_ring(self.box, canvas.px(12))
