"""Layouts that scenes share: whole pages, panels and cards, with titles and key hints.

A scene overrides `lay_out` to add its content; the base class adds the frame around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame
from pygame import Rect

from game.platform.i18n import _
from game.screen.app.scene import AppServices, Change, FormCard, FormScene, Pop
from game.screen.ui.bindings import key_icon, key_label
from game.screen.ui.button import Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import Card
from game.screen.ui.tokens import GAP_EDGE, GAP_WIDE, SMALLEST_TARGET
from game.screen.ui.widget import Form, Label, WidgetState

HINTS_A_ROW = 3  # maximum number of hints in a row of an upright window


@dataclass(frozen=True)
class Hint:
    """A key and its effect; a click on the hint has the same effect."""

    command: str
    label: str
    act: Callable[[], Change | None]
    right: bool = False
    key: str = ""  # key to show for a command that has none of its own


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


def measuring(services: AppServices) -> Canvas:
    """Return a canvas that `resize` uses only to measure texts."""
    return Canvas(pygame.Surface((1, 1)), services.theme, services.metrics)


def margin(services: AppServices) -> int:
    """Return the distance of a scene's content from the window's edge."""
    if services.metrics.portrait:
        return services.metrics.px(GAP_EDGE)
    return services.metrics.px(GAP_WIDE if not services.metrics.narrow else 32)


def whole_panel(services: AppServices) -> Rect:
    """Return the rectangle of a card that fills the window except for a margin."""
    px, metrics = services.metrics.px, services.metrics
    wide, high = (12, 12) if metrics.narrow else (px(64), px(36))
    if metrics.portrait:
        wide = high = px(12)
    return Rect(0, 0, metrics.width, metrics.height).inflate(-2 * wide, -2 * high)


def add_hints(form: Form, services: AppServices, hints: Sequence[Hint]) -> Rect:
    """Place hints along the lower edge; gaps shrink before texts do. Return their strip."""
    canvas = measuring(services)
    px, metrics = services.metrics.px, services.metrics
    edge = margin(services)
    height = max(px(SMALLEST_TARGET), metrics.type_px("body") + px(16))
    made = [KeyHint(hint, hint.key or services.bindings.first(hint.command)) for hint in hints]
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
    """Place hints side by side; hints with `right` start from the right edge."""
    px = canvas.px
    wanted = [hint.wanted(canvas) for hint in made]
    spare = strip.width - sum(wanted)
    gap = max(px(12), min(px(34), spare // max(1, len(made) - 1)))
    over = sum(wanted) + gap * (len(made) - 1) - strip.width
    if over > 0:  # many long texts: all hints shrink a little
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


def heading(canvas: Canvas, services: AppServices, text: str, width: int | None = None) -> Rect:
    """Draw the scene's title at the upper left."""
    edge = margin(services)
    room = Rect(edge, canvas.px(28), width or canvas.rect.width - 2 * edge, canvas.px(68))
    return canvas.text(text, "scene_title", room)


def footnote(form: Form, services: AppServices, room: Rect, text: str) -> Rect:
    """Add small text at the foot of `room`, and return the room left above it."""
    if not text:
        return room
    tall, gap = (
        measuring(services).text_height(text, "caption", room.width),
        services.metrics.px(12),
    )
    form.add(
        Label(text, "caption", second=True).at((room.left, room.bottom - tall, room.width, tall))
    )
    return Rect(room.left, room.top, room.width, room.height - tall - gap)


class PageScene(FormScene):
    """A whole page: a heading, controls, and key hints along the lower edge."""

    top, foot = 112, 16  # design px above the content, and between it and the hints
    first = ""  # name of the control that first has the focus

    def hints(self) -> Sequence[Hint]:
        """Return the key hints below the content."""
        return [Hint("cancel", _("back"), Pop)]

    def lay_out(self, room: pygame.Rect) -> None:
        """Add the content to `form`, within `room`."""

    def resize(self) -> None:
        px, edge = self.services.metrics.px, margin(self.services)
        self.form = Form(keep=self.form)
        strip = add_hints(self.form, self.services, self.hints())
        top = px(self.top)
        height = strip.top - px(self.foot) - top
        self.lay_out(pygame.Rect(edge, top, self.services.metrics.width - 2 * edge, height))
        self.form.start(self.first)

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.services, self.heading)
        self.form.draw(canvas)


class PanelScene(FormScene):
    """A panel as large as the window: a title, a line under the title, and controls."""

    # Design px between the title and the line under it, and whether there is a line.
    rule_gap, ruled = 10, True
    pad, pad_upright = 32, 18  # design px between the panel's sides and its content

    @property
    def shown_title(self) -> str:
        """The title as the panel shows it."""
        return self.heading

    def frame(self) -> None:
        """Place panel, title and line, and start a new form."""
        px, upright = self.services.metrics.px, self.services.metrics.portrait
        self.panel = whole_panel(self.services)
        pad = px(self.pad_upright if upright else self.pad)
        self.inner = self.panel.inflate(-2 * pad, -2 * px(24))
        self.title_at = pygame.Rect(self.inner.topleft, (self.inner.width, px(56)))
        self.rule = self.title_at.bottom + px(self.rule_gap)
        self.form = Form(keep=self.form)

    def draw_panel(self, canvas: Canvas) -> None:
        """Draw everything behind the controls."""
        canvas.background()
        canvas.card(self.panel, "dialog")
        canvas.text(self.shown_title, "dialog_title", self.title_at)
        if self.ruled:
            canvas.line((self.inner.left, self.rule), (self.inner.right, self.rule))

    def draw(self, canvas: Canvas) -> None:
        self.draw_panel(canvas)
        self.form.draw(canvas)


class CardScene(FormCard):
    """A card over another scene: a title, and the content that `lay_out` adds."""

    # Width in design px, minimum width in pixels, and design px left free beside the card.
    size = 760, 480, 48
    pad = 32  # design px between the card's sides and its content
    # Upper edge of the title, height of the title, and upper edge of the content, in design px.
    head = 20, 56, 84
    foot = 28  # design px below the content
    style = "game_title"
    first = ""  # name of the control that first has the focus

    def lay_out(self, card: Card) -> None:
        """Fill the card from top to bottom."""

    def lay_title(self, card: Card) -> None:
        """Add the title at the place that `head` gives."""
        top, tall, _head = map(self.services.metrics.px, self.head)
        title = Label(self.heading, self.style, wrap=False)
        self.form.add(title.at((card.left, top, card.width, tall)))

    def resize(self) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        width, least, beside = self.size
        self.form = Form(keep=self.form)
        wide = min(metrics.width - px(beside), max(px(width), least))
        card = Card(self.form, measuring(self.services), wide, px(self.pad))
        self.lay_title(card)
        card.space(px(self.head[2]))
        self.lay_out(card)
        card.space(px(self.foot))
        self.card = card.close()
        self.form.start(self.first)

    def draw(self, canvas: Canvas) -> None:
        canvas.card(self.card, "dialog")
        self.form.draw(canvas)

    def closing(self) -> Change | None:
        return None


def storing(
    owner: object, name: str, then: Callable[[], None] = lambda: None
) -> Callable[[Any], None]:
    """Return a handler that stores a value as `owner.name`, then calls `then`."""

    def store(value: Any) -> None:
        setattr(owner, name, value)
        then()

    return store
