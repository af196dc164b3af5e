"""Less in a new match: two players or four, home block, scoring, and the walls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.i18n import _, ngettext
from game.rules import Less
from game.screen.app.scene import Change, Push
from game.screen.games.less.layout_editor import LayoutEditorScene
from game.screen.games.less.options import LessOptions
from game.screen.games.less.picture import WallsControl
from game.screen.games.pane import Fact, OptionsPane
from game.screen.games.sheet import Sheet
from game.screen.ui.button import Button
from game.screen.ui.choosers import Option, Segment, Toggle
from game.screen.ui.widget import Widget


class LessPane(OptionsPane):
    options: LessOptions
    least_height = 404

    def rows(self, sheet: Sheet) -> list[tuple[str, Widget]]:
        """Two players, or four in two teams."""
        counts = [Option(2, "2"), Option(4, _("4 in teams"))]
        change = self.then(sheet, self.options.set_players)
        return [(_("Players"), Segment(counts, self.options.players, change, "players"))]

    def facts(self) -> Sequence[Fact]:
        if not isinstance(self.game, Less):
            return []
        single, double = self.game.walls.count("1"), self.game.walls.count("2")
        return [
            (str(single), ngettext("single wall", "single walls", single)),
            (str(double), ngettext("double wall", "double walls", double)),
        ]

    def picture_control(self, sheet: Sheet) -> Widget:
        return WallsControl(self.options, lambda: self.view, sheet.changed)

    def lay_controls(self, sheet: Sheet, rect: pygame.Rect) -> tuple[int, list[Button]]:
        gap, options = sheet.px(12), self.options
        words = _("a piece left at home loses by 10")
        block = Toggle(_("Home block"), options.block, self.store("block"), words, "block")
        sheet.form.add(block.at((rect.left, rect.top, rect.width, sheet.row)))
        words = _("a win counts by its margin")
        scoring = Toggle(_("Scoring"), options.scoring, self.store("scoring"), words, "scoring")
        sheet.form.add(scoring.at(block.rect.move(0, sheet.row + sheet.px(4))))
        top = sheet.heading(_("Walls"), rect.left, scoring.rect.bottom + gap, rect.width)
        ways = [
            Option("random", _("Random")),
            Option("tiles", _("By tile")),
            Option("walls", _("Wall by wall")),
        ]
        way = Segment(ways, options.walls_by, self.then(sheet, options.set_walls_by), "way")
        sheet.form.add(way.at((rect.left, top, rect.width, sheet.row)))
        top = way.rect.bottom + gap
        buttons = [self._button(_("Shuffle"), lambda: self._shuffle(sheet), "dice", "shuffle")]
        if options.walls_by == "random":
            many = [Option("few", _("few")), Option("mixed", _("mixed")), Option("many", _("many"))]
            density = Segment(many, options.density, self.setter(sheet, "density"), "density")
            sheet.form.add(density.at((rect.left, top, rect.width, sheet.row)))
            top = density.rect.bottom + gap
        else:
            buttons.append(self._button(_("Edit"), self._edit, "gear", "edit"))
        return top + sheet.px(4), buttons

    @staticmethod
    def _button(text: str, act: Callable[[], Change | None], icon: str, name: str) -> Button:
        return Button(text, act, icon=icon, name=name, style="caption")

    def _shuffle(self, sheet: Sheet) -> None:
        self.options.shuffle(self.dice)
        sheet.changed()

    def _edit(self) -> Change:
        return Push(LayoutEditorScene(self.options))


PANE = LessPane
