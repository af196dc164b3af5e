"""What stands on a board or is inlaid in it beyond its body: found by the game's folder."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from game.platform.theme import Theme
from game.rules import Game
from game.rules.registry import plugin_part


def fittings(game: Game, theme: Theme) -> str:
    """SVG that lies below the pieces; "" for a game that has none."""
    draw = cast("Callable[[Game, Theme], str] | None", plugin_part(game.key, "fittings"))
    return "" if draw is None else draw(game, theme)
