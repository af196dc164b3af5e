"""Peak memory of the window on X11, from the title through every game.

`walk` runs in a process of its own under Xvfb, so that nothing else counts.  Without Xvfb, `run`
reports that nothing was measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

import pygame

from game.platform.settings import Settings
from game.platform.storage import HOME_VARIABLE
from game.rules.registry import GAMES, usual_setup
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Pop, Push
from game.screen.scenes import open_scene
from game.table.spec import two_people
from tools.bench.frames import settle
from tools.virtual_display import VirtualDisplay, installed

BAR = 220  # MB
SCREEN, WINDOW = (1920, 1080), (1280, 800)
RATE = 30  # frames a second


def run() -> Iterator[str]:
    """Yield one line with the figure."""
    if not (sys.platform.startswith("linux") and installed()):
        yield "peak memory with X11: not measured, Xvfb is missing"
        return
    with VirtualDisplay(SCREEN) as screen:
        yield _measured(screen.name)


def _measured(display: str) -> str:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            HOME_VARIABLE: home,
        }
        done = subprocess.run(
            [sys.executable, "-m", "tools.bench.memory"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=600,
        )
    peak = float(done.stdout.split()[-1])
    mark = "" if peak <= BAR else "  MISSED"
    size = "{}x{}".format(*SCREEN)
    return f"peak memory with X11, every game, at last on {size}: {peak:.0f} MB (bar {BAR}){mark}"


def walk() -> None:
    """Go through every game, in a window and full screen, and print the memory in MB on the way."""
    app = App(routes.Title(), scenes=open_scene, settings=Settings(language="en"), size=WINDOW)
    _stay(app, 5)
    _told("title")
    app.change(Push(routes.GameChoice()))
    _stay(app, 1)
    _play_every_game(app)
    app.change_settings(fullscreen=True)
    _stay(app, 1)
    _play_every_game(app)
    app.change(Pop())
    _stay(app, 3)
    _told(f"title on {app.window.surface.get_size()}")


def _play_every_game(app: App) -> None:
    for game in GAMES:
        app.change(Push(routes.PlayMatch(two_people(usual_setup(game.key)))))
        _stay(app, 2)
        app.change(Pop())
        _stay(app, 1)
        _told(game.key)


def _stay(app: App, seconds: float) -> None:
    for _frame in range(round(seconds * RATE)):
        app.frame(1 / RATE, pygame.event.get())
    settle(app)


def _told(place: str) -> None:
    """Print the scene, and the present and the peak memory of the process."""
    with open("/proc/self/status", encoding="ascii") as file:
        status = dict(line.split(":", 1) for line in file if ":" in line)
    now, peak = (int(status[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))
    print(f"{place}: {now:.0f}, at most {peak:.0f}", flush=True)


if __name__ == "__main__":
    walk()
