"""Photographs of the rulebook for `make screenshots`: telling pages; on request every page."""

from __future__ import annotations

from game.dev.shots.album import open_over, register, settle
from game.screen.app.app import App
from game.screen.app.scene import Scene
from game.screen.rulebook.book import BOOK

SECONDS = 1.2
TELLING = (
    ("more-or-less", "train"),
    ("more-or-less", "slide"),
    ("more-or-less", "stuck"),
    ("more-or-less", "markers"),
    ("less", "walls"),
    ("less", "end"),
    ("less", "teams"),
    ("libra", "count"),
    ("libra", "puzzle"),
    ("multiplicity", "score"),
)


def register_shots() -> None:
    """The pages that show what the others are like."""
    for game, key in TELLING:
        _register(game, key)
    register("rules.refused", lambda: _page("less", "try-wall"), _refused, SECONDS)
    register("rules.contents", lambda: _page("libra", "count"), _contents, SECONDS)


def register_every_page() -> None:
    """One photograph per page, at the end of its example or after its solution."""
    for game, pages in BOOK.items():
        for page in pages:
            _register(game, page.key)


def _register(game: str, key: str) -> None:
    register(f"rules.{game}.{key}", lambda: _page(game, key), to_the_end, SECONDS)


def _page(game: str, key: str) -> Scene:
    from game.screen.rulebook.scene import RulesScene

    return RulesScene(game, key)


def _contents(app: App) -> None:
    from game.screen.rulebook.contents import ContentsScene

    open_over(app, ContentsScene("libra", 3))


def _refused(app: App) -> None:
    """A reader tries to go diagonally."""
    scene = app.scene
    for point in ("d3", "e4"):
        scene.handler.point(point, False)  # type: ignore[attr-defined]
    scene.resize()


def to_the_end(app: App) -> None:
    """Show all steps of an example, or the solution of a puzzle; tasks stay as they begin."""
    from game.screen.rulebook.handlers import ExampleHandler, PuzzleHandler

    scene = app.scene
    handler = scene.handler  # type: ignore[attr-defined]
    if isinstance(handler, PuzzleHandler):
        handler.press("solve")
    while isinstance(handler, ExampleHandler) and not handler.exhibit.at_end:
        handler.press("forward")
        handler.exhibit.finish()
    scene.resize()
    settle(app, 0.1)
