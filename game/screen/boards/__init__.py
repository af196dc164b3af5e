"""Boards on the screen, for any topology: `BoardView` draws a look in one theme at one size."""

from game.screen.boards.view import BoardView

__all__ = ["BoardView"]
