"""Libra in a new match: the way of playing, size, target and obstacles."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.games.libra.engine.solved import WORTH
from game.games.libra.rules import BID, DUEL, TARGET
from game.games.libra.screen.obstacle_editor import ObstacleEditorScene
from game.games.libra.screen.options import SIZES, LibraOptions
from game.platform.i18n import N_, _, ngettext
from game.screen.app.scene import Change, Push
from game.screen.plugin.pane import Fact, FormLayout, OptionsPane, side_text
from game.screen.ui.button import Button
from game.screen.ui.choosers import Segment, Slider, Stepper

MODE_NOTES = {
    DUEL: N_("Two rounds; each is MORE once. More groups win."),
    BID: N_("The higher bidder is MORE and must make that many groups."),
    TARGET: N_("MORE wins with at least that many groups."),
}
NAME_SHARE = 0.25


class LibraPane(OptionsPane):
    options: LibraOptions

    def seat_icon(self, seat: int) -> str:
        """Return the sign of a role, "" if roles are not known before the match."""
        if self.options.mode == BID:
            return ""
        return "down" if seat == 0 else "up"

    def facts(self) -> Sequence[Fact]:
        """Return what MORE can make on a solved board, otherwise the number of free cells."""
        worth = WORTH.get(self.options.libra_size)
        if worth is None or self.options.obstacles:
            return super().facts()
        words = ngettext("group with perfect play", "groups with perfect play", worth)
        return [(str(worth), words)]

    def lay_controls(self, sheet: FormLayout, rect: pygame.Rect) -> tuple[int, list[Button]]:
        px, options = sheet.px, self.options
        top = sheet.heading(_(MODE_NOTES[options.mode]), rect.left, rect.top, rect.width)
        modes = {DUEL: _("Duel"), BID: _("Bid"), TARGET: _("Target")}
        mode = Segment(modes, options.mode, self.setter(sheet, "mode"), "mode")
        sheet.form.add(mode.at((rect.left, top, rect.width, sheet.row)))
        row = pygame.Rect(rect.left, mode.rect.bottom + px(10), rect.width, sheet.row)
        if options.mode == TARGET:
            most = options.most_target
            target = Slider(1, most, 1, options.target, self._set_target, name="target")
            sheet.labelled(_("Target"), target, row, NAME_SHARE)
            row = row.move(0, row.height + px(10))
        resize = self.then(sheet, options.set_size)
        size = Stepper(list(SIZES), options.libra_size, resize, side_text, "size")
        sheet.labelled(_("Board"), size, row, NAME_SHARE)
        edit = Button(_("Obstacles"), self._edit, icon="hexagon", name="edit", style="caption")
        return row.bottom + px(14), [edit]

    def _set_target(self, value: float) -> None:
        self.options.target = round(value)

    def _edit(self) -> Change:
        return Push(ObstacleEditorScene(self.options))
