"""Boards on the screen, for any topology: `BoardView` draws a look in a theme at a size."""

from game.screen.boards.view import BoardView

__all__ = ["BoardView"]
