"""The part of a shipped game that the trailer shows, as numbers of turns from 0.  Data only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cut:
    """From turn `enter` to before turn `leave`; turn `turn` decides, by its `action`."""

    enter: int
    turn: int
    action: int
    leave: int
