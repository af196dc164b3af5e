"""Words over the board: the train's rising counter and the pill that says what a ghost does."""

from __future__ import annotations

import pygame

from game.screen.choreography import Combo
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas
from game.screen.ui.lettering import poster

SMALLEST, EACH_HOP, LARGEST = 96, 5, 160
TURN = 6  # degrees, rising to the right


def draw(canvas: Canvas, combo: Combo, board: pygame.Rect) -> None:
    """The counter of a train by the counter that turns, never outside of the board."""
    unit = board.width / 768
    pixels = round(min(LARGEST, SMALLEST + EACH_HOP * combo.count) * unit)
    image = _image(canvas, f"×{combo.count}", pixels)
    if combo.size != 1.0:
        size = max(0.05, combo.size)
        image = pygame.transform.smoothscale_by(image, size)
    image.set_alpha(round(255 * combo.alpha))
    x, y = combo.at
    rise = (110 + 26 * (1 - combo.alpha)) * unit
    rect = image.get_rect(center=(round(x), round(y - rise)))
    if rect.top < board.top:
        rect.top = round(y + 40 * unit)
    rect.clamp_ip(board)
    canvas.surface.blit(image, rect)
    image.set_alpha(255)


def _image(canvas: Canvas, text: str, pixels: int) -> pygame.Surface:
    """The poster letters of the look, a little turned; kept."""
    key = ("combo", text, pixels, canvas.theme.name)

    def make() -> pygame.Surface:
        return pygame.transform.rotozoom(poster(text, "combo", pixels, canvas.theme), TURN, 1.0)

    return paint.CACHE.get(key, make)


def pill(canvas: Canvas, text: str, at: tuple[float, float], piece: int) -> None:
    """What the ghost at `at` would do, in a dark pill with a bright rim up and right of it."""
    width, height = canvas.text_size(text, "name")
    rect = pygame.Rect(0, 0, width + canvas.px(30), max(height + canvas.px(8), canvas.px(44)))
    rect.midbottom = (round(at[0] + piece * 0.62), round(at[1] - piece * 0.30))
    rect.clamp_ip(canvas.rect.inflate(-8, -8))
    rim = max(2, canvas.px(3))
    canvas.rounded(rect, rect.height // 2, canvas.ui.casing, canvas.ui.accent, rim)
    canvas.text(text, "name", rect, canvas.ui.number_on_casing, "center")
