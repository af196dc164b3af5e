"""The picture of a new match as a control: a click on an edge changes its wall."""

from __future__ import annotations

from collections.abc import Callable

from game.games.less.screen import edges
from game.games.less.screen.options import LessOptions
from game.screen.app.scene import STAY, Change
from game.screen.boards import BoardView
from game.screen.plugin.editor import SpotControl
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Widget, WidgetState


class WallsControl(SpotControl[int]):
    """Its spots are edges.  By keyboard walls are set in the editor.

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
    def grid(self) -> edges.EdgeGrid | None:
        view = self._view()
        return edges.EdgeGrid(view, self._options.side) if view is not None else None

    def spot_at(self, pos: tuple[int, int]) -> int | None:
        return self.grid.at(pos) if self.grid is not None else None

    def use(self, spot: int) -> Change:
        """None, single, double, none."""
        self._options.set_walls_by("walls")
        return self._set(spot, str((int(self._options.walls[spot]) + 1) % 3))

    def draw_over(self, spot: int, first: int) -> Change:
        return self._set(spot, self._options.walls[first])

    def _set(self, spot: int, digit: str) -> Change:
        walls = self._options.walls
        self._options.walls = f"{walls[:spot]}{digit}{walls[spot + 1 :]}"
        self._changed()
        return STAY

    def take_over(self, old: Widget) -> None:
        super().take_over(old)
        if isinstance(old, WallsControl) and old.rect == self.rect:
            self.hot = old.hot

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if look.hovered and self.hot is not None and self.grid is not None:
            edges.mark(canvas, self.grid.rect(self.hot), canvas.ui.accent)
