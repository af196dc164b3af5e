"""Help while playing: the engine is asked for its best turn here, off the loop.

A hint lights the points of one action.  `EngineSeat` does the thinking; nothing waits for it.
"""

from __future__ import annotations

from game.rules.base import Action
from game.rules.topology import Point
from game.table.match import Match
from game.table.players import Chosen, EngineSeat, Failed, MakePlayer, engine_player

LEVEL = 8  # of the engine that gives hints


class Assistant:
    """Hints for the person to move.  `asking` while it thinks, `hints` are points to light."""

    def __init__(self, match: Match, make: MakePlayer = engine_player) -> None:
        self.match = match
        self._make = make
        self._engine: EngineSeat | None = None
        self.hints: tuple[Point, ...] = ()
        self.threats: tuple[Point, ...] = ()
        self.action: Action | None = None
        self.failed = ""

    @property
    def asking(self) -> bool:
        return self._engine is not None and self._engine.thinking is not None

    def ask(self) -> None:
        """Think about the position."""
        if self._engine is None:
            self._engine = EngineSeat(self.match.game, LEVEL, self.match.spec.seed + 99, self._make)
        self.clear()
        self._engine.begin(self.match.state)

    def update(self) -> bool:
        """Fetch an answer; True when there is something new to show."""
        if self._engine is None:
            return False
        answer = self._engine.poll()
        if isinstance(answer, Failed):
            self.failed = answer.why
            return True
        if not isinstance(answer, Chosen) or answer.state != self.match.state:
            return False
        if answer.actions:
            self.action = answer.actions[0]
            self.hints = tuple(
                dict.fromkeys(p for p in (self.action.source, self.action.target) if p is not None)
            )
        return True

    def clear(self) -> bool:
        """Put the hint away; False when there was none."""
        there = bool(self.hints) or self.asking
        self.hints, self.threats, self.action = (), (), None
        if self._engine is not None:
            self._engine.cancel()
        return there

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
