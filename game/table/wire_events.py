"""The events of a match as plain data, for followers elsewhere: JSON both ways.

Another process or machine attaches only here. It first takes a `snapshot`, which contains the
number of the next event, then every event from that number on, as `Feed.drain` returns them:

    {"v": 2, "seq": 7, "event": "played", "by": "person", "again": false, "entry": {...}}
    {"v": 2, "seq": 8, "event": "taken-back", "by": "board", "entries": [{...}, ...]}
    {"v": 2, "seq": 9, "event": "ended", "by": "clock", "declared": true, "outcome": {...}}
    {"v": 2, "seq": 10, "event": "reopened", "by": "person"}
    {"v": 2, "seq": 11, "event": "offered", "by": "person", "what": "draw", "seat": 0}
    {"v": 2, "seq": 12, "event": "answered", "by": "engine", "what": "draw", "seat": 1,
     "agreed": true}
    {"v": 2, "seq": 13, "event": "offer-gone", "by": "person", "what": "draw", "seat": 0,
     "withdrawn": true}

An entry contains the action's text, the seat, the positions before and after, the visible events
(`{"is": "Jumped", ...}` for each event of the rules), the clocks before its turn, and the seconds
that the turn had taken. Data that does not fit raises WireError.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from game.platform.codec import FieldError, read, read_tagged, rule, shortened, write
from game.rules.base import Game
from game.rules.events import Event
from game.rules.proposals import By
from game.table import history
from game.table.errors import WireError
from game.table.match import Match
from game.table.record import from_record, to_record
from game.table.record_fields import EventFields, SnapshotFields

VERSION = 2
SEEN: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(Event)}


@dataclass(frozen=True, slots=True)
class Head:
    """The common fields of all events: version, number, and who caused the event."""

    v: int
    seq: int
    by: By


@dataclass(frozen=True, slots=True)
class EntryData:
    """An entry; `action` is the action's text, `seen` are its visible events."""

    action: str
    seat: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    seen: tuple[Event, ...] = field(metadata=rule(kinds=SEEN))
    left: tuple[float | None, ...] | None
    used: float


@dataclass(frozen=True, slots=True)
class PlayedData:
    """An action was played; with `again`, it had been taken back before."""

    again: bool
    entry: EntryData


@dataclass(frozen=True, slots=True)
class TakenBackData:
    """These entries, last first, were taken back."""

    entries: tuple[EntryData, ...]


KINDS: Mapping[str, type[Any]] = {
    "played": PlayedData,
    "taken-back": TakenBackData,
    "ended": history.Ended,
    "reopened": history.Reopened,
    "offered": history.Offered,
    "answered": history.Answered,
    "offer-gone": history.OfferGone,
}
NAMES = {kind: name for name, kind in KINDS.items()}


def snapshot(match: Match) -> SnapshotFields:
    """Return the whole match as it is now; its next event has the number `seq`."""
    return {"v": VERSION, "seq": match.seq, "record": to_record(match)}


def from_snapshot(data: Any) -> tuple[int, Match]:
    """Return the number of the next event and a new match.  Raises WireError, RecordError."""
    if not isinstance(data, dict) or data.get("v") != VERSION or type(data.get("seq")) is not int:
        raise WireError("snapshot", found=shortened(data))
    return data["seq"], from_record(data.get("record"), "snapshot")


def encode(seq: int, event: history.MatchEvent) -> EventFields:
    """Return one event with its number, ready for JSON."""
    data: Any = event
    if isinstance(event, history.Played):
        data = PlayedData(event.again, _entry_data(event.entry))
    elif isinstance(event, history.TakenBack):
        data = TakenBackData(tuple(_entry_data(entry) for entry in event.entries))
    name = NAMES[type(data)]
    head: EventFields = {"v": VERSION, "seq": seq, "event": name, "by": event.by}
    return {**head, **write(data)}


def decode(game: Game, data: Any) -> tuple[int, history.MatchEvent]:
    """Return the number of an event in a match of `game`, and the event.  Raises WireError."""
    try:
        head = read(Head, data)
        if head.v != VERSION:
            raise ValueError(head.v)
        return head.seq, _event(game, read_tagged(KINDS, data, "event"), head.by)
    except (FieldError, ValueError):
        raise WireError("event", found=shortened(data)) from None


def _event(game: Game, found: Any, by: By) -> history.MatchEvent:
    """Return the event; raise ValueError if it does not fit the game."""
    if isinstance(found, PlayedData):
        return history.Played(_entry(game, found.entry), found.again, by)
    if isinstance(found, TakenBackData):
        return history.TakenBack(tuple(_entry(game, entry) for entry in found.entries), by)
    event: history.MatchEvent = found
    if getattr(event, "seat", 0) not in range(game.seats):
        raise ValueError(event)
    return event


def _entry_data(entry: history.HistoryEntry) -> EntryData:
    return EntryData(
        action=entry.text,
        seat=entry.seat,
        before=entry.before,
        after=entry.after,
        seen=entry.events,
        left=entry.left,
        used=entry.used,
    )


def _entry(game: Game, data: EntryData) -> history.HistoryEntry:
    if len(data.before) != len(game.start()):
        raise ValueError(data.before)
    return history.HistoryEntry(
        before=data.before,
        after=data.after,
        action=None
        if data.action == history.AGREED
        else game.parse_action(data.before, data.action),
        events=data.seen,
        seat=data.seat,
        left=data.left,
        used=data.used,
    )
