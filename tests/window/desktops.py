"""A desktop whose monitors appear, disappear and change size, with or without a window manager."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from pygame import Rect

from tests.support.waiting import COSTLY_BREATH, PATIENCE, until
from tests.window.e2e_window import Window, send

SERVER = """
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 65536
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 3840 1200
  EndSubSection
EndSection
"""
I3 = "# i3 config file (v4)\nfont pango:monospace 8\n"  # i3 needs this first line
LEFT, RIGHT = "DUMMY0", "DUMMY1"  # names of the monitors


class Desktop:
    """An X server without a screen, for the tests of one module."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        config = folder / "xorg.conf"
        config.write_text(SERVER)
        read, write = os.pipe()
        with os.fdopen(read) as number:
            command = ["Xorg", "-displayfd", str(write), "-config", str(config), "-noreset"]
            command += ["-nolisten", "tcp", "-novtswitch", "-sharevts"]
            self._server = subprocess.Popen(
                [*command, "-logfile", str(folder / "xorg.log")],
                pass_fds=(write,),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            os.close(write)
            self.name = f":{number.readline().strip()}"
        self._modes: set[str] = set()

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE)

    def ask(self, *command: str) -> str:
        """Run a program on this desktop and return what it prints."""
        environment = {**os.environ, "DISPLAY": self.name}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=PATIENCE
        )
        return done.stdout

    def monitors(self, **places: str) -> None:
        """Set monitors such as left="1280x800", right="1280x800+1920+0"; switch off all others."""
        for monitor, place in ((LEFT, places.get("left")), (RIGHT, places.get("right"))):
            if place is None:
                self.ask("xrandr", "--output", monitor, "--off")
        for monitor, place in ((LEFT, places.get("left")), (RIGHT, places.get("right"))):
            if place is not None:
                mode, x, y = (place + "+0+0").split("+")[:3]
                self._make(mode, monitor)
                at = ["--mode", mode, "--pos", f"{x}x{y}"]
                primary = ["--primary"] if monitor == LEFT or "left" not in places else []
                self.ask("xrandr", "--output", monitor, *at, *primary)
        size = [place.split("+") for place in places.values()]
        ends = [[int(a) for a in mode[0].split("x")] + [int(a) for a in mode[1:]] for mode in size]
        wide = max(end[0] + (end[2] if len(end) > 2 else 0) for end in ends)
        high = max(end[1] + (end[3] if len(end) > 3 else 0) for end in ends)
        self.ask("xrandr", "--fb", f"{wide}x{high}")

    def _make(self, mode: str, monitor: str) -> None:
        if f"{mode}{monitor}" not in self._modes:
            width, height = mode.split("x")
            lines = [width, *[str(int(width) + n) for n in (8, 16, 24)]]
            rows = [height, *[str(int(height) + n) for n in (3, 9, 20)]]
            self.ask("xrandr", "--newmode", mode, "60", *lines, *rows)
            self.ask("xrandr", "--addmode", monitor, mode)
            self._modes.add(f"{mode}{monitor}")

    def maximise(self, window: Window, on: bool = True) -> None:
        """Maximise a window through the window manager, as a click on the window's button does."""
        send(
            self.name,
            int(window.number),
            "_NET_WM_STATE",
            (int(on), "_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"),
        )

    @contextmanager
    def other_window(self) -> Iterator[None]:
        """Show another window in front, with the focus, while the context lasts."""
        other = subprocess.Popen(
            ["xmessage", "-center", "Another window"], env={**os.environ, "DISPLAY": self.name}
        )
        try:
            yield
        finally:
            other.terminate()
            other.wait(PATIENCE)

    def rect(self, window: Window) -> Rect:
        """Return the place and size of a window without its frame."""
        words = self.ask("xwininfo", "-id", window.number)
        names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
        found = [re.search(rf"{name}:\s*(-?\d+)", words) for name in names]
        return Rect(*(int(one[1]) for one in found if one is not None))

    def framed(self, window: Window) -> Rect:
        """Return the place and size of a window with its frame."""
        rect = self.rect(window)
        words = self.ask("xprop", "-id", window.number, "_NET_FRAME_EXTENTS")
        sides = [int(word) for word in re.findall(r"\d+", words)] or [0] * 4
        left, right, top, bottom = sides
        size = rect.width + left + right, rect.height + top + bottom
        return Rect((rect.left - left, rect.top - top), size)


class Manager:
    """A context manager for a window manager on a desktop; "" means no window manager."""

    def __init__(self, desktop: Desktop, name: str) -> None:
        self.desktop, self.name = desktop, name

    def __enter__(self) -> Manager:
        if self.name:
            config = self.desktop.folder / "i3"
            config.write_text(I3)
            command = ["i3", "-c", str(config)] if self.name == "i3" else [self.name]
            self._process = subprocess.Popen(
                command,
                env={**os.environ, "DISPLAY": self.desktop.name, "HOME": str(self.desktop.folder)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            assert until(self._manages, breath=COSTLY_BREATH)
        return self

    def _manages(self) -> bool:
        words = self.desktop.ask("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
        number = words.rpartition("#")[2].strip()
        return "#" in words and "_NET_WM_NAME" in self.desktop.ask("xprop", "-id", number)

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self.name:
            self._process.terminate()
            self._process.wait(PATIENCE)
