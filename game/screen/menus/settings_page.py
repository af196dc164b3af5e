"""Pages of settings: rows of controls in one column or two, buttons along the foot.

Every change is applied and stored immediately.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game.screen.app.layout_scenes import PanelScene, margin, measuring
from game.screen.app.scene import Change
from game.screen.ui.button import Button
from game.screen.ui.choosers import Toggle
from game.screen.ui.layout import Labelled, button_height, grid, labelled_rows
from game.screen.ui.tokens import GAP

IN_A_ROW = 4  # maximum number of buttons in a row of an upright window


class SettingsPage(PanelScene):
    """A page of settings, laid out from `columns` and `buttons`; the last button closes it."""

    clicks = True

    def columns(self) -> Sequence[Sequence[Labelled]]:
        """Return the controls, column by column."""
        return ()

    def buttons(self) -> Sequence[Button]:
        """Return the buttons of the foot, from the left."""
        return ()

    def below(self, top: int, bottom: int) -> None:
        """Use the room below the controls; this base class leaves it empty."""

    def toggle(self, name: str, label: str, note: str = "", widget: str = "") -> Labelled:
        """Return a row with a switch for the setting `name`."""
        value, store = getattr(self.services.settings, name), self.setter(name)
        return "", Toggle(label, value, store, note, widget or name)

    def setter(self, name: str) -> Callable[[Any], Change | None]:
        """Return a handler that stores the setting `name`."""

        def store(value: Any) -> None:
            self.services.change_settings(**{name: value})

        return store

    def resize(self) -> None:
        metrics, px = self.services.metrics, self.services.metrics.px
        self.frame()
        buttons = self.buttons()
        foot = self._lay_foot(buttons)
        top = self.rule + px(18)
        columns = [list(column) for column in self.columns()]
        if metrics.portrait:
            columns = [[row for column in columns for row in column]]
        row = max(px(48), 2 * metrics.type_px("caption") + 8)
        most = max(len(rows) for rows in columns)
        space = foot - px(16) - top
        pitch = min(row + px(20), space // most)
        room = pygame.Rect(self.inner.left, top, self.inner.width, space)
        share = 0.33 if not metrics.narrow else 0.27
        boxes = grid(room, len(columns), len(columns), margin(self.services))
        for rows, box in zip(columns, boxes):
            labelled_rows(self.form, rows, box, pitch, min(row, pitch - 6), share)
        for button in buttons:
            self.form.add(button)
        self.form.start()
        self.below(top + most * pitch, foot - px(26))

    def _lay_foot(self, buttons: Sequence[Button]) -> int:
        """Place the buttons along the lower edge; return the upper edge of the buttons."""
        px, canvas = self.services.metrics.px, measuring(self.services)
        tall = button_height(self.services.metrics)
        x, y = self.inner.left, self.inner.bottom - tall
        *others, done = buttons
        if self.services.metrics.portrait:  # buttons of equal width, in rows
            done.at((x, y, self.inner.width, tall))
            if not others:
                return y
            count = -(-len(others) // IN_A_ROW)  # as few rows as possible
            size = -(-len(others) // count)
            for first in reversed(range(0, len(others), size)):
                row = others[first : first + size]
                y -= tall + px(GAP)
                places = grid(
                    pygame.Rect(x, y, self.inner.width, tall), len(row), len(row), px(GAP)
                )
                for button, place in zip(row, places):
                    button.at(place)
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


def percent_text(value: float) -> str:
    """Return a number from 0 to 1 as a percentage."""
    return f"{value:.0%}"
