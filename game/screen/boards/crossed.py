"""Signs of a refused move on a board: dashes between the points, and a cross at the end."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.rules.topology import Point
from game.screen.animation.movements import between
from game.screen.boards.view import BoardView
from game.screen.ui.canvas import Canvas


def draw_crossed(
    canvas: Canvas, view: BoardView, points: Sequence[Point], strength: float = 1.0
) -> None:
    """Mark a refused move; `points` is its end, or its start and its end."""
    end = view.position(points[-1])
    if len(points) > 1 and points[0] != points[-1]:
        view.draw_glow(canvas.surface, points[0], "chosen", strength)
        if strength > 0.5:
            draw_dashes(canvas, view.position(points[0]), end)
    radius = max(canvas.px(17), 12, round(view.piece_size * 0.30))
    draw_cross(canvas, end, round(radius * (0.5 + 0.5 * strength)))


def draw_cross(canvas: Canvas, at: tuple[float, float], radius: int) -> None:
    """Draw a cross in a dark disc."""
    ui = canvas.ui
    box = pygame.Rect(0, 0, 2 * radius, 2 * radius)
    box.center = (round(at[0]), round(at[1]))
    canvas.rounded(box, radius, ui.casing, ui.bad, max(2, radius // 6))
    size = 24 * (1.2 * radius) / max(1, canvas.px(24))
    canvas.icon("cross", box.center, (255, 247, 230) if canvas.theme.flat else ui.bad, size)


def draw_dashes(canvas: Canvas, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Draw a dashed line in a dark casing."""
    length = max(1.0, ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5)
    step = canvas.px(16)
    wide = max(3, canvas.px(5))
    count = max(1, round(length / step))
    for number in range(count):
        a, b = number / count, (number + 0.55) / count
        here, there = between(start, end, a), between(start, end, b)
        pygame.draw.line(canvas.surface, canvas.ui.casing, here, there, wide + canvas.px(4))
        pygame.draw.line(canvas.surface, canvas.ui.bad, here, there, wide)
