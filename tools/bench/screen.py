"""Speed of the screen under the dummy driver at 1280 x 800: first frame, frames, input, memory.

A frame's time is the CPU time that its thread spends in `App.frame`, drawing included; with the
engine on all cores it is wall time. A missed bar is measured again, at most three times, and the
best run counts, because other programs on the machine can only make figures worse.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pygame

from game.engine.protocol.engine_player import EnginePlayer
from game.platform.settings import Settings
from game.screen.app import routes
from game.screen.app.app import App, Event, no_scene
from game.screen.app.scene import Change, Pop, Push, Replace, Scene
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.title import TitleScene
from game.screen.play.result import ResultScene
from game.screen.scenes import open_scene
from game.screen.ui.input import InputEvent, Pointer, Press
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec, two_people
from tools.bench.frames import (
    STEP,
    Times,
    best,
    game_under_way,
    load,
    paced,
    settle,
)

SIZE, LARGE = (1280, 800), (1920, 1080)
STILL, MOVING, FULL = 120, 180, 300  # numbers of frames measured
FLIGHT = 22  # frames in a change of scene
MEDIAN, HIGH, FULL_HIGH = 5.0, 10.0, 17.0  # bars in ms
MEMORY, REACTION = 250, 2  # bars in MB and in frames
MOST_FRAMES = 30
LEG = 9  # frames in which a dragged piece moves from one point to the next
WARM = 90.0  # maximum seconds for an engine to compile
GAMES = (
    ("More or Less", "more-or-less"),
    ("Less", "less seed=1"),
    ("Less, four seats", "less seats=4 seed=1"),
    ("Libra", "libra size=6 mode=target target=20"),
    ("Multiplicity", "multiplicity size=5"),
)

FIRST_FRAME = """
import time; start, used = time.perf_counter(), time.process_time()
import game.screen.start
from game.screen.app.app import App
from game.screen.app import routes
from game.screen.scenes import open_scene
from game.platform.settings import Settings
app = App(routes.Title(), scenes=open_scene, settings=Settings(language="en"), size=(1280, 800))
app.frame(1 / 60)
print(time.perf_counter() - start, time.process_time() - used)
"""


def run() -> Iterator[str]:
    """Yield lines of figures as they are measured."""
    yield f"frames: median / 99th percentile in ms of CPU, bars {MEDIAN:.0f} / {HIGH:.0f}; {load()}"
    yield _first_frame()
    yield _line("title, menu over the trailer", lambda: _shown(_menu))
    yield _line("title, trailer", lambda: _shown(_title))
    yield _line("game choice", lambda: _still(_choice))
    yield _line("from scene to scene", _flown)
    yield f"from scene to scene, 1920 x 1080: {best(lambda: _flown(LARGE), FULL_HIGH, FULL_HIGH)}"
    yield _line("result, counters fall", lambda: _shown(_result))
    for name, setup in GAMES:
        yield _line(f"{name}: at rest", lambda: _still(lambda: game_under_way(setup)))  # noqa: B023
        yield _line(f"{name}: pieces move", lambda: _played(setup))  # noqa: B023
        yield _line(f"{name}: a piece is dragged", lambda: _dragged(setup))  # noqa: B023
        yield _line(f"{name}: engines think and move", lambda: _thinking(setup))  # noqa: B023
        yield f"{name}: input shows after {_reaction(setup)} frames (bar {REACTION})"
    cores = os.cpu_count() or 1
    yield f"with an engine at full strength on all {cores} cores, ms that pass; {load()}"
    for name, setup in (GAMES[0], GAMES[3]):
        yield _full_strength(name, setup, cores)
    yield f"peak memory: {_peak_memory():.0f} MB (bar {MEMORY}); {load()}"


def _line(name: str, measure: Callable[[], Times]) -> str:
    return f"{name}: {best(measure, MEDIAN, HIGH)}"


def _first_frame(times: int = 5) -> str:
    """Return the seconds from the first import to the first picture, without interpreter start."""
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
    return f"first frame: {clock:.2f} s, {used:.2f} s of it CPU (median of {times}, bar 0.3 s)"


# -- frames ----------------------------------------------------------------------------------------


def _app(
    scene: Scene,
    scenes: Callable[[routes.Route], Scene] = no_scene,
    size: tuple[int, int] = SIZE,
) -> App:
    app = App(scene, scenes=scenes, settings=Settings(language="en", mute=True), size=size)
    settle(app)
    return app


def _still(scene: Callable[[], Scene]) -> Times:
    """Measure a scene that is drawn every frame although nothing moves."""
    app = _app(scene())
    try:
        return paced(app, STILL, before=app.invalidate)
    finally:
        app.close()


def _shown(scene: Callable[[], Scene]) -> Times:
    app = _app(scene())
    try:
        return paced(app, MOVING)
    finally:
        app.close()


def _flown(size: tuple[int, int] = SIZE) -> Times:
    """Measure changes of scene, during which the camera moves."""
    app = _app(_menu(), scenes=open_scene, size=size)
    ways: tuple[Change, ...] = (
        Push(routes.GameChoice()),
        Pop(),
        Push(routes.GameChoice()),
        Push(routes.NewMatch("less")),
        Replace(routes.PlayMatch(two_people("less seed=1"))),
        Pop(),
        Push(routes.EditSettings()),
        Pop(),
    )
    taken = Times()
    try:
        for way in ways:
            app.change(way)
            # This frame also creates the new scene and its layout, so it is not measured.
            app.frame(STEP)
            taken.extend(paced(app, FLIGHT))
            settle(app)
        return taken
    finally:
        app.close()


def _played(setup: str) -> Times:
    """Measure random actions of people, one after the other, from the middle of a game."""
    scene, dice = game_under_way(setup), random.Random(2)
    app = _app(scene)

    def act() -> None:
        if scene.board.show is None and scene.hand.enabled:
            scene.propose(dice.choice(scene.hand.legal))

    try:
        return paced(app, MOVING, before=act, while_=lambda: app.scene is scene)
    finally:
        app.close()


def _dragged(setup: str) -> Times:
    """Measure a piece that is dragged from point to point, over many possible targets."""
    scene = game_under_way(setup)
    app = _app(scene)
    first = scene.hand.legal[0]
    points = list(scene.game.topology.points)
    random.Random(4).shuffle(points)
    ways = [str(first.source or first.target)]
    for point in points:
        targets = [str(a.target) for a in scene.hand.legal if a.source in (None, first.source)]
        ways += [point, targets[len(ways) % len(targets)]]
    spots = [scene.board.view.position(point) for point in ways]
    moves = iter(range(10**6))

    def carry() -> None:
        step = next(moves)
        start, end = spots[step // LEG % len(spots)], spots[(step // LEG + 1) % len(spots)]
        share = step % LEG / LEG
        x, y = (round(a + (b - a) * share) for a, b in zip(start, end))
        kind = "move" if scene.board.carrying else "down"
        scene.handle(Pointer(kind, (x, y) if step else _whole(spots[0]), held=True))
        app.invalidate()

    try:
        return paced(app, MOVING, before=carry)
    finally:
        app.close()


def _whole(spot: tuple[float, float]) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


def _thinking(setup: str) -> Times:
    """Measure engines of level 6 that play each other, after their start."""
    app = _app(game_under_way(setup, "engine", _maker([], 1)))
    try:
        paced(app, 6)
        return paced(app, MOVING)
    finally:
        app.close()


def _timed(app: App, times: Times) -> Callable[..., bool]:
    """Return a `frame` for `app` that records its durations, and ends the app after FULL frames."""
    frame = app.frame

    def timed(dt: float, events: Iterable[Event] = ()) -> bool:
        begun = time.perf_counter()
        going = frame(dt, events)
        times.add(time.perf_counter() - begun, begun)
        if len(times) >= FULL:
            app.running = False
        return going

    return timed


def _full_strength(name: str, setup: str, cores: int) -> str:
    """Measure the real loop while an engine thinks on all cores."""
    figures, nodes = [], 0
    for _run in range(3):
        players: list[Any] = []
        app = _app(game_under_way(setup, "engine", _maker(players, cores), level=10))
        paced(app, 6)
        times = Times()
        app.frame = _timed(app, times)  # type: ignore[method-assign]
        nodes = max(nodes, *(_nodes(player) for player in players), 0)
        app.run()
        figures.append(times)
        if times.high <= FULL_HIGH:
            break
    times = min(figures, key=lambda one: one.high)
    mark = "" if times.high <= FULL_HIGH else "  MISSED"
    return (
        f"{name}: {times}, bar {FULL_HIGH:.0f} for the 99th percentile{mark}; "
        f"{times.rate:.0f} frames a second, {len(figures)} run(s)"
    )


def _nodes(player: Any) -> int:
    thought = player.poll()
    return thought.nodes if thought is not None else 0


def _maker(players: list[Any], threads: int) -> Callable[..., Any]:
    """Return a function that makes engines, adding each to `players` once it is compiled."""

    def make(game: Any, level: int, seed: int) -> Any:
        player = EnginePlayer(game, level, seed, threads=threads)
        until = time.monotonic() + WARM
        while time.monotonic() < until and not (player.ready or player.problem):
            time.sleep(STEP)
        players.append(player)
        return player

    return make


# -- input -----------------------------------------------------------------------------------------


def _reaction(setup: str) -> int:
    """Return the maximum number of frames until the picture changes, for several kinds of input."""

    scene = game_under_way(setup)
    app = _app(scene)
    try:
        paced(app, 20)
        action = scene.hand.legal[0]
        x, y = scene.board.view.position(str(action.source or action.target))
        at = round(x), round(y)
        events: list[InputEvent] = [
            Pointer("move", at),
            Pointer("down", at),
            Press(("down",)),
            Press(("menu",)),
        ]
        return max(_frames_until_seen(app, event) for event in events)
    finally:
        app.close()


def _frames_until_seen(app: App, event: InputEvent) -> int:
    """Return the number of frames until an event changes the picture.

    Marks on the board pulse, which also changes the picture. So the event is sent right after such
    a change, because the next pulse is then some frames away.
    """
    before = _picture(app)
    for _number in range(MOST_FRAMES):
        app.frame(STEP)
        if (after := _picture(app)) != before:
            before = after
            break
    for number in range(1, MOST_FRAMES + 1):
        app.frame(STEP, [event] if number == 1 else [])
        if _picture(app) != before:
            return number
    return MOST_FRAMES


def _picture(app: App) -> bytes:
    return pygame.image.tobytes(app.window.surface, "RGB")


# -- scenes ----------------------------------------------------------------------------------------


def _title() -> Scene:
    return TitleScene()


def _menu() -> Scene:
    return TitleScene("menu")


def _choice() -> Scene:
    return GameChoiceScene()


def _result() -> Scene:
    people = (SeatSpec("person"), SeatSpec("person"))
    match, dice = Match(MatchSpec("more-or-less", people, seed=1)), random.Random(3)
    while not match.over:
        match.play(dice.choice(match.legal()))
    return ResultScene(match)


def _peak_memory() -> float:
    """Return this process's peak memory in megabytes."""
    try:
        import resource
    except ImportError:  # not available on Windows
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024 / 1024
