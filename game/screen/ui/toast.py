"""Toasts: messages that disappear after a while.

They are shown in the room that the scene gives them. If the scene gives none, they are as low and
central as possible without covering anything that is needed.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from pygame import Rect

from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import out
from game.screen.ui.tokens import GAP, MS, RADIUS
from game.screen.ui.widget import clipped

MAX_TOASTS = 3
# Maximum widths of the text in design pixels, and its style, the preferred first.
SHAPES = ((640, "body"), (420, "body"), (420, "caption"), (300, "caption"), (220, "caption"))
STEP = 8  # pixels between the places that are tried
ICONS = {"info": "info", "good": "check", "bad": "warning"}


@dataclass
class Toast:
    """One message; `age` in seconds."""

    text: str
    kind: str
    icon: str
    age: float = 0.0
    rect: Rect | None = None
    style: str = "body"
    laid_for: Hashable = None  # window size and occupied places for which the toast was placed

    @property
    def life(self) -> float:
        """Seconds on show; longer texts stay longer, at fifteen letters a second."""
        hold = max(MS["toast_hold"] / 1000, len(self.text) / 15)
        return MS["toast_in"] / 1000 + hold + MS["toast_out"] / 1000

    @property
    def shown(self) -> float:
        """Opacity from 0 (gone) to 1 (fully shown)."""
        rise = self.age / (MS["toast_in"] / 1000)
        fall = (self.life - self.age) / (MS["toast_out"] / 1000)
        return max(0.0, min(1.0, rise, fall))


class Toasts:
    """The messages on the screen."""

    def __init__(self) -> None:
        self.live: list[Toast] = []

    def show(self, text: str, kind: str = "info", icon: str = "") -> None:
        """Show a message; `kind` is a key of ICONS. A message with the same text is replaced."""
        self.live = [toast for toast in self.live if toast.text != text][-(MAX_TOASTS - 1) :]
        self.live.append(Toast(text, kind, icon or ICONS[kind]))

    def update(self, dt: float) -> bool:
        """Move on by `dt` seconds; return True if the picture changes."""
        before = [toast.shown for toast in self.live]
        for toast in self.live:
            toast.age += dt
        after = [toast.shown for toast in self.live]
        self.live = [toast for toast in self.live if toast.age < toast.life]
        return before != after or len(self.live) != len(before)

    def dismiss(self, spot: tuple[int, int]) -> bool:
        """Remove the toast that was clicked; return False if there is none."""
        for toast in self.live:
            if toast.rect is not None and toast.rect.collidepoint(spot):
                self.live.remove(toast)
                return True
        return False

    def draw(self, canvas: Canvas, room: Rect | None = None, needed: Sequence[Rect] = ()) -> None:
        """Draw the messages in `room`, newest first; if None, draw them clear of `needed`."""
        if room is not None:
            self._draw_within(canvas, room)
            return
        taken = list(needed)
        for toast in reversed(self.live):
            self._lay(canvas, toast, taken)
            if toast.rect is None and toast is self.live[-1]:
                toast.rect = _lowest(canvas, toast)  # the newest is always shown
            if toast.rect is not None:
                taken.append(toast.rect)
                with clipped(canvas, _unfolded(toast, toast.rect)):
                    self._draw_at(canvas, toast, toast.rect, toast.style)

    @staticmethod
    def _lay(canvas: Canvas, toast: Toast, taken: Sequence[Rect]) -> None:
        """Find a place for a toast unless it has one; without room, its `rect` becomes None."""
        key = canvas.rect.size, tuple(map(tuple, taken))
        if toast.laid_for == key:
            return
        toast.laid_for, toast.rect = key, None
        for words, style in SHAPES:
            rect = free_place(canvas.rect, _size(canvas, toast.text, words, style), taken)
            if rect is not None:
                toast.rect, toast.style = rect, style
                return

    def _draw_within(self, canvas: Canvas, room: Rect) -> None:
        """Draw as many messages as the room holds, one below the other."""
        top, gap = room.top, canvas.px(GAP) // 2
        for toast in self.live:
            toast.rect = toast.laid_for = None
        for toast in reversed(self.live):
            words = room.width - canvas.px(84)
            tall = canvas.text_height(toast.text, "caption", words) + canvas.px(24)
            rect = Rect(room.left, top, room.width, min(tall, room.height))
            if top > room.top and rect.bottom > room.bottom:
                return
            toast.rect = rect
            self._draw_at(canvas, toast, rect, "caption")
            top = rect.bottom + gap

    @staticmethod
    def _draw_at(canvas: Canvas, toast: Toast, rect: Rect, style: str) -> None:
        px = canvas.px
        edge = {"bad": canvas.ui.bad, "good": canvas.ui.good}.get(toast.kind, canvas.ui.accent)
        if canvas.theme.flat and toast.kind == "info":
            edge = canvas.ui.line
        canvas.shadow(rect, px(RADIUS["toast"]))
        canvas.rounded(rect, px(RADIUS["toast"]), canvas.ui.panel, edge, max(2, px(2)))
        canvas.icon(toast.icon, (rect.left + px(34), rect.centery), edge, 28)
        room = Rect(rect.left + px(64), rect.top + px(8), rect.width - px(80), rect.height - px(16))
        canvas.text(toast.text, style, room, canvas.ui.text, wrap=True)


def _lowest(canvas: Canvas, toast: Toast) -> Rect:
    """Return a place at the lower edge of the window, even if it covers something."""
    rect = Rect((0, 0), _size(canvas, toast.text, *SHAPES[0]))
    rect.midbottom = canvas.rect.centerx, canvas.rect.bottom - STEP
    return rect


def _unfolded(toast: Toast, rect: Rect) -> Rect | None:
    """Return the visible part of an opening or closing toast; None is the whole with its shadow."""
    if toast.shown >= 1:
        return None
    return rect.inflate(0, round(-rect.height * (1 - out(toast.shown))))


def _size(canvas: Canvas, text: str, words: int, style: str) -> tuple[int, int]:
    """Return width and height of a toast whose text is at most `words` design px wide."""
    px = canvas.px
    wide = min(px(words), canvas.rect.width - px(136), canvas.text_size(text, style)[0])
    return wide + px(88), canvas.text_height(text, style, wide) + px(28)


def free_place(window: Rect, size: tuple[int, int], taken: Sequence[Rect]) -> Rect | None:
    """Return a place for a box clear of everything `taken`: the lowest, then the most central."""
    rect = Rect((0, 0), size)
    blocked = [other.inflate(STEP, STEP) for other in taken]
    field = window.inflate(-2 * STEP, -2 * STEP)
    aside = max(0, (field.width - rect.width) // 2)
    ways = sorted({*range(-aside, aside + 1, 2 * STEP), 0}, key=abs)
    for bottom in range(field.bottom, field.top + rect.height - 1, -STEP):
        for way in ways:
            rect.midbottom = window.centerx + way, bottom
            if rect.collidelist(blocked) < 0:
                return rect
    return None
