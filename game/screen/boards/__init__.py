"""Boards on the screen. `board_view` is the one door: a BoardView for any game, theme and size."""

from __future__ import annotations

from game.rules.base import Game
from game.screen.boards.glows import KINDS
from game.screen.boards.view import BoardView
from game.screen.ui.theme import Theme


def board_view(
    game: Game, theme: Theme, size: int, *, block: bool = False, digits: str | None = None
) -> BoardView:
    """The board of `game`, `size` px square. It is there at once and sharp a moment later.

    `block` renders it sharp first (tests, pictures). `digits` replace the walls of Less.
    """
    return BoardView(game, theme, size, block=block, digits=digits)


__all__ = ["KINDS", "BoardView", "board_view"]
