"""Speed of the screen under the dummy driver at 1280 x 800: first frame, frames, memory.

A frame's time is the CPU time its thread spends in `App.frame`, pixels and all.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.screen.app import App
    from game.screen.scene import Scene

SIZE = (1280, 800)
FRAMES = 600
STEP = 1 / 60
BARS = "bars: first frame 1 s, median 5 ms, 99th percentile 10 ms, 250 MB"

FIRST_FRAME = """
import time; start, used = time.perf_counter(), time.process_time()
from game.screen.app import App
from game.screen.scenes.title import TitleScene
from game.settings import Settings
app = App(TitleScene(), settings=Settings(language="en"), size=(1280, 800))
app.frame(1 / 60)
print(time.perf_counter() - start, time.process_time() - used)
"""


def run() -> Iterator[str]:
    """Lines of figures as they are measured."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    yield BARS
    yield _first_frame()
    yield _frames("title, at rest", _title, still=True)
    yield _frames("title, demo running", _demo)
    yield _frames("game choice, drawn every frame", _choice, still=True)
    yield _frames("play, a person to move", lambda: _play("person"), still=True)
    yield _frames("play, engines think and pieces move", lambda: _play("engine"))
    yield f"peak memory so far: {_peak_memory():.0f} MB"


def _first_frame(times: int = 5) -> str:
    """Seconds from the first import to the first picture, interpreter start not counted."""
    taken = []
    for _number in range(times):
        done = subprocess.run(
            [sys.executable, "-c", FIRST_FRAME],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        taken.append([float(word) for word in done.stdout.split()[-2:]])
    clock, used = (statistics.median(column) for column in zip(*taken))
    return f"first frame: {clock:.2f} s, of which {used:.2f} s CPU (median of {times} starts)"


def _frames(name: str, scene: Callable[[], Scene], still: bool = False) -> str:
    """Median and 99th percentile of frames; `still` redraws although nothing moves."""
    from game.screen.app import App
    from game.settings import Settings

    app = App(scene(), settings=Settings(language="en"), size=SIZE)
    try:
        _settle(app)
        taken = [_frame(app, still) for _number in range(FRAMES)]
    finally:
        app.close()
    drawn = sorted(taken)
    worst = drawn[int(0.99 * len(drawn))]
    return f"{name}: median {statistics.median(drawn):.1f} ms, 99 % {worst:.1f} ms"


def _frame(app: App, still: bool) -> float:
    """CPU milliseconds of one frame.  Time between frames goes to the other threads."""
    if still:
        app.invalidate()
    begun, wall = time.thread_time(), time.perf_counter()
    app.frame(STEP)
    taken = time.thread_time() - begun
    time.sleep(max(0.0, STEP - (time.perf_counter() - wall)))
    return taken * 1000


def _settle(app: App) -> None:
    """Until the boards' art is there, at most ten seconds."""
    from game.screen.boards.workshop import workshop

    until = time.monotonic() + 10
    app.frame(STEP)
    while time.monotonic() < until and workshop.busy:
        time.sleep(0.02)
        app.invalidate()
        app.frame(STEP)


def _title() -> Scene:
    from game.screen.scenes.title import TitleScene

    return TitleScene()


def _demo() -> Scene:
    from game.screen.scenes.title import TitleScene

    return TitleScene("demo")


def _choice() -> Scene:
    from game.screen.scenes.choice import ChoiceScene

    return ChoiceScene()


def _play(kind: str) -> Scene:
    from game.screen.scenes.play import PlayScene
    from game.table.spec import MatchSpec, SeatSpec

    seat = SeatSpec("person") if kind == "person" else SeatSpec("engine", 6)
    return PlayScene(MatchSpec("more-or-less", (seat, seat), seed=1))


def _peak_memory() -> float:
    """Megabytes of this process at its largest."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024 / 1024
