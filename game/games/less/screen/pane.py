"""Less in a new match: two players or four, home block, scoring, and the walls."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.games.less.engine.par import usual_par
from game.games.less.rules import Less
from game.games.less.screen.layout_editor import EdgeGrid, LayoutEditorScene, mark
from game.games.less.screen.options import LessOptions
from game.games.less.screen.ways_home import was_asked, way_home
from game.platform.i18n import _, ngettext
from game.screen.app.scene import STAY, Change, Push
from game.screen.boards import BoardView
from game.screen.plugin.editor import SpotControl
from game.screen.plugin.pane import Fact, FormLayout, OptionsPane
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, Toggle
from game.screen.ui.widget import Widget, WidgetState


class WallsControl(SpotControl[int]):
    """The picture of the board as a control, without keys; its spots are edges.

    `view` gives the picture, once there is one; `changed` lays everything out anew.
    """

    focusable = False

    def __init__(
        self,
        options: LessOptions,
        view: Callable[[], BoardView | None],
        changed: Callable[[], None],
    ) -> None:
        super().__init__("picture")
        self._options, self._view, self._changed = options, view, changed

    @property
    def grid(self) -> EdgeGrid | None:
        view = self._view()
        return EdgeGrid(view, self._options.side) if view is not None else None

    def spot_at(self, pos: tuple[int, int]) -> int | None:
        return self.grid.at(pos) if self.grid is not None else None

    def use(self, spot: int) -> Change:
        """Change a wall: none, single, double, none."""
        self._options.set_walls_by("walls")
        return self._set(spot, "")

    def draw_over(self, spot: int, first: int) -> Change:
        return self._set(spot, self._options.walls[first])

    def _set(self, spot: int, digit: str) -> Change:
        self._options.set_wall(spot, digit)
        self._changed()
        return STAY

    def take_over(self, old: Widget) -> None:
        super().take_over(old)
        if isinstance(old, WallsControl) and old.rect == self.rect:
            self.hot = old.hot

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if look.hovered and self.hot is not None and self.grid is not None:
            mark(canvas, self.grid.rect(self.hot), canvas.ui.accent)


WAY_HOME_DELAY_S = 1.0  # seconds: a layout that is still being changed is not worth a process


class LessPane(OptionsPane):
    options: LessOptions
    least_height = 300
    _age = 0.0  # seconds since the layout changed

    def rows(self, sheet: FormLayout) -> list[tuple[str, Widget]]:
        """Return the row that chooses two players, or four in two teams."""
        counts = {2: "2", 4: _("4 in teams")}
        change = self.then(sheet, self.options.set_players)
        return [(_("Players"), Segment(counts, self.options.players, change, "players"))]

    def facts(self) -> Sequence[Fact]:
        if not isinstance(self.game, Less):
            return []
        single, double = self.game.walls.count("1"), self.game.walls.count("2")
        return [
            (str(single), ngettext("single wall", "single walls", single)),
            (str(double), ngettext("double wall", "double walls", double)),
            self._way_home_fact(),
        ]

    def _way_home_fact(self) -> Fact:
        found = self._ways_home()
        if found is None:
            return "…", _("moves home")
        if found[0] == found[1]:
            return str(found[0]), _("moves home for both")
        return f"{found[0]} : {found[1]}", _("moves home, White and Black")

    def picture_control(self, sheet: FormLayout) -> Widget:
        return WallsControl(self.options, lambda: self.view, sheet.changed)

    def _ways_home(self) -> tuple[int, int] | None:
        """Return how far both sides have to go, None while that is not known.

        It is asked for once nobody has changed the walls for WAY_HOME_DELAY_S.
        """
        game = self.game
        if not isinstance(game, Less) or (self._age < WAY_HOME_DELAY_S and not was_asked(game)):
            return None
        white, black = (way_home(game, game.start(), side) for side in (0, 1))
        return None if white is None or black is None else (white, black)

    @property
    def waiting(self) -> bool:
        return isinstance(self.game, Less) and self._ways_home() is None

    def update(self, dt: float) -> None:
        self._age += dt

    def switches(self, sheet: FormLayout) -> list[Widget]:
        options = self.options
        words = _("loses by 10")
        block = Toggle(_("Home block"), options.block, self.store("block"), words, "block")
        words = _("margins count")
        scoring = Toggle(_("Scoring"), options.scoring, self.store("scoring"), words, "scoring")
        return [block, scoring]

    def lay_controls(self, sheet: FormLayout, rect: pygame.Rect) -> tuple[int, list[Button]]:
        gap, options = sheet.px(12), self.options
        top = sheet.heading(self._walls_words(), rect.left, rect.top, rect.width)
        ways = {"random": _("Random"), "tiles": _("By tile"), "walls": _("Wall by wall")}
        way = Segment(ways, options.walls_by, self.then(sheet, options.set_walls_by), "way")
        sheet.form.add(way.at((rect.left, top, rect.width, sheet.row)))
        top = way.rect.bottom + gap
        buttons = [self._button(_("Shuffle"), lambda: self._shuffle(sheet), "dice", "shuffle")]
        if options.walls_by == "random":
            many = {"few": _("few"), "mixed": _("mixed"), "many": _("many")}
            change = self.then(sheet, options.set_density)
            density = Segment(many, options.density, change, "density")
            fair = Toggle(_("fair"), options.fair, self.then(sheet, options.set_fair), "", "fair")
            fair.tip = _("Only layouts on which neither side is better off.")
            wide = rect.width * 2 // 3
            rest = rect.width - wide - gap
            sheet.form.add(density.at((rect.left, top, wide, sheet.row)))
            sheet.form.add(fair.at((rect.left + wide + gap, top, rest, sheet.row)))
            top = density.rect.bottom + gap
        else:
            buttons.append(self._button(_("Edit"), self._edit, "gear", "edit"))
        return top + sheet.px(4), buttons

    def draw(self, canvas: Canvas) -> None:
        """Draw the pane; if there is room, say below the picture what a click in it does."""
        super().draw(canvas)
        tall = canvas.metrics.type_px("caption") + canvas.px(14)
        if self.rect.bottom - self.picture.bottom >= tall:
            room = pygame.Rect(self.picture.left, self.picture.bottom, self.rect.width, tall)
            words = _("Click an edge: none, single, double")
            canvas.text(words, "caption", room, canvas.ui.text_second, valign="bottom")

    def _walls_words(self) -> str:
        """Return the heading; with random walls it says how long the way is on such layouts."""
        options = self.options
        if options.walls_by != "random":
            return _("Walls")
        usual = round(usual_par(options.players, options.density))
        return _("Walls; alone about {n} moves home").format(n=usual)

    @staticmethod
    def _button(text: str, act: Callable[[], Change | None], icon: str, name: str) -> Button:
        return Button(text, act, icon=icon, name=name, style="caption")

    def _shuffle(self, sheet: FormLayout) -> None:
        self.options.shuffle(self.dice)
        sheet.changed()

    def _edit(self) -> Change:
        return Push(LayoutEditorScene(self.options))
