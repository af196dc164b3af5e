"""From the click on the title to the first picture of a lesson or a new game.

The title has been shown for some seconds, as in practice. The figures are processor time of all
threads, processor time of the loop's thread, and wall time. They are measured on an idle machine,
and again beside two busy processes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack

from game.rules.registry import GAMES
from tools.bench.frames import load

ALONE_S, BESIDE_LOAD_S = 0.5, 1.0  # bars, in seconds of processor time
RUNS = 3
BUSY = "while True: pass"

# Each click needs a new process, because scenes leave caches that would speed up the next click.
CLICK = """
import json, sys, time
from game.platform.settings import Settings
from game.rules.registry import usual_setup
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Push
from game.screen.scenes import LoadPace, load_ahead, open_scene
from game.table.spec import MatchSpec, SeatSpec
from tools.bench.frames import paced
what, key = sys.argv[1:]
settings = Settings(language="en", mute=True)
app = App(routes.Title(), scenes=open_scene, settings=settings, size=(1280, 800))
load_ahead(LoadPace(0.1, 0.0)).join()
paced(app, 60)
spec = MatchSpec(usual_setup(key), (SeatSpec(), SeatSpec("engine", 1)))
route = routes.Guided(key) if what == "lesson" else routes.PlayMatch(spec)
begun = time.perf_counter(), time.process_time(), time.thread_time()
app.change(Push(route))
app.frame(1 / 60)
ended = time.perf_counter(), time.process_time(), time.thread_time()
print(json.dumps([there - here for here, there in zip(begun, ended)]))
app.close()
"""


def run() -> Iterator[str]:
    """Yield a line for each game and kind of click."""
    yield f"seconds of all threads, of the loop's thread, that pass; worst of {RUNS}; {load()}"
    for busy, bar in ((0, ALONE_S), (2, BESIDE_LOAD_S)):
        with ExitStack() as stack:
            for _number in range(busy):
                stack.callback(_busy().kill)
            for game in GAMES:
                for what in ("lesson", "game"):
                    taken = [_click(what, game.key) for _run in range(RUNS)]
                    passes, whole, loop = (max(column) for column in zip(*taken))
                    mark = "" if whole <= bar else "  MISSED"
                    beside = f"beside {busy} busy processes" if busy else "alone"
                    figures = f"{whole:.2f}, {loop:.2f}, {passes:.2f}"
                    yield f"{game.key}, {what}, {beside}: {figures} (bar {bar}){mark}"


def _busy() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", BUSY])


def _click(what: str, key: str) -> list[float]:
    """Return the wall time, and the processor time of all threads and of the loop's thread."""
    command = [sys.executable, "-c", CLICK, what, key]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    return [float(figure) for figure in json.loads(done.stdout.splitlines()[-1])]
