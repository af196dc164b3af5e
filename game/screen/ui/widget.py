"""Widgets and the form that holds them: focus, hovering, pointer capture, tooltips.

A widget knows its rectangle, draws itself and turns input into a Change. A form passes input to its
widgets and moves the focus: Tab in order, arrows to the nearest widget in a direction.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from typing import TypeVar

import pygame
from pygame import Rect

from game.screen.ui.canvas import Canvas
from game.screen.ui.input import STAY, Change, Composing, Dropped, InputEvent, Pointer, Press, Typed
from game.screen.ui.tokens import RADIUS

W = TypeVar("W", bound="Widget")
TOOLTIP_DELAY_S = 0.45  # seconds that the pointer rests on a control before its tip is shown
TOOLTIP_WIDTH = 460  # maximum width of a line, in design px


@dataclass(frozen=True)
class WidgetState:
    """The state of a widget when it is drawn."""

    focused: bool = False
    hovered: bool = False
    pressed: bool = False


class Widget:
    """Base of all controls.

    `name` identifies the control after a new layout. `tip` is the tooltip of a control without
    text. `says` is the spoken name of a control that shows no text.
    """

    focusable = True
    takes_text = False  # True for text fields; the scene then requests text input
    radius = "button"
    does_default = False  # whether Enter on it does the default button's action

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.rect = Rect(0, 0, 0, 0)
        self.enabled = True
        self.visible = True
        self.tip = ""
        self.says = ""
        # Whether this is the default control, which Enter presses unless a key has moved the focus.
        self.is_default = False
        # whether Enter presses this control now, so that its label may show the key
        self.entered = True

    def at(self: W, rect: Rect | tuple[int, int, int, int]) -> W:
        """Place the control and return it."""
        self.rect = Rect(rect)
        return self

    @property
    def spoken(self) -> str:
        """Name and state of the control, for screen readers."""
        return self.says or self.tip

    @property
    def reachable(self) -> bool:
        return self.focusable and self.enabled and self.visible

    def take_over(self, old: Widget) -> None:
        """Continue the interaction of `old`, the control of the same name in the previous layout.

        The interaction is a press that was held, or the text that was being written.
        """

    @property
    def animating(self) -> bool:
        return False

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""

    def press(self, event: Press) -> Change | None:
        """Handle a key or button while the control has the focus."""
        return None

    def typed(self, event: Typed) -> Change | None:
        """Handle typed text while the control has the focus."""
        return None

    @property
    def composing(self) -> bool:
        """Whether an input method is composing text in this control."""
        return False

    def compose(self, event: Composing) -> Change | None:
        """Show unfinished text of an input method while the control has the focus."""
        return None

    @property
    def caret_rect(self) -> Rect:
        """The place of the caret, beside which an input method shows its candidates."""
        return self.rect

    def pointer(self, event: Pointer) -> Change | None:
        """Handle "down" and "wheel" inside, and after "down" also "move" and "up" anywhere."""
        return None

    def hover(self, event: Pointer) -> bool:
        """Handle the pointer moving over the control; return True if the picture changes."""
        return False

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        """Draw the control without its focus ring, which the form draws."""

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw the ring round a control that has the focus."""
        radius = canvas.px(RADIUS[self.radius])
        canvas.focus_ring(self.rect, radius)


class Label(Widget):
    """Text between the controls of a form."""

    focusable = False

    def __init__(
        self,
        text: str,
        style: str = "body",
        second: bool = False,
        align: str = "left",
        valign: str = "middle",
        wrap: bool = True,
    ) -> None:
        super().__init__()
        self.text, self.style, self.second = text, style, second
        self.align, self.valign, self.wrap = align, valign, wrap

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        colour = canvas.ui.text_second if self.second else canvas.ui.text
        canvas.text(
            self.text, self.style, self.rect, colour, self.align, self.valign, wrap=self.wrap
        )


