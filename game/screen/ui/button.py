"""Buttons: main (amber, one per scene), plain, quiet; cards pressed as a whole; auto-repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pygame import Rect

from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY, Change, Pointer, Press
from game.screen.ui.paint import Colour, mix
from game.screen.ui.tokens import BUTTON_ICON, RADIUS
from game.screen.ui.widget import Widget, WidgetState

# Seconds until the first repeat, and between later repeats.
REPEAT_DELAY_S, REPEAT_INTERVAL_S = 0.42, 0.075


@dataclass
class AutoRepeat:
    """The state of auto-repeat; `way` is the step being repeated, 0 for none."""

    way: int = 0
    _wait: float = REPEAT_DELAY_S

    def begin(self, way: int) -> None:
        """Begin to repeat the step `way`; the caller has already made the first one."""
        self.way, self._wait = way, REPEAT_DELAY_S

    def end(self) -> None:
        """Stop repeating."""
        self.way = 0

    def due(self, dt: float) -> int:
        """Return the number of repeats in the next `dt` seconds."""
        if not self.way:
            return 0
        self._wait -= dt
        count = 0
        while self._wait <= 0:
            self._wait += REPEAT_INTERVAL_S
            count += 1
        return count


Action = Callable[[], Change | None]


class Pressable(Widget):
    """Anything that acts when it is clicked, tapped, or accepted with a key."""

    def __init__(self, on_press: Action, name: str = "") -> None:
        super().__init__(name)
        self.on_press = on_press

    def act(self) -> Change:
        return self.on_press() or STAY

    def press(self, event: Press) -> Change | None:
        if event.means("accept") and not event.repeat:
            return self.act()
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "up" and event.button == 1 and self.rect.collidepoint(event.pos):
            return self.act()
        return STAY if event.kind == "down" else None


class Button(Pressable):
    """A button; `kind` is "main", "plain", "quiet" (no box until hovered) or "danger".

    `cap` names a key. With `repeats` the button acts when it is pressed, and again while it is
    held.
    """

    def __init__(
        self,
        label: str,
        on_press: Action,
        *,
        icon: str = "",
        kind: str = "plain",
        cap: str = "",
        name: str = "",
        style: str = "button",
        align: str = "center",
        tip: str = "",
        repeats: bool = False,
    ) -> None:
        super().__init__(on_press, name or label)
        self.tip = tip
        self.holding = AutoRepeat() if repeats else None
        self.label, self.icon, self.kind, self.cap = label, icon, kind, cap
        self.style, self.align = style, align
        self.pill = False
        self.icon_colour: Colour | None = None

    def pointer(self, event: Pointer) -> Change | None:
        if self.holding is None:
            return super().pointer(event)
        if event.kind == "down" and event.button == 1:
            self.holding.begin(1)
            return self.act()
        if event.kind == "up" or not self.rect.collidepoint(event.pos):
            self.holding.end()
        return None if event.kind == "wheel" else STAY

    def update(self, dt: float) -> None:
        for _again in range(self.holding.due(dt) if self.holding and self.enabled else 0):
            self.act()

    def take_over(self, old: Widget) -> None:
        if isinstance(old, Button) and self.holding is not None:
            self.holding = old.holding or self.holding

    @property
    def spoken(self) -> str:
        return self.says or self.label or self.tip

    def width(self, canvas: Canvas) -> int:
        """Return the width that the button needs."""
        return self._content_width(canvas) + canvas.px(44)

    def _content_width(self, canvas: Canvas) -> int:
        wide = canvas.text_size(self.label, self.style)[0] if self.label else 0
        if self.icon:
            wide += canvas.px(BUTTON_ICON) + (canvas.px(10) if self.label else 0)
        if self.cap:
            wide += canvas.px(10) + canvas.key_cap_width(self.cap)
        return wide

    def colours(
        self, canvas: Canvas, look: WidgetState
    ) -> tuple[Colour | None, Colour | None, Colour]:
        """Return the colours of fill, border and text."""
        ui = canvas.ui
        if not self.enabled:
            return None, ui.line, mix(ui.text_second, ui.card, 0.35)
        if self.kind == "main":
            fill = mix(ui.accent, (255, 255, 255), 0.18) if look.hovered else ui.accent
            fill = mix(ui.accent, ui.on_accent, 0.15) if look.pressed else fill
            return fill, ui.line if canvas.theme.flat else None, ui.on_accent
        text = ui.bad if self.kind == "danger" else ui.text
        if look.pressed:
            return ui.panel, ui.line, text
        if self.kind == "quiet":
            shown = look.hovered or look.focused
            return (ui.control, ui.line, text) if shown else (None, None, text)
        return (mix(ui.control, ui.line, 0.4) if look.hovered else ui.control), ui.line, text

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        fill, border, text = self.colours(canvas, look)
        radius = self.rect.height // 2 if self.pill else canvas.px(RADIUS["button"])
        if look.focused and self.enabled and self.kind == "main":
            canvas.glow(self.rect, radius)
        if fill is not None or border is not None:
            canvas.rounded(self.rect, radius, fill, border, canvas.hairline if border else 0)
        self._draw_content(canvas, text)

    def _draw_content(self, canvas: Canvas, colour: Colour) -> None:
        inside = self.rect.inflate(-canvas.px(16), -canvas.px(8))
        free = inside.width - self._content_width(canvas)
        if free < 0 and self.label and (self.icon or self.cap):
            # If room is short, only the label is drawn, because it says more than the icon and the
            # key.
            canvas.text(self.label, self.style, inside, colour, "center", wrap=True)
            return
        shown = self.cap if self.entered else ""
        x = inside.left + (max(0, free) // 2 if self.align == "center" else 0)
        if self.icon:
            size = canvas.px(BUTTON_ICON)
            middle = self.rect.centerx if not self.label else x + size // 2
            tint = self.icon_colour if self.icon_colour and self.enabled else colour
            canvas.icon(self.icon, (middle, self.rect.centery), tint, BUTTON_ICON)
            x += size + canvas.px(10)
        if not self.label:
            return
        right = inside.right
        if shown:
            cap = canvas.key_cap_width(shown)
            right -= cap + canvas.px(10)
        room, align = Rect(x, inside.top, right - x, inside.height), "left"
        if self.align == "center" and not self.icon and not shown:
            room, align = inside, "center"
        spot = canvas.text(self.label, self.style, room, colour, align, wrap=True)
        if shown:
            canvas.key_cap(shown, (spot.right + canvas.px(10), self.rect.centery), colour)

    def draw_focus(self, canvas: Canvas) -> None:
        radius = self.rect.height // 2 if self.pill else canvas.px(RADIUS["button"])
        canvas.focus_ring(self.rect, radius)


class CardButton(Pressable):
    """A card pressed as a whole; `paint` draws its inside."""

    radius = "card"

    def __init__(
        self, on_press: Action, paint: Callable[[Canvas, Rect, WidgetState], None], name: str = ""
    ) -> None:
        super().__init__(on_press, name)
        self.paint = paint

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        radius = canvas.px(RADIUS["card"])
        if look.focused:
            canvas.glow(self.rect, radius, 0.5, 24)
        canvas.card(self.rect)
        if look.focused:
            canvas.rounded(self.rect, radius, None, canvas.ui.accent, max(2, canvas.px(3)))
        elif look.hovered:
            canvas.rounded(self.rect, radius, None, canvas.ui.text_second, max(1, canvas.px(2)))
        self.paint(canvas, self.rect, look)
