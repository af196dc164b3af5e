"""The one way from a mode's key to the mode.  Names no game: rooms are found by folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from game.rules import GAMES, folder_of
from game.solo.mode import Mode


@cache
def modes() -> dict[str, Mode]:
    """All modes by key, in the order of the games."""
    return {mode.key: mode for game in GAMES for mode in modes_of(game.key)}


@cache
def modes_of(key: str) -> tuple[Mode, ...]:
    """The modes of a game; () for a game that has none."""
    package = f"{__package__}.games.{folder_of(key)}"
    if find_spec(package) is None:
        return ()
    found: tuple[Mode, ...] = import_module(f"{package}.modes").MODES
    return found
