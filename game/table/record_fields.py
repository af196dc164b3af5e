"""The fields of records and wire events as plain data, ready for JSON, and their types.

Dataclasses define their order and bounds: `RecordData` in `record`, and the kinds of `wire_events`.
Data from elsewhere is certain to have these types only after those classes have read it.
"""

from __future__ import annotations

from typing import Any, TypedDict


class OutcomeFields(TypedDict):
    """How a game ended: the fields of `Outcome`."""

    result: str
    winners: list[int]
    reason: str
    margin: int


class PlayerFields(TypedDict, total=False):
    """A seat of a record; any other field of `SeatSpec` is left out if it has its default."""

    name: str
    kind: str
    level: int


class PlayedFields(TypedDict):
    """The fields that every record has: players, turns and result."""

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
    """A game as stored in a file (`RecordData`); a field that has its default is left out."""

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
    """The fields that all events share; each kind of event adds its own fields."""

    v: int
    seq: int
    event: str
    by: str
