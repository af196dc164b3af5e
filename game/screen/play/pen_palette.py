"""The three colours of the pen as a control: each with a sample arrow and its name."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.pictures.signs import CASING
from game.platform.i18n import _
from game.screen.boards.drawn_signs import draw_line
from game.screen.boards.sign_pen import COLOURS, SignPen
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY, Change, Pointer, Press
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Widget, WidgetState
from game.table.variations import MARK_KINDS

SWATCH = 46  # design px of the arrow beside a name
GAP = 8


class PenPalette(Widget):
    """The colours, with the chosen one lit. Left and right choose; Enter goes to the next."""

    def __init__(self, pen: SignPen, changed: Callable[[], object]) -> None:
        super().__init__("pen")
        self.pen, self._changed = pen, changed
        self._hot = -1

    @property
    def spoken(self) -> str:
        return _(COLOURS[self.pen.kind])

    def choose(self, number: int) -> Change:
        """Choose the colour with this number."""
        self.pen.kind = MARK_KINDS[number]
        self._changed()
        return STAY

    def press(self, event: Press) -> Change | None:
        here, count = MARK_KINDS.index(self.pen.kind), len(MARK_KINDS)
        if event.means("accept") and not event.repeat:
            return self.choose((here + 1) % count)
        there = here + event.means("right") - event.means("left")
        return self.choose(there) if there != here and 0 <= there < count else None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "up" and self.rect.collidepoint(event.pos):
            return self.choose(self._at(event.pos[0]))
        return None if event.kind == "wheel" else STAY

    def hover(self, event: Pointer) -> bool:
        before, self._hot = self._hot, self._at(event.pos[0])
        return before != self._hot

    def _at(self, x: int) -> int:
        share = (x - self.rect.left) / max(1, self.rect.width)
        return min(len(MARK_KINDS) - 1, max(0, int(share * len(MARK_KINDS))))

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        ui, px, count = canvas.ui, canvas.px, len(MARK_KINDS)
        canvas.rounded(self.rect, px(RADIUS["button"]), ui.panel, ui.line, canvas.hairline)
        inside = self.rect.inflate(-px(6), -px(8))
        words = [_(COLOURS[kind]) for kind in MARK_KINDS]
        wide = max(canvas.text_size(word, "caption_bold")[0] for word in words)
        named = wide + px(SWATCH) + 3 * px(GAP) <= inside.width // count
        for number, (kind, word) in enumerate(zip(MARK_KINDS, words)):
            left = inside.left + inside.width * number // count
            right = inside.left + inside.width * (number + 1) // count
            cell = pygame.Rect(left, inside.top, right - left, inside.height)
            if kind == self.pen.kind:
                edge = max(2, px(2))
                canvas.rounded(cell, px(RADIUS["segment"]), ui.control, ui.text_second, edge)
            elif look.hovered and number == self._hot:
                canvas.rounded(cell, px(RADIUS["segment"]), ui.control)
            self._draw_cell(canvas, cell, kind, word, wide if named else 0)

    def _draw_cell(
        self, canvas: Canvas, cell: pygame.Rect, kind: str, word: str, wide: int
    ) -> None:
        """Draw the arrow of a kind, and its name if there is room."""
        long = min(canvas.px(SWATCH), cell.width - 2 * canvas.px(GAP))
        left = cell.centerx - (long + (canvas.px(GAP) + wide if wide else 0)) // 2
        k = min(0.8, cell.height / (4 * CASING), long / 48)
        ends = (left, cell.centery), (left + long, cell.centery)
        draw_line(canvas.surface, *ends, kind, canvas.theme, k, 0.0)
        if wide:
            room = pygame.Rect(left + long + canvas.px(GAP), cell.top, wide + 4, cell.height)
            style = "caption_bold" if kind == self.pen.kind else "caption"
            canvas.text(word, style, room, canvas.ui.text)
