"""Boards on the screen, for any topology: `BoardView` draws a Look in a theme at a size.

Which look a game's board has is in the game's room: `games.registry.board_view`.
"""

from game.screen.boards.highlights import KINDS
from game.screen.boards.view import BoardView

__all__ = ["KINDS", "BoardView"]
