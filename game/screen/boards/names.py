"""In which ink the names of points are written on a board."""

from __future__ import annotations

from game.platform.theme import BoardColours, Colour
from game.screen.ui.color_vision import contrast, worst

QUIET = 0.22  # share of the field's colour in the ink, where contrast allows
LEAST = 4.6  # contrast of a name with every colour of the field
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)


def ink(board: BoardColours) -> Colour:
    """Return the quietest ink that can be read on every colour of the field."""
    grounds = [*board.field, *board.inlay]
    inks = (board.engraving, WHITE, BLACK)
    best = max(inks, key=lambda one: min(contrast(one, ground) for ground in grounds))
    for share in (QUIET, QUIET / 2):
        middle = board.field[0]
        quiet: Colour = tuple(  # type: ignore[assignment]
            round(a + (b - a) * share) for a, b in zip(best, middle)
        )
        if min(worst(quiet, ground) for ground in grounds) >= LEAST:
            return quiet
    return best
