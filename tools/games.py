"""What a tool knows of single games: one module for each, `tools/<tool>/<game>.py`.

A game from elsewhere (LESS_IS_MORE_GAMES) may bring the same module in its own package.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from game.rules.registry import game_class


def part_of(key: str, tool: str, name: str) -> object | None:
    """Return `name` of a tool's module for the game `key`, None without one.

    Raises SetupError for a game there is not.
    """
    package = game_class(key).__module__.rpartition(".")[0]
    for place in (f"tools.{tool}.{key.replace('-', '_')}", f"{package}.{tool}"):
        if not place.startswith(".") and find_spec(place) is not None:
            return getattr(import_module(place), name, None)
    return None
