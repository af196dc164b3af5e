"""The window: its size and place, full screen, icon.  Only the app uses it.

It is fitted to the desktop when it opens and when monitors come and go, once the window manager has
drawn its frame.  Its size and place are remembered only while it is neither maximised nor on a full
screen, and after two looks at it that agree: on the way there it has sizes that nobody chose.
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
ROOM_FOR_FRAME = (40, 110)  # title bar, task bar
SIDE, TITLE_BAR = 8, 40  # the frame of a window at its sides and above
USUAL_FRAME = Frame(TITLE_BAR, SIDE, SIDE, SIDE)  # before there is one
LOOK_S, FIRST_LOOK_S = 0.5, 0.05  # seconds between looks, and while the window is to be fitted
WATCH_S = 3.0  # in which window managers move windows after monitors have changed
MOST_TRIES = 3  # a tiling window manager has its own ideas
COVERED = 0.9  # share of a monitor that a window covers at least when it is maximised
LIGHT = 1280  # pixels of the longer side that a light machine draws on a full screen
COMPANION = (1080, 720)  # size of a second window at most
LEAST_COMPANION_HEIGHT = 600

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

    On an upright desktop the window is upright.  No window is larger than its desktop.
    """
    room = (desktop[0] - ROOM_FOR_FRAME[0], desktop[1] - ROOM_FOR_FRAME[1])
    lying = desktop[0] >= desktop[1]
    design, least = (WINDOW, LEAST_LYING) if lying else (PORTRAIT, LEAST_UPRIGHT)
    fitting = min(room[0] / design[0], room[1] / design[1])
    scale = min(fitting, max(1.0, 0.75 * fitting))
    wide, high = (max(a, round(b * scale)) for a, b in zip(least, design))
    return min(wide, desktop[0]), min(high, desktop[1])


def light_size(desktop: tuple[int, int]) -> tuple[int, int]:
    """Return the size that a light machine draws for a desktop, which its display enlarges."""
    share = min(1.0, LIGHT / max(desktop))
    return round(desktop[0] * share), round(desktop[1] * share)


def picture_size(window: tuple[int, int]) -> tuple[int, int]:
    """Return the size in which a window's picture is drawn: its own, or the least of its shape."""
    least = LEAST_LYING if window[0] >= window[1] else LEAST_UPRIGHT
    share = max(1.0, least[0] / window[0], least[1] / window[1])
    return round(window[0] * share), round(window[1] * share)


def fitted(rect: Rect, room: Rect) -> Rect:
    """Return the place nearest to `rect` that lies in `room`, no larger than that."""
    size = min(rect.width, room.width), min(rect.height, room.height)
    return Rect(rect.topleft, size).clamp(room)


def nearest(rect: Rect, shown_on: list[DesktopMonitor]) -> DesktopMonitor:
    """Return the monitor that shows most of `rect`; the main one if none shows anything."""
    parts = [monitor.bounds.clip(rect) for monitor in shown_on]
    areas = [part.width * part.height for part in parts]
    return shown_on[areas.index(max(areas))]


