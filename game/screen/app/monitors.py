"""Monitors of the desktop, and where the window is: pygame has no calls for either.

SDL knows both, so its functions are called in the library that pygame has loaded. If that fails,
there is one monitor at (0, 0), and `window_state` returns None.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import re
import sys
from ctypes import byref, c_char_p, c_int, c_long, c_ulong, c_void_p
from dataclasses import dataclass, replace

import pygame
from pygame import Rect

from game.platform import untrusted
from game.screen.ui.pygame_compat import display_window

FULLSCREEN, MINIMISED, MAXIMISED = 0x1, 0x40, 0x80  # SDL_WindowFlags
SUBSTRUCTURE_REDIRECT = 1 << 20  # event mask of X.h that only a window manager selects
NO_MONITOR = (1280, 800)


@dataclass(frozen=True)
class DesktopMonitor:
    """A monitor. `usable` is the part of `bounds` without task bars; names are unique."""

    name: str
    bounds: Rect
    usable: Rect


@dataclass(frozen=True)
class Frame:
    """The widths of the frame that a window manager draws around a window."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0

    def within(self, room: Rect) -> Rect:
        """Return the part of `room` that is left for a window inside this frame."""
        width = room.width - self.left - self.right
        height = room.height - self.top - self.bottom
        return Rect(room.left + self.left, room.top + self.top, width, height)


@dataclass(frozen=True)
class WindowState:
    """Place and state of the window; `rect` is without its frame."""

    rect: Rect
    frame: Frame
    fullscreen: bool = False
    minimised: bool = False
    maximised: bool = False

    @property
    def framed(self) -> Rect:
        """The window's rectangle with its frame."""
        frame, rect = self.frame, self.rect
        size = rect.width + frame.left + frame.right, rect.height + frame.top + frame.bottom
        return Rect((rect.left - frame.left, rect.top - frame.top), size)


def all_monitors() -> list[DesktopMonitor]:
    """Return the present monitors of the desktop, the main one first; never an empty list."""
    found = _asked_of_sdl() or _sizes_alone()
    if pygame.display.get_driver() == "x11":
        found = _brought_up(found)
    names = [monitor.name for monitor in found]
    counted = [f"{name}#{names[:n].count(name)}" for n, name in enumerate(names)]
    return [
        replace(monitor, name=name if number.endswith("#0") else number)
        for monitor, name, number in zip(found, names, counted)
    ]


def _sizes_alone() -> list[DesktopMonitor]:
    """Return only the main monitor, because pygame does not know where the others are."""
    try:
        size = pygame.display.get_desktop_sizes()[0]
    except (pygame.error, IndexError):
        size = NO_MONITOR
    return [DesktopMonitor("", Rect((0, 0), size), Rect((0, 0), size))]


def _asked_of_sdl() -> list[DesktopMonitor]:
    found: list[DesktopMonitor] = []
    if (sdl := _sdl()) is None:
        return found
    for number in range(sdl.SDL_GetNumVideoDisplays()):
        places = [(c_int * 4)(), (c_int * 4)()]  # SDL_Rect
        calls = (sdl.SDL_GetDisplayBounds, sdl.SDL_GetDisplayUsableBounds)
        if any(call(number, place) for call, place in zip(calls, places)):
            continue
        bounds, usable = (Rect(*place) for place in places)
        name = sdl.SDL_GetDisplayName(number) or b""
        usable = usable.clip(bounds) or bounds
        found.append(DesktopMonitor(name.decode(errors="replace"), bounds, usable))
    return [monitor for monitor in found if monitor.bounds.size > (0, 0)]


def window_state() -> WindowState | None:
    """Return the window's present state; None if SDL cannot be called or there is no window."""
    sdl, window = _sdl(), display_window()
    pointer = sdl.SDL_GetWindowFromID(window.id) if sdl is not None and window is not None else None
    if sdl is None or pointer is None:
        return None
    x, y, width, height = (c_int() for _number in range(4))
    sdl.SDL_GetWindowPosition(pointer, byref(x), byref(y))
    sdl.SDL_GetWindowSize(pointer, byref(width), byref(height))
    sides = [c_int() for _number in range(4)]
    sdl.SDL_GetWindowBordersSize(pointer, *map(byref, sides))
    flags = sdl.SDL_GetWindowFlags(pointer)
    rect = Rect(x.value, y.value, width.value, height.value)
    if flags & FULLSCREEN and pygame.display.get_driver() == "x11":
        rect.topleft = _place_in_x() or rect.topleft
    return WindowState(
        rect,
        Frame(*(side.value for side in sides)),
        *(bool(flags & flag) for flag in (FULLSCREEN, MINIMISED, MAXIMISED)),
    )


