"""Measures frames: the durations of a series of frames at the pace at which people see them."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable, Iterable
from typing import Any

from game.rules.registry import parse_setup
from game.screen.app.app import App
from game.screen.boards.art_renderer import renderer
from game.screen.play.scene import PlayScene
from game.table.match import Match
from game.table.spec import MatchSpec, SeatKind, SeatSpec

STEP = 1 / 60
RUNS = 3


class Times:
    """Durations of frames in ms; `rate` is the number of frames a second."""

    def __init__(self, seconds: Iterable[float] = ()) -> None:
        self.taken = [second * 1000 for second in seconds]
        self._begun: list[float] = []

    def add(self, seconds: float, begun: float) -> None:
        """Add one frame that began at this time."""
        self.taken.append(seconds * 1000)
        self._begun.append(begun)

    def extend(self, more: Times) -> None:
        """Add the frames of another measurement."""
        self.taken += more.taken

    def __len__(self) -> int:
        return len(self.taken)

    @property
    def median(self) -> float:
        return statistics.median(self.taken)

    @property
    def high(self) -> float:
        """Return the 99th percentile."""
        return sorted(self.taken)[int(0.99 * len(self.taken))]

    @property
    def rate(self) -> float:
        return (len(self._begun) - 1) / (self._begun[-1] - self._begun[0])

    def __str__(self) -> str:
        return f"{self.median:.1f} / {self.high:.1f}"


def best(measure: Callable[[], Times], median: float, high: float) -> str:
    """Return the first of three runs that meets the bars, else the best one, marked as missed."""
    runs: list[Times] = []
    while len(runs) < RUNS:
        runs.append(measure())
        if runs[-1].median <= median and runs[-1].high <= high:
            return str(runs[-1]) + (f" ({len(runs)} runs)" if len(runs) > 1 else "")
    return f"{min(runs, key=lambda run: run.high)}  MISSED in {RUNS} runs; {load()}"


def paced(
    app: App,
    count: int,
    before: Callable[[], object] = lambda: None,
    while_: Callable[[], bool] = lambda: True,
) -> Times:
    """Return CPU times of frames at 60 a second; other threads get the rest of the time."""
    taken: list[float] = []
    while len(taken) < count and while_():
        wall, begun = time.perf_counter(), time.thread_time()
        before()
        app.frame(STEP)
        taken.append(time.thread_time() - begun)
        time.sleep(max(0.0, STEP - (time.perf_counter() - wall)))
    return Times(taken)


def settle(app: App) -> None:
    """Wait until the boards' art is ready, at most ten seconds."""

    until = time.monotonic() + 10
    app.frame(STEP)
    while time.monotonic() < until and renderer.busy:
        time.sleep(0.02)
        app.invalidate()
        app.frame(STEP)


def load() -> str:
    """Return how busy the machine is, since figures mean little on a busy one."""
    try:
        return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    except (AttributeError, OSError):  # not available on Windows
        return f"{os.cpu_count()} cores"


def game_under_way(
    setup: str, kind: SeatKind = "person", make: Callable[..., Any] | None = None, level: int = 6
) -> PlayScene:
    """Return a game after some random turns, the same every time; it is never saved."""
    seats = tuple(SeatSpec(kind, level) for _ in range(parse_setup(setup).seats))
    match, dice = Match(MatchSpec(setup, seats, seed=1)), random.Random(3)
    for _number in range(24):
        match.play(dice.choice(match.legal()))
    options: dict[str, Any] = {"make": make} if make is not None else {}
    return PlayScene(match.spec, match, keep=False, **options)
