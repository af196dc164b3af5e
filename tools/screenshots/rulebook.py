"""Photographs of the rulebook: one page of each layout."""

from __future__ import annotations

from functools import partial

from game.screen.app.app import App
from game.screen.rulebook.handlers import ExampleHandler, PuzzleHandler
from game.screen.rulebook.scene import ContentsScene, RulesScene
from tools.screenshots.camera import Shot, settle

SECONDS = 1.2
TELLING = (
    ("more-or-less", "train"),
    ("more-or-less", "slide"),
    ("more-or-less", "compulsion"),
    ("more-or-less", "stuck"),
    ("more-or-less", "markers"),
    ("more-or-less", "alone"),
    ("less", "walls"),
    ("less", "end"),
    ("less", "limit"),
    ("less", "teams"),
    ("less", "team-block"),
    ("less", "alone"),
    ("libra", "count"),
    ("libra", "puzzle"),
    ("libra", "alone"),
    ("multiplicity", "opening"),
    ("multiplicity", "score"),
    ("multiplicity", "puzzle"),
    ("multiplicity", "alone"),
)


def _contents(app: App) -> None:
    app.open(ContentsScene("libra", 3))


def _refused(app: App) -> None:
    """Try a diagonal step, as a reader might."""
    scene = app.scene
    assert isinstance(scene, RulesScene)
    for point in ("d3", "e4"):
        scene.handler.point(point, False)
    scene.resize()


def to_the_end(app: App) -> None:
    """Show all steps of an example, or the solution of a puzzle; leave tasks unsolved."""

    scene = app.scene
    assert isinstance(scene, RulesScene)
    handler = scene.handler
    if isinstance(handler, PuzzleHandler):
        handler.press("solve")
    while isinstance(handler, ExampleHandler) and not handler.at_end:
        handler.press("forward")
        handler.show = None
    scene.resize()
    settle(app, 0.1)


SHOTS = (
    *(
        Shot(f"rules.{game}.{key}", partial(RulesScene, game, key), to_the_end, SECONDS)
        for game, key in TELLING
    ),
    Shot("rules.refused", lambda: RulesScene("less", "try-wall"), _refused, SECONDS),
    Shot("rules.contents", lambda: RulesScene("libra", "count"), _contents, SECONDS),
)
