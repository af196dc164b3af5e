"""Peak memory of the window as people have it: X11, from the title through every game.

Runs a program of its own under Xvfb, so that nothing else counts; says so where there is no Xvfb.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator

from game.platform.storage import HOME_VARIABLE
from tools.virtual_display import VirtualDisplay, installed

BAR = 300  # MB
SCREEN = (1920, 1080)

WALK = """
import time, pygame
from game.rules import GAMES, usual_setup
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Pop, Push
from game.screen.boards.art_renderer import workshop
from game.screen.scenes import open_scene
from game.platform.settings import Settings
from game.table.spec import two_people

app = App(routes.Title(), scenes=open_scene, settings=Settings(language="en"), size=(1280, 800))

def stay(seconds):
    until = time.monotonic() + 20
    for _frame in range(round(seconds * 30)):
        app.frame(1 / 30, pygame.event.get())
    while workshop.busy and time.monotonic() < until:
        time.sleep(0.05)
        app.frame(1 / 30, pygame.event.get())

def play(game):
    app.change(Push(routes.Play(two_people(usual_setup(game.key)))))
    stay(2)

stay(5)
app.change(Push(routes.Choice()))
stay(1)
for game in GAMES:
    play(game)
    app.change(Pop())
    stay(1)
app.change_settings(fullscreen=True)
stay(1)
for game in GAMES:
    play(game)
    app.change(Pop())
    stay(1)
app.change(Pop())
stay(3)
status = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
print(app.window.surface.get_size(), int(status["VmHWM"].split()[0]) / 1024)
"""


def run() -> Iterator[str]:
    """Yield one line with the figure."""
    if not (sys.platform.startswith("linux") and installed()):
        yield "peak memory with X11: not measured, Xvfb is missing"
        return
    with VirtualDisplay(SCREEN) as screen:
        yield _walk(screen.name)


def _walk(display: str) -> str:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            HOME_VARIABLE: home,
        }
        done = subprocess.run(
            [sys.executable, "-c", WALK],
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
