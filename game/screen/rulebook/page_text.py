"""The text of a page: paragraphs with their marks, scrolled when they do not fit."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

import pygame

from game.platform.i18n import N_, _, language
from game.screen.plugin.pages import Paragraph, RulebookPage
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ScrollArea
from game.screen.ui.text import wrapped_height
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState, clipped

STYLES = ("body", "caption")  # the smaller one only when it saves scrolling
GUTTER, PAD, GAP = 30, 20, 12  # design px


class PageText(ScrollArea):
    """A card with a page's title and words.  Up and down scroll while there is more to read."""

    radius = "card"

    def __init__(self, page: RulebookPage) -> None:
        super().__init__("reading")
        self.page = page
        self._kept: tuple[Hashable, pygame.Surface, pygame.Rect] | None = None

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        """Draw the card; it is kept as a picture, except where texts are recorded."""
        key = (self.page.key, id(self.page), language(), self.top, tuple(self.rect))
        if canvas.recorder is None and self._kept is not None and self._kept[0] == key:
            canvas.surface.blit(self._kept[1], self._kept[2])
            return
        self._draw_card(canvas)
        area = self.rect.inflate(2 * canvas.px(9), 2 * canvas.px(9)).clip(canvas.rect)
        key = (self.page.key, id(self.page), language(), self.top, tuple(self.rect))
        self._kept = (key, canvas.surface.subsurface(area).copy(), area)

    def _draw_card(self, canvas: Canvas) -> None:
        px = canvas.px
        canvas.card(self.rect)
        inside = self.rect.inflate(-2 * px(PAD), -2 * px(16))
        head = pygame.Rect(inside.left, inside.top, inside.width, px(46))
        canvas.text(_(self.page.title), "game_title", head)
        view = pygame.Rect(inside.left, head.bottom + px(10), inside.width, 0)
        view.height = inside.bottom - view.top
        kinds = [kind for kind in LEGENDS if any(say.kind == kind for say in self.page.words)]
        view.height -= self._draw_legend(canvas, inside, kinds)
        self._draw_words(canvas, view)

    def _draw_legend(self, canvas: Canvas, inside: pygame.Rect, kinds: list[str]) -> int:
        """Draw what the marks of this page mean along the lower edge; return the height taken."""
        if not kinds:
            return 0
        px = canvas.px
        room = inside.width - px(GUTTER)
        heights = [canvas.text_height(_(LEGENDS[kind]), "small", room) for kind in kinds]
        whole = sum(heights) + px(4) * (len(kinds) - 1)
        y = inside.bottom - whole
        canvas.line((inside.left, y - px(9)), (inside.right, y - px(9)))
        for kind, tall in zip(kinds, heights):
            draw_mark(canvas, kind, (inside.left + px(10), y + tall // 2), small=True)
            box = pygame.Rect(inside.left + px(GUTTER), y, room, tall + 2)
            canvas.text(_(LEGENDS[kind]), "small", box, canvas.ui.text_second, wrap=True)
            y += tall + px(4)
        return whole + px(20)

    def _draw_words(self, canvas: Canvas, view: pygame.Rect) -> None:
        style = next((s for s in STYLES if self._height(canvas, s, view.width) <= view.height), "")
        style = style or STYLES[-1]
        wide = view.width - (0 if self._height(canvas, style, view.width) <= view.height else 14)
        self.slack = max(0, self._height(canvas, style, wide) - view.height)
        self.top = min(self.top, self.slack)
        self.line = round(canvas.metrics.type_px(style) * 1.3)
        y = view.top - self.top
        with clipped(canvas, view):
            for say in self.page.words:
                tall = self._paragraph_height(canvas, say, style, wide)
                rect = pygame.Rect(view.left, y, wide, tall)
                if rect.colliderect(view):
                    self._draw_paragraph(canvas, say, style, rect)
                y += tall + canvas.px(GAP)
        self.draw_bar(canvas, view)

    def _height(self, canvas: Canvas, style: str, width: int) -> int:
        words = self.page.words
        tall = sum(self._paragraph_height(canvas, say, style, width) for say in words)
        return tall + canvas.px(GAP) * (len(words) - 1)

    @staticmethod
    def _paragraph_height(canvas: Canvas, say: Paragraph, style: str, width: int) -> int:
        room = width - (canvas.px(GUTTER) if say.kind in LEGENDS else 0)
        pixels = canvas.metrics.type_px(style)
        return _wrapped_height(_(say.text), style, pixels, room) + canvas.px(4)

    def _draw_paragraph(
        self, canvas: Canvas, say: Paragraph, style: str, rect: pygame.Rect
    ) -> None:
        px = canvas.px
        box = rect.copy()
        if say.kind in LEGENDS:
            box.left += px(GUTTER)
            box.width -= px(GUTTER)
            middle = rect.top + round(canvas.metrics.type_px(style) * 0.6)
            draw_mark(canvas, say.kind, (rect.left + px(10), middle))
            if say.kind == "settled":
                bar = pygame.Rect(rect.left + px(10) - px(1), middle + px(14), max(2, px(3)), 0)
                bar.height = rect.bottom - px(6) - bar.top
                if bar.height > px(4):
                    canvas.rounded(bar, bar.width // 2, canvas.ui.line)
        canvas.text(_(say.text), style, box, canvas.ui.text, valign="top", wrap=True)

    def draw_focus(self, canvas: Canvas) -> None:
        canvas.focus_ring(self.rect, canvas.px(RADIUS["card"]))


# What marks mean; a paragraph without one is published as a rule.
LEGENDS = {
    "settled": N_("Settled by us, where the published rules leave it open"),
    "tip": N_("Advice, not a rule"),
    "ours": N_("Added by this program"),
}


@lru_cache(maxsize=512)
def _wrapped_height(text: str, style: str, pixels: int, width: int) -> int:
    """Return the height of a text.

    Kept, since a page is measured for several sizes in every frame.
    """
    return wrapped_height(text, style, pixels, width)


def draw_mark(canvas: Canvas, kind: str, at: tuple[int, int], small: bool = False) -> None:
    """Draw a diamond for what we settled, a bulb for advice, a square for what we added."""
    reach = canvas.px(7 if small else 9)
    x, y = at
    colour = canvas.accent
    if kind == "settled":
        points = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
        pygame.draw.polygon(canvas.surface, colour, points)
        pygame.draw.aalines(canvas.surface, colour, True, points)
    elif kind == "tip":
        canvas.icon("bulb", at, colour, 18 if small else 22)
    else:
        box = pygame.Rect(0, 0, 2 * reach - 2, 2 * reach - 2)
        box.center = at
        canvas.rounded(box, max(2, reach // 3), None, colour, max(2, canvas.px(2)))
