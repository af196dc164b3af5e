"""Attract mode opened on purpose, with a game to begin with."""

from __future__ import annotations

from game.screen.menus import title

ORDER = ("more-or-less", "less", "libra", "multiplicity")


class AttractScene(title.AttractScene):
    """Demo games of all four, beginning with `game`; any input leaves."""

    def __init__(self, game: str = "more-or-less") -> None:
        super().__init__("demo", ORDER.index(game))
