"""Text over the board: the growing number of a train, and the effect of a ghost in a pill."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pygame

from game.screen.animation.choreography import Combo
from game.screen.animation.movements import Vec
from game.screen.boards import BoardView
from game.screen.boards.shapes import Grid
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas
from game.screen.ui.pygame_compat import outlined
from game.screen.ui.text import face_colours, font

SMALLEST, EACH_HOP, LARGEST = 96, 5, 160
# Places tried for the number: distances in piece sizes, and number of directions.
AWAY, WAYS = (0.8, 1.2, 1.7, 2.3, 3.0, 3.8, 4.7, 5.7, 6.8), 24
# Cost of covering a piece, of covering a point, and of each piece size of distance.
PIECE, POINT, FAR = 4.0, 0.5, 0.4
TURN = 6  # rotation in degrees, so that the text rises to the right


def draw(canvas: Canvas, combo: Combo, view: BoardView, busy: tuple[Vec, ...]) -> None:
    """Draw the number of a train near the counter that turns over, always inside the board.

    The number avoids the places in `busy`, where pieces are, fly or land; repeated places count for
    more. If possible, it avoids all points of the board, too.
    """
    board = view.rect
    unit = board.width / 768
    pixels = round(min(LARGEST, SMALLEST + EACH_HOP * combo.count) * unit)
    image = _image(canvas, f"×{combo.count}", pixels)
    solid = image.get_bounding_rect(min_alpha=200)  # without the glow, at full size
    if combo.size != 1.0:
        size = max(0.05, combo.size)
        image = pygame.transform.smoothscale_by(image, size)
    image.set_alpha(round(255 * combo.alpha))
    points = tuple(map(view.position, view.look.places))
    x, y = spot(solid.size, combo.at, tuple(board), busy, points, view.piece_size)
    rise = 26 * (1 - combo.alpha) * unit
    rect = image.get_rect(center=(round(x), round(y - rise)))
    canvas.surface.blit(image, rect)
    image.set_alpha(255)


@lru_cache(maxsize=16)
def spot(
    size: tuple[int, int],
    at: Vec,
    board: tuple[int, int, int, int],
    busy: tuple[Vec, ...],
    points: tuple[Vec, ...],
    piece: float,
) -> Vec:
    """Return the centre for letters of `size` near `at` that covers as little as possible."""
    half = np.array(size, np.float32) / 2
    turn = np.arange(WAYS) * (2 * math.pi / WAYS) - math.pi / 2
    way = np.stack([np.cos(turn), np.sin(turn)], -1)
    away = np.repeat(AWAY, WAYS)
    middles = np.array(at) + np.tile(way, (len(AWAY), 1)) * (piece * away[:, None] + half)
    corner = np.array(board[:2], np.float32)
    middles = np.clip(middles, corner + half, corner + np.array(board[2:]) - half)
    cost = FAR * away + PIECE * _covered(middles, half, busy, 0.55 * piece)
    cost += POINT * _covered(middles, half, points, 0.12 * piece)
    best = middles[int(np.argmin(cost))]
    return float(best[0]), float(best[1])


def _covered(middles: Grid, half: Grid, discs: tuple[Vec, ...], radius: float) -> Grid:
    """Return how many discs letters at each of `middles` cover, counting touched discs in part."""
    if not discs:
        return np.zeros(len(middles), np.float32)
    apart = np.abs(middles[:, None] - np.array(discs)) - half
    gap = np.hypot(*np.moveaxis(np.maximum(apart, 0), 2, 0))
    covered: Grid = np.clip((radius - gap) / max(1.0, 0.25 * radius), 0, 1).sum(1)
    return covered


def _image(canvas: Canvas, text: str, pixels: int) -> pygame.Surface:
    """Return the poster letters of the theme, slightly turned, from the cache."""
    key = ("combo", text, pixels, canvas.theme.name)

    def make() -> pygame.Surface:
        return pygame.transform.rotozoom(_letters(canvas, text, pixels), TURN, 1.0)

    return paint.CACHE.get(key, make)


def _letters(canvas: Canvas, text: str, pixels: int) -> pygame.Surface:
    """Return letters with the poster's gradient and an outline thick enough for pale wood."""
    face = font("text", "700 italic", pixels)
    rim, ui = max(3, pixels // 13), canvas.ui
    top, bottom = face_colours(canvas.theme)
    letters = paint.gradient_text(face.render(text, True, (255, 255, 255)), top, bottom)
    casing = outlined(face, text, (0, 0, 0) if canvas.theme.flat else ui.casing, rim)
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
    """Draw the effect of the ghost at `at` in a dark pill above and to the right of it."""
    width, height = canvas.text_size(text, "name")
    rect = pygame.Rect(0, 0, width + canvas.px(30), max(height + canvas.px(8), canvas.px(44)))
    rect.midbottom = (round(at[0] + piece * 0.62), round(at[1] - piece * 0.30))
    rect.clamp_ip(canvas.rect.inflate(-8, -8))
    rim = max(2, canvas.px(3))
    canvas.rounded(rect, rect.height // 2, canvas.ui.casing, canvas.ui.accent, rim)
    canvas.text(text, "name", rect, canvas.ui.number_on_casing, "center")
