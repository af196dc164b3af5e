"""Calls that pygame-ce has and classic pygame lacks, each with a plain fallback for the latter.

Everything else in the program uses only what both editions offer, which
tests/house/test_pygame_names.py checks. A fallback is used if the call is missing; only
optimisations depend on the name of the edition.
"""

from __future__ import annotations

import contextlib
import math
import warnings
from typing import Any

import numpy as np
import pygame
from pygame import Surface

from game.platform.i18n import _

OLDEST = (2, 5)  # oldest supported version of either edition; 2.1.2 lacks picture formats
CLIPBOARD_TEXT = "text/plain;charset=utf-8"
# Events of classic pygame point to the last Window object without owning a reference. This list
# keeps the object: if it were collected, the next event would crash the process.
_display_window: list[object] = []


def edition() -> str:
    """Return the edition of pygame in use, by its name in pip, and its version."""
    name = "pygame-ce" if getattr(pygame, "IS_CE", False) else "pygame"
    return f"{name} {pygame.version.ver}"


def require_version() -> None:
    """Raise pygame.error if pygame is older than the program needs."""
    if pygame.version.vernum < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        words = _("{edition} is too old, expected {version} or newer")
        raise pygame.error(words.format(edition=edition(), version=oldest))


def preferred_languages() -> list[str]:
    """Return the languages of the system's settings, best first; [] if unknown."""
    if not hasattr(pygame, "system"):
        return []
    return [one["language"] for one in pygame.system.get_pref_locales()]


def display_window() -> Any | None:
    """Return the Window object of the display; None if the build has none or it is not open.

    In both editions, errors of `pygame._sdl2` are RuntimeErrors, not pygame.error.
    """
    with warnings.catch_warnings(), contextlib.suppress(RuntimeError, ImportError):
        # pygame recommends a Window of its own for drawing; we only set properties of the
        # display's.
        warnings.simplefilter("ignore", DeprecationWarning)
        from pygame._sdl2.video import Window  # missing in some builds

        _display_window[:] = [Window.from_display_module()]
        return _display_window[0]
    return None


def set_window(name: str, value: tuple[int, int]) -> None:
    """Set `size`, `position` or `minimum_size` of the display's window, if possible.

    Classic pygame has no `minimum_size`, and some drivers have no `position`.
    """
    with contextlib.suppress(RuntimeError, AttributeError):
        if (window := display_window()) is not None:
            setattr(window, name, value)


def call_window(name: str, *arguments: object) -> bool:
    """Call a method of the display's window; return False if that is impossible."""
    with contextlib.suppress(RuntimeError, AttributeError):
        if (window := display_window()) is not None:
            getattr(window, name)(*arguments)
            return True
    return False


def gaussian_blur(surface: Surface, radius: int) -> Surface:
    """Return a blurred copy of a surface with alpha channel; edge pixels are repeated outwards."""
    if hasattr(pygame.transform, "gaussian_blur"):
        return pygame.transform.gaussian_blur(surface, radius)
    reach = 2 * radius  # reaches as far as in pygame-ce
    weights = np.exp(-(np.arange(-reach, reach + 1, dtype=np.float32) ** 2) / (2 * radius**2))
    weights /= weights.sum()
    rgb, alpha = pygame.surfarray.array3d(surface), pygame.surfarray.array_alpha(surface)
    pixels = np.dstack((rgb, alpha)).astype(np.float32)
    for _axis in range(2):
        length = len(pixels)
        padded = np.pad(pixels, ((reach, reach), (0, 0), (0, 0)), "edge")
        parts = (weight * padded[i : i + length] for i, weight in enumerate(weights))
        pixels = sum(parts).swapaxes(0, 1)
    result = surface.copy()
    pygame.surfarray.pixels3d(result)[:] = pixels[..., :3]
    pygame.surfarray.pixels_alpha(result)[:] = pixels[..., 3]
    return result


def skipping_clear(surface: Surface) -> Surface:
    """Return a finished picture, prepared so that blitting skips its transparent pixels.

    The result on the screen is the same. Unprepared, classic pygame blends all pixels, at half the
    speed of pygame-ce. Do not draw on the picture later, and take no subsurface of it.
    """
    if not getattr(pygame, "IS_CE", False) and surface.get_flags() & pygame.SRCALPHA:
        surface.set_alpha(255, pygame.RLEACCEL)
    return surface


def outlined(face: pygame.font.Font, text: str, colour: tuple[int, int, int], rim: int) -> Surface:
    """Return letters thickened by `rim` pixels on every side."""
    if hasattr(face, "outline"):
        face.outline = rim
        letters = face.render(text, True, colour)
        face.outline = 0
        return letters
    letters = face.render(text, True, colour)
    width, height = letters.get_size()
    grown = Surface((width + 2 * rim, height + 2 * rim), pygame.SRCALPHA)
    grown.fill((*colour, 0))
    for reach in (rim, rim / 2):  # two rings, so that strokes as thin as the rim get no gap
        for step in range(around := max(8, math.ceil(2 * math.pi * reach))):
            turn = 2 * math.pi * step / around
            spot = (round(rim + reach * math.cos(turn)), round(rim + reach * math.sin(turn)))
            grown.blit(letters, spot, special_flags=pygame.BLEND_RGBA_MAX)
    return grown


def shaping(face: pygame.font.Font, script: str, backward: bool) -> bool:
    """Set up a font to shape a script; return False if pygame cannot.

    `script` is OpenType's name; `backward` letters run from right to left.
    """
    try:
        face.set_script(script)
        face.set_direction(pygame.DIRECTION_RTL if backward else pygame.DIRECTION_LTR)
    except (AttributeError, pygame.error):
        return False
    return True


def put_text(text: str) -> bool:
    """Put text on the clipboard; return False if there is no clipboard."""
    try:
        if hasattr(pygame.scrap, "put_text"):
            pygame.scrap.put_text(text)
        else:
            _begin_scrap()
            pygame.scrap.put(CLIPBOARD_TEXT, text.encode())
    except pygame.error:
        return False
    return True


def get_text() -> str | None:
    """Return the clipboard's text, "" if it has none; None if there is no clipboard."""
    try:
        if hasattr(pygame.scrap, "get_text"):
            return pygame.scrap.get_text() if pygame.scrap.has_text() else ""
        _begin_scrap()
        found = pygame.scrap.get(CLIPBOARD_TEXT) or pygame.scrap.get(pygame.SCRAP_TEXT) or b""
    except pygame.error:
        return None
    return bytes(found).decode(errors="replace").rstrip("\0")


def _begin_scrap() -> None:
    """Initialise the older clipboard functions, which use bytes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.scrap.init()
