"""Scenes that share a layout: a page under a heading, a panel with a title, a card over another.

A scene of its own names its content in `lay_out`; the base adds the frame around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.platform.i18n import _
from game.screen.app.form_scene import FormCard, FormScene
from game.screen.app.page import Hint, add_hints, heading, margin, measuring, whole_panel
from game.screen.app.scene import Change, Pop
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import Card
from game.screen.ui.widget import Form, Label


class TitledScene(FormScene):
    """A form under a title."""

    title = ""  # to be translated

    def __init__(self) -> None:
        self.form = Form()

    @property
    def heading(self) -> str:
        return _(self.title) if self.title else ""


class PageScene(TitledScene):
    """A whole page: a heading, controls, and hints of keys along the lower edge."""

    top, foot = 112, 16  # design px above the content, and between it and the hints
    first = ""  # the control that has the focus at first

    def hints(self) -> Sequence[Hint]:
        """Return the hints of keys below the content."""
        return [Hint("cancel", _("back"), Pop)]

    def lay_out(self, room: pygame.Rect) -> None:
        """Add the content to `form`, within `room`."""

    def resize(self) -> None:
        px, edge = self.desk.metrics.px, margin(self.desk)
        self.form = Form(keep=self.form)
        strip = add_hints(self.form, self.desk, self.hints())
        top = px(self.top)
        height = strip.top - px(self.foot) - top
        self.lay_out(pygame.Rect(edge, top, self.desk.metrics.width - 2 * edge, height))
        self.form.start(self.first)

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.desk, self.heading)
        self.form.draw(canvas)


class PanelScene(TitledScene):
    """A panel as large as the window: a title, a line below it, controls."""

    rule_gap, ruled = 10, True  # design px between the title and the line; is there one?
    pad, pad_upright = 32, 18  # design px between the panel's sides and its content

    @property
    def shown_title(self) -> str:
        """The title as it stands on the panel."""
        return self.heading

    def frame(self) -> None:
        """Place panel, title and line, and begin a new form."""
        px, upright = self.desk.metrics.px, self.desk.metrics.portrait
        self.panel = whole_panel(self.desk)
        pad = px(self.pad_upright if upright else self.pad)
        self.inner = self.panel.inflate(-2 * pad, -2 * px(24))
        self.title_at = pygame.Rect(self.inner.topleft, (self.inner.width, px(56)))
        self.rule = self.title_at.bottom + px(self.rule_gap)
        self.form = Form(keep=self.form)

    def draw_panel(self, canvas: Canvas) -> None:
        """Draw all that lies below the controls."""
        canvas.background()
        canvas.card(self.panel, "dialog")
        canvas.text(self.shown_title, "dialog_title", self.title_at)
        if self.ruled:
            canvas.line((self.inner.left, self.rule), (self.inner.right, self.rule))

    def draw(self, canvas: Canvas) -> None:
        self.draw_panel(canvas)
        self.form.draw(canvas)


class CardScene(FormCard, TitledScene):
    """A card over another scene: a title, and what `lay_out` fills it with."""

    size = 760, 480, 48  # design px of the width, pixels at least, design px left free beside it
    pad = 32  # design px at the left and the right
    head = 20, 56, 84  # design px: the title's upper edge and height, and where the content begins
    foot = 28  # design px below the content
    style = "game_title"
    first = ""  # the control that has the focus at first

    def lay_out(self, card: Card) -> None:
        """Fill the card from top to bottom."""

    def lay_title(self, card: Card) -> None:
        """Add the title, within the upper `head` of the card."""
        top, tall, _head = map(self.desk.metrics.px, self.head)
        title = Label(self.heading, self.style, wrap=False)
        self.form.add(title.at((card.left, top, card.width, tall)))

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        width, least, beside = self.size
        self.form = Form(keep=self.form)
        wide = min(metrics.width - px(beside), max(px(width), least))
        card = Card(self.form, measuring(self.desk), wide, px(self.pad))
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
