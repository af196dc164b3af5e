"""Toasts: messages that go by themselves, one below the other.

They lie at the lower edge of the window, or where the scene has room for them.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.screen.ui.canvas import Canvas
from game.screen.ui.motion import out
from game.screen.ui.tokens import GAP, MS, RADIUS, TOAST_HEIGHT

MOST = 3
ICONS = {"info": "info", "good": "check", "bad": "warning"}


@dataclass
class Toast:
    """One message; `age` in seconds."""

    text: str
    kind: str
    icon: str
    age: float = 0.0
    rect: pygame.Rect | None = None

    @property
    def life(self) -> float:
        """Longer texts stay longer: about fifteen letters a second can be read by anybody."""
        hold = max(MS["toast_hold"] / 1000, len(self.text) / 15)
        return MS["toast_in"] / 1000 + hold + MS["toast_out"] / 1000

    @property
    def shown(self) -> float:
        """0 (gone) to 1 (there)."""
        rise = self.age / (MS["toast_in"] / 1000)
        fall = (self.life - self.age) / (MS["toast_out"] / 1000)
        return max(0.0, min(1.0, rise, fall))


class Toasts:
    """The messages on the screen."""

    def __init__(self) -> None:
        self.live: list[Toast] = []

    def show(self, text: str, kind: str = "info", icon: str = "") -> None:
        """`kind` is a key of ICONS: "info", "good" or "bad".  Words on show already begin anew."""
        self.live = [toast for toast in self.live if toast.text != text][-(MOST - 1) :]
        self.live.append(Toast(text, kind, icon or ICONS[kind]))

    def update(self, dt: float) -> bool:
        """Move on; True when the picture changes."""
        before = [toast.shown for toast in self.live]
        for toast in self.live:
            toast.age += dt
        after = [toast.shown for toast in self.live]
        self.live = [toast for toast in self.live if toast.age < toast.life]
        return before != after or len(self.live) != len(before)

    def dismiss(self, spot: tuple[int, int]) -> bool:
        """A click on a toast sends it away."""
        for toast in self.live:
            if toast.rect is not None and toast.rect.collidepoint(spot):
                self.live.remove(toast)
                return True
        return False

    def draw(self, canvas: Canvas, room: pygame.Rect | None = None) -> None:
        """At the lower edge of the window, the newest lowest; or in `room`, the newest first."""
        if room is not None:
            self._draw_within(canvas, room)
            return
        bottom = canvas.rect.bottom - canvas.px(24)
        for toast in reversed(self.live):
            bottom = self._draw(canvas, toast, bottom)

    def _draw_within(self, canvas: Canvas, room: pygame.Rect) -> None:
        """As many as there is room for, one below the other."""
        top, gap = room.top, canvas.px(GAP) // 2
        for toast in self.live:
            toast.rect = None
        for toast in reversed(self.live):
            words = room.width - canvas.px(84)
            tall = canvas.text_height(toast.text, "caption", words) + canvas.px(24)
            rect = pygame.Rect(room.left, top, room.width, min(tall, room.height))
            if top > room.top and rect.bottom > room.bottom:
                return
            self._draw_at(canvas, toast, rect, "caption")
            top = rect.bottom + gap

    def _draw(self, canvas: Canvas, toast: Toast, bottom: int) -> int:
        px = canvas.px
        widest = min(canvas.rect.width - px(48), px(720))
        text_room = widest - px(88)
        text_width = min(text_room, canvas.text_size(toast.text, "body")[0])
        tall = canvas.text_height(toast.text, "body", text_room) + px(28)
        height = max(px(TOAST_HEIGHT), tall)
        rect = pygame.Rect(0, 0, text_width + px(88), height)
        rect.midbottom = (canvas.rect.centerx, bottom + round((1 - out(toast.shown)) * px(40)))
        self._draw_at(canvas, toast, rect, "body")
        return bottom - height - px(GAP)

    @staticmethod
    def _draw_at(canvas: Canvas, toast: Toast, rect: pygame.Rect, style: str) -> None:
        px = canvas.px
        toast.rect = rect
        edge = {"bad": canvas.ui.bad, "good": canvas.ui.good}.get(toast.kind, canvas.ui.accent)
        if canvas.theme.flat and toast.kind == "info":
            edge = canvas.ui.line
        canvas.shadow(rect, px(RADIUS["toast"]))
        canvas.rounded(rect, px(RADIUS["toast"]), canvas.ui.panel, edge, max(2, px(2)))
        canvas.icon(toast.icon, (rect.left + px(34), rect.centery), edge, 28)
        room = pygame.Rect(
            rect.left + px(64), rect.top + px(8), rect.width - px(80), rect.height - px(16)
        )
        canvas.text(toast.text, style, room, canvas.ui.text, wrap=True)
