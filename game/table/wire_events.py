"""The events of a match as plain data, for whoever follows it from elsewhere: JSON both ways.

This is where another process or machine attaches, and nowhere else.  It takes a `snapshot` first,
which names the number of the next event, then every event from that number on, as `Feed.drain`
gives them:

    {"v": 2, "seq": 7, "event": "played", "by": "person", "again": false, "entry": {...}}
    {"v": 2, "seq": 8, "event": "taken-back", "by": "board", "entries": [{...}, ...]}
    {"v": 2, "seq": 9, "event": "ended", "by": "clock", "declared": true, "outcome": {...}}
    {"v": 2, "seq": 10, "event": "reopened", "by": "person"}
    {"v": 2, "seq": 11, "event": "offered", "by": "person", "what": "draw", "seat": 0}
    {"v": 2, "seq": 12, "event": "answered", "by": "engine", "what": "draw", "seat": 1,
     "agreed": true}
    {"v": 2, "seq": 13, "event": "offer-gone", "by": "person", "what": "draw", "seat": 0,
     "withdrawn": true}

An entry carries the action's text, the seat, the positions before and after, what eyes saw
(`{"is": "Jumped", ...}` for each event of the rules), the clocks before it and the seconds its
turn had taken.  What comes in may be anything: whatever does not fit is a WireError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, get_args

from game.rules import events as seen
from game.rules.base import Action, Game, State
from game.rules.events import Event, Outcome, Piece
from game.rules.proposals import By, Matter
from game.table.errors import WireError
from game.table.history import (
    AGREED,
    Answered,
    Ended,
    HistoryEntry,
    MatchEvent,
    Offered,
    OfferGone,
    Played,
    Reopened,
    TakenBack,
)
from game.table.match import Match
from game.table.record import from_record, to_record

VERSION = 2
BY = get_args(By)
SEEN: dict[str, type[Any]] = {kind.__name__: kind for kind in get_args(seen.Event)}


def snapshot(match: Match) -> dict[str, Any]:
    """The whole match as it is now; follow it from the event `seq` on."""
    return {"v": VERSION, "seq": match.seq, "record": to_record(match)}


def from_snapshot(data: Any) -> tuple[int, Match]:
    """The number of the next event, and a match of one's own.  Raises WireError, RecordError."""
    if not isinstance(data, dict) or data.get("v") != VERSION or type(data.get("seq")) is not int:
        raise WireError("snapshot", found=_short(data))
    return data["seq"], from_record(data.get("record"), "snapshot")


def encode(seq: int, event: MatchEvent) -> dict[str, Any]:
    """One event with its number, ready for JSON."""
    head = {"v": VERSION, "seq": seq, "event": _NAMES[type(event)], "by": event.by}
    if isinstance(event, Played):
        return {**head, "again": event.again, "entry": _entry_out(event.entry)}
    if isinstance(event, TakenBack):
        return {**head, "entries": [_entry_out(entry) for entry in event.entries]}
    if isinstance(event, Ended):
        return {**head, "declared": event.declared, "outcome": _value_out(event.outcome)}
    return {**head, **_value_out(event)}


def decode(game: Game, data: Any) -> tuple[int, MatchEvent]:
    """An event of a match of `game`, and its number.  Raises WireError."""
    try:
        if data["v"] != VERSION or type(data["seq"]) is not int or data["by"] not in BY:
            raise ValueError
        return data["seq"], _READERS[data["event"]](game, data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):
        raise WireError("event", found=_short(data)) from None


_NAMES = {
    Played: "played",
    TakenBack: "taken-back",
    Ended: "ended",
    Reopened: "reopened",
    Offered: "offered",
    Answered: "answered",
    OfferGone: "offer-gone",
}


def _played(game: Game, data: Mapping[str, Any]) -> Played:
    return Played(_entry_in(game, data["entry"]), bool(data["again"]), data["by"])


def _taken_back(game: Game, data: Mapping[str, Any]) -> TakenBack:
    return TakenBack(tuple(_entry_in(game, entry) for entry in data["entries"]), data["by"])


