"""Pieces and default names of seats."""

from __future__ import annotations

from game.platform.i18n import _
from game.rules import Game, Piece
from game.rules.events import Seat
from game.screen.ui.colour_names import colour_name


def seat_piece(game: Game, seat: Seat) -> Piece | None:
    """Return the piece of a seat; None where both sides play with the same."""
    return next((kind for kind in game.kinds if kind.seat == seat), None)


def seat_name(game: Game, seat: Seat) -> str:
    """Return the colour of the seat, numbered where partners share it; else its number."""
    piece = seat_piece(game, seat)
    if piece is None:
        return _("Seat {n}").format(n=seat + 1)
    name = colour_name(piece.colour)
    return f"{name} {1 + seat // 2}" if game.seats > 2 else name


def side_name(game: Game, side: int) -> str:
    """Return what seats that win together are called: their colour, or the name of the only one."""
    piece = seat_piece(game, side)
    return colour_name(piece.colour) if piece else seat_name(game, side)
