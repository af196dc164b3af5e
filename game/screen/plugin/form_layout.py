"""Layout of a form: rows of one height, headings, controls with their names before them."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.platform.i18n import _
from game.screen.app.page import measuring
from game.screen.app.scene import AppServices, Change
from game.screen.ui.button import Button
from game.screen.ui.widget import Form, Label, Widget

NAME_SHARE = 0.27  # of a row that is taken by the name of its control


class FormLayout:
    """Adds to `form`; `changed` lays everything out anew after a choice that moves others."""

    def __init__(self, desk: AppServices, form: Form, changed: Callable[[], None]) -> None:
        self.desk, self.form, self.changed = desk, form, changed
        self.px = desk.metrics.px

    @property
    def row(self) -> int:
        """Height of a row of controls."""
        return max(self.px(48), 2 * self.desk.metrics.type_px("caption") + 8)

    def heading(self, text: str, left: int, top: int, width: int) -> int:
        """Add a heading of a column; return where its content begins."""
        tall = measuring(self.desk).text_height(text, "caption", width) + 4
        self.form.add(Label(text, "caption", second=True).at((left, top, width, tall)))
        return top + tall + self.px(8)

    def labelled(
        self, name: str, widget: Widget, row: pygame.Rect, share: float = NAME_SHARE
    ) -> None:
        """Add a control with its name before it."""
        wide = round(row.width * share)
        words = Label(name, "body").at((row.left, row.top, wide - 8, row.height))
        self.form.add(words)
        self.form.add(widget.at((row.left + wide, row.top, row.width - wide, row.height)))

    def beside(self, field: Widget, act: Callable[[], Change], name: str, tip: str = "") -> None:
        """Add a button at the right end of a field: a list of what can be typed there."""
        box, gap = field.rect, self.px(8)
        find = Button("", act, icon="list", name=name, tip=tip or _("Choose from a list"))
        self.form.add(find.at((box.right - box.height, box.top, box.height, box.height)))
        field.at((box.left, box.top, box.width - box.height - gap, box.height))
