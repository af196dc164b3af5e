"""Opening of scenes by their routes.

The only module that imports scenes for others. It imports each scene when it is first needed, so
that the window opens without delay.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pkgutil import resolve_name

from game.screen.app import routes
from game.screen.app.scene import Scene

# Scenes that people open from the title, in the usual order.
AHEAD = (
    *(routes.Guided, routes.GameChoice, routes.NewMatch, routes.PlayMatch),
    *(routes.MatchResult, routes.Rules),
)


@dataclass(frozen=True)
class LoadPace:
    """Pace of loading scenes ahead, in seconds: `delay` before the first, `interval` after each."""

    delay: float
    interval: float


# The delay lets the first frame appear; later frames share the processor with the loading.
PACE, LIGHT_PACE = LoadPace(0.5, 0.1), LoadPace(3.0, 0.5)


def load_ahead(pace: LoadPace) -> threading.Thread:
    """Import `AHEAD` in a thread while the title is shown, so that no click waits for it."""

    def load() -> None:
        time.sleep(pace.delay)
        for route in AHEAD:
            scene_class(route)
            time.sleep(pace.interval)

    thread = threading.Thread(target=load, daemon=True, name="load ahead")
    thread.start()
    return thread


def scene_class(route: type[routes.Route]) -> Callable[..., Scene]:
    """Import and return the factory of scenes for a kind of route. Raises LookupError."""
    if not route.scene:
        raise LookupError(f"{route.__name__} names no scene")
    scene: Callable[..., Scene] = resolve_name(f"game.screen.{route.scene}")
    return scene


def open_scene(route: routes.Route) -> Scene:
    """Return the scene of a route.  Raises LookupError if it names none."""
    return scene_class(type(route))(**vars(route))
