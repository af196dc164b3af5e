"""The background of all scenes: a dark table top with faint grain, lit from the middle.

Made once per theme and size from a small picture that is stretched; numpy only for the grain.
"""

from __future__ import annotations

import pygame

from game.platform.theme import Theme
from game.screen.ui.paint import ROOMS, mix


def room(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """Return an opaque surface of `size`.  Do not draw on it."""
    return ROOMS.get(("room", theme.name, size), lambda: _room(theme, size))


def veil(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    """Return what darkens the scene below a dialog."""

    def make() -> pygame.Surface:
        surface = pygame.Surface(size, pygame.SRCALPHA)
        colour = mix(theme.ui.room_edge, (0, 0, 0), 0.0 if not theme.flat else 0.85)
        surface.fill((*colour, 150 if theme.flat else 205))
        return surface

    return ROOMS.get(("veil", theme.name, size), make)


def _room(theme: Theme, size: tuple[int, int]) -> pygame.Surface:
    if theme.flat:
        flat = pygame.Surface(size)
        flat.fill(theme.ui.table[0])
        return flat
    surface = pygame.transform.smoothscale(_lamp(theme), size)
    _add_grain(surface)
    return surface


def _lamp(theme: Theme) -> pygame.Surface:
    """Return a small radial gradient from the room's centre to its edge."""
    w, h = 64, 40
    small = pygame.Surface((w, h))
    for y in range(h):
        for x in range(w):
            dx, dy = (x + 0.5) / w - 0.45, (y + 0.5) / h - 0.42
            share = min(1.0, (dx * dx * 3.0 + dy * dy * 3.4) ** 0.5)
            small.set_at((x, y), mix(theme.ui.room_centre, theme.ui.room_edge, share**1.15))
    return small


def _add_grain(surface: pygame.Surface) -> None:
    """Draw long faint fibres: noise stretched along the table, a few levels up and down."""
    import numpy

    w, h = surface.get_size()
    noise = numpy.random.default_rng(7)
    fibres = noise.normal(0.0, 1.0, (max(2, w // 160), h))
    bands = noise.normal(0.0, 1.0, (max(2, w // 400), max(2, h // 9)))
    for values, strength, blend in (
        (fibres, 2.0, pygame.BLEND_RGB_ADD),
        (-fibres, 2.0, pygame.BLEND_RGB_SUB),
        (bands, 2.6, pygame.BLEND_RGB_ADD),
        (-bands, 2.2, pygame.BLEND_RGB_SUB),
    ):
        levels = numpy.clip(values * strength, 0, 12).astype("uint8")
        layer = pygame.surfarray.make_surface(numpy.repeat(levels[:, :, None], 3, axis=2))
        surface.blit(pygame.transform.smoothscale(layer, (w, h)), (0, 0), special_flags=blend)
