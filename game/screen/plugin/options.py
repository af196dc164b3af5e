"""The options of a game before a match: data and rules, no drawing.

A room derives a dataclass from `MatchOptions`; its fields are kept in the settings by name.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar

from game.rules import Game, RulesError
from game.rules.registry import parse_setup, usual_setup


@dataclass
class MatchOptions:
    """The options of the game `key`, of which there are none here.

    `scoring`: margins count, where the game has them.  It is no part of the setup, nor is what
    `quick` says.
    """

    key: str
    scoring: bool = True
    swap: bool = False  # one opens, the other chooses a side; where `may_swap`

    may_swap: ClassVar[bool] = False
    takes_files: ClassVar[bool] = False  # whether a file dropped on the window is one of these

    def setup(self) -> str:
        """Return the setup string of what is chosen; `make_game` tells whether it is a good one."""
        return usual_setup(self.key)

    @property
    def seat_count(self) -> int:
        return self.make_game().seats

    @property
    def quick(self) -> bool:
        """True if the placement is drawn for all seats."""
        return False

    def make_game(self) -> Game:
        """Return the game of the setup.  Raises SetupError or BoardError in words."""
        return parse_setup(self.setup())

    def take_game(self, game: Game) -> None:
        """Choose what makes this very game, as far as it is offered: the reverse of `setup`."""

    def take_file(self, path: str) -> None:
        """Use a file of the user's; asked only where `takes_files`."""

    @property
    def _swap_words(self) -> list[str]:
        """The word of the setup for a choice of sides."""
        return ["swap=on"] * (self.swap and self.may_swap)

    def deal(self, dice: random.Random) -> None:
        """Draw what is dealt anew for each match that is prepared."""

    def draw_lots(self, dice: random.Random) -> None:
        """Draw what is left to chance, for the first match ever of this game."""

    def in_bounds(self) -> bool:
        """Return whether numbers and choices lie within their bounds, so that they can be shown."""
        return True

    def kept(self) -> dict[str, Any]:
        """Return all options for the settings, as JSON can hold them."""
        return {name: value for name, value in asdict(self).items() if name != "key"}

    def take(self, kept: Mapping[str, Any]) -> None:
        """Take kept options over, each if it is of the right type."""
        for name in {field.name for field in fields(self)} - {"key"}:
            value = kept.get(name)
            if type(value) is type(getattr(self, name)):
                setattr(self, name, value)

    @property
    def sound(self) -> bool:
        """True if the options can be shown and make a game."""
        try:
            return self.in_bounds() and self.make_game() is not None
        except RulesError:
            return False
