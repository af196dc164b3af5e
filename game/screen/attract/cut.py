"""The part of a shipped game that the trailer shows, as numbers of turns from 0.  Data only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """Enter before turn `enter`; turn `turn` decides, by its `action`; leave before turn `leave`."""

    enter: int
    turn: int
    action: int
    leave: int
