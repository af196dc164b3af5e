"""Proposals for a match as plain data, for whoever plays it from elsewhere: JSON both ways.

    {"v": 2, "propose": "play", "actions": "a1-a2,b1-b2", "start": [0, 3, ...]}
    {"v": 2, "propose": "amend", "actions": "a1-a2", "start": [0, 3, ...], "earlier": false}
    {"v": 2, "propose": "go-back", "length": 12}
    {"v": 2, "propose": "redo", "count": 1}
    {"v": 2, "propose": "resign", "seat": 1}
    {"v": 2, "propose": "offer", "what": "draw", "seat": 1}      (as are "accept" and "decline")
    {"v": 2, "propose": "withdraw", "seat": 1}

`start` is the position the actions were chosen in, or null.  Times that are up, and what records
tell, are never taken from elsewhere.  Whether somebody may speak for a seat is for the one to
judge who let them in.  What comes in may be anything: whatever does not fit is a WireError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from game.rules.base import Action, State
from game.rules.errors import RulesError
from game.rules.proposals import (
    Accept,
    Amend,
    Decline,
    GoBack,
    Offer,
    Play,
    Proposal,
    Redo,
    Resign,
    Withdraw,
)
from game.table.errors import WireError
from game.table.match import Match
from game.table.wire_events import VERSION, read_matter, read_seat

LONGEST_TURN = 10_000  # characters

Data = Mapping[str, Any]


def encode_proposal(proposal: Proposal) -> dict[str, Any]:
    """A proposal ready for JSON.  Raises WireError for one that is never sent."""
    if type(proposal) not in _NAMES:
        raise WireError("proposal", found=type(proposal).__name__)
    sent = {f.name: getattr(proposal, f.name) for f in fields(proposal) if f.name != "by"}
    if isinstance(proposal, (Play, Amend)):
        sent["actions"] = ",".join(action.text for action in proposal.actions)
        sent["start"] = None if proposal.start is None else list(proposal.start)
    return {"v": VERSION, "propose": _NAMES[type(proposal)], **sent}


def decode_proposal(match: Match, data: Any) -> Proposal:
    """What somebody elsewhere proposes for `match`.

    Raises WireError, and RulesError for actions that are illegal there: a reason to be told.
    """
    try:
        if data["v"] != VERSION:
            raise ValueError
        return _READERS[data["propose"]](match, data)
    except RulesError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        text = repr(data)
        raise WireError("proposal", found=text if len(text) <= 60 else text[:57] + "...") from None


def _play(match: Match, data: Data) -> Play:
    start = _start(match, data)
    return Play(_actions(match, match.state if start is None else start, data), start, "remote")


def _amend(match: Match, data: Data) -> Amend:
    start = _start(match, data)
    if start is None:
        raise ValueError(data)
    return Amend(start, _actions(match, start, data), _truth(data, "earlier"), "remote")


def _start(match: Match, data: Data) -> State | None:
    """A position that the match was in; nobody may ask the rules about another."""
    found = data["start"]
    if found is None:
        return None
    start = tuple(_number(one) for one in found)
    if start != match.state and all(entry.before != start for entry in match.entries):
        raise ValueError(data)
    return start


def _actions(match: Match, start: State, data: Data) -> tuple[Action, ...]:
    text = data["actions"]
    if not isinstance(text, str) or len(text) > LONGEST_TURN:
        raise ValueError(data)
    return tuple(match.game.parse_turn(start, text)) if text else ()


def _number(found: Any) -> int:
    if type(found) is not int:
        raise ValueError(found)
    return found


def _truth(data: Data, name: str) -> bool:
    if type(data[name]) is not bool:
        raise ValueError(data)
    return bool(data[name])


_NAMES: dict[type[Any], str] = {
    Play: "play",
    Amend: "amend",
    GoBack: "go-back",
    Redo: "redo",
    Resign: "resign",
    Offer: "offer",
    Accept: "accept",
    Decline: "decline",
    Withdraw: "withdraw",
}
_READERS: dict[str, Callable[[Match, Data], Proposal]] = {
    "play": _play,
    "amend": _amend,
    "go-back": lambda match, data: GoBack(_number(data["length"]), "remote"),
    "redo": lambda match, data: Redo(_number(data["count"]), "remote"),
    "resign": lambda match, data: Resign(read_seat(match.game, data), "remote"),
    "offer": lambda match, data: Offer(read_matter(data), read_seat(match.game, data), "remote"),
    "accept": lambda match, data: Accept(read_matter(data), read_seat(match.game, data), "remote"),
    "decline": lambda match, data: Decline(
        read_matter(data), read_seat(match.game, data), "remote"
    ),
    "withdraw": lambda match, data: Withdraw(read_seat(match.game, data), "remote"),
}
