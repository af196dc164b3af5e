"""The interface of a bot, which chooses turns of one game."""

from __future__ import annotations

from typing import Protocol

from game.engine.search.analysis import Analysis, Report, SearchLimits, StopSignal
from game.rules import State


class Bot(Protocol):
    """A player that chooses turns of one game."""

    name: str

    def prepare(self) -> None:
        """Make what the first turn needs, so that it need not be made in its time."""
        ...

    def think(
        self, state: State, limits: SearchLimits, report: Report, signal: StopSignal
    ) -> Analysis:
        """Choose (the rest of) a turn; `report` is called as the search goes on.

        What is returned was not reported yet: the caller tells it.

        Always returns a legal turn when the game is not over, however early `signal` comes.
        """
        ...
