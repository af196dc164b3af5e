"""A text field: caret, clipboard, an allowed alphabet and a limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.screen.ui.canvas import Canvas, rendered
from game.screen.ui.input import STAY, Change, Pointer, Press, Typed
from game.screen.ui.paint import mix
from game.screen.ui.text import in_full_size, width_of
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState, clipped


class TextField(Widget):
    """A line of text to be edited.

    `allowed` is a string of letters, "" for all.  Accept calls `on_accept`, if there is one.
    """

    takes_text = True

    def __init__(
        self,
        text: str,
        on_change: Callable[[str], Change | None],
        *,
        placeholder: str = "",
        limit: int = 40,
        allowed: str = "",
        on_accept: Callable[[], Change | None] | None = None,
        paste: Callable[[], str | None] | None = None,
        copy: Callable[[str], object] | None = None,
        name: str = "",
        style: str = "caption",
    ) -> None:
        super().__init__(name)
        self.text, self.on_change, self.on_accept = text, on_change, on_accept
        self.placeholder, self.limit, self.allowed = placeholder, limit, allowed
        self.paste, self.copy = paste, copy
        self.style = style
        self.caret = len(text)
        self._left = 0
        self._offset = 0
        self._pixels = 18

    @property
    def spoken(self) -> str:
        return self.text or self.says

    def _changed(self, text: str, caret: int) -> Change:
        self.text, self.caret = text, max(0, min(caret, len(text)))
        return self.on_change(text) or STAY

    def insert(self, text: str) -> Change:
        kept = "".join(
            c for c in text if c.isprintable() and (not self.allowed or c in self.allowed)
        )
        kept = kept[: max(0, self.limit - len(self.text))]
        whole = self.text[: self.caret] + kept + self.text[self.caret :]
        return self._changed(whole, self.caret + len(kept))

    def typed(self, event: Typed) -> Change | None:
        return self.insert(event.text)

    def press(self, event: Press) -> Change | None:
        if event.ctrl:
            return self._shortcut(event.key)
        move = self._MOVES.get(event.key)
        if move is not None:
            return move(self)
        if event.key == pygame.K_RETURN or event.key == pygame.K_KP_ENTER or not event.key:
            if event.means("accept") and self.on_accept:
                return self.on_accept() or STAY
            return STAY if event.means("accept") else None
        # Letters arrive as Typed; as commands they would act behind the person's back.
        printable = 32 <= event.key < 127 or 160 <= event.key < 1 << 20
        return STAY if printable else None

    def _shortcut(self, key: int) -> Change | None:
        if key == pygame.K_v and self.paste:
            return self.insert("".join((self.paste() or "").split("\n")))
        if key == pygame.K_c and self.copy:
            self.copy(self.text)
            return STAY
        if key in (pygame.K_BACKSPACE, pygame.K_u):
            return self._changed(self.text[self.caret :], 0)
        return STAY

    def _erase_before(self) -> Change:
        start = max(0, self.caret - 1)
        return self._changed(self.text[:start] + self.text[self.caret :], start)

    def _erase_after(self) -> Change:
        return self._changed(self.text[: self.caret] + self.text[self.caret + 1 :], self.caret)

    def _to(self, caret: int) -> Change:
        self.caret = max(0, min(len(self.text), caret))
        return STAY

    _MOVES: ClassVar[dict[int, Callable[[TextField], Change | None]]] = {
        pygame.K_BACKSPACE: lambda self: self._erase_before(),
        pygame.K_DELETE: lambda self: self._erase_after(),
        pygame.K_LEFT: lambda self: self._to(self.caret - 1),
        pygame.K_RIGHT: lambda self: self._to(self.caret + 1),
        pygame.K_HOME: lambda self: self._to(0),
        pygame.K_END: lambda self: self._to(len(self.text)),
    }

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "down":
            x = event.pos[0] - self._left + self._offset
            places = range(len(self.text) + 1)
            self.caret = min(places, key=lambda n: abs(self._width(self.text[:n]) - x))
        return None if event.kind == "wheel" else STAY

    def _width(self, text: str) -> int:
        return width_of(text, self.style, self._pixels)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui = canvas.ui
        fill = ui.control if look.focused or look.hovered else mix(ui.control, ui.panel, 0.5)
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), fill, ui.line, canvas.hairline)
        inside = self.rect.inflate(-canvas.px(28), -canvas.px(8))
        self._pixels = canvas.metrics.type_px(self.style)
        self._left = inside.left
        if not self.text and not look.focused:
            canvas.text(self.placeholder, self.style, inside, ui.text_second, ellipsis=True)
            return
        caret = self._width(self.text[: self.caret])
        self._offset = max(0, min(self._offset, self._width(self.text) - inside.width + 4))
        if look.focused:
            self._offset = max(caret - inside.width + 3, min(self._offset, caret))
        if self.text and not look.focused:
            seen = in_full_size(self.text, self.style, self._pixels, inside.width)
            canvas.text(seen, self.style, inside, ui.text, ellipsis=True)
            return
        with clipped(canvas, inside):
            if self.text:
                line = rendered(self.text, self.style, self._pixels, ui.text)
                canvas.surface.blit(
                    line, line.get_rect(midleft=(inside.left - self._offset, inside.centery))
                )
            tall = round(self._pixels * 1.3)
            bar = pygame.Rect(inside.left + caret - self._offset, 0, max(2, canvas.px(2)), tall)
            bar.centery = inside.centery
            colour = ui.text if canvas.theme.flat else ui.accent
            pygame.draw.rect(canvas.surface, colour, bar)