def _ended(game: Game, data: Mapping[str, Any]) -> Ended:
    return Ended(_dataclass_in(Outcome, data["outcome"]), bool(data["declared"]), data["by"])


def _reopened(game: Game, data: Mapping[str, Any]) -> Reopened:
    return Reopened(data["by"])


def _offered(game: Game, data: Mapping[str, Any]) -> Offered:
    return Offered(_matter(data), _seat(game, data), data["by"])


def _answered(game: Game, data: Mapping[str, Any]) -> Answered:
    return Answered(_matter(data), _seat(game, data), bool(data["agreed"]), data["by"])


def _offer_gone(game: Game, data: Mapping[str, Any]) -> OfferGone:
    return OfferGone(_matter(data), _seat(game, data), bool(data["withdrawn"]), data["by"])


def _matter(data: Mapping[str, Any]) -> Matter:
    if data["what"] not in get_args(Matter):
        raise ValueError(data)
    what: Matter = data["what"]
    return what


def _seat(game: Game, data: Mapping[str, Any]) -> int:
    seat = data["seat"]
    if type(seat) is not int or not 0 <= seat < game.seats:
        raise ValueError(data)
    return seat


_READERS: dict[str, Callable[[Game, Mapping[str, Any]], MatchEvent]] = {
    "played": _played,
    "taken-back": _taken_back,
    "ended": _ended,
    "reopened": _reopened,
    "offered": _offered,
    "answered": _answered,
    "offer-gone": _offer_gone,
}


# -- entries ---------------------------------------------------------------------------------------


def _entry_out(entry: HistoryEntry) -> dict[str, Any]:
    return {
        "action": entry.text,
        "seat": entry.seat,
        "before": list(entry.before),
        "after": list(entry.after),
        "seen": [{"is": type(event).__name__, **_value_out(event)} for event in entry.events],
        "left": None if entry.left is None else list(entry.left),
        "used": entry.used,
    }


def _entry_in(game: Game, data: Mapping[str, Any]) -> HistoryEntry:
    before, after = _state_in(data["before"]), _state_in(data["after"])
    left = data["left"]
    return HistoryEntry(
        before=before,
        after=after,
        action=_action_in(game, before, data["action"]),
        events=tuple(_seen_in(event) for event in data["seen"]),
        seat=int(data["seat"]),
        left=None if left is None else tuple(map(_seconds, left)),
        used=float(data["used"]),
    )


def _seconds(found: Any) -> float | None:
    """A clock's reserve; None is no limit."""
    return None if found is None else float(found)


def _state_in(data: Any) -> State:
    return tuple(int(number) for number in data)


def _action_in(game: Game, before: State, text: str) -> Action | None:
    if len(before) != len(game.start()):
        raise ValueError(before)
    return None if text == AGREED else game.parse_action(before, text)


def _seen_in(data: Mapping[str, Any]) -> Event:
    rest = {name: value for name, value in data.items() if name != "is"}
    event: Event = _dataclass_in(SEEN[data["is"]], rest)
    return event


# -- values of the rules: texts, numbers, pieces, outcomes and tuples of them ----------------------


def _value_out(value: Any) -> Any:
    if hasattr(value, "__dataclass_fields__"):
        return {f.name: _value_out(getattr(value, f.name)) for f in fields(value)}
    return list(value) if isinstance(value, tuple) else value


def _dataclass_in(kind: type[Any], data: Mapping[str, Any]) -> Any:
    """Raises TypeError when the fields are others than those of `kind`."""
    return kind(**{name: _value_in(value) for name, value in data.items()})


def _value_in(value: Any) -> Any:
    if isinstance(value, dict):
        return _dataclass_in(Piece if "colour" in value else Outcome, value)
    return tuple(value) if isinstance(value, list) else value


def _short(found: Any) -> str:
    text = repr(found)
    return text if len(text) <= 60 else text[:57] + "..."
