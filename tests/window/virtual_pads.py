"""Virtual gamepads of SDL, which are plugged in, pressed and unplugged while a window runs.

The program obeys one line of a file in each frame, and the test adds lines. SDL finds these pads in
the same way as real ones, so the program cannot tell the difference.
"""

from __future__ import annotations

import ctypes
from collections import deque
from pathlib import Path

VARIABLE = "E2E_PADS"  # environment variable with the file's path
GAMEPAD, AXES, BUTTONS = 1, 6, 15  # SDL_JOYSTICK_TYPE_GAMECONTROLLER and the pad's size


class VirtualPads:
    """The pads of this process, by their names in the file."""

    def __init__(self, path: Path) -> None:
        self._path, self._read = path, 0
        self._todo: deque[list[str]] = deque()
        self._pads: dict[str, int] = {}  # name to SDL_Joystick*
        self._sdl = ctypes.CDLL(_library())
        for name in ("SDL_JoystickOpen", "SDL_JoystickFromInstanceID"):
            getattr(self._sdl, name).restype = ctypes.c_void_p

    def obey(self) -> None:
        """Obey the next line: "plug NAME", "unplug NAME", "down NAME BUTTON", "up NAME BUTTON"."""
        lines = self._path.read_text().splitlines()
        self._todo.extend(line.split() for line in lines[self._read :])
        self._read = len(lines)
        if not self._todo:
            return
        what, name, *button = self._todo.popleft()
        if what == "plug":
            index = self._sdl.SDL_JoystickAttachVirtual(GAMEPAD, AXES, BUTTONS, 0)
            self._pads[name] = self._sdl.SDL_JoystickOpen(index)
        elif what == "unplug":
            self._unplug(self._pads.pop(name))
        else:
            pad = ctypes.c_void_p(self._pads[name])
            self._sdl.SDL_JoystickSetVirtualButton(pad, int(button[0]), int(what == "down"))

    def _unplug(self, pad: int) -> None:
        number = self._sdl.SDL_JoystickInstanceID(ctypes.c_void_p(pad))
        for index in range(self._sdl.SDL_NumJoysticks()):
            if self._sdl.SDL_JoystickGetDeviceInstanceID(index) == number:
                self._sdl.SDL_JoystickDetachVirtual(index)
                return


def _library() -> str:
    """Return the path of the SDL library that pygame has loaded."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    return next(line.split()[-1] for line in maps if "libSDL2-2" in line)