def halves(desktop: tuple[int, int]) -> tuple[Rect, Rect] | None:
    """Return places side by side for this window and a simulated board's, without their frames.

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
    """The display, and what can be done to it.

    `surface` is what scenes draw on: the display's own, or a picture that `flip` reduces to a
    window that is too small for them.
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

        With a `place` it is fitted to the desktop, without one it has the `size` as given.
        """
        with silence_libraries():
            pygame.display.init()
        if pygame.display.get_driver() == "x11":
            # Pictures are made without the graphics card; going through it costs 75 MB.  `set_mode`
            # then does not leave a full screen as it was entered; the calls of `_toggle` do.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        self.fullscreen, self.light = fullscreen, light
        self.place = place or WindowPlace()
        self.frame = Frame()
        self._monitors = monitors.all_monitors()
        self._state: WindowState | None = None  # as it was seen last
        self._fits = place is not None
        self._unfitted = self._fits
        self._alone = False  # on a full screen without a window manager
        self._exact = False  # it comes back to where it was, wherever that is
        self._asked: list[Rect] = []  # places, until the window is where it belongs
        self._next_look = self._watched_s = 0.0
        self.size = size if size and size[0] else self._first_size()
        if self._fits:
            self.size = fitted(Rect((0, 0), self.size), self._room_before()).size
        self.chosen = self.size  # the size to be remembered
        pygame.display.set_caption(title)
        pygame.display.set_icon(_icon())
        self._open()

    def _first_size(self) -> tuple[int, int]:
        """Return the size on a desktop that has not seen it; maximise it on a small display."""
        monitor = self._monitor()
        size = first_size(monitor.bounds.size)
        if size[0] >= monitor.usable.width or size[1] >= monitor.usable.height:
            self.place = replace(self.place, maximised=True)
        return size

    def _room_before(self) -> Rect:
        """Return the room while the frame is not known yet: all, unless that is too little."""
        usable = self._monitor().usable
        fits = all(own <= whole for own, whole in zip(self.size, usable.size))
        return usable if fits else USUAL_FRAME.within(usable)

    @classmethod
    def companion(cls, title: str) -> Window:
        """Open a second window: right of the first if the desktop has room, else in a corner."""
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
        """Move aside for a companion, and shrink if need be; a full screen stays."""
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
        """Ask for a place on the desktop, and a size; a window manager may know better."""
        if rect.size != pygame.display.get_window_size():
            set_window("size", rect.size)
        set_window("position", rect.topleft)
        self._take_surface()

    def _open(self) -> None:
        """Open the window as it is when not on a full screen, then go there if need be.

        A window that has been on the desktop returns to it as it was.
        """
        if self.fullscreen and self.light:
            with warnings.catch_warnings():  # of a display that must enlarge without its card
                warnings.simplefilter("ignore")
                size = light_size(self._monitor().bounds.size)
                self._screen = pygame.display.set_mode(size, pygame.FULLSCREEN | pygame.SCALED)
        else:
            with warnings.catch_warnings():  # of a window manager that gives it another size
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
        """Switch to full screen, or back to a window of the size and at the place it had."""
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
        """Go to the full screen or back with the same window: a new one would lose its place."""
        state = monitors.window_state()
        monitor = self._monitor() if state is None else nearest(state.rect, self._monitors)
        if not (self._cover(monitor) if self.fullscreen else self._uncover()):
            self._open()

    def _cover(self, monitor: DesktopMonitor) -> bool:
        """Go to the full screen; return False where the window cannot do that by itself."""
        self._alone = not monitors.is_managed()
        if self._alone:
            self.ask_for(monitor.bounds)
            return True
        return call_window("set_fullscreen", True)

    def _uncover(self) -> bool:
        """Leave the full screen; return False where the window cannot do that by itself."""
        if not self._alone and not call_window("set_windowed"):
            return False
        goal = self._goal() if self._alone or self.place.maximised else None
        if goal is not None:
            # Also the window manager's: for it a maximised window returns to where it is now.
            self.ask_for(goal)
        if self.place.maximised:
            call_window("maximize")
        return True

    def resized(self) -> None:
        """Take the window's new surface after the system changed it."""
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
        """How many pixels of the picture make one of the window."""
        return self.surface.get_width() / self._screen.get_width()

    def flip(self, changed: Sequence[Rect] | None = None) -> None:
        """Show what has been drawn, where the picture has `changed`; None is everywhere."""
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
        """Look at window and monitors now and then: fit what does not fit, remember what does."""
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
            self._unfitted = True  # a window manager was slower than we were
        elif not self.fullscreen:
            self._remember(state)

    def _is_misplaced(self, state: WindowState) -> bool:
        """Return whether a full screen covers no monitor, or a window stands out of one."""
        if self.fullscreen:
            return state.rect != self._monitor().bounds and not self.light
        return not nearest(state.rect, self._monitors).usable.contains(state.framed)

    def _fit(self, state: WindowState) -> bool:
        """Bring the window to where it belongs; return whether it is there, or will never be."""
        monitor = self._monitor() if self.fullscreen else nearest(state.rect, self._monitors)
        if not self.fullscreen and _is_maximised(state, monitor):
            return False  # not before it is made smaller
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
        # Whether the place asked for is that of the frame differs between window managers.
        last = self._asked[-1] if self._asked else state.rect
        missed = goal.left - state.rect.left, goal.top - state.rect.top
        self._asked.append(Rect(last.move(missed).topleft, goal.size))
        self.ask_for(self._asked[-1])
        return False

    def _renew(self, monitor: DesktopMonitor) -> None:
        """Go to the full screen of another monitor, or of another size."""
        if not self._alone:
            call_window("set_windowed")
            set_window("position", monitor.bounds.topleft)
        self._cover(monitor)
        self._take_surface()

    def _goal(self) -> Rect | None:
        """Return where the window belongs without its frame; None where that is not known."""
        monitor = self._monitor()
        if not monitor.name or monitor.name != self.place.monitor:
            return None
        x, y = monitor.bounds.left + self.place.x, monitor.bounds.top + self.place.y
        rect = Rect((x + self.frame.left, y + self.frame.top), self.chosen)
        return rect if self._exact else fitted(rect, self.frame.within(monitor.usable))

    def _monitor(self) -> DesktopMonitor:
        """Return the monitor that the window belongs to; the main one if that has gone."""
        named = (one for one in self._monitors if one.name == self.place.monitor)
        return next(named, self._monitors[0])

    def _remember(self, state: WindowState | None) -> None:
        """Note the window's size and place, if they are somebody's choice."""
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
        """Remember what was changed since the last look; before the window closes."""
        if not self.fullscreen and not self._unfitted:
            self._remember(monitors.window_state())


def _is_maximised(state: WindowState, monitor: DesktopMonitor) -> bool:
    """Return whether the window is maximised; without a window manager it only seems so."""
    sides = zip(state.rect.size, monitor.usable.size)
    return state.maximised and all(own >= COVERED * whole for own, whole in sides)


def _icon() -> pygame.Surface:
    """Load the window's icon.  Raises FileNotFoundError if it is missing."""
    return pygame.image.load(ASSETS / "icons" / "64.png")
