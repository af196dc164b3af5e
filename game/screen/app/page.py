"""Parts of full-page scenes: margins, a heading, hints with key caps below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect

from game.screen.app.scene import AppServices, Change
from game.screen.ui.button import Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.key_names import key_icon, key_label
from game.screen.ui.tokens import GAP_EDGE, GAP_WIDE, SMALLEST_TARGET
from game.screen.ui.widget import Form, WidgetState

HINTS_A_ROW = 3  # hints that have room side by side in an upright window


@dataclass(frozen=True)
class Hint:
    """A key and what it does; clicking the hint does that too."""

    command: str
    label: str
    act: Callable[[], Change | None]
    right: bool = False


class KeyHint(Pressable):
    """A key cap with a word; not in the focus order, since the key itself works."""

    focusable = False
    radius = "button"

    def __init__(self, hint: Hint, key: str) -> None:
        super().__init__(hint.act, f"hint-{hint.command}")
        self.hint, self.key = hint, key

    def wanted(self, canvas: Canvas) -> int:
        cap = canvas.key_cap_width(key_label(self.key), key_icon(self.key)) if self.key else 0
        return cap + canvas.px(10) + canvas.text_size(self.hint.label, "body")[0]

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        colour = canvas.ui.text if look.hovered else canvas.ui.text_second
        left = self.rect.left
        if self.key:
            icon = key_icon(self.key)
            cap = canvas.key_cap(key_label(self.key), self.rect.midleft, colour, icon)
            left = cap.right + canvas.px(10)
        room = Rect(left, self.rect.top, self.rect.right - left, self.rect.height)
        canvas.text(self.hint.label, "body", room, colour)


def measuring(desk: AppServices) -> Canvas:
    """Return a canvas only to measure with, for `resize`."""
    return Canvas(pygame.Surface((1, 1)), desk.theme, desk.metrics)


def margin(desk: AppServices) -> int:
    """Return the distance of a scene's content from the window's edge."""
    if desk.metrics.portrait:
        return desk.metrics.px(GAP_EDGE)
    return desk.metrics.px(GAP_WIDE if not desk.metrics.narrow else 32)


def whole_panel(desk: AppServices) -> Rect:
    """Return the rectangle of a card that takes all of the window but its edges."""
    px, metrics = desk.metrics.px, desk.metrics
    wide, high = (12, 12) if metrics.narrow else (px(64), px(36))
    if metrics.portrait:
        wide = high = px(12)
    return Rect(0, 0, metrics.width, metrics.height).inflate(-2 * wide, -2 * high)


def add_hints(form: Form, desk: AppServices, hints: Sequence[Hint]) -> Rect:
    """Lay hints along the lower edge, dropping gaps before words; returns their strip."""
    canvas = measuring(desk)
    px, metrics = desk.metrics.px, desk.metrics
    edge = margin(desk)
    height = max(px(SMALLEST_TARGET), metrics.type_px("body") + px(16))
    made = [KeyHint(hint, desk.bindings.first(hint.command)) for hint in hints]
    bottom = px(32) if not metrics.portrait else px(12)
    strip = Rect(edge, metrics.height - bottom - height, metrics.width - 2 * edge, height)
    if metrics.portrait and len(made) > HINTS_A_ROW:
        below = strip.copy()
        strip.top -= height
        half = -(-len(made) // 2)
        _lay_row(canvas, strip, made[:half])
        _lay_row(canvas, below, made[half:])
        strip.height += height
    else:
        _lay_row(canvas, strip, made)
    for key_hint in made:
        form.add(key_hint)
    return strip


def _lay_row(canvas: Canvas, strip: Rect, made: Sequence[KeyHint]) -> None:
    """Lay hints side by side; those for the right from the right."""
    px = canvas.px
    wanted = [hint.wanted(canvas) for hint in made]
    spare = strip.width - sum(wanted)
    gap = max(px(12), min(px(34), spare // max(1, len(made) - 1)))
    over = sum(wanted) + gap * (len(made) - 1) - strip.width
    if over > 0:  # many long words: everything gives a little, the words shrink
        wanted = [w - -(-over * w // sum(wanted)) for w in wanted]
    x, right = strip.left, strip.right
    for hint, width in zip(made, wanted):
        if hint.hint.right:
            right -= width
            hint.at((right, strip.top, width, strip.height))
            right -= gap
        else:
            hint.at((x, strip.top, width, strip.height))
            x += width + gap


def heading(canvas: Canvas, desk: AppServices, text: str, width: int | None = None) -> Rect:
    """Draw the scene's title at the upper left."""
    edge = margin(desk)
    room = Rect(edge, canvas.px(28), width or canvas.rect.width - 2 * edge, canvas.px(68))
    return canvas.text(text, "scene_title", room)
