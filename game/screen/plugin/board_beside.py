"""A board beside a list: the position of the chosen row, with a line of text below."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

import pygame

from game.platform.theme import Theme
from game.rules import Game
from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.app.layout_scenes import PageScene
from game.screen.app.scene import ShownBoard
from game.screen.boards.view import StillBoard
from game.screen.plugin.registry import board_view
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import split_top
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.tokens import Metrics

SHARE = 0.40  # maximum share of the room's width for the board
LEAST, WORDS, GAP = 260, 40, 24  # design px: smallest board, line of text below it, gap to the list
# Design px: height of a row with a board, width of its column, free space above and below.
ROW, ROW_BOARD, ROW_GAP = 76, 66, 8
LEAST_ROW, LEAST_BOARD = 72, 64  # px: minimum height of a row, and minimum width of its board


def divided(room: pygame.Rect, metrics: Metrics) -> tuple[pygame.Rect, pygame.Rect | None]:
    """Return the rooms of the list and of a board on its right; None if the board has no room."""
    side = min(round(SHARE * room.width), room.height - metrics.px(WORDS))
    if metrics.portrait or metrics.narrow or side < metrics.px(LEAST):
        return room, None
    board = pygame.Rect(room.right - side, room.top, side, side + metrics.px(WORDS))
    whole = pygame.Rect(room)
    whole.width = board.left - metrics.px(GAP) - room.left
    return whole, board


class BoardBeside:
    """The board in `rect`, with a line of text at the bottom."""

    def __init__(self, theme: Theme, rect: pygame.Rect) -> None:
        self.rect, self.theme = rect, theme
        self._key: Hashable = None
        self._board: StillBoard | None = None

    def show(self, key: Hashable, game: Game, pieces: dict[Point, Piece]) -> None:
        """Show a position; an unchanged `key` means an unchanged position."""
        if self._board is None or key != self._key:
            self.close()
            self._key = key
            self._board = StillBoard(board_view(game, self.theme, self.rect.width), pieces)

    @property
    def shown(self) -> list[ShownBoard]:
        """The board as drawn last, for the camera."""
        return [self._board.shown] if self._board is not None else []

    def draw(self, canvas: Canvas, words: str, below: str = "") -> None:
        """Draw the board and its text, with a second line `below` in smaller letters."""
        if self._board is None:
            return
        side = self.rect.width
        self._board.draw(canvas.surface, (self.rect.centerx, self.rect.top + side // 2))
        line = pygame.Rect(self.rect.left, self.rect.top + side, side, self.rect.height - side)
        ui, upper, lower = canvas.ui, *split_top(line, line.height // 2 if below else line.height)
        canvas.text(words, "caption", upper, ui.text_second, "center", ellipsis=True)
        canvas.text(below, "small", lower, ui.text_second, "center", ellipsis=True)

    def close(self) -> None:
        """Stop rendering the board."""
        if self._board is not None:
            self._board.close()
        self._board = None


Position = tuple[Hashable, Game, dict[Point, Piece]]  # equal keys mean equal positions


def row_height(metrics: Metrics) -> int:
    """Return the height of a row with a board, in design px."""
    return max(ROW, math.ceil(LEAST_ROW / metrics.scale))


def board_column(metrics: Metrics) -> ListColumn:
    """Return the column for the boards."""
    return ListColumn(max(ROW_BOARD, math.ceil(LEAST_BOARD / metrics.scale)))


class RowBoards:
    """Draws the first two cells of a list's rows: a small board, and two lines of text.

    `position(row)` is the position on the board; `words(row)` are the upper and the lower line.
    """

    def __init__(
        self,
        theme: Theme,
        position: Callable[[int], Position],
        words: Callable[[int], tuple[str, str]],
    ) -> None:
        self.theme, self.position, self.words = theme, position, words
        self._boards: dict[Hashable, StillBoard] = {}

    def draw_cell(self, canvas: Canvas, row: int, column: int, rect: pygame.Rect) -> bool:
        """Draw a cell; return False for a cell that the list draws itself."""
        if column == 0:
            side = min(rect.width, rect.height - canvas.px(ROW_GAP))
            self._board(row, side).draw(canvas.surface, rect.center)
        elif column == 1:
            upper, lower = self.words(row)
            half = rect.height // 2
            above = pygame.Rect(rect.left, rect.top + canvas.px(ROW_GAP), rect.width, half)
            above.height -= canvas.px(ROW_GAP)
            below = pygame.Rect(rect.left, above.bottom, rect.width, above.height)
            canvas.text(upper, "caption_bold", above, canvas.ui.text, ellipsis=True)
            canvas.text(lower, "small", below, canvas.ui.text_second, ellipsis=True)
        return column < 2

    def _board(self, row: int, side: int) -> StillBoard:
        key, game, pieces = self.position(row)
        board = self._boards.get((key, side))
        if board is None:
            board = StillBoard(board_view(game, self.theme, side), pieces)
            self._boards[key, side] = board
        return board

    def close(self) -> None:
        """Stop rendering the boards."""
        for board in self._boards.values():
            board.close()
        self._boards.clear()


class PageWithBoard(PageScene):
    """A page with a list, and a board beside it if there is room."""

    beside: BoardBeside | None = None
    row_boards: RowBoards | None = None

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, *([self.beside.rect] if self.beside is not None else [])]

    @property
    def boards(self) -> list[ShownBoard]:
        return self.beside.shown if self.beside is not None else []

    def lay_beside(self, listed: ListBox, room: pygame.Rect) -> None:
        """Divide the room between the list and the board."""
        self.close_board()
        rows_at, board_at = divided(room, self.services.metrics)
        self.beside = BoardBeside(self.services.theme, board_at) if board_at is not None else None
        listed.at(rows_at)

    def close_board(self) -> None:
        """Stop rendering the boards."""
        for shown in (self.beside, self.row_boards):
            if shown is not None:
                shown.close()
        self.beside = None
