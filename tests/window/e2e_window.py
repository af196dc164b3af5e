"""A real window on its own display, driven by xdotool and observed through a probe file."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from game.platform.paths import ROOT
from tests.support.waiting import PATIENCE, until

FRAME = 1 / 120  # seconds between two looks at the probe, half a frame of the program
SUBSTRUCTURE = 3 << 19  # SubstructureNotifyMask | SubstructureRedirectMask of X.h
# Settings that make a window silent and still.
STILL = {
    "language": "en",
    "animation_speed": 0.0,
    "attract_delay": 0,
    "mute": True,
    "window": [1000, 700],
}


class _Message(ctypes.Structure):
    """XClientMessageEvent, padded to the size of an XEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("padding", ctypes.c_long * 12),
    )


def send_delete(display: str, window: int) -> None:
    """Send WM_DELETE_WINDOW to a window, as window managers do."""
    send(display, window, "WM_PROTOCOLS", ("WM_DELETE_WINDOW",), to_root=False)


def send(
    display: str, window: int, kind: str, data: Sequence[str | int], to_root: bool = True
) -> None:
    """Send a message about a window, to the window manager or to the window itself."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XDefaultRootWindow.restype = ctypes.c_ulong
    server = ctypes.c_void_p(x11.XOpenDisplay(display.encode()))
    message = _Message(type=33, format=32, window=window)
    message.message_type = x11.XInternAtom(server, kind.encode(), False)
    for place, word in enumerate(data):
        atom = x11.XInternAtom(server, word.encode(), False) if isinstance(word, str) else word
        message.data[place] = atom
    receiver = x11.XDefaultRootWindow(server) if to_root else window
    mask = SUBSTRUCTURE if to_root else 0
    x11.XSendEvent(server, ctypes.c_ulong(receiver), False, mask, ctypes.byref(message))
    x11.XFlush(server)
    x11.XCloseDisplay(server)


class Display(Protocol):
    """An X server, which programs find by its name."""

    name: str


class Window:
    """The program on a display, started with `settings`."""

    def __init__(
        self,
        display: Display,
        home: Path,
        arguments: Sequence[str] = (),
        settings: dict[str, Any] | None = None,
        name: str = "",
        driver: str = "x11",
    ) -> None:
        """Open the window with SDL's `driver`; windows that share a `home` need different names."""
        self.display, self.home = display, home
        self.probe_path = home / f"probe{name}.json"
        self.log_path = home / f"log{name}.txt"
        self.probe_path.unlink(missing_ok=True)
        self._seen: dict[str, Any] = {}
        self._written = (0, 0)  # inode and time of the probe that was read last
        config = home / "config" / "settings.json"
        if settings is not None:
            config.parent.mkdir(parents=True, exist_ok=True)
            config.write_text(json.dumps({"version": 1, **settings}))
        environment = {
            **os.environ,
            "DISPLAY": display.name,
            "SDL_VIDEODRIVER": driver,
            "SDL_AUDIODRIVER": "dummy",
            "LESS_IS_MORE_HOME": str(home),
        }
        self.log = self.log_path.open("w")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.window.e2e_app", str(self.probe_path), *arguments],
            cwd=ROOT,
            env=environment,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        self.tool = subprocess.Popen(
            ["xdotool", "-"],
            stdin=subprocess.PIPE,
            env={**os.environ, "DISPLAY": display.name},
            text=True,
        )
        self.settle()

    # -- looking -----------------------------------------------------------------------------------

    @property
    def seen(self) -> dict[str, Any]:
        """What the program showed last, from its probe."""
        try:
            status = self.probe_path.stat()  # each probe is a new file
            written = status.st_ino, status.st_mtime_ns
            if written != self._written:
                self._seen = json.loads(self.probe_path.read_text())
                self._written = written
        except (OSError, ValueError):
            return {}
        return self._seen

    def wait(self, met: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the probe meets a condition, and return the probe."""
        seen: dict[str, Any] = {}

        def come() -> bool:
            nonlocal seen
            seen = self.seen
            return bool(seen) and met(seen)

        until(lambda: come() or self.process.poll() is not None, breath=FRAME)
        if come():
            return seen
        log = self.log_path.read_text()[-2000:]
        seen = {k: v for k, v in self.seen.items() if k not in ("widgets", "values", "points")}
        raise AssertionError(f"it never came; seen {seen}; {log}")

    def wait_scene(self, name: str) -> dict[str, Any]:
        self.wait(lambda seen: seen["scene"] == name)
        return self.settle()

    def settle(self) -> dict[str, Any]:
        """Wait until the camera rests, and return the probe."""
        return self.wait(lambda seen: not seen["moving"])

    def glance(self, met: Callable[[dict[str, Any]], bool], seconds: float = 3.0) -> bool:
        """Return whether the probe meets a condition within some seconds."""
        return until(lambda: met(self.seen), seconds, breath=FRAME)

    # -- doing -------------------------------------------------------------------------------------

    def do(self, command: str) -> None:
        assert self.tool.stdin is not None
        self.tool.stdin.write(command + "\n")
        self.tool.stdin.flush()

    def keys(self, *names: str) -> None:
        """Press keys one by one; wait until the program has handled one before pressing the next.

        No key is ever pressed again, because none is lost. All of 4,800 keys sent to a bare SDL
        window under Xvfb arrived, at intervals of 0 to 50 ms (two cores, load 9), and so do those
        sent to the program. Apparent losses were extra keys: in a slow frame, pygame's own timer
        repeated a key before the program knew of its release. The program now repeats held keys by
        frames (`ui.translator`).
        """
        for name in names:
            self._send(f"key {name}", "heard")

    def click(self, x: float, y: float) -> None:
        """Click a place given in the full-size picture, which a small window shows reduced."""
        x, y = (at / self.seen["zoom"] for at in (x, y))
        self.do(f"mousemove --window {self.number} {round(x)} {round(y)}")
        self._send("click 1", "clicked")

    def drag(self, *spots: tuple[float, float], button: int = 1) -> None:
        """Press at the first place, move through the others, and release at the last."""
        (x, y), *others = spots
        self.do(f"mousemove --window {self.number} {round(x)} {round(y)}")
        self.do(f"mousedown {button}")
        for x, y in others:
            for share in (0.5, 1.0):  # the pointer is also seen on its way
                there = x if share == 1.0 else x - 6, y if share == 1.0 else y - 6
                self.do(f"mousemove --window {self.number} {round(there[0])} {round(there[1])}")
                self.do("sleep 0.05")
        self._send(f"mouseup {button}", "clicked")

    def _send(self, command: str, count: str) -> None:
        """Send a command; wait until its event has arrived and a frame has been drawn."""
        before = self.seen[count]
        self.do(command)
        if not self.glance(lambda seen: not seen or seen[count] > before, PATIENCE):
            assert self.process.poll() is not None, f"{command!r} never arrived: {self.seen}"

    def click_on(self, name: str, share: float = 0.5) -> None:
        """Click a control, at this share of its width from the left."""
        x, y, width, height = self.seen["widgets"][name][:4]
        self.click(x + width * share, y + height / 2)

    def choose(self, name: str, value: Any) -> None:
        """Click an option of a segment."""
        options = self.seen["values"][name][1]
        self.click_on(name, (options.index(value) + 0.5) / len(options))
        self.wait(lambda seen: seen["values"].get(name, [None])[0] == value)

    def tab_to(self, name: str) -> None:
        """Move the focus to a control with the Tab key alone."""
        for _ in range(60):
            if self.seen.get("focused") == name:
                return
            self.keys("Tab")
        raise AssertionError(f"{name} is not reached by Tab; {self.seen}")

    def choose_by_keys(self, name: str, value: Any) -> None:
        """Set a segment or stepper by its arrows."""
        self.tab_to(name)
        for _ in range(40):
            now, options = self.seen["values"][name]
            if now == value:
                return
            back = options.index(value) < options.index(now) if options else value < now
            self.keys("Left" if back else "Right")
            assert self.seen["values"][name][0] != now, f"{name} stays {now}"
        raise AssertionError(f"{name} does not become {value}")

    def shell(self, *words: str) -> str:
        """Run a separate xdotool process, and return its output."""
        done = subprocess.run(
            ["xdotool", *words],
            env={**os.environ, "DISPLAY": self.display.name},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout.strip()

    @cached_property
    def number(self) -> str:
        """The window's number for xdotool."""
        return self.shell("search", "--onlyvisible", "--pid", str(self.process.pid)).split()[-1]

    def ask_to_close(self) -> None:
        """Ask the window to close, as a click on its cross does; old versions of xdotool cannot."""
        send_delete(self.display.name, int(self.number))

    def close(self) -> None:
        """End the program if it is still running."""
        if self.tool.stdin is not None:
            self.tool.stdin.close()
        self.tool.wait(PATIENCE)
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)
        self.log.close()
