"""A match as the server knows it: built from a snapshot, then updated by the events it receives.

A mirror decides nothing: it repeats what the match has accepted. It also checks everything: an
event that the rules do not allow is refused before anything has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.rules.base import RESULTS, Action, State
from game.rules.errors import RulesError
from game.rules.events import Outcome
from game.table.errors import WireError
from game.table.history import Ended, History, HistoryEntry, MatchEvent, Played, Reopened, TakenBack
from game.table.wire_events import decode, from_snapshot


class Mirror:
    """A copy of a match; `seq` is the number of the next event. Raises WireError or RecordError."""

    def __init__(self, snapshot: Any) -> None:
        self.seq, match = from_snapshot(snapshot)
        self.spec, self.game = match.spec, match.game
        self.history: History = match.history
        self._legal: tuple[State, list[Action]] | None = None

    def apply(self, data: Any) -> MatchEvent:
        """Apply the next event, or raise WireError and change nothing."""
        seq, event = self._read(data)
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
        """Return the legal actions, computed once for each position."""
        state = self.history.state
        if self._legal is None or self._legal[0] != state:
            self._legal = (state, self.game.legal(state))
        return [] if self.history.over else self._legal[1]

    # -- what is believed ------------------------------------------------------------------------

    def _read(self, data: Any) -> tuple[int, MatchEvent]:
        """Return the number and the event if the event is possible now. Raises WireError."""
        if not isinstance(data, dict) or not self._follows(data):
            raise _refused(data)
        seq, event = decode(self.game, data)
        possible = seq == self.seq
        if isinstance(event, Played):
            possible &= self._is_legal(event.entry)
        elif isinstance(event, Ended):
            possible &= self._is_outcome(event.outcome)
        if not possible:
            raise _refused(data)
        return seq, event

    def _follows(self, data: Mapping[str, Any]) -> bool:
        """Return whether the event follows from our entries, before the rules are checked."""
        entries, state = self.history.entries, self.history.state
        try:
            if data.get("event") == "played":
                return bool(list(state) == data["entry"]["before"])
            if data.get("event") == "taken-back":
                gone = [entry["before"] for entry in data["entries"]]
                ours = [list(entry.before) for entry in reversed(entries)]
                return bool(gone and gone == ours[: len(gone)])
        except (KeyError, TypeError):
            return False
        return True

    def _is_legal(self, entry: HistoryEntry) -> bool:
        state, game = self.history.state, self.game
        if self.history.over:
            return False
        try:
            step = game.play(state, entry.action) if entry.action else game.agreed_end(state)
        except RulesError:
            return False
        told = (entry.after, entry.events, entry.seat)
        return step is not None and told == (step.state, step.events, game.to_move(state))

    def _is_outcome(self, outcome: Outcome) -> bool:
        seats = range(self.game.seats)
        return (
            outcome.result in (*RESULTS, "draw")
            and isinstance(outcome.winners, tuple)
            and all(type(seat) is int and seat in seats for seat in outcome.winners)
            and isinstance(outcome.reason, str)
            and type(outcome.margin) is int
        )


def _refused(data: Any) -> WireError:
    return WireError("event", found=repr(data)[:60])