@functools.cache
def _sdl() -> ctypes.CDLL | None:
    """Return the SDL library that pygame uses; None if it is not found."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sdl = ctypes.CDLL(_path_of_sdl())
        sdl.SDL_GetDisplayName.restype = c_char_p
        sdl.SDL_GetWindowFromID.restype = c_void_p
        for name in ("Position", "Size", "Flags", "BordersSize"):
            getattr(sdl, f"SDL_GetWindow{name}").argtypes = [c_void_p, *_POINTERS[name]]
        return sdl
    return None


_POINTERS = {
    "Position": [c_void_p] * 2,
    "Size": [c_void_p] * 2,
    "Flags": [],
    "BordersSize": [c_void_p] * 4,
}


def _path_of_sdl() -> str:
    """Return the path of the SDL library that is already loaded. Raises OSError."""
    if sys.platform == "win32":
        return "SDL2.dll"  # for a bare name Windows returns the library already loaded
    if sys.platform == "darwin":
        system = ctypes.CDLL(None)
        system._dyld_get_image_name.restype = c_char_p
        images = (system._dyld_get_image_name(n) for n in range(system._dyld_image_count()))
        loaded = (image.decode(errors="replace") for image in images if image)
    else:
        lines = untrusted.read_lines("/proc/self/maps")
        loaded = (line[max(0, line.find("/")) :].rstrip() for line in lines)
    for path in loaded:
        if re.search(r"/(libSDL2-[^/_]*\.(so|dylib)[^/]*|SDL2)$", path):
            return path
    raise FileNotFoundError("SDL2")


# -- X11 -------------------------------------------------------------------------------------------
# SDL 2 notices when a monitor is connected or disconnected, but not when its place or size changes.
# It reports every full screen on the main monitor, even one on another monitor.


class _MonitorInfo(ctypes.Structure):
    """XRRMonitorInfo of Xrandr.h."""

    _fields_ = (
        ("name", c_ulong),
        ("primary", c_int),
        ("automatic", c_int),
        ("outputs", c_int),
        ("place", c_int * 4),
        ("millimetres", c_int * 2),
        ("output", c_void_p),
    )


def _brought_up(known: list[DesktopMonitor]) -> list[DesktopMonitor]:
    """Return the present monitors of the X server; `known` if it cannot report them."""
    found = []
    for name, primary, bounds in _asked_of_x():
        same = next((monitor for monitor in known if monitor.bounds == bounds), None)
        found.append((not primary, DesktopMonitor(name, bounds, same.usable if same else bounds)))
    return [monitor for _rank, monitor in sorted(found, key=lambda one: one[0])] or known


def _asked_of_x() -> list[tuple[str, bool, Rect]]:
    """Return each monitor's name, whether it is the main one, and its bounds."""
    server = _x_server()
    if server is None:
        return []
    x11, xrandr, display = server
    count = c_int()
    array = xrandr.XRRGetMonitors(display, x11.XDefaultRootWindow(display), True, byref(count))
    found = []
    for info in array[: count.value] if array else ():
        word = x11.XGetAtomName(display, info.name)
        name = ctypes.string_at(word).decode(errors="replace")
        x11.XFree(word)
        found.append((name, bool(info.primary), Rect(*info.place)))
    if array:
        xrandr.XRRFreeMonitors(array)
    return found


def _place_in_x() -> tuple[int, int] | None:
    """Return the window's corner on the desktop; None if the X server cannot report it."""
    server, window = _x_server(), pygame.display.get_wm_info().get("window")
    if server is None or not window:
        return None
    x11, _xrandr, display = server
    x, y, child = c_int(), c_int(), c_ulong()
    root = x11.XDefaultRootWindow(display)
    found = x11.XTranslateCoordinates(display, window, root, 0, 0, byref(x), byref(y), byref(child))
    return (x.value, y.value) if found else None


class _WindowAttributes(ctypes.Structure):
    """XWindowAttributes of Xlib.h."""

    _fields_ = (
        ("numbers", c_int * 6),
        ("visual", c_void_p),
        ("root", c_ulong),
        ("kinds", c_int * 4),
        ("planes", c_ulong * 2),
        ("save_under", c_int),
        ("colours", c_ulong),
        ("states", c_int * 2),
        ("all_event_masks", c_long),
        ("other_masks", c_long * 2),
        ("override_redirect", c_int),
        ("screen", c_void_p),
    )


def is_managed() -> bool:
    """Return whether there is a window manager; on X11, SDL 2 needs one for a full screen."""
    server = _x_server() if pygame.display.get_driver() == "x11" else None
    if server is None:
        return True
    x11, _xrandr, display = server
    root = _WindowAttributes()
    x11.XGetWindowAttributes(display, x11.XDefaultRootWindow(display), byref(root))
    return bool(root.all_event_masks & SUBSTRUCTURE_REDIRECT)


@functools.cache
def _x_server() -> tuple[ctypes.CDLL, ctypes.CDLL, c_void_p] | None:
    """Return Xlib, its extension for monitors, and our own connection; None without them."""
    with contextlib.suppress(OSError, AttributeError):
        x11, xrandr = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXrandr.so.2")
        x11.XOpenDisplay.restype = c_void_p
        x11.XDefaultRootWindow.restype = c_ulong
        x11.XDefaultRootWindow.argtypes = [c_void_p]
        x11.XGetAtomName.restype = c_void_p
        x11.XGetAtomName.argtypes = [c_void_p, c_ulong]
        x11.XFree.argtypes = [c_void_p]
        x11.XGetWindowAttributes.argtypes = [c_void_p, c_ulong, c_void_p]
        x11.XTranslateCoordinates.argtypes = [
            c_void_p,
            c_ulong,
            c_ulong,
            c_int,
            c_int,
            *[c_void_p] * 3,
        ]
        xrandr.XRRGetMonitors.restype = ctypes.POINTER(_MonitorInfo)
        xrandr.XRRGetMonitors.argtypes = [c_void_p, c_ulong, c_int, c_void_p]
        xrandr.XRRFreeMonitors.argtypes = [c_void_p]
        display = x11.XOpenDisplay(None)
        major, minor = c_int(), c_int()
        asked = display and xrandr.XRRQueryVersion(c_void_p(display), byref(major), byref(minor))
        if asked and (major.value, minor.value) >= (1, 5):
            return x11, xrandr, c_void_p(display)
    return None
