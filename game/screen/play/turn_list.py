"""The list of turns beside a board: number, piece, text, highlighted figure, last figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.screen.app.scene import Change
from game.screen.boards import BoardView
from game.screen.boards.panel_drawings import piece_icon
from game.screen.plugin.panel import Panel
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ListBox, ListColumn, Row, RowsOnDemand
from game.table.history import Turn

PIECES = 1  # index of the column with the pieces
ICON = 25  # design px
NUMBER, LONG_NUMBER = 30, 40  # design px: width of turn numbers up to 99, and of longer ones


class TurnRows(RowsOnDemand):
    """The rows of turns, made on demand, because a record may have thousands of variations."""

    def __init__(
        self, panel: Panel, turns: Sequence[Turn], figure: Callable[[int, str], str] | None
    ) -> None:
        self._panel, self._turns, self._figure = panel, turns, figure
        self._made: dict[int, Row] = {}

    def __len__(self) -> int:
        return len(self._turns)

    def row(self, number: int) -> Row:
        if number not in self._made:
            turn = self._turns[number]
            text, accent, last = self._panel.row(turn)
            accent = self._figure(number, accent) if self._figure is not None else accent
            self._made[number] = (str(self._panel.row_number(turn)), "", text, accent, last)
        return self._made[number]


class TurnList(ListBox):
    """The list of turns beside a board: number, piece, text, highlighted figure, last figure.

    A click or a key goes to a turn.

    `accent` is the width of the column with the highlighted figure.
    """

    def __init__(
        self,
        panel: Panel,
        view: Callable[[], BoardView],
        go: Callable[[int], Change | None],
        accent: int,
        empty: str = "",
    ) -> None:
        super().__init__(
            [
                *(ListColumn(NUMBER, look="second"), ListColumn(26), ListColumn(0)),
                *(ListColumn(accent, "right", "accent"), ListColumn(66, "right", "second")),
            ],
            on_choose=go,
            on_move=go,
            draw_cell=self._draw_piece,
            empty=empty,
            name="turns",
        )
        self._panel, self._view = panel, view
        self._turns: list[Turn] = []

    def show(
        self, turns: Sequence[Turn], shown: int, figure: Callable[[int, str], str] | None = None
    ) -> None:
        """Show all turns, with `shown` of them on the board.

        `figure(number, text)` replaces the highlighted figure `text` that the panel gives a row.
        """
        if figure is None and turns == self._turns and shown - 1 == self.chosen:
            return
        self._turns = list(turns)
        last = self._panel.row_number(turns[-1]) if turns else 0
        self.columns[0] = ListColumn(NUMBER if last < 100 else LONG_NUMBER, look="second")
        self.set_rows(TurnRows(self._panel, self._turns, figure), shown - 1)

    def _draw_piece(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        if column != PIECES:
            return False
        piece = self._panel.row_piece(self._turns[row]) if row < len(self._turns) else None
        if piece is not None:
            icon = piece_icon(self._view(), piece, max(14, canvas.px(ICON)))
            canvas.surface.blit(icon, icon.get_rect(center=rect.center))
        return True
