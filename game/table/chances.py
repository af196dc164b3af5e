"""Chances as a person wants to see them: between experts, or between players of their strength."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from game.engine.search.calibration import LEVELS, calibrated_as, calibration
from game.rules import Game, State
from game.table.win_loss import strength_in


class ShownChances:
    """The engine's chances in one game, converted for display.

    They are only displayed: a review judges mistakes by the chances between experts.
    """

    def __init__(
        self, game: Game, like_you: Callable[[], bool], strength: Callable[[str], int] = strength_in
    ) -> None:
        """Ask `like_you` whether to show chances between players of the person's strength."""
        self._game, self._like_you, self._strength = game, like_you, strength

    @cached_property
    def level(self) -> int:
        """The calibrated level nearest to the person's results."""
        own = self._strength(self._game.key)
        return min(LEVELS, key=lambda one: abs(one - own))

    def __call__(self, state: State, chance: float, seat: int = 0) -> float:
        """Return the chance (0 to 1) of the side of `seat`, converted for display."""
        if not self._like_you() or self._game.over(state):
            return chance
        key = calibrated_as(self._game.key, self._game.seats)
        own = calibration(key, f"level-{self.level}")
        chance = own.chance(1 - chance if seat % 2 else chance, self._game.progress(state))
        return 1 - chance if seat % 2 else chance
