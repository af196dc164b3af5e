"""Multiplicity in a new match: size, opening, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.games.multiplicity.engine.solved import winner_on
from game.games.multiplicity.rules import Multiplicity
from game.games.multiplicity.screen.plugin import SIZES, MultiplicityOptions
from game.platform.i18n import _
from game.screen.plugin.pane import Fact, FormLayout, OptionsPane, side_text
from game.screen.ui.button import Button
from game.screen.ui.choosers import Segment, Stepper
from game.screen.ui.widget import Widget

NAME_SHARE = 0.25


class MultiplicityPane(OptionsPane):
    options: MultiplicityOptions

    def rows(self, sheet: FormLayout) -> list[tuple[str, Widget]]:
        """Return the row that chooses the opening: with the restricted phase, or without."""
        choices = {"bound": _("bound and free"), "free": _("all free")}
        change = self.setter(sheet, "opening")
        opening = Segment(choices, self.options.opening, change, "opening")
        return [(_("Opening"), opening)]

    def facts(self) -> Sequence[Fact]:
        """Return the winner on a solved board, otherwise the number of free cells."""
        winner = winner_on(self.game) if isinstance(self.game, Multiplicity) else None
        if winner is None:
            return super().facts()
        names = (_("White"), _("Black"))
        return [(names[winner], _("can always win"))]

    def lay_controls(self, sheet: FormLayout, rect: pygame.Rect) -> tuple[int, list[Button]]:
        px, options = sheet.px, self.options
        resize = self.setter(sheet, "multiplicity_size")
        size = Stepper(list(SIZES), options.multiplicity_size, resize, side_text, "size")
        row = pygame.Rect(rect.left, rect.top, rect.width, sheet.row)
        sheet.labelled(_("Board"), size, row)
        ends = {"one-empty": _("one cell is left"), "full": _("the board is full")}
        row = row.move(0, sheet.row + px(10))
        end = Segment(ends, options.end, self.setter(sheet, "end"), "end")
        sheet.labelled(_("Ends when"), end, row)
        return row.bottom + px(14), []
