"""A board beside a list: the position of what is chosen there, with a line of words below."""

from __future__ import annotations

from collections.abc import Hashable

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
from game.screen.ui.list_box import ListBox
from game.screen.ui.tokens import Metrics

SHARE = 0.40  # of the room's width that the board takes at most
LEAST, WORDS, GAP = 260, 40, 24  # design px: the smallest board, its line, from the list to it


def divided(room: pygame.Rect, metrics: Metrics) -> tuple[pygame.Rect, pygame.Rect | None]:
    """Return the rooms of the list and of a board right of it; None where that is too small."""
    side = min(round(SHARE * room.width), room.height - metrics.px(WORDS))
    if metrics.portrait or metrics.narrow or side < metrics.px(LEAST):
        return room, None
    board = pygame.Rect(room.right - side, room.top, side, side + metrics.px(WORDS))
    whole = pygame.Rect(room)
    whole.width = board.left - metrics.px(GAP) - room.left
    return whole, board


class BoardBeside:
    """The board in `rect`, of which the lowest line is for words."""

    def __init__(self, theme: Theme, rect: pygame.Rect) -> None:
        self.rect, self.theme = rect, theme
        self._key: Hashable = None
        self._board: StillBoard | None = None

    def show(self, key: Hashable, game: Game, pieces: dict[Point, Piece]) -> None:
        """Show a position; the same `key` is the same one."""
        if self._board is None or key != self._key:
            self.close()
            self._key = key
            self._board = StillBoard(board_view(game, self.theme, self.rect.width), pieces)

    @property
    def shown(self) -> list[ShownBoard]:
        """The board where it was drawn last, for the camera."""
        return [self._board.shown] if self._board is not None else []

    def draw(self, canvas: Canvas, words: str) -> None:
        if self._board is None:
            return
        side = self.rect.width
        self._board.draw(canvas.surface, (self.rect.centerx, self.rect.top + side // 2))
        line = pygame.Rect(self.rect.left, self.rect.top + side, side, self.rect.height - side)
        canvas.text(words, "caption", line, canvas.ui.text_second, "center", ellipsis=True)

    def close(self) -> None:
        """Stop rendering."""
        if self._board is not None:
            self._board.close()
        self._board = None


class PageWithBoard(PageScene):
    """A page with a list, and a board beside it where there is room for one."""

    beside: BoardBeside | None = None

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
        """Stop rendering."""
        if self.beside is not None:
            self.beside.close()
        self.beside = None
