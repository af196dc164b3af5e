"""The plain shapes of `pygame.draw` that scenes use, drawn on a surface or recorded on a sketch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame
from pygame import Rect, Surface

from game.screen.ui.frame_sketch import FrameSketch

Spot = Sequence[float] | pygame.Vector2
Spots = Sequence[Spot]


def rect(
    surface: Surface, colour: Any, where: Any, width: int = 0, border_radius: int = -1
) -> None:
    """Draw a rectangle, filled unless it has a `width`."""
    place = Rect(where)
    _draw(surface, pygame.draw.rect, place, colour, tuple(place), width, border_radius)


def circle(surface: Surface, colour: Any, centre: Spot, radius: float, width: int = 0) -> None:
    """Draw a disc, or a ring if it has a `width`."""
    _draw(
        surface, pygame.draw.circle, _bounds([centre], radius), colour, tuple(centre), radius, width
    )


def line(surface: Surface, colour: Any, start: Spot, end: Spot, width: int = 1) -> None:
    """Draw a stroke."""
    bounds = _bounds((start, end), width)
    _draw(surface, pygame.draw.line, bounds, colour, tuple(start), tuple(end), width)


def lines(surface: Surface, colour: Any, closed: bool, spots: Spots, width: int = 1) -> None:
    """Draw strokes from point to point."""
    way = tuple((x, y) for x, y in spots)
    _draw(surface, pygame.draw.lines, _bounds(way, width), colour, closed, way, width)


def polygon(surface: Surface, colour: Any, spots: Spots, smooth: bool = False) -> None:
    """Draw a filled polygon; `smooth` softens its edge."""
    corners = tuple((x, y) for x, y in spots)
    _draw(surface, pygame.draw.polygon, _bounds(corners, 1), colour, corners)
    if smooth:
        _draw(surface, pygame.draw.aalines, _bounds(corners, 1), colour, True, corners)


def _bounds(spots: Spots, reach: float) -> Rect:
    xs, ys = [spot[0] for spot in spots], [spot[1] for spot in spots]
    left, top, more = int(min(xs)), int(min(ys)), int(reach) + 2
    return Rect(left, top, int(max(xs)) - left, int(max(ys)) - top).inflate(2 * more, 2 * more)


def _draw(surface: Surface | FrameSketch, draw: Any, bounds: Rect, colour: Any, *args: Any) -> None:
    if isinstance(surface, FrameSketch):
        surface.shape(draw, bounds, (tuple(colour), *args))
    else:
        draw(surface, colour, *args)
