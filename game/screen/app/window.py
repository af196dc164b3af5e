"""The window: its size and place, full screen, icon. Only the app uses it.

The window is fitted to the desktop when it opens and when monitors change, as soon as the window
manager has drawn its frame. Its size and place are stored only while it is neither maximised nor
full screen, and only after two checks with the same result: in between it has sizes that nobody
chose.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import replace

import pygame
from pygame import Rect

from game.platform.i18n import _
from game.platform.paths import ASSETS
from game.platform.processes import silence_libraries
from game.platform.settings import WindowPlace
from game.screen.app import monitors
from game.screen.app.monitors import DesktopMonitor, Frame, WindowState
from game.screen.ui.pygame_compat import call_window, set_window
from game.screen.ui.tokens import (
    LEAST_LYING,
    LEAST_UPRIGHT,
    PORTRAIT,
    SMALLEST_WINDOW,
    WINDOW,
)

TITLE = "Less is More"
# Pixels left for the frame's sides, and for title bar and task bar.
ROOM_FOR_FRAME = (40, 110)
SIDE, TITLE_BAR = 8, 40  # usual widths of a window's frame
USUAL_FRAME = Frame(TITLE_BAR, SIDE, SIDE, SIDE)  # used until the real frame is known
# Seconds between checks of the window: normally, and while it has yet to be fitted.
LOOK_S, FIRST_LOOK_S = 0.5, 0.05
# Seconds after a change of monitors in which window managers may still move windows.
WATCH_S = 3.0
MOST_TRIES = 3  # attempts to place a window: a tiling window manager may refuse all
COVERED = 0.9  # minimum share of a monitor that a maximised window covers
# Longer side, in pixels, of a full screen's picture on a light machine.
LIGHT = 1280
COMPANION = (1080, 720)  # largest size of a second window
LEAST_COMPANION_HEIGHT = 600

# Use the screen's real pixels; Windows would otherwise enlarge a smaller picture.
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
# Desktops match windows to the menu's .desktop file by this name. On X11 pygame sets the script's
# name when it is imported.
for _driver in ("X11", "WAYLAND"):
    os.environ[f"SDL_VIDEO_{_driver}_WMCLASS"] = "org.lessismore.lessismore"


def require_display() -> None:
    """Start the display; raise pygame.error if SDL found none and would draw where nobody sees it.

    The display is started here because SDL reads the variables above when it starts.
    """
    with silence_libraries():
        pygame.display.init()
    driver = pygame.display.get_driver()
    asked = os.environ.get("SDL_VIDEODRIVER") or os.environ.get("SDL_VIDEO_DRIVER")
    if driver in ("offscreen", "dummy") and not asked:
        raise pygame.error(_("there is no display (is DISPLAY or WAYLAND_DISPLAY set?)"))


def first_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the window size for a desktop: the design size, scaled to larger and smaller screens.

    An upright desktop gets an upright window. No window is larger than its desktop.
    """
    room = (desktop[0] - ROOM_FOR_FRAME[0], desktop[1] - ROOM_FOR_FRAME[1])
    lying = desktop[0] >= desktop[1]
    design, least = (WINDOW, LEAST_LYING) if lying else (PORTRAIT, LEAST_UPRIGHT)
    fitting = min(room[0] / design[0], room[1] / design[1])
    scale = min(fitting, max(1.0, 0.75 * fitting))
    wide, high = (max(a, round(b * scale)) for a, b in zip(least, design))
    return min(wide, desktop[0]), min(high, desktop[1])


