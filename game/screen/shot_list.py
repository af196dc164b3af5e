"""The scenes that `make screenshots` photographs.  Add yours to `register_shots`."""

from __future__ import annotations

from game.screen.scene import Scene
from game.screen.shots import register


def register_shots() -> None:
    register("title", _title, seconds=3.0)
    register("menu", _menu)
    register("attract", _attract, seconds=24.0)
    register("choice", _choice)
    for game in ("more-or-less", "less", "libra", "multiplicity"):
        register(f"new.{game}", lambda game=game: _new_match(game))  # type: ignore[misc]
    register("settings", _settings)


def _title() -> Scene:
    from game.screen.scenes.title import TitleScene

    return TitleScene()


def _menu() -> Scene:
    from game.screen.scenes.title import TitleScene

    return TitleScene("menu")


def _attract() -> Scene:
    from game.screen.scenes.attract import AttractScene

    return AttractScene()


def _choice() -> Scene:
    from game.screen.scenes.choice import ChoiceScene

    return ChoiceScene()


def _new_match(game: str) -> Scene:
    from game.screen.scenes.new_match import NewMatchScene

    return NewMatchScene(game)


def _settings() -> Scene:
    from game.screen.scenes.settings import SettingsScene

    return SettingsScene()
