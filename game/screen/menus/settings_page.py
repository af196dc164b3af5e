"""Pages of settings: rows of controls in one column or two, buttons along the foot.

Every change works at once and is kept; what a page holds is said by the scenes made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.screen.app.form_scene import FormScene
from game.screen.app.page import margin, measuring, whole_panel
from game.screen.app.scene import Change
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_HEIGHT, GAP
from game.screen.ui.widget import Form, Label, Widget

IN_A_ROW = 4  # buttons that have room side by side in an upright window
Row = tuple[str, Widget]  # the label left of a control, "" for one that says itself what it is


class SettingsPage(FormScene):
    """`columns` and `buttons` are asked again with each layout; the last button ends the page."""

    clicks = True

    def __init__(self) -> None:
        self.form = Form()

    # -- what a page holds -------------------------------------------------------------------------

    def columns(self) -> Sequence[Sequence[Row]]:
        """The controls, column by column."""
        return ()

    def buttons(self) -> Sequence[Button]:
        """The buttons of the foot, from the left."""
        return ()

    def below(self, top: int, bottom: int) -> None:
        """Use the room that is left below the controls."""

    def setter(self, name: str) -> Callable[[Any], Change | None]:
        """What stores the value of the setting `name`."""

        def store(value: Any) -> None:
            self.desk.change_settings(**{name: value})

        return store

    # -- layout ------------------------------------------------------------------------------------

    def resize(self) -> None:
        metrics, px = self.desk.metrics, self.desk.metrics.px
        self.panel = whole_panel(self.desk)
        self.inner = self.panel.inflate(-2 * px(32 if not metrics.portrait else 18), -2 * px(24))
        self.title = pygame.Rect(self.inner.topleft, (self.inner.width, px(56)))
        self.rule = self.title.bottom + px(10)
        self.form = Form(keep=self.form)
        buttons = self.buttons()
        foot = self._lay_foot(buttons)
        gap = margin(self.desk)
        top = self.rule + px(18)
        columns = [list(column) for column in self.columns()]
        if metrics.portrait:
            columns = [[row for column in columns for row in column]]
        wide = (self.inner.width - gap * (len(columns) - 1)) // len(columns)
        self.row = max(px(48), 2 * metrics.type_px("caption") + 8)
        most = max(len(rows) for rows in columns)
        space = foot - px(16) - top
        self.pitch = min(self.row + px(20), space // most)
        self.row = min(self.row, self.pitch - 6)
        for number, rows in enumerate(columns):
            left = self.inner.left + number * (wide + gap)
            self._lay_rows(rows, pygame.Rect(left, top, wide, space))
        for button in buttons:
            self.form.add(button)
        self.form.start()
        self.below(top + most * self.pitch, foot - px(26))

    def _lay_rows(self, rows: Sequence[Row], column: pygame.Rect) -> None:
        y = column.top
        part = 0.33 if not self.desk.metrics.narrow else 0.27
        for name, widget in rows:
            share = round(column.width * part) if name else 0
            if name:
                label = Label(name, "body").at((column.left, y, share - 8, self.row))
                self.form.add(label)
            rest = (column.left + share, y, column.width - share, self.row)
            self.form.add(widget.at(rest))
            y += self.pitch

    def _lay_foot(self, buttons: Sequence[Button]) -> int:
        """Place the buttons along the lower edge; returns where they begin."""
        px, canvas = self.desk.metrics.px, measuring(self.desk)
        tall = max(px(BUTTON_HEIGHT), self.desk.metrics.type_px("button") + 18)
        x, y = self.inner.left, self.inner.bottom - tall
        *others, done = buttons
        if self.desk.metrics.portrait:  # in rows
            done.at((x, y, self.inner.width, tall))
            if not others:
                return y
            for row in reversed(_rows(others)):
                y -= tall + px(GAP)
                share = (self.inner.width - (len(row) - 1) * px(GAP)) // len(row)
                for number, button in enumerate(row):
                    button.at((x + number * (share + px(GAP)), y, share, tall))
            return y
        wide = done.width(canvas) + px(40)
        done.at((self.inner.right - wide, y, wide, tall))
        room = self.inner.width - wide - sum(button.width(canvas) for button in others)
        gap = min(px(GAP), room // max(1, len(others)))
        for button in others:
            wide = button.width(canvas)
            button.at((x, y, wide, tall))
            x += wide + gap
        return y

    # -- scene -------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        canvas.card(self.panel, "dialog")
        canvas.text(self.heading, "dialog_title", self.title)
        canvas.line((self.inner.left, self.rule), (self.inner.right, self.rule))
        self.form.draw(canvas)


def _rows(buttons: Sequence[Button]) -> list[Sequence[Button]]:
    """As few rows as hold all, an upright window's width each."""
    count = -(-len(buttons) // IN_A_ROW)
    size = -(-len(buttons) // count)
    return [buttons[n : n + size] for n in range(0, len(buttons), size)]


def share(value: float) -> str:
    """A number from 0 to 1 as people read it."""
    return f"{value:.0%}"
