"""Helpers for tests that look at a finished match."""

from __future__ import annotations

from game.rules.events import Seat
from game.table.match import Match


def winners_of(match: Match) -> tuple[Seat, ...]:
    """Return the winners of a match, which must be over."""
    assert match.outcome is not None, "the match is not over"
    return match.outcome.winners
