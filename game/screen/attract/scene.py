"""Attract mode opened on purpose, with a game to begin with."""

from __future__ import annotations

from game.rules import GAMES
from game.screen.menus import title


class AttractScene(title.AttractScene):
    """Demo games of all, beginning with `game`; any input leaves."""

    def __init__(self, game: str = GAMES[0].key) -> None:
        super().__init__("demo", [own.key for own in GAMES].index(game))
