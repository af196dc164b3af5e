"""The window: its size, full screen, icon.  Only the app uses it."""

from __future__ import annotations

import os
import warnings

import pygame
from pygame import Rect

from game.platform.i18n import _
from game.platform.paths import ASSETS
from game.platform.processes import silence_libraries
from game.screen.ui.pygame_compat import set_window
from game.screen.ui.tokens import LEAST_LYING, PORTRAIT, SMALLEST, WINDOW

TITLE = "Less is More"
ROOM_FOR_FRAME = (40, 110)  # title bar, task bar
SIDE, TITLE_BAR = 8, 40  # the frame of a window at its sides and above
LIGHT = 1280  # pixels of the longer side that a light machine draws on a full screen
COMPANION = (1080, 720)  # size of a second window at most

# The real pixels of the screen, not ones blown up by the system.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
# What desktops know its windows by: the name of the file in their menu.  Where there is an X server
# pygame has set the script's name when it was imported.
for _driver in ("X11", "WAYLAND"):
    os.environ[f"SDL_VIDEO_{_driver}_WMCLASS"] = "org.lessismore.lessismore"


def require_display() -> None:
    """Begin the display; raise pygame.error where SDL found none and would draw where nobody sees.

    Here, because SDL reads the variables above when it begins.
    """
    with silence_libraries():
        pygame.display.init()
    driver = pygame.display.get_driver()
    asked = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if driver in ("offscreen", "dummy") and not asked:
        raise pygame.error(_("there is no display (is DISPLAY or WAYLAND_DISPLAY set?)"))


def first_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the window size for a desktop: the design size, scaled to larger and smaller screens.

    On an upright desktop the window is upright.
    """
    room = (desktop[0] - ROOM_FOR_FRAME[0], desktop[1] - ROOM_FOR_FRAME[1])
    design, least = (WINDOW, LEAST_LYING) if desktop[0] >= desktop[1] else (PORTRAIT, SMALLEST)
    fitting = min(room[0] / design[0], room[1] / design[1])
    scale = min(fitting, max(1.0, 0.75 * fitting))
    return max(least[0], round(design[0] * scale)), max(least[1], round(design[1] * scale))


def light_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size that a light machine draws for a desktop, which its display enlarges."""
    share = min(1.0, LIGHT / max(desktop))
    return round(desktop[0] * share), round(desktop[1] * share)


def halves(desktop: tuple[int, int]) -> tuple[Rect, Rect] | None:
    """Return places side by side for this window and a simulated board's, without their frames.

    None on a desktop that is too small for both.
    """
    room = Rect(0, 0, desktop[0] - 2 * SIDE, desktop[1] - ROOM_FOR_FRAME[1])
    right = min(COMPANION[0], max(SMALLEST[0], round(room.width * 0.34)))
    left = room.width - right - 2 * SIDE
    if left < LEAST_LYING[0] or room.height < SMALLEST[1]:
        return None
    tall = min(room.height, COMPANION[1] if right >= COMPANION[0] else room.height)
    return (Rect(SIDE, TITLE_BAR, left, room.height), Rect(left + 3 * SIDE, TITLE_BAR, right, tall))


class Window:
    """The display surface and what can be done to it."""

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        title: str = TITLE,
        light: bool = False,
    ) -> None:
        """Open the window; a `light` machine draws fewer pixels on a full screen."""
        with silence_libraries():
            pygame.display.init()
        if pygame.display.get_driver() == "x11":
            # Pictures are made without the graphics card; going through it costs 75 MB.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self.size = size if size and size[0] else first_size(_desktop())
        self.fullscreen, self.light = fullscreen, light
        pygame.display.set_caption(title)
        pygame.display.set_icon(_icon())
        self._open()

    @classmethod
    def companion(cls, title: str) -> Window:
        """Open a second window: right of the first if the desktop has room, else in a corner."""
        desktop = _desktop()
        places = halves(desktop)
        if places is not None:
            window = cls(places[1].size, title=title)
            _move(places[1].topleft)
            return window
        width, height = (min(a, b - c) for a, b, c in zip(COMPANION, desktop, ROOM_FOR_FRAME))
        window = cls((max(SMALLEST[0], width), max(SMALLEST[1], height)), title=title)
        _move((desktop[0] - window.size[0] - SIDE, desktop[1] - window.size[1] - SIDE))
        return window

    def make_room(self) -> None:
        """Move aside for a companion, and shrink if need be; a full screen stays."""
        places = halves(_desktop())
        if self.fullscreen:
            return
        if places is None:
            _move((SIDE, TITLE_BAR))
            return
        wide, high = (min(a, b) for a, b in zip(self.size, places[0].size))
        _move((places[0].right - wide, TITLE_BAR), (wide, high))

    def _open(self) -> None:
        if self.fullscreen and self.light:
            with warnings.catch_warnings():  # of a display that must enlarge without its card
                warnings.simplefilter("ignore")
                flags = pygame.FULLSCREEN | pygame.SCALED
                self.surface = pygame.display.set_mode(light_size(_desktop()), flags)
        elif self.fullscreen:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.surface = pygame.display.set_mode(self.size, pygame.RESIZABLE)
            set_window("minimum_size", SMALLEST)

    def set_fullscreen(self, on: bool, light: bool = False) -> None:
        """Switch to full screen, or back to a window of the size it had."""
        if (on, light) != (self.fullscreen, self.light):
            self.fullscreen, self.light = on, light
            self._open()

    def resized(self) -> None:
        """Take the window's new surface after the system changed it."""
        self.surface = pygame.display.get_surface() or self.surface
        if not self.fullscreen:
            self.size = self.surface.get_size()


def _move(at: tuple[int, int], size: tuple[int, int] | None = None) -> None:
    """Ask for a place on the desktop, and a size; a window manager may know better."""
    if size is not None and size != pygame.display.get_window_size():
        set_window("size", size)
    set_window("position", at)


def _desktop() -> tuple[int, int]:
    try:
        return pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        return WINDOW


def _icon() -> pygame.Surface:
    """Load the window's icon.  Raises FileNotFoundError if it is missing."""
    return pygame.image.load(ASSETS / "icons" / "64.png")
