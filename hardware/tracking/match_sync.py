"""Where the match is, compared with what was reported to it.  Pure; time is passed in.

A match plays what was reported with some delay, action by action, as it shows it.  Being on the
way there it undoes nothing; anything else it says is how things are.
"""

from __future__ import annotations

from game.rules.base import Action, State
from hardware.tracking.position import Position

LOST_AFTER = 30.0  # seconds a match may take to go on with what was reported

Turn = tuple[State, tuple[Action, ...]]  # the start of a turn and what was played in it


class Following:
    """Reports that the match has not shown it knows, and what it said last."""

    def __init__(self) -> None:
        self._reports: list[Turn] = []
        self._told: Turn | None = None
        self._waiting: Position | None = None
        self._moved_at = 0.0

    def report(self, start: State, actions: tuple[Action, ...], now: float) -> None:
        """The match is told of these actions now."""
        self._reports.append((start, actions))
        self._moved_at = now

    def clear(self) -> None:
        self._reports.clear()

    def arrived(self, position: Position, here: Turn, now: float) -> bool:
        """The match says where it is; is that `here`?"""
        told = (position.state, position.played)
        if told != self._told:
            self._told, self._moved_at = told, now
        elif self._reports:
            return False
        self._waiting = position
        if told == here:
            self._reports.clear()
        return told == here

    def on_the_way(self, position: Position) -> bool:
        """Is the match about to play what was reported?"""
        played = position.played
        return any(
            position.state == start and played == actions[: len(played)]
            for start, actions in self._reports
        )

    def stopped(self, now: float) -> Position | None:
        """Where a match has stopped that does not go on with what was reported."""
        late = bool(self._reports) and now - self._moved_at > LOST_AFTER
        return self._waiting if late else None
