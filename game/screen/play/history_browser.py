"""Looking back: which position of a history is looked at while it goes on.  No pygame."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.base import State
from game.table.history import History, HistoryEntry, Turn


class HistoryBrowser:
    """The position looked at; `active` while it is an earlier one than the history's."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._count: int | None = None  # of turns looked at; None is all

    @property
    def active(self) -> bool:
        return self._count is not None and self._count < len(self.history.turns)

    @property
    def turns(self) -> Sequence[Turn]:
        """Turns up to the position looked at."""
        return self.history.turns[: self._count] if self.active else self.history.turns

    @property
    def state(self) -> State:
        turns = self.turns
        return turns[-1].after if turns else self.history.start

    def live(self) -> None:
        """Back to where the history is."""
        self._count = None

    def go(self, turn: int) -> tuple[Sequence[HistoryEntry], bool] | None:
        """Look at the position after a turn (-1: the start).

        When that is one turn further or one back: its entries, and whether it goes forward, so
        that it can be shown moving; None for a leap.
        """
        turns = self.history.turns
        here = len(self.turns) - 1
        turn = max(-1, min(len(turns) - 1, turn))
        self._count = turn + 1 if turn + 1 < len(turns) else None
        if turn == here + 1:
            return turns[turn].entries, True
        if turn == here - 1:
            return turns[here].entries, False
        return None
