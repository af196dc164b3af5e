"""The options of a game before a match: data and rules, no drawing.

The plugin of a game derives a dataclass from `MatchOptions`; the settings store its fields by name.
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
    """The options of the game `key`; this base class has no options of its own.

    With `scoring`, margins count if the game has margins. Neither `scoring` nor `quick` is part of
    the setup.
    """

    key: str
    scoring: bool = True
    # One player makes the opening and the other chooses a side; used only if `may_swap`.
    swap: bool = False

    may_swap: ClassVar[bool] = False
    takes_files: ClassVar[bool] = False  # whether a file dropped on the window can be used

    def setup(self) -> str:
        """Return the setup string of the options; only `make_game` checks it."""
        return usual_setup(self.key)

    @property
    def seat_count(self) -> int:
        return self.make_game().seats

    @property
    def quick(self) -> bool:
        """True if the placement is drawn by lot for all seats."""
        return False

    def make_game(self) -> Game:
        """Return the game of the setup. Raises SetupError or BoardError with a readable reason."""
        return parse_setup(self.setup())

    def take_game(self, game: Game) -> None:
        """Choose options that make this game, as far as possible; the reverse of `make_game`."""

    def take_file(self, path: str) -> None:
        """Use a file chosen by the user; called only if `takes_files`."""

    @property
    def _swap_words(self) -> list[str]:
        """The part of the setup string for the choice of sides, if any."""
        return ["swap=on"] * (self.swap and self.may_swap)

    def deal(self, dice: random.Random) -> None:
        """Draw at random what changes from match to match."""

    def draw_lots(self, dice: random.Random) -> None:
        """Draw at random what is left to chance, only before the first match of this game."""

    def in_bounds(self) -> bool:
        """Return whether numbers and choices are within bounds, so that they can be shown."""
        return True

    def kept(self) -> dict[str, Any]:
        """Return all options as JSON values for the settings."""
        return {name: value for name, value in asdict(self).items() if name != "key"}

    def take(self, kept: Mapping[str, Any]) -> None:
        """Apply stored options that have the right type."""
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
