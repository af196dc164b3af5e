"""The parts of tools that know a single game, each in its own module `tools/<tool>/<game>.py`.

A game from elsewhere (LESS_IS_MORE_GAMES) may have such a module in its own package.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from game.rules.registry import game_class


def part_of(key: str, tool: str, name: str) -> object | None:
    """Return `name` from the tool's module for the game `key`; None without such a module.

    Raises SetupError if there is no such game.
    """
    package = game_class(key).__module__.rpartition(".")[0]
    for place in (f"tools.{tool}.{key.replace('-', '_')}", f"{package}.{tool}"):
        if not place.startswith(".") and find_spec(place) is not None:
            return getattr(import_module(place), name, None)
    return None
