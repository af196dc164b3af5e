"""Words over the board: the train's rising counter and the pill that says what a ghost does."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from game.screen.animation.beats import Vec
from game.screen.animation.choreography import Combo
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas
from game.screen.ui.fonts import font
from game.screen.ui.lettering import face_colours

SMALLEST, EACH_HOP, LARGEST = 96, 5, 160
AWAY, WAYS = (0.9, 1.5, 2.3, 3.2), 16  # distances in pieces and directions that are tried
TURN = 6  # degrees, rising to the right


def draw(
    canvas: Canvas, combo: Combo, board: pygame.Rect, busy: tuple[Vec, ...] = (), piece: float = 0.0
) -> None:
    """The counter of a train near the counter that turns, never outside of the board.

    It keeps clear of the places in `busy`, where pieces of that size lie, fly or land; those
    named more than once count the more.
    """
    unit = board.width / 768
    pixels = round(min(LARGEST, SMALLEST + EACH_HOP * combo.count) * unit)
    image = _image(canvas, f"×{combo.count}", pixels)
    full = image.get_size()
    if combo.size != 1.0:
        size = max(0.05, combo.size)
        image = pygame.transform.smoothscale_by(image, size)
    image.set_alpha(round(255 * combo.alpha))
    x, y = spot(full, combo.at, tuple(board), busy, piece)
    rise = 26 * (1 - combo.alpha) * unit
    rect = image.get_rect(center=(round(x), round(y - rise)))
    canvas.surface.blit(image, rect.clamp(board))
    image.set_alpha(255)


@lru_cache(maxsize=16)
def spot(
    size: tuple[int, int],
    at: Vec,
    board: tuple[int, int, int, int],
    busy: tuple[Vec, ...],
    piece: float,
) -> Vec:
    """The middle of letters of that size near `at` that cover the least of what is busy."""
    room = pygame.FRect((0, 0), (size[0] * 0.72, size[1] * 0.62))  # without glow and margins
    field = pygame.FRect(board)
    best, least = at, math.inf
    for away in AWAY:
        for number in range(WAYS):
            turn = -math.pi / 2 + (number + 1) // 2 * (-1) ** number * 2 * math.pi / WAYS
            room.center = (
                at[0] + math.cos(turn) * (piece * away + room.width / 2),
                at[1] + math.sin(turn) * (piece * away + room.height / 2),
            )
            room.clamp_ip(field)
            near = room.inflate(piece * 0.8, piece * 0.8)
            covered = sum(near.collidepoint(place) for place in busy)
            cost = covered + 0.35 * away
            if cost < least - 1e-9:
                best, least = room.center, cost
    return best


def _image(canvas: Canvas, text: str, pixels: int) -> pygame.Surface:
    """The poster letters of the look, a little turned; kept."""
    key = ("combo", text, pixels, canvas.theme.name)

    def make() -> pygame.Surface:
        return pygame.transform.rotozoom(_letters(canvas, text, pixels), TURN, 1.0)

    return paint.CACHE.get(key, make)


def _letters(canvas: Canvas, text: str, pixels: int) -> pygame.Surface:
    """Letters with the poster's gradient in a casing thick enough for pale wood."""
    face = font("text", "700 italic", pixels)
    rim, ui = max(3, pixels // 13), canvas.ui
    top, bottom = face_colours(canvas.theme)
    letters = paint.gradient_text(face.render(text, True, (255, 255, 255)), top, bottom)
    face.outline = rim
    casing = face.render(text, True, (0, 0, 0) if canvas.theme.flat else ui.casing)
    face.outline = 0
    margin = 3 * rim
    width, height = casing.get_size()
    whole = pygame.Surface((width + 2 * margin, height + 2 * margin), pygame.SRCALPHA)
    whole.fill((*ui.glow, 0))
    if not canvas.theme.flat:
        mask = pygame.mask.from_surface(casing)
        light = pygame.Surface(whole.get_size(), pygame.SRCALPHA)
        light.fill((*ui.glow, 0))
        shape = mask.to_surface(setcolor=(*ui.glow, 150), unsetcolor=(*ui.glow, 0))
        light.blit(shape, (margin, margin))
        whole.blit(paint.blurred(light, margin // 2), (0, 0))
    whole.blit(casing, (margin, margin))
    whole.blit(letters, (margin + rim, margin + rim))
    return whole


def pill(canvas: Canvas, text: str, at: tuple[float, float], piece: int) -> None:
    """What the ghost at `at` would do, in a dark pill with a bright rim up and right of it."""
    width, height = canvas.text_size(text, "name")
    rect = pygame.Rect(0, 0, width + canvas.px(30), max(height + canvas.px(8), canvas.px(44)))
    rect.midbottom = (round(at[0] + piece * 0.62), round(at[1] - piece * 0.30))
    rect.clamp_ip(canvas.rect.inflate(-8, -8))
    rim = max(2, canvas.px(3))
    canvas.rounded(rect, rect.height // 2, canvas.ui.casing, canvas.ui.accent, rim)
    canvas.text(text, "name", rect, canvas.ui.number_on_casing, "center")
