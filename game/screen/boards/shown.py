"""Pictures of a board with its pieces, for the camera to take from scene to scene."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.events import Piece
from game.rules.topology import Point
from game.screen.app.scene import ShownBoard
from game.screen.boards.view import BoardView


def shown_board(view: BoardView, pieces: Mapping[Point, Piece]) -> ShownBoard:
    """Return the board of `view` where it lies now; boards of one game are one board."""
    bare, laid, at = view.surface, view.surface.copy(), view.topleft
    view.topleft = (0, 0)
    for point, piece in pieces.items():
        view.draw_piece(laid, piece, point)
    view.topleft = at
    return ShownBoard(view.look.key, view.rect, bare, laid, frozenset(pieces.items()))
