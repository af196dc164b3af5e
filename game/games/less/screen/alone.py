"""The panel of Less played alone: the moves left.  How far it is home, the person has to find."""

from __future__ import annotations

from game.games.less.screen.panel import MOVES_CARD, LessPanel
from game.screen.boards import BoardView
from game.screen.ui.canvas import Canvas


class LessAlonePanel(LessPanel):
    height = MOVES_CARD

    def _ways(self) -> tuple[int | None, int | None]:
        return None, None

    def draw(self, canvas: Canvas, view: BoardView) -> None:
        canvas.card(self.rect)
        self._draw_moves(canvas, self.rect)


ALONE = LessAlonePanel
