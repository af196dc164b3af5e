"""The camera: brings a scene to the moment worth seeing and saves its picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pygame

from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.boards.art_renderer import renderer
from game.screen.play.kind import PlayKind
from game.screen.play.scene import PlayScene

SETTLE = 2.0  # seconds for which a scene runs before its photograph
PATIENCE_S = 60.0  # seconds to wait for another thread or process

Factory = Callable[[], Scene]
Prepare = Callable[[App], None]
Film = Callable[[App], pygame.Surface]
K = TypeVar("K", bound=PlayKind)


@dataclass(frozen=True)
class Shot:
    """A scene to photograph; `prepare` brings it to the moment worth seeing.

    If `film` is given, the strip that it returns is saved instead of the window's picture.
    """

    name: str
    factory: Factory
    prepare: Prepare | None = None
    seconds: float = SETTLE
    film: Film | None = None


def expose(app: App, shot: Shot, path: Path, size: tuple[int, int]) -> Path:
    """Photograph a scene in an open window of `size`.

    All scenes share one window, so that fonts and boards are made only once.
    """
    app.toasts.live.clear()
    app.show(shot.factory())
    settle(app, shot.seconds / 2)
    if shot.prepare:
        shot.prepare(app)
    settle(app, shot.seconds / 2)
    app.draw()
    picture = shot.film(app) if shot.film is not None else _seen(app, size)
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(picture, str(path))
    return path


def _seen(app: App, size: tuple[int, int]) -> pygame.Surface:
    """Return the window's picture, scaled down to `size` if the window draws a larger one."""
    picture = app.window.surface
    return picture if picture.get_size() == size else pygame.transform.smoothscale(picture, size)


def wait(app: App, met: Callable[[], bool], step: float = 0.1) -> None:
    """Run frames until a result of another thread or process is there.

    Raises TimeoutError if the result does not come.
    """
    patience = time.monotonic() + PATIENCE_S
    while not met():
        if time.monotonic() > patience:
            raise TimeoutError(f"{type(app.scene).__name__} waits for what does not come")
        app.frame(step)
        time.sleep(0.04)


def playing(app: App, kind: type[K]) -> tuple[PlayScene, K]:
    """Return the open play scene and its kind, which must be an instance of `kind`.

    Raises TypeError for any other scene.
    """
    scene = app.scene
    if not isinstance(scene, PlayScene) or not isinstance(scene.kind, kind):
        raise TypeError(f"{kind.__name__} was to be photographed, not {type(scene).__name__}")
    return scene, scene.kind


def settle(app: App, seconds: float, rate: int = 0) -> None:
    """Let time pass, then wait until the boards' art is ready."""
    rate = rate or (30 if seconds <= 1 else 12)  # long waits take larger steps
    for _frame in range(max(1, round(seconds * rate))):
        app.frame(1 / rate)
    app.draw()
    patience = time.monotonic() + PATIENCE_S
    while renderer.busy and time.monotonic() < patience:
        time.sleep(0.01)
        app.draw()
    app.draw()
