"""What the setting "light machine" gains on a full screen: frames a second, ms a frame, memory.

Run it where the machine is slow, or slowed down; docs/lab/kiosk.md explains how. It runs the
program's real loop, with moves at people's pace. The dummy driver shows nothing. On a real screen
the time to show a picture comes on top; it is shortest if the graphics card enlarges the picture.
"""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from game.platform.settings import Settings
from game.screen.app import routes
from game.screen.app.app import App
from game.screen.app.scene import Pop, Push, Replace, Scene
from game.screen.app.window import light_size
from game.screen.menus.game_choice import GameChoiceScene
from game.screen.menus.title import TitleScene
from game.screen.play.scene import PlayScene
from game.screen.scenes import open_scene
from game.table.spec import two_people
from tools.bench.frames import Times, game_under_way, load, settle

SCREEN = (1920, 1080)
SECONDS = 6.0  # duration of one measurement
CHANGE = 0.7  # seconds between two changes of scene
SETUPS = ("more-or-less", "less seed=1", "multiplicity size=5")


def run() -> Iterator[str]:
    """Yield lines of figures as they are measured."""
    yield f"frames a second; median / 99th percentile in ms of a frame; {load()}"
    for light in (False, True):
        size = light_size(SCREEN) if light else SCREEN
        yield f"-- a screen of {SCREEN[0]} x {SCREEN[1]}, drawn {size[0]} x {size[1]}"
        yield _line("title, trailer", TitleScene, light)
        yield _line("choice and back", GameChoiceScene, light, _wander)
        for setup in SETUPS:
            people = partial(game_under_way, setup, "person")
            yield _line(f"{setup}: people move", people, light, _move)
            engines = partial(game_under_way, setup, "engine")
            yield _line(f"{setup}: engines play", engines, light)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield f"memory so far, without the engine's process: {peak:.0f} MB"


def _line(
    name: str,
    scene: Callable[[], Scene],
    light: bool,
    act: Callable[[App, float], object] = lambda app, now: None,
) -> str:
    size = light_size(SCREEN) if light else SCREEN
    settings = Settings(language="en", mute=True, light=light)
    app = App(scene(), scenes=open_scene, settings=settings, size=size)
    settle(app)
    times, began, frame = Times(), time.perf_counter(), app.frame

    def timed(dt: float, events: Any = ()) -> bool:
        begun = time.perf_counter()
        act(app, begun - began)
        going = frame(dt, events)
        times.add(time.perf_counter() - begun, begun)
        app.running = app.running and begun - began < SECONDS
        return going

    app.frame = timed  # type: ignore[method-assign]
    app.run()
    return f"{name}: {times.rate:.0f} a second, {times}"


def _wander(app: App, now: float) -> None:
    """Go from scene to scene and back."""
    ways = (
        Push(routes.NewMatch("less")),
        Replace(routes.PlayMatch(two_people("less seed=1"))),
        Pop(),
        Push(routes.Rules()),
        Pop(),
    )
    step = int(now / CHANGE)
    if step != getattr(app, "bench_step", 0):
        app.bench_step = step  # type: ignore[attr-defined]
        app.change(ways[(step - 1) % len(ways)])


def _move(app: App, _now: float) -> None:
    """Play random actions in place of people, one after the other."""
    scene = app.scene
    if isinstance(scene, PlayScene) and scene.board.show is None and scene.hand.enabled:
        scene.propose(random.choice(scene.hand.legal))
