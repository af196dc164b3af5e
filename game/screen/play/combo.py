"""Words over the board: the train's rising counter and the pill that says what a ghost does."""

from __future__ import annotations

import pygame

from game.screen.choreography import Combo
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas
from game.screen.ui.fonts import font

SMALLEST, EACH_HOP, LARGEST = 96, 5, 160
TURN = 6  # degrees, rising to the right
TOP = (255, 243, 205)


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
    """Gradient letters with a dark rim and a glow, a little turned; kept."""
    ui, flat = canvas.ui, canvas.theme.flat
    key = ("combo", text, pixels, canvas.theme.name)

    def make() -> pygame.Surface:
        face = font("text", "700 italic", pixels)
        bottom = ui.accent
        letters = paint.gradient_text(face.render(text, True, (255, 255, 255)), TOP, bottom)
        rim = max(3, pixels // 14)
        mask = pygame.mask.from_surface(letters)
        edge = mask.convolve(pygame.mask.Mask((2 * rim + 1, 2 * rim + 1), fill=True))
        dark = edge.to_surface(setcolor=(*ui.casing, 255), unsetcolor=(0, 0, 0, 0))
        margin = 4 * rim
        size = (dark.get_width() + 2 * margin, dark.get_height() + 2 * margin)
        whole = pygame.Surface(size, pygame.SRCALPHA)
        if not flat:
            glow = pygame.Surface(size, pygame.SRCALPHA)
            light = edge.to_surface(setcolor=(*ui.glow, 130), unsetcolor=(*ui.glow, 0))
            glow.blit(light, (margin, margin))
            whole.blit(paint.blurred(glow, 2 * rim), (0, 0))
        whole.blit(paint.blurred(dark, 1), (margin, margin))
        whole.blit(letters, (margin + rim, margin + rim))
        return pygame.transform.rotozoom(whole, TURN, 1.0)

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
