"""Base of the board editors: a board left, a column of controls right, Cancel and Use.

An editor works on a copy of the options. `Use` returns the copy through `Pop`; any other way out
returns None.
"""

from __future__ import annotations

import copy
import math
from typing import Generic, TypeVar

import pygame

from game.platform.i18n import _
from game.screen.app.layout_scenes import margin, measuring
from game.screen.app.scene import STAY, Change, FormScene, Pop
from game.screen.boards import BoardView
from game.screen.plugin.options import MatchOptions
from game.screen.plugin.registry import board_view
from game.screen.ui.button import Button
from game.screen.ui.callout import Callout
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.layout import button_height
from game.screen.ui.tokens import GAP
from game.screen.ui.widget import DIRECTIONS, Form, Label, Widget

Options = TypeVar("Options", bound=MatchOptions)
Spot = TypeVar("Spot")
STRIDE = 6  # pixels between the checked places along a drawn line

UPRIGHT_COLUMN = 540  # minimum height in design px of the column below the board


class EditorScene(FormScene, Generic[Options]):
    """Base class. An editor implements `_control`, `_bare`, `_lay_column` and `_draw_pieces`."""

    clicks = True
    least_column = 0  # minimum width of the column in pixels, even in a small window

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = copy.deepcopy(options)
        self.view: BoardView | None = None
        self.note: Callout | None = None  # a refusal, shown where the change was refused

    def refuse(self, text: str, at: tuple[float, float]) -> Change:
        """Explain, at a place of the board, why that place cannot be changed."""
        assert self.view is not None
        self.note = Callout(text, at, self.view.piece_size * 0.6)
        self.services.sound("error")
        return STAY

    def _control(self) -> Widget:
        """Return the board as one control."""
        raise NotImplementedError

    def _bare(self) -> MatchOptions:
        """Return the options of the drawn board, without the pieces on it."""
        raise NotImplementedError

    def _lay_column(self, y: int, row: int) -> None:
        """Add the controls from `y` downwards, in rows of height `row`."""
        raise NotImplementedError

    def _draw_pieces(self, canvas: Canvas, view: BoardView) -> None:
        raise NotImplementedError

    def resize(self) -> None:
        self.note = None
        metrics, px = self.services.metrics, self.services.metrics.px
        self._divide()
        self.form = Form(keep=self.form)
        control = self.form.add(self._control().at(self.board))
        row = max(px(48), metrics.type_px("caption") + 16)
        self._lay_column(self.column.top + px(60), row)
        self._lay_foot()
        self._remake_view()
        self.form.start(control.name)

    def _divide(self) -> None:
        """Divide the window into board and column: side by side, or stacked in portrait."""
        metrics, px, edge = self.services.metrics, self.services.metrics.px, margin(self.services)
        whole = pygame.Rect(0, 0, metrics.width, metrics.height).inflate(-2 * edge, -px(64))
        if metrics.portrait:
            side = min(whole.width, whole.height - px(UPRIGHT_COLUMN))
            self.board = pygame.Rect(whole.centerx - side // 2, whole.top, side, side)
            self.column = whole
            self.column.top = self.board.bottom + px(20)
            self.column.height = metrics.height - px(32) - self.column.top
            return
        column = max(metrics.column, self.least_column)
        side = min(metrics.height - px(48), whole.width - column - px(24))
        left = (metrics.width - side - px(32) - column) // 2
        self.board = pygame.Rect(left, (metrics.height - side) // 2, side, side)
        self.column = pygame.Rect(self.board.right + px(32), whole.top, column, whole.height)

    def words(self, text: str, y: int, style: str, gap: int) -> int:
        """Add a paragraph to the column; return the top of the next item."""
        tall = measuring(self.services).text_height(text, style, self.column.width) + 4
        label = Label(text, style, second=True, valign="top")
        self.form.add(label.at((self.column.left, y, self.column.width, tall)))
        return y + tall + self.services.metrics.px(gap)

    def _lay_foot(self) -> None:
        px, rect = self.services.metrics.px, self.column
        tall = button_height(self.services.metrics)
        y = rect.bottom - tall
        half = (rect.width - px(GAP)) // 2
        back = Button(_("Cancel"), Pop, name="cancel")
        use = Button(_("Use"), self._use, icon="check", kind="main", name="use")
        self.form.add(back.at((rect.left, y, half, tall)))
        self.form.add(use.at((rect.right - half, y, half, tall)))

    def _remake_view(self) -> None:
        old = self.view
        self.view = board_view(self._bare().make_game(), self.services.theme, self.board.width)
        self.view.topleft = self.board.topleft
        if old:
            old.close()

    def leave(self) -> None:
        if self.view:
            self.view.close()

    def _use(self) -> Change:
        return Pop(self.options)

    def update(self, dt: float) -> Change | None:
        self.form.update(dt)
        if self.note is not None:
            self.note.update(dt)
            self.note = None if self.note.gone else self.note
            self.services.invalidate()
        return None

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        head = pygame.Rect(self.column.left, self.column.top - 6, self.column.width, canvas.px(56))
        canvas.text(self.heading, "game_title", head)
        assert self.view is not None
        self.view.draw(canvas.surface)
        self._draw_pieces(canvas, self.view)
        self.form.draw(canvas)
        if self.note is not None:
            self.note.draw(canvas, self.board)


class SpotControl(Widget, Generic[Spot]):
    """The board as one control: its focus moves from spot to spot; Enter or a click uses a spot."""

    hot: Spot | None = None  # the spot under the mouse

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._drawn: list[Spot] = []  # spots used by the current press
        self._last = (0, 0)  # the pointer's last place

    @property
    def spot(self) -> Spot:
        """The focused spot."""
        raise NotImplementedError

    def spot_at(self, pos: tuple[int, int]) -> Spot | None:
        """Return the spot at a place on the canvas."""
        raise NotImplementedError

    def beside(self, dx: int, dy: int) -> Spot | None:
        """Return the spot next to the focused one in a direction; None at the rim."""
        raise NotImplementedError

    def use(self, spot: Spot) -> Change:
        """Change a spot, and focus it."""
        raise NotImplementedError

    def draw_over(self, spot: Spot, first: Spot) -> Change:
        """Draw over a spot during a press that began on `first`."""
        return STAY

    def move_to(self, spot: Spot) -> None:
        """Focus a spot."""
        raise NotImplementedError

    def press(self, event: Press) -> Change | None:
        if event.means("accept") and not event.repeat:
            return self.use(self.spot)
        for command, step in DIRECTIONS.items():
            if event.means(command):
                there = self.beside(*step)
                if there is None:
                    return None
                self.move_to(there)
                return STAY
        return None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "wheel":
            return None
        spot = self.spot_at(event.pos)
        before, self._last = self._last, event.pos
        if event.kind == "down" and spot is not None:
            self._drawn = [spot]
            return self.use(spot)
        if event.kind == "up":
            self._drawn = []
        elif self._drawn:
            self._draw_along(before, event.pos)
        return STAY

    def _draw_along(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw over all spots along the line, because a fast pointer skips places."""
        steps = max(1, round(math.dist(start, end) / STRIDE))
        for step in range(1, steps + 1):
            share = step / steps
            x, y = (round(a + (b - a) * share) for a, b in zip(start, end))
            spot = self.spot_at((x, y))
            if spot is not None and spot not in self._drawn:
                self._drawn.append(spot)
                self.draw_over(spot, self._drawn[0])

    def take_over(self, old: Widget) -> None:
        if isinstance(old, SpotControl) and old.rect == self.rect:
            # A press goes on only if the board is still in the same place under the pointer.
            self._drawn, self._last = old._drawn, old._last

    def hover(self, event: Pointer) -> bool:
        before, self.hot = self.hot, self.spot_at(event.pos)
        return before != self.hot

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw nothing, because the focused spot shows the focus itself."""
