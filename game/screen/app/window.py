"""The window: its size, full screen, icon.  Only the app uses it."""

from __future__ import annotations

import contextlib
import os
import warnings

import pygame

from game.screen.ui.tokens import LEAST_LYING, PORTRAIT, SMALLEST, WINDOW

TITLE = "Less is More"
ROOM_FOR_FRAME = (40, 110)  # title bar, task bar

# The real pixels of the screen, not ones blown up by the system.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")


def first_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Window size for a desktop: the design size, more on large screens, less on small ones.

    On an upright desktop the window is upright.
    """
    room = (desktop[0] - ROOM_FOR_FRAME[0], desktop[1] - ROOM_FOR_FRAME[1])
    design, least = (WINDOW, LEAST_LYING) if desktop[0] >= desktop[1] else (PORTRAIT, SMALLEST)
    fitting = min(room[0] / design[0], room[1] / design[1])
    scale = min(fitting, max(1.0, 0.75 * fitting))
    return max(least[0], round(design[0] * scale)), max(least[1], round(design[1] * scale))


class Window:
    """The display surface and what can be done to it."""

    def __init__(self, size: tuple[int, int] | None = None, fullscreen: bool = False) -> None:
        pygame.display.init()
        self.size = size if size and size[0] else first_size(_desktop())
        self.fullscreen = fullscreen
        pygame.display.set_caption(TITLE)
        pygame.display.set_icon(_icon())
        self._open()

    def _open(self) -> None:
        if self.fullscreen:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.surface = pygame.display.set_mode(self.size, pygame.RESIZABLE)
            _limit()

    def set_fullscreen(self, on: bool) -> None:
        """To full screen, or back to a window of the size it had."""
        if on != self.fullscreen:
            self.fullscreen = on
            self._open()

    def resized(self) -> None:
        """After the system changed the window: take its new surface."""
        self.surface = pygame.display.get_surface() or self.surface
        if not self.fullscreen:
            self.size = self.surface.get_size()


def _limit() -> None:
    """Do not let the window become smaller than the layout; some drivers cannot."""
    with warnings.catch_warnings(), contextlib.suppress(pygame.error, AttributeError):
        # pygame would rather draw on a Window of its own; we only set a property of this one.
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.Window.from_display_module().minimum_size = SMALLEST


def _desktop() -> tuple[int, int]:
    try:
        return pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        return WINDOW


def _icon() -> pygame.Surface:
    """A counter, black with a light ring, on amber."""
    big = pygame.Surface((256, 256), pygame.SRCALPHA)
    pygame.draw.rect(big, (255, 185, 56), big.get_rect(), border_radius=56)
    pygame.draw.circle(big, (18, 14, 11), (128, 128), 100)
    pygame.draw.circle(big, (243, 227, 195), (128, 128), 52)
    pygame.draw.circle(big, (18, 14, 11), (128, 128), 26)
    return pygame.transform.smoothscale(big, (64, 64))
