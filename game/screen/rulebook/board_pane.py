"""The board of a page as a control: pointing at it with mouse, finger or keys."""

from __future__ import annotations

from collections.abc import Callable

from game.rules import Point
from game.screen.app.scene import STAY, Change
from game.screen.boards.interaction import point_beside
from game.screen.rulebook.live_board import LiveBoard
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.widget import Widget, WidgetState

ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class BoardPane(Widget):
    """The board as a control.  It calls `on_point(point, other)` for a click, tap or Enter.

    `other` is the second button or the colour key.  Without `active` it only shows.  `paint` draws
    the board.
    """

    radius = "card"

    def __init__(
        self,
        stage: LiveBoard,
        on_point: Callable[[Point, bool], Change | None],
        paint: Callable[[Canvas], None],
    ) -> None:
        super().__init__("board")
        self.stage, self.on_point, self.paint = stage, on_point, paint
        self.active = False
        self.cursor: Point | None = None
        self.hovered: Point | None = None
        self.by_keys = False

    @property
    def reachable(self) -> bool:
        return super().reachable and self.active

    @property
    def shown_cursor(self) -> Point | None:
        """Where the keyboard's frame is drawn."""
        return self.cursor if self.active and self.by_keys else None

    def press(self, event: Press) -> Change | None:
        if not self.active:
            return None
        if event.means("accept", "colour") and not event.repeat:
            if self.cursor is None:
                return self._first()
            self.by_keys = True
            return self.on_point(self.cursor, event.means("colour")) or STAY
        for command, (dx, dy) in ARROWS.items():
            if event.means(command):
                return self._step(dx, dy)
        return None

    def _first(self) -> Change:
        assert self.stage.game is not None
        board = self.stage.game.topology
        self.cursor = board.centre or board.points[len(board.points) // 2]
        self.by_keys = True
        return STAY

    def _step(self, dx: int, dy: int) -> Change | None:
        assert self.stage.game is not None
        if self.cursor is None or self.cursor not in self.stage.game.topology.index:
            return self._first()
        self.by_keys = True
        there = point_beside(self.stage.game.topology, self.cursor, dx, dy)
        if there is None:
            return None  # over the rim: the focus goes on
        self.cursor = there
        return STAY

    def pointer(self, event: Pointer) -> Change | None:
        if not self.active or event.kind != "down":
            return STAY if event.kind != "wheel" else None
        point = self.stage.board.point_at(*event.pos)
        self.by_keys = False
        if point is None:
            return STAY
        self.cursor = point
        return self.on_point(point, event.button != 1) or STAY

    def hover(self, event: Pointer) -> bool:
        if not self.active:
            return False
        before, self.hovered = self.hovered, self.stage.board.point_at(*event.pos)
        return before != self.hovered

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        if not look.hovered:
            self.hovered = None
        self.paint(canvas)

    def draw_focus(self, canvas: Canvas) -> None:
        """Draw a frame round the board until the first arrow key, which frames a point."""
        if self.cursor is None or not self.by_keys:
            canvas.focus_ring(self.rect.inflate(-6, -6), canvas.px(12))