class Form:
    """The widgets of one scene: focus, hovering, pointer capture, tooltips."""

    def __init__(self, widgets: Iterable[Widget] = (), keep: Form | None = None) -> None:
        self.widgets: list[Widget] = list(widgets)
        self.focused: Widget | None = None
        self.hovered: Widget | None = None
        self.captured: Widget | None = None
        self._wanted = keep.focused.name if keep and keep.focused else ""
        self._pressed = keep.captured if keep else None
        self._written = keep.focused if keep and keep.takes_text else None
        self._clicked: bool = keep._clicked if keep else False  # whether a click has set the focus
        # the mouse button whose press has set `captured`
        self._button: int = keep._button if keep else 1
        self._rested = 0.0  # seconds the pointer has been over the same control

    def add(self, widget: W) -> W:
        """Append a control to the focus order; return it."""
        self.widgets.append(widget)
        return widget

    def start(self, name: str = "") -> None:
        """Set the focus to the last focus, else `name`, else the first; call after all `add`s."""
        named = {w.name: w for w in self.widgets if w.reachable and w.name}
        first = next((w for w in self.widgets if w.reachable), None)
        self.focused = named.get(self._wanted) or named.get(name) or first
        pressed = named.get(self._pressed.name) if self._pressed else None
        if pressed is not None and self._pressed is not None:
            self.captured = pressed
            pressed.take_over(self._pressed)
        written, focused = self._written, self.focused
        if written and focused and written.name == focused.name and focused.takes_text:
            focused.take_over(written)

    @property
    def places(self) -> list[Rect]:
        """The rectangles of the visible controls, without labels."""
        return [w.rect for w in self.widgets if w.visible and not isinstance(w, Label)]

    def get(self, name: str) -> Widget:
        """Return the widget with that name. Raises KeyError."""
        for widget in self.widgets:
            if widget.name == name:
                return widget
        raise KeyError(name)

    def focus(self, widget: Widget | str | None) -> None:
        """Focus a control, given as an object or by name. Raises KeyError for an unknown name."""
        self.focused = self.get(widget) if isinstance(widget, str) else widget

    @property
    def spoken(self) -> str:
        """The spoken text of the focused control, after the label on its left."""
        widget = self.focused
        if widget is None:
            return ""
        row = [w for w in self.widgets if isinstance(w, Label) and _heads(w.rect, widget.rect)]
        label = max(row, key=lambda w: w.rect.right, default=None)
        words = widget.spoken
        return f"{label.text}: {words}" if label is not None and words else words

    @property
    def takes_text(self) -> bool:
        return self.focused is not None and self.focused.takes_text

    @property
    def animating(self) -> bool:
        return self._tip_comes or any(w.animating for w in self.widgets if w.visible)

    def update(self, dt: float) -> None:
        self._rested += dt
        for widget in self.widgets:
            widget.update(dt)

    def handle(self, event: InputEvent) -> Change | None:
        """Handle an event; return None if no widget used it."""
        if isinstance(event, Pointer):
            return self._pointer(event)
        if isinstance(event, Dropped):
            return None
        focused = self.focused
        if focused is not None and not focused.reachable:
            focused = self.focused = None
        if isinstance(event, Typed):
            return focused.typed(event) if focused else None
        if isinstance(event, Composing):
            return focused.compose(event) if focused else None
        default = None if focused is not None and focused.does_default else self.enters
        if default is not None and event.means("accept") and event.key not in (0, pygame.K_SPACE):
            return default.press(event)
        change = focused.press(event) if focused else None
        return change if change is not None else self._move_focus(event)

    @property
    def enters(self) -> Widget | None:
        """The default button if Enter presses it now, else None.

        Enter presses the button while the button has the focus, and while the last focus was set by
        a click. The same holds while the focus is on a control whose Enter does what the button
        does, such as the board.
        """
        default = next((w for w in self.widgets if w.is_default and w.reachable), None)
        focused = self.focused
        here = focused is None or focused is default or focused.does_default
        return default if default is not None and (here or self._clicked) else None

    def _pointer(self, event: Pointer) -> Change | None:
        if event.kind == "leave":
            return self._set_hover(None)
        if self.captured is not None and event.kind in ("move", "up"):
            captured = self.captured
            if event.kind == "up" and event.button == self._button:
                self.captured = None
            return captured.pointer(_meant(event, captured)) or STAY
        under = self.under(event.pos, event.reach)
        if under is not None:
            event = _meant(event, under)
        if event.kind == "move":
            changed = under.hover(event) if under else False
            return self._set_hover(None if event.touch else under) or (STAY if changed else None)
        if event.kind == "wheel":
            return under.pointer(event) if under else None
        if event.kind == "down" and under is not None and under.enabled:
            if under.focusable:
                self.focused, self._clicked = under, True
            if self.captured is None:  # a second mouse button must not take over the capture
                self.captured, self._button = under, event.button
            return under.pointer(event) or STAY
        return None

    def under(self, spot: tuple[int, int], reach: int = 0) -> Widget | None:
        """Return the control at a place in the window, or the nearest within `reach` pixels."""
        seen = [w for w in reversed(self.widgets) if w.visible and not isinstance(w, Label)]
        found = next((widget for widget in seen if widget.rect.collidepoint(spot)), None)
        if found is not None or not reach:
            return found
        near = [w for w in seen if w.enabled and _away(w.rect, spot) <= reach]
        return min(near, key=lambda widget: _away(widget.rect, spot), default=None)

    def _set_hover(self, widget: Widget | None) -> Change | None:
        if widget is self.hovered:
            return None
        self.hovered, self._rested = widget, 0.0
        return STAY

    def _move_focus(self, press: Press) -> Change | None:
        order = [w for w in self.widgets if w.reachable]
        if not order:
            return None
        if press.means("next", "previous"):
            step = -1 if press.means("previous") else 1
            here = order.index(self.focused) if self.focused in order else -step
            self.focus(order[(here + step) % len(order)])
            self._clicked = False
            return STAY
        for command, (dx, dy) in DIRECTIONS.items():
            if press.means(command):
                return self._to_nearest(order, dx, dy)
        return None

    def _to_nearest(self, order: list[Widget], dx: int, dy: int) -> Change | None:
        if self.focused is None:
            self.focus(order[0])
            return STAY
        here = self.focused.rect
        best = min(
            (w for w in order if w is not self.focused and _beyond(here, w.rect, dx, dy)),
            key=lambda w: _distance(here, w.rect, dx, dy),
            default=None,
        )
        if best is None:
            return None
        self.focus(best)
        self._clicked = False
        return STAY

    def look(self, but: Widget | None = None) -> object:
        """Return a value that changes with the look of any control except `but`.

        It covers only state that is stored in the controls themselves.
        """
        marked = (self.focused, self.hovered, self.captured)
        each = [(tuple(w.rect), _held(w)) for w in self.widgets if w is not but]
        return each, tuple(w if w is not but else None for w in marked)

    def draw(self, canvas: Canvas, tips: bool = True) -> None:
        """Draw all controls; if `tips` is False, the caller calls `draw_tooltip` at the end."""
        enters = self.enters
        focused = self.focused if self.focused is not None and self.focused.reachable else None
        for widget in self.widgets:
            widget.entered = widget is enters or not widget.is_default
            if widget.visible:
                pressed = widget is self.captured and self.hovered in (None, widget)
                look = WidgetState(widget is focused, widget is self.hovered, pressed)
                widget.draw(canvas, look)
        if focused is not None:
            focused.draw_focus(canvas)
        if tips:
            self.draw_tooltip(canvas)

    @property
    def _tip_comes(self) -> bool:
        """Whether a tooltip is about to be shown."""
        hovered = self.hovered
        waits = hovered is not None and bool(hovered.tip) and self.captured is None
        return waits and self._rested < TOOLTIP_DELAY_S + 0.1

    def draw_tooltip(self, canvas: Canvas) -> None:
        """Draw the tooltip of the control on which the pointer rests."""
        hovered = self.hovered
        if hovered is None or not hovered.tip or self.captured is not None:
            return
        if self._rested >= TOOLTIP_DELAY_S:
            draw_tooltip(canvas, hovered.tip, hovered.rect)


