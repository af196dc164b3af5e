"""A match as the server knows it: built from a snapshot, kept in step by the events of its wire.

It judges nothing: what the match has accepted happens here too.
"""

from __future__ import annotations

from typing import Any

from game.rules.base import Action, State
from game.table.history import Ended, History, MatchEvent, Played, Reopened, TakenBack
from game.table.wire_events import decode, from_snapshot


class Mirror:
    """`seq` is the number of the next event.  Raises WireError or RecordError."""

    def __init__(self, snapshot: dict[str, Any]) -> None:
        self.seq, match = from_snapshot(snapshot)
        self.spec, self.game = match.spec, match.game
        self.history: History = match.history
        self._legal: tuple[State, list[Action]] | None = None

    def take(self, data: dict[str, Any]) -> MatchEvent:
        """The next event happens.  Raises WireError."""
        seq, event = decode(self.game, data)
        if isinstance(event, Played):
            self.history.append(event.entry)
        elif isinstance(event, TakenBack):
            self.history.cut(len(self.history.entries) - len(event.entries))
        elif isinstance(event, Ended) and event.declared:
            self.history.declared = event.outcome
        elif isinstance(event, Reopened):
            self.history.declared = None
        self.seq = seq + 1
        return event

    def legal(self) -> list[Action]:
        """What may be done now; worked out once for each position."""
        state = self.history.state
        if self._legal is None or self._legal[0] != state:
            self._legal = (state, self.game.legal(state))
        return [] if self.history.over else self._legal[1]
