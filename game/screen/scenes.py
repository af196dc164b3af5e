"""Opening of scenes by their routes.

The only module that imports scenes for others.  Each is imported when it is first wanted, so that
the window opens at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pkgutil import resolve_name

from game.screen.app import routes
from game.screen.app.scene import Scene

# What people come to from the title, in the order in which they do.
AHEAD = (
    *(routes.Guided, routes.GameChoice, routes.NewMatch, routes.PlayMatch),
    *(routes.MatchResult, routes.Rules),
)
LOAD_DELAY_S, LOAD_INTERVAL_S = 3.0, 0.5  # leave the time for the title, and for frames


def load_ahead() -> None:
    """Import `AHEAD` while the title is shown, so that light machines do not wait later."""

    def load() -> None:
        time.sleep(LOAD_DELAY_S)
        for route in AHEAD:
            scene_class(route)
            time.sleep(LOAD_INTERVAL_S)

    threading.Thread(target=load, daemon=True, name="load ahead").start()


def scene_class(route: type[routes.Route]) -> Callable[..., Scene]:
    """Import and return what makes the scene of a kind of route.  Raises LookupError."""
    if not route.scene:
        raise LookupError(f"{route.__name__} names no scene")
    scene: Callable[..., Scene] = resolve_name(f"game.screen.{route.scene}")
    return scene


def open_scene(route: routes.Route) -> Scene:
    """Return the scene of a route.  Raises LookupError if it names none."""
    return scene_class(type(route))(**vars(route))
