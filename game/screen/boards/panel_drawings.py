"""Small drawings shared by panels: piece icons, dashed frames, hatching, curves, lamps."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.rules.events import Piece
from game.screen.boards import BoardView
from game.screen.ui import paint, pencil
from game.screen.ui.canvas import Canvas

SMOOTH = 3  # factor by which curves are drawn larger before they are scaled down


def piece_icon(view: BoardView, piece: Piece, size: int) -> Surface:
    """Return the piece as a small picture for cards and lists; cached."""
    sprite = view.sprites.piece(piece)
    # The sprite itself is in the key, because a sharp sprite replaces a stand-in during the game.
    key = ("piece icon", sprite, view.piece_size, size)
    scale = size / max(1, view.piece_size)

    def make() -> Surface:
        width = max(1, round(sprite.get_width() * scale))
        return pygame.transform.smoothscale(sprite, (width, width))

    return paint.CACHE.get(key, make)


def dashes(
    canvas: Canvas, rect: Rect, colour: paint.Colour, open_side: str, stroke: int = 0, dash: int = 0
) -> None:
    """Draw a dashed frame that lacks the side `open_side`; "" draws all sides."""
    stroke, dash = stroke or max(2, canvas.px(3)), max(3, dash or canvas.px(7))
    corners = {
        "left": (rect.topleft, rect.bottomleft),
        "right": (rect.topright, rect.bottomright),
        "top": (rect.topleft, rect.topright),
        "bottom": (rect.bottomleft, rect.bottomright),
    }
    for side, ((x0, y0), (x1, y1)) in corners.items():
        if side == open_side:
            continue
        length = abs(x1 - x0) + abs(y1 - y0)
        for start in range(0, length, 2 * dash):
            end = min(length, start + dash)
            a = (x0 + (x1 - x0) * start // length, y0 + (y1 - y0) * start // length)
            b = (x0 + (x1 - x0) * end // length, y0 + (y1 - y0) * end // length)
            pencil.line(canvas.surface, colour, a, b, stroke)


def stripes(canvas: Canvas, rect: Rect, colour: paint.Colour, back: paint.Colour) -> Surface:
    """Return a hatched box as large as `rect`; it represents something yet to come."""
    key = ("stripes", rect.size, colour, back)

    def make() -> Surface:
        over = 2
        width, height = rect.width * over, rect.height * over
        surface = Surface((width, height))
        surface.fill(back)
        step, stroke = canvas.px(15) * over, canvas.px(6) * over
        for x in range(-height, width + height, max(4, step)):
            pygame.draw.line(surface, colour, (x, height), (x + height, 0), max(2, stroke))
        return pygame.transform.smoothscale(surface, rect.size)

    return paint.CACHE.get(key, make)


def dashed_box(canvas: Canvas, rect: Rect, colour: paint.Colour) -> None:
    """Draw a dashed frame round the whole of `rect`."""
    dashes(canvas, rect, colour, open_side="", stroke=max(1, canvas.px(2)), dash=canvas.px(5))


def curve(
    surface: Surface, points: Sequence[tuple[float, float]], colour: paint.Colour, stroke: int
) -> None:
    """Draw a smooth polyline with round joints, by scaling down a larger one."""
    if len(points) < 2:
        return
    left, top = min(x for x, _ in points) - stroke, min(y for _, y in points) - stroke
    right, low = max(x for x, _ in points) + stroke, max(y for _, y in points) + stroke
    area = Rect(math.floor(left), math.floor(top), 0, 0)
    area.size = math.ceil(right) - area.left, math.ceil(low) - area.top
    big = Surface((area.width * SMOOTH, area.height * SMOOTH), pygame.SRCALPHA)
    big.fill((*colour, 0))
    spots = [((x - area.left) * SMOOTH, (y - area.top) * SMOOTH) for x, y in points]
    pygame.draw.lines(big, colour, False, spots, stroke * SMOOTH)
    for spot in spots:
        pygame.draw.circle(big, colour, spot, (stroke * SMOOTH - 1) / 2)
    surface.blit(pygame.transform.smoothscale(big, area.size), area)


def lamp(radius: int, colour: paint.Colour) -> Surface:
    """Return a cached picture of a lit round lamp, brightest at the upper left of its middle."""

    def make() -> Surface:
        over, steps = 3, 24
        size = 2 * radius * over
        big = Surface((size, size), pygame.SRCALPHA)
        big.fill((*colour, 0))
        for step in range(steps):
            share = step / (steps - 1)
            shade = paint.mix(paint.mix(colour, (120, 60, 0), 0.25), (255, 240, 205), share**1.3)
            r = size / 2 * (1 - 0.86 * share)
            shift = size * 0.14 * share
            centre = (size / 2 - shift, size / 2 - shift)
            pygame.draw.circle(big, shade, centre, r)
        return pygame.transform.smoothscale(big, (2 * radius, 2 * radius))

    return paint.CACHE.get(("lamp", radius, colour), make)
