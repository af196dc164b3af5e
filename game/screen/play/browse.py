"""Looking back: which position of the match is shown while it goes on.  No pygame."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.base import State
from game.table.history import Entry, Turn, group_turns
from game.table.match import Match


class Browser:
    """The position shown; `active` while it is an earlier one than the match's."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.length: int | None = None  # entries shown, None is the live match

    @property
    def active(self) -> bool:
        return self.length is not None and self.length < len(self.match.entries)

    @property
    def entries(self) -> Sequence[Entry]:
        return self.match.entries[: self.length] if self.active else self.match.entries

    @property
    def turns(self) -> list[Turn]:
        """Turns up to the position shown."""
        return group_turns(self.entries) if self.active else self.match.turns

    @property
    def state(self) -> State:
        entries = self.entries
        return entries[-1].after if entries else self.match.game.start()

    def live(self) -> None:
        """Back to the match."""
        self.length = None

    def go(self, turn: int) -> tuple[State, Sequence[Entry], bool] | None:
        """Show the position after a turn (-1: the start).

        When that is one turn further or one back: the position before it, its entries, and
        whether it goes forward, so that it can be shown moving; None for a leap.
        """
        turns = self.match.turns
        here = len(self.turns) - 1
        turn = max(-1, min(len(turns) - 1, turn))
        self.length = turns[turn].end if turn >= 0 else 0
        if self.length >= len(self.match.entries):
            self.length = None
        if turn == here + 1:
            return turns[turn].before, turns[turn].entries, True
        if turn == here - 1 and here >= 0:
            return turns[here].before, turns[here].entries, False
        return None
