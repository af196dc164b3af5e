"""Records and wire events as plain data, ready for JSON: which fields there are, and of what type.

The dataclasses behind them say their order and bounds: `RecordData` in `record`, and the kinds of
`wire_events`.  A file from elsewhere has these types only once it has been read through them.
"""

from __future__ import annotations

from typing import Any, TypedDict


class OutcomeFields(TypedDict):
    """How a game ended, as `Outcome`."""

    result: str
    winners: list[int]
    reason: str
    margin: int


class PlayerFields(TypedDict, total=False):
    """A seat of a record; the rest of `SeatSpec` is left out where it is as usual."""

    name: str
    kind: str
    level: int


class PlayedFields(TypedDict):
    """What every record has: who played what, and how it ended."""

    format: str
    version: int
    setup: str
    boards: dict[str, str]
    date: str
    players: list[PlayerFields]
    clock: Any
    seed: int
    turns: list[str]
    times: list[float]
    left: list[float | None] | None
    result: OutcomeFields | None


class RecordFields(PlayedFields, total=False):
    """A game as it lies in a file, as `RecordData`; what is as usual is left out."""

    series: Any
    sides: str
    used: float
    time_back: bool
    by_button: bool
    scoring: bool
    helped: bool
    position: str | None
    offers: list[Any]
    variations: list[Any]
    notes: list[Any]
    review: list[Any]


class SnapshotFields(TypedDict):
    """A whole match, and the number of its next event."""

    v: int
    seq: int
    record: RecordFields


class EventFields(TypedDict):
    """The head of an event with its number; beside it stand the fields of its kind."""

    v: int
    seq: int
    event: str
    by: str
