"""QR codes: always black on white, as large as whole pixels allow."""

from __future__ import annotations

from functools import lru_cache

from pygame import Rect

from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas

QUIET = 3  # width of the white margin, in modules of the code
DARK, LIGHT = (0, 0, 0), (255, 255, 255)


@lru_cache(maxsize=4)
def modules(text: str) -> tuple[bytes, ...]:
    """Return the QR code row by row, 1 for dark."""
    import segno  # a club requirement, missing in some installations

    return tuple(bytes(row) for row in segno.make(text, error="m", micro=False).matrix)


def draw_qr(canvas: Canvas, room: Rect, text: str) -> Rect:
    """Draw the code as large as whole pixels allow, centred in `room`; always black on white."""
    rows = modules(text)
    count = len(rows) + 2 * QUIET
    size = max(1, min(room.size) // count)
    card = Rect(0, 0, size * count, size * count)
    card.center = room.center
    pencil.rect(canvas.surface, LIGHT, card, border_radius=canvas.px(10))
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                left, top = card.left + (x + QUIET) * size, card.top + (y + QUIET) * size
                canvas.surface.fill(DARK, (left, top, size, size))
    return card