def light_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the picture size that a light machine draws on a desktop; the display enlarges it."""
    share = min(1.0, LIGHT / max(desktop))
    return round(desktop[0] * share), round(desktop[1] * share)


def picture_size(window: tuple[int, int]) -> tuple[int, int]:
    """Return the size of a window's picture: the window's own size, or more for a tiny window."""
    least = LEAST_LYING if window[0] >= window[1] else LEAST_UPRIGHT
    share = max(1.0, least[0] / window[0], least[1] / window[1])
    return round(window[0] * share), round(window[1] * share)


def fitted(rect: Rect, room: Rect) -> Rect:
    """Return the rectangle nearest to `rect` that is inside `room`, reduced if necessary."""
    size = min(rect.width, room.width), min(rect.height, room.height)
    return Rect(rect.topleft, size).clamp(room)


def nearest(rect: Rect, shown_on: list[DesktopMonitor]) -> DesktopMonitor:
    """Return the monitor that shows most of `rect`; the main one if none shows any of it."""
    parts = [monitor.bounds.clip(rect) for monitor in shown_on]
    areas = [part.width * part.height for part in parts]
    return shown_on[areas.index(max(areas))]


def halves(desktop: tuple[int, int]) -> tuple[Rect, Rect] | None:
    """Return places for this window and for a simulated board beside it, without their frames.

    None on a desktop that is too small for both.
    """
    room = Rect(0, 0, desktop[0] - 2 * SIDE, desktop[1] - ROOM_FOR_FRAME[1])
    right = min(COMPANION[0], max(LEAST_UPRIGHT[0], round(room.width * 0.34)))
    left = room.width - right - 2 * SIDE
    if left < LEAST_LYING[0] or room.height < LEAST_COMPANION_HEIGHT:
        return None
    tall = min(room.height, COMPANION[1] if right >= COMPANION[0] else room.height)
    return (Rect(SIDE, TITLE_BAR, left, room.height), Rect(left + 3 * SIDE, TITLE_BAR, right, tall))


class Window:
    """The display, and its operations.

    Scenes draw on `surface`: the display's own surface, or a larger picture that `flip` reduces if
    the window is too small.
    """

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        fullscreen: bool = False,
        title: str = TITLE,
        light: bool = False,
        place: WindowPlace | None = None,
    ) -> None:
        """Open the window; a `light` machine draws fewer pixels on a full screen.

        With a `place` the window is fitted to the desktop; otherwise it has exactly `size`.
        """
        with silence_libraries():
            pygame.display.init()
        if pygame.display.get_driver() == "x11":
            # Pictures are made without the graphics card, which would cost 75 MB. As a result,
            # `set_mode` cannot return from a full screen to the window's old place, but `_toggle`
            # can.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self.fullscreen, self.light = fullscreen, light
        self.place = place or WindowPlace()
        self.frame = Frame()
        self._monitors = monitors.all_monitors()
        self._state: WindowState | None = None  # at the last check
        self._fits = place is not None
        self._unfitted = self._fits
        self._alone = False  # full screen without a window manager
        # True if the window returns exactly to its old place, even if that is partly off the
        # desktop.
        self._exact = False
        # Places requested so far, until the window is where it belongs.
        self._asked: list[Rect] = []
        self._next_look = self._watched_s = 0.0
        self.size = size if size and size[0] else self._first_size()
        if self._fits:
            self.size = fitted(Rect((0, 0), self.size), self._room_before()).size
        self.chosen = self.size  # size to be stored
        pygame.display.set_caption(title)
        pygame.display.set_icon(_icon())
        self._open()

    def _first_size(self) -> tuple[int, int]:
        """Return the size on a new desktop; a small display also sets `place` to maximised."""
        monitor = self._monitor()
        size = first_size(monitor.bounds.size)
        if size[0] >= monitor.usable.width or size[1] >= monitor.usable.height:
            self.place = replace(self.place, maximised=True)
        return size

    def _room_before(self) -> Rect:
        """Return the room before the frame is known; if space is short, without a usual frame."""
        usable = self._monitor().usable
        fits = all(own <= whole for own, whole in zip(self.size, usable.size))
        return usable if fits else USUAL_FRAME.within(usable)

    @classmethod
    def companion(cls, title: str) -> Window:
        """Open a second window: right of the first if there is room, otherwise in a corner."""
        bounds = monitors.all_monitors()[0].bounds
        places = halves(bounds.size)
        if places is not None:
            window = cls(places[1].size, title=title, place=WindowPlace())
            window.ask_for(places[1].move(bounds.topleft))
            return window
        width, height = (min(a, b - c) for a, b, c in zip(COMPANION, bounds.size, ROOM_FOR_FRAME))
        window = cls((width, height), title=title, place=WindowPlace())
        corner = Rect((0, 0), window.size)
        corner.bottomright = bounds.right - SIDE, bounds.bottom - SIDE
        window.ask_for(corner)
        return window

    def make_room(self) -> None:
        """Move aside for a companion window, and shrink if necessary; do nothing in full screen."""
        if self.fullscreen:
            return
        bounds = monitors.all_monitors()[0].bounds
        places = halves(bounds.size)
        if self.place.maximised:
            call_window("restore")
        if places is None:
            self.ask_for(Rect((bounds.left + SIDE, bounds.top + TITLE_BAR), self.chosen))
            return
        wide, high = (min(a, b) for a, b in zip(self.chosen, places[0].size))
        corner = (bounds.left + places[0].right - wide, bounds.top + TITLE_BAR)
        self.ask_for(Rect(corner, (wide, high)))

    def ask_for(self, rect: Rect) -> None:
        """Request a place on the desktop, and a size; a window manager may choose others."""
        if rect.size != pygame.display.get_window_size():
            set_window("size", rect.size)
        set_window("position", rect.topleft)
        self._take_surface()

    def _open(self) -> None:
        """Open the window in its windowed state, then switch to full screen if requested.

        A window that has been placed on the desktop before returns to that place.
        """
        if self.fullscreen and self.light:
            # pygame warns if it must enlarge without the graphics card
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                size = light_size(self._monitor().bounds.size)
                self._screen = pygame.display.set_mode(size, pygame.FULLSCREEN | pygame.SCALED)
        else:
            # pygame warns if the window manager chooses another size
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._screen = pygame.display.set_mode(self.chosen, pygame.RESIZABLE)
            set_window("minimum_size", SMALLEST_WINDOW)
            if (goal := self._goal()) is not None:
                set_window("position", goal.topleft)
            if self.place.maximised:
                call_window("maximize")
        self.surface = self._screen
        self._take_surface()
        if self.fullscreen and not self.light and not self._cover(self._monitor()):
            self._screen = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)

    def set_fullscreen(self, on: bool, light: bool = False) -> None:
        """Switch to full screen, or back to a window with its old size and place."""
        if (on, light) == (self.fullscreen, self.light):
            return
        if not self.fullscreen:
            self._remember(monitors.window_state())
        was, reopens = self.fullscreen, (light and on) or (self.light and self.fullscreen)
        self.fullscreen, self.light = on, light
        self._state, self._next_look = None, FIRST_LOOK_S
        self._unfitted = self._exact = True
        if reopens:
            self._open()
        elif on != was:
            self._toggle()
        self._take_surface()

    def _toggle(self) -> None:
        """Switch full screen on or off with the same window: a new window would lose its place."""
        state = monitors.window_state()
        monitor = self._monitor() if state is None else nearest(state.rect, self._monitors)
        if not (self._cover(monitor) if self.fullscreen else self._uncover()):
            self._open()

    def _cover(self, monitor: DesktopMonitor) -> bool:
        """Switch to full screen; return False if this requires opening the window again."""
        self._alone = not monitors.is_managed()
        if self._alone:
            self.ask_for(monitor.bounds)
            return True
        return call_window("set_fullscreen", True)

    def _uncover(self) -> bool:
        """Leave full screen; return False if this requires opening the window again."""
        if not self._alone and not call_window("set_windowed"):
            return False
        goal = self._goal() if self._alone or self.place.maximised else None
        if goal is not None:
            # The window manager must also know this place: a maximised window later returns to it.
            self.ask_for(goal)
        if self.place.maximised:
            call_window("maximize")
        return True

    def resized(self) -> None:
        """Use the window's new surface after the system has changed its size."""
        self._take_surface()
        self._next_look = min(self._next_look, FIRST_LOOK_S)

    def _take_surface(self) -> None:
        self._screen = pygame.display.get_surface() or self._screen
        own = self._screen.get_size()
        if not self.fullscreen:
            self.size = own
        size = picture_size(own)
        if size == own:
            self.surface = self._screen
        elif self.surface is self._screen or self.surface.get_size() != size:
            self.surface = pygame.Surface(size)

    @property
    def zoom(self) -> float:
        """Pixels of the picture per pixel of the window."""
        return self.surface.get_width() / self._screen.get_width()

    def flip(self, changed: Sequence[Rect] | None = None) -> None:
        """Show the drawn picture in the areas that have `changed`; None means everywhere."""
        if changed is not None and not changed:
            return
        if self.surface is not self._screen:
            pygame.transform.smoothscale(self.surface, self._screen.get_size(), self._screen)
            changed = None
        if changed is None:
            pygame.display.flip()
        else:
            pygame.display.update(changed)

    # -- the place on the desktop ------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Check window and monitors from time to time: fit the window, and note its place."""
        self._next_look -= dt
        self._watched_s -= dt
        if self._next_look > 0:
            return
        before, self._monitors = self._monitors, monitors.all_monitors()
        if [monitor.bounds for monitor in before] != [one.bounds for one in self._monitors]:
            self._unfitted, self._exact, self._state = self._fits, False, None
            self._watched_s = WATCH_S
        state = monitors.window_state()
        steady = state is not None and state == self._state
        self._state = state
        self._next_look = FIRST_LOOK_S if self._unfitted and not steady else LOOK_S
        if state is None or not steady or state.minimised:
            return
        if self._unfitted:
            self._unfitted = not self._fit(state)
        elif self._fits and self._watched_s > 0 and self._is_misplaced(state):
            self._unfitted = True  # the window manager moved it after the fit
        elif not self.fullscreen:
            self._remember(state)

    def _is_misplaced(self, state: WindowState) -> bool:
        """Return whether a full screen does not cover its monitor, or a window is partly off it."""
        if self.fullscreen:
            return state.rect != self._monitor().bounds and not self.light
        return not nearest(state.rect, self._monitors).usable.contains(state.framed)

    def _fit(self, state: WindowState) -> bool:
        """Move the window to where it belongs; return True if it is there or no tries are left."""
        monitor = self._monitor() if self.fullscreen else nearest(state.rect, self._monitors)
        if not self.fullscreen and _is_maximised(state, monitor):
            return False  # wait until it is no longer maximised
        if not self.fullscreen:
            self.frame = state.frame
        goal = monitor.bounds if self.fullscreen else self._goal()
        if goal is None:
            goal = fitted(state.rect, state.frame.within(monitor.usable))
        if goal == state.rect or len(self._asked) == MOST_TRIES or (self.fullscreen and self.light):
            self._asked.clear()
            return True
        if self.fullscreen:
            self._asked.append(goal)
            self._renew(monitor)
            return False
        # Some window managers put the frame at the requested corner, others the window inside the
        # frame.
        last = self._asked[-1] if self._asked else state.rect
        missed = goal.left - state.rect.left, goal.top - state.rect.top
        self._asked.append(Rect(last.move(missed).topleft, goal.size))
        self.ask_for(self._asked[-1])
        return False

    def _renew(self, monitor: DesktopMonitor) -> None:
        """Switch the full screen to another monitor or size."""
        if not self._alone:
            call_window("set_windowed")
            set_window("position", monitor.bounds.topleft)
        self._cover(monitor)
        self._take_surface()

    def _goal(self) -> Rect | None:
        """Return the rectangle where the window belongs, without its frame; None if unknown."""
        monitor = self._monitor()
        if not monitor.name or monitor.name != self.place.monitor:
            return None
        x, y = monitor.bounds.left + self.place.x, monitor.bounds.top + self.place.y
        rect = Rect((x + self.frame.left, y + self.frame.top), self.chosen)
        return rect if self._exact else fitted(rect, self.frame.within(monitor.usable))

    def _monitor(self) -> DesktopMonitor:
        """Return the monitor that the window belongs to; the main one if that monitor is gone."""
        named = (one for one in self._monitors if one.name == self.place.monitor)
        return next(named, self._monitors[0])

    def _remember(self, state: WindowState | None) -> None:
        """Note the window's size and place, if a person has chosen them."""
        if state is None:
            self.chosen = self.size
            return
        if state.fullscreen or state.minimised:
            return
        monitor = nearest(state.rect, self._monitors)
        maximised = _is_maximised(state, monitor)
        self.place = replace(self.place, maximised=maximised)
        if maximised or state.rect == monitor.bounds:
            return
        self.frame, self.chosen = state.frame, state.rect.size
        x = state.rect.left - state.frame.left - monitor.bounds.left
        y = state.rect.top - state.frame.top - monitor.bounds.top
        self.place = WindowPlace(monitor.name, x, y, maximised)

    def look_last(self) -> None:
        """Note changes since the last check; called before the window closes."""
        if not self.fullscreen and not self._unfitted:
            self._remember(monitors.window_state())


def _is_maximised(state: WindowState, monitor: DesktopMonitor) -> bool:
    """Return whether the window is maximised; without a window manager the flag may be wrong."""
    sides = zip(state.rect.size, monitor.usable.size)
    return state.maximised and all(own >= COVERED * whole for own, whole in sides)


def _icon() -> pygame.Surface:
    """Load the window's icon.  Raises FileNotFoundError if it is missing."""
    return pygame.image.load(ASSETS / "icons" / "64.png")
