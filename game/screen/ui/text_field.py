"""A text field: caret, clipboard, input methods, an allowed alphabet and a limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame
from pygame import Rect

from game.platform.graphemes import JOINER, NON_JOINER, boundaries, first_graphemes
from game.screen.ui import pencil
from game.screen.ui.bidi import is_backward
from game.screen.ui.canvas import Canvas, rendered
from game.screen.ui.input import STAY, Change, Composing, Pointer, Press, Typed
from game.screen.ui.paint import mix
from game.screen.ui.text import caret_of, in_full_size, width_of
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState, clipped


class TextField(Widget):
    """An editable line of text.

    `allowed` is a string of the allowed letters; "" allows all. Accept calls `on_accept`, if given.
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
        self.composed = Composing("")
        self.selected = False  # whether the whole text is selected
        self._bar = Rect(0, 0, 0, 0)
        self._left = 0
        self._offset = 0
        self._pixels = 18

    @property
    def spoken(self) -> str:
        return self.text or self.says

    def _changed(self, text: str, caret: int) -> Change:
        self.selected = False
        self.text, self.caret = text, max(0, min(caret, len(text)))
        return self.on_change(text) or STAY

    @property
    def composing(self) -> bool:
        return bool(self.composed.text)

    @property
    def caret_rect(self) -> Rect:
        return self._bar if self._bar.height else self.rect

    def compose(self, event: Composing) -> Change | None:
        self.composed = event
        return STAY

    def take_over(self, old: Widget) -> None:
        if isinstance(old, TextField) and old.text == self.text:
            self.caret, self.composed, self._offset = old.caret, old.composed, old._offset

    def insert(self, text: str) -> Change:
        kept = "".join(c for c in text if self._takes(c))
        if self.selected and kept:
            self.text, self.caret = "", 0
        kept = first_graphemes(kept, max(0, self.limit - len(self.text)))
        whole = self.text[: self.caret] + kept + self.text[self.caret :]
        return self._changed(whole, self.caret + len(kept))

    def _takes(self, character: str) -> bool:
        # Joiners shape Persian words and many emoji; other invisible characters are removed.
        shown = character.isprintable() or character in (JOINER, NON_JOINER)
        return shown and (not self.allowed or character in self.allowed)

    def typed(self, event: Typed) -> Change | None:
        self.composed = Composing("")
        return self.insert(event.text)

    def press(self, event: Press) -> Change | None:
        if event.sign:
            # The character arrives as Typed; here it must not trigger a command.
            return STAY
        if event.ctrl:
            return self._shortcut(event.key)
        move = self._MOVES.get(event.key)
        if move is not None:
            return move(self)
        if event.key == pygame.K_RETURN or event.key == pygame.K_KP_ENTER or not event.key:
            if event.means("accept") and self.on_accept:
                return self.on_accept() or STAY
            return STAY if event.means("accept") else None
        # A letter typed with AltGr must not trigger a command either; the system reports no text
        # for it.
        printable = 32 <= event.key < 127 or 160 <= event.key < 1 << 20
        return STAY if printable else None

    def _shortcut(self, key: int) -> Change | None:
        if key == pygame.K_v and self.paste:
            return self.insert("".join((self.paste() or "").split("\n")))
        if key in (pygame.K_c, pygame.K_x) and self.copy:
            self.copy(self.text)
            return self._changed("", 0) if key == pygame.K_x else STAY
        if key == pygame.K_a:
            self.selected = bool(self.text)
            return self._to(len(self.text), self.selected)
        if key in (pygame.K_BACKSPACE, pygame.K_u):
            return self._changed(self.text[self.caret :], 0)
        return STAY

    def _erase_before(self) -> Change:
        if self.selected:
            return self._changed("", 0)
        start = self._beside(-1)
        return self._changed(self.text[:start] + self.text[self.caret :], start)

    def _erase_after(self) -> Change:
        if self.selected:
            return self._changed("", 0)
        return self._changed(self.text[: self.caret] + self.text[self._beside(1) :], self.caret)

    def _beside(self, step: int) -> int:
        """Return the place of the caret one grapheme forward or back."""
        places = boundaries(self.text)
        if step < 0:
            return max((place for place in places if place < self.caret), default=0)
        return min((place for place in places if place > self.caret), default=len(self.text))

    def _to(self, caret: int, selected: bool = False) -> Change:
        self.caret, self.selected = max(0, min(len(self.text), caret)), selected
        return STAY

    _MOVES: ClassVar[dict[int, Callable[[TextField], Change | None]]] = {
        pygame.K_BACKSPACE: lambda self: self._erase_before(),
        pygame.K_DELETE: lambda self: self._erase_after(),
        pygame.K_LEFT: lambda self: self._to(self._beside(1 if is_backward(self.text) else -1)),
        pygame.K_RIGHT: lambda self: self._to(self._beside(-1 if is_backward(self.text) else 1)),
        pygame.K_HOME: lambda self: self._to(0),
        pygame.K_END: lambda self: self._to(len(self.text)),
    }

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "down":
            x = event.pos[0] - self._left + self._offset
            places = boundaries(self.text)
            self.selected = False
            self.caret = min(places, key=lambda n: abs(self._width(self.text, n) - x))
        return None if event.kind == "wheel" else STAY

    @property
    def _composed_end(self) -> int:
        return self.caret + len(self.composed.text)

    def _width(self, text: str, end: int | None = None) -> int:
        if end is None:
            return width_of(text, self.style, self._pixels)
        return caret_of(text, end, self.style, self._pixels)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui = canvas.ui
        fill = ui.control if look.focused or look.hovered else mix(ui.control, ui.panel, 0.5)
        canvas.rounded(self.rect, canvas.px(RADIUS["button"]), fill, ui.line, canvas.hairline)
        inside = self.rect.inflate(-canvas.px(28), -canvas.px(8))
        self._pixels = canvas.metrics.type_px(self.style)
        self._left = inside.left
        if look.focused:
            with clipped(canvas, inside):
                self._draw_focused(canvas, inside)
            return
        # only a focused field composes or selects
        self.composed, self.selected = Composing(""), False
        if self.text:
            seen = in_full_size(self.text, self.style, self._pixels, inside.width)
            canvas.text(seen, self.style, inside, ui.text, ellipsis=True)
        else:
            canvas.text(self.placeholder, self.style, inside, ui.text_second, ellipsis=True)

    def _draw_focused(self, canvas: Canvas, inside: Rect) -> None:
        """Draw the text with the caret, and underline the unfinished text of an input method."""
        text = self.text[: self.caret] + self.composed.text + self.text[self.caret :]
        begin, end = self._width(text, self.caret), self._width(text, self._composed_end)
        caret = self._width(text, self.caret + self.composed.caret)
        self._offset = max(0, min(self._offset, self._width(text) - inside.width + 4))
        self._offset = max(caret - inside.width + 3, min(self._offset, caret))
        left, ui = inside.left - self._offset, canvas.ui
        if self.selected:
            marked = Rect(left, 0, self._width(text), round(self._pixels * 1.3))
            marked.centery = inside.centery
            pencil.rect(canvas.surface, mix(ui.control, ui.focus, 0.35), marked)
        if text:
            line = rendered(text, self.style, self._pixels, ui.text)
            canvas.surface.blit(line, line.get_rect(midleft=(left, inside.centery)))
        self._bar = Rect(left + caret, 0, max(2, canvas.px(2)), round(self._pixels * 1.3))
        self._bar.centery = inside.centery
        colour = ui.text if canvas.theme.flat else ui.accent
        if self.composing:
            under = Rect(left + min(begin, end), 0, abs(end - begin), max(2, canvas.px(2)))
            under.bottom = self._bar.bottom
            pencil.rect(canvas.surface, colour, under)
        pencil.rect(canvas.surface, colour, self._bar)
