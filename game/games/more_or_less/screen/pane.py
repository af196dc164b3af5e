"""More or Less in a new match: its board, the way of placing the counters, and who may pass."""

from __future__ import annotations

from functools import partial

import pygame

from game.games.more_or_less.screen.plugin import BOARDS, OWN_BOARD, MoreOrLessOptions
from game.platform.i18n import _, ngettext
from game.screen.app import routes
from game.screen.app.scene import Push
from game.screen.plugin.pane import FormLayout, OptionsPane
from game.screen.ui.button import Button
from game.screen.ui.choosers import Segment
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Widget

LONGEST_PATH = 240


class MoreOrLessPane(OptionsPane):
    options: MoreOrLessOptions

    def rows(self, sheet: FormLayout) -> list[tuple[str, Widget]]:
        """Return the switches for the placement and for passing."""
        choices = {False: _("only when stuck"), True: _("any time")}
        passing = Segment(choices, self.options.free_pass, self.store("free_pass"), "pass")
        ways = {"turns": _("by turns"), "drawn": _("drawn"), "even": _("dealt, even")}
        chosen = self.options.placing
        if self.setup_only:  # A setup cannot contain a drawn placement.
            del ways["drawn"]
            chosen = "even" if chosen == "even" else "turns"
        change = self.then(sheet, self.options.set_placing)
        placing = Segment(ways, chosen, change, "placing")
        placing.tip = _("Dealt: a placement in which neither side is better off.")
        return [(_("Placement"), placing), (_("Pass"), passing)]

    def lay_controls(self, sheet: FormLayout, rect: pygame.Rect) -> tuple[int, list[Button]]:
        words = _("Board (a reconstruction; the original is not recorded)")
        top = sheet.heading(words, rect.left, rect.top, rect.width)
        choices = {name: _points_text(name) for name in BOARDS} | {OWN_BOARD: _("Own file")}
        boards = Segment(choices, self.options.board, self.setter(sheet, "board"), "board")
        sheet.form.add(boards.at((rect.left, top, rect.width, sheet.row)))
        top = boards.rect.bottom + sheet.px(12)
        if self.options.board == OWN_BOARD:
            self._lay_file(sheet, pygame.Rect(rect.left, top, rect.width, sheet.row))
            top += sheet.row + sheet.px(12)
        if not self.options.even:
            return top, []
        deal = partial(self._deal, sheet)
        return top, [Button(_("Deal again"), deal, icon="dice", name="deal", style="caption")]

    def _deal(self, sheet: FormLayout) -> None:
        self.options.deal(self.dice)
        sheet.changed()

    def _lay_file(self, sheet: FormLayout, row: pygame.Rect) -> None:
        field = TextField(
            self.options.board_file,
            self.store("board_file"),
            placeholder=_("Path of a board file"),
            limit=LONGEST_PATH,
            on_accept=sheet.changed,
            paste=sheet.services.paste_text,
            name="board-file",
        )
        load = Button(_("Load"), sheet.changed, icon="folder", name="load", style="caption")
        wide = sheet.px(132)
        sheet.form.add(field.at((row.left, row.top, row.width - wide - sheet.px(12), row.height)))
        find = routes.PickBoard(self.options.board_file)
        sheet.beside(field, lambda: Push(find), "find-board")
        sheet.form.add(load.at((row.right - wide, row.top, wide, row.height)))


def _points_text(name: str) -> str:
    count = int(name.split("-")[1])
    return ngettext("{count} point", "{count} points", count).format(count=count)