@contextmanager
def clipped(canvas: Canvas, rect: Rect | None) -> Iterator[None]:
    """Draw only inside `rect`; None draws everywhere."""
    before = canvas.surface.get_clip()
    if rect is not None:
        canvas.surface.set_clip(rect.clip(before))
    try:
        yield
    finally:
        canvas.surface.set_clip(before)


def _away(rect: Rect, spot: tuple[int, int]) -> float:
    """Return the distance in pixels from a place to a control."""
    return math.dist(spot, _nearest(rect, spot))


def _nearest(rect: Rect, spot: tuple[int, int]) -> tuple[int, int]:
    return (
        min(max(spot[0], rect.left), rect.right - 1),
        min(max(spot[1], rect.top), rect.bottom - 1),
    )


def _meant(event: Pointer, widget: Widget) -> Pointer:
    """Return the event, moved to the control's edge if it narrowly missed the control."""
    missed = 0 < _away(widget.rect, event.pos) <= event.reach
    return replace(event, pos=_nearest(widget.rect, event.pos)) if missed else event


DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def _heads(label: Rect, control: Rect) -> bool:
    """Return whether the label is left of the control, in the same row."""
    return label.right <= control.left + 4 and label.top <= control.centery <= label.bottom


def _beyond(here: Rect, there: Rect, dx: int, dy: int) -> bool:
    """Return whether `there` is in that direction from `here`: beyond its edge and its middle."""
    if dx:
        return (there.centerx - here.centerx) * dx > 0 and (
            there.left >= here.right - 4 if dx > 0 else there.right <= here.left + 4
        )
    return (there.centery - here.centery) * dy > 0 and (
        there.top >= here.bottom - 4 if dy > 0 else there.bottom <= here.top + 4
    )


