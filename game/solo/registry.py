"""The one way from a mode's key to the mode.  Names no game: rooms are found by folder."""

from __future__ import annotations

from functools import cache
from typing import cast

from game.rules.registry import GAMES, plugin_part
from game.solo.mode import SoloMode


@cache
def modes() -> dict[str, SoloMode]:
    """Return all modes by key, in the order of the games."""
    return {mode.key: mode for game in GAMES for mode in modes_of(game.key)}


@cache
def modes_of(key: str) -> tuple[SoloMode, ...]:
    """Return the modes of a game; () for a game that has none."""
    return cast("tuple[SoloMode, ...] | None", plugin_part(key, "solo")) or ()
