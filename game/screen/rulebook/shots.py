"""Photographs of the rulebook for `make screenshots`: every kind of page of every game."""

from __future__ import annotations

from game.screen.app import App
from game.screen.rulebook.book import BOOK
from game.screen.scene import Scene
from game.screen.shots import register, settle

SECONDS = 1.2


def register_shots() -> None:
    """One photograph per page, at the end of its example or after its solution."""
    for game, pages in BOOK.items():
        for page in pages:
            register(
                f"rules.{game}.{page.key}",
                lambda game=game, key=page.key: _page(game, key),  # type: ignore[misc]
                to_the_end,
                SECONDS,
            )
    register("contents", _contents)


def _page(game: str, key: str) -> Scene:
    from game.screen.scenes.rules import RulesScene

    return RulesScene(game, key)


def _contents() -> Scene:
    from game.screen.scenes.contents import ContentsScene

    return ContentsScene("libra", 2)


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
