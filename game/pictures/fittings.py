"""What stands on a board or is inlaid in it beyond its body: found by the game's folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from game.rules import Game, folder_of
from game.theme import Theme


def fittings(game: Game, theme: Theme) -> str:
    """SVG that lies below the pieces; "" for a game that has none."""
    room = _room(game.key)
    return "" if room is None else str(room.fittings(game, theme))


@cache
def _room(key: str) -> ModuleType | None:
    package = f"{__package__}.games.{folder_of(key)}"
    return import_module(f"{package}.fittings") if find_spec(package) is not None else None