def _distance(here: Rect, there: Rect, dx: int, dy: int) -> float:
    """Return a weighted distance: across the direction counts three times as much as along it."""
    if dx:
        along = (there.left - here.right) if dx > 0 else (here.left - there.right)
        across = _gap(here.top, here.bottom, there.top, there.bottom)
        middle = abs(here.centery - there.centery)
    else:
        along = (there.top - here.bottom) if dy > 0 else (here.top - there.bottom)
        across = _gap(here.left, here.right, there.left, there.right)
        middle = abs(here.centerx - there.centerx)
    return max(0, along) + 3 * across + 0.05 * middle


def _gap(a0: int, a1: int, b0: int, b1: int) -> int:
    return max(0, max(a0, b0) - min(a1, b1))


# Types of values that may be changed in place.
CONTAINERS: tuple[type, ...] = (list, dict, set)


def _held(widget: Widget) -> object:
    """Return a control's attributes; containers are copied to detect changes made in place."""
    held = vars(widget).copy()
    for name, value in vars(widget).items():
        if isinstance(value, CONTAINERS):
            held[name] = copy(value)
    return held


def draw_tooltip(canvas: Canvas, text: str, beside: Rect) -> None:
    """Draw the tooltip above the control, or below it near the window's top; never over it."""
    px = canvas.px
    wide = min(
        canvas.text_size(text, "caption")[0] + 2, px(TOOLTIP_WIDTH), canvas.rect.width - px(48)
    )
    tall = canvas.text_height(text, "caption", wide)
    rect = Rect(0, 0, wide + px(24), max(tall + px(14), 28))
    rect.midbottom = (beside.centerx, beside.top - px(8))
    window = canvas.rect.inflate(-px(12), -px(12))
    if rect.top < window.top:
        rect.midtop = (beside.centerx, beside.bottom + px(8))
    rect.clamp_ip(window)
    radius = px(RADIUS["button"])
    canvas.shadow(rect, radius)
    canvas.rounded(rect, radius, canvas.ui.panel, canvas.ui.line, canvas.hairline)
    canvas.text(text, "caption", rect.inflate(-px(22), 0), canvas.ui.text, "center", wrap=True)
