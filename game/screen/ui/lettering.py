"""Poster letters: a gradient in a dark casing with a glow, for the logo, wins and combos."""

from __future__ import annotations

import pygame
from pygame import Surface

from game.platform.theme import Theme
from game.screen.ui import paint
from game.screen.ui.paint import mix
from game.screen.ui.pygame_compat import outlined
from game.screen.ui.text import face_of


def poster(text: str, style: str, pixels: int, theme: Theme, glow: bool = True) -> Surface:
    """Return poster letters; the surface has a margin of `reach(pixels)` round their box."""
    key = ("poster", text, style, pixels, theme.name, glow)
    return paint.CACHE.get(key, lambda: _poster(text, style, pixels, theme, glow))


def reach(pixels: int) -> int:
    """Return the margin of a poster's surface beyond the letters, for casing and glow."""
    return max(8, round(pixels * 0.3))


def poster_box(text: str, style: str, pixels: int) -> tuple[int, int]:
    """Return the size of the letters' box, without the margin."""
    return face_of(style, pixels).size(text)


def _poster(text: str, style: str, pixels: int, theme: Theme, glow: bool) -> Surface:
    face = face_of(style, pixels)
    w, h = face.size(text)
    margin = reach(pixels)
    whole = Surface((w + 2 * margin, h + 2 * margin), pygame.SRCALPHA)
    casing = max(2, round(pixels * 0.025))
    outline = outlined(face, text, (0, 0, 0) if theme.flat else theme.ui.casing, casing)
    whole.fill((*theme.ui.glow, 0))
    if glow and not theme.flat:
        _add_glow(whole, face, text, margin, theme)
    whole.blit(outline, (margin - casing, margin - casing))
    top, bottom = face_colours(theme)
    mask = face.render(text, True, (255, 255, 255))
    # The gradient runs over the capitals, not over the whole line box.
    whole.blit(_filled(mask, face, top, bottom), (margin, margin))
    return whole


def face_colours(theme: Theme) -> tuple[paint.Colour, paint.Colour]:
    """Return top and bottom of the gradient."""
    ui = theme.ui
    if theme.flat:
        return ui.accent, ui.accent
    return mix(ui.focus, (255, 255, 255), 0.3), mix(ui.accent, (238, 126, 40), 0.35)


def _filled(
    mask: Surface, face: pygame.font.Font, top: paint.Colour, bottom: paint.Colour
) -> Surface:
    w, h = mask.get_size()
    base = face.get_ascent()
    cap = round(base * 0.74)
    strip = Surface((1, h))
    for y in range(h):
        share = min(1.0, max(0.0, (y - (base - cap)) / max(1, cap)))
        strip.set_at((0, y), mix(top, bottom, share**1.3))
    filled = mask.copy()
    wide = pygame.transform.scale(strip, (w, h))
    filled.blit(wide, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    return filled


def _add_glow(whole: Surface, face: pygame.font.Font, text: str, margin: int, theme: Theme) -> None:
    light = Surface(whole.get_size(), pygame.SRCALPHA)
    light.fill((*theme.ui.glow, 0))
    light.blit(face.render(text, True, theme.ui.glow), (margin, margin))
    light = paint.blurred(light, max(3, margin // 3))
    light.set_alpha(210)
    whole.blit(light, (0, 0))
