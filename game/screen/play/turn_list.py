"""The list of turns beside a board, in play and in review."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.screen.app.scene import Change
from game.screen.boards import BoardView
from game.screen.boards.panel_drawings import piece_icon
from game.screen.plugin.panel import Panel
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ListBox, ListColumn
from game.table.history import Turn

PIECES = 1  # the column of the pieces
ICON = 25  # design px


class TurnList(ListBox):
    """Rows of number, piece, text, bright figure and last figure; a click or a key goes to one.

    `accent` is the width of the column with the bright figure.
    """

    def __init__(
        self,
        panel: Panel,
        view: Callable[[], BoardView | None],
        go: Callable[[int], Change | None],
        accent: int,
        empty: str = "",
    ) -> None:
        super().__init__(
            [
                *(ListColumn(30, look="second"), ListColumn(26), ListColumn(0)),
                *(ListColumn(accent, "right", "accent"), ListColumn(66, "right", "second")),
            ],
            on_choose=go,
            on_move=go,
            draw_cell=self._draw_piece,
            empty=empty,
            name="turns",
        )
        self._panel, self._view = panel, view
        self._turns: Sequence[Turn] = ()

    def show(
        self, turns: Sequence[Turn], shown: int, figure: Callable[[int, str], str] | None = None
    ) -> None:
        """All turns, with `shown` of them on the board.

        `figure(number, text)` gives another bright figure than the panel's for a row.
        """
        self._turns, rows = turns, []
        for number, turn in enumerate(turns):
            text, accent, last = self._panel.row(turn)
            accent = figure(number, accent) if figure is not None else accent
            rows.append((str(self._panel.row_number(turn)), "", text, accent, last))
        if rows != self.rows or shown - 1 != self.chosen:
            self.set_rows(rows, shown - 1)

    def _draw_piece(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        view = self._view()
        if column != PIECES:
            return False
        piece = self._panel.row_piece(self._turns[row]) if row < len(self._turns) else None
        if view is not None and piece is not None:
            icon = piece_icon(view, piece, max(14, canvas.px(ICON)))
            canvas.surface.blit(icon, icon.get_rect(center=rect.center))
        return True
