"""What a client may say, read from JSON into frozen values; whatever does not fit is refused.

The shapes are in docs/reference/network.md.  Nothing here knows a match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from game.network.errors import NetworkError
from game.network.typed import HIGHEST, loads, shortened

VERSION = 1
View = Literal["page", "wire"]
VIEWS: tuple[View, ...] = get_args(View)
MAX_TEXT_LENGTH = 200  # signs of a text: a code, a key, the name of a table
MIN_KEY_LENGTH = 32
MAX_ACTION_LENGTH = 40
MAX_ACTIONS = 200  # of one turn

PLAY, BACK, RESIGN = "play", "back", "resign"
OFFER, ACCEPT, DECLINE, WITHDRAW = "offer", "accept", "decline", "withdraw"
PROPOSALS = (PLAY, BACK, RESIGN, OFFER, ACCEPT, DECLINE, WITHDRAW)
OFFERS = ("draw", "end")

ARRIVE, RESULT, CONFIRM = "arrive", "result", "confirm"  # what a player of a tournament may do
WON, DRAWN, LOST = "won", "drawn", "lost"
MAX_MARGIN = 999


@dataclass(frozen=True, slots=True)
class Follow:
    """Follow a table, in a view; "" is whichever was opened last.

    `run` and `since` name the event to go on with after a cut.
    """

    view: View
    table: str = ""
    run: str = ""
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Take the seat offered under a one-time code, to be held with a key of the client's own.

    A client that makes the key itself has it even if the answer is lost; "" has one made.
    """

    code: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Come back to the seat held with a key."""

    key: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask the match for something as the seat held.

    `number` counts this seat's proposals up from 1; one said twice happens once.  `run` and `seen`
    say which events were known: `seen` is the number of the next one.
    """

    number: int
    run: str
    seen: int
    what: str
    actions: tuple[str, ...] = ()
    offer: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the seat up."""


@dataclass(frozen=True, slots=True)
class ClientPing:
    """Is anybody there?"""

    number: int = 0


@dataclass(frozen=True, slots=True)
class Enter:
    """Speak for the player of the tournament who has this personal code; "" for nobody any more."""

    code: str


@dataclass(frozen=True, slots=True)
class PlayerRequest:
    """Something the player wishes: `fields` are what `_deed` has let through, and no more.

    `number` comes back with the answer.
    """

    number: int
    fields: Mapping[str, str | int]


Message = Follow | Claim | Resume | Propose | Leave | ClientPing | Enter | PlayerRequest
Fields = Mapping[str, Any]


def read(text: str) -> Message:
    """The message of a text.  Raises NetworkError for anything else."""
    try:
        fields = loads(text)
        if not isinstance(fields, dict) or fields.get("v") != VERSION:
            raise ValueError
        return _READERS[_text(fields, "type")](fields)
    except (ValueError, KeyError, TypeError):
        raise NetworkError("message", found=shortened(text)) from None


def _follow(fields: Fields) -> Follow:
    view, since = fields.get("view", "page"), fields.get("since")
    if view not in VIEWS:
        raise ValueError(view)
    return Follow(
        view,
        _text(fields, "table", ""),
        _text(fields, "run", ""),
        None if since is None else _number(since),
    )


def _claim(fields: Fields) -> Claim:
    key = _text(fields, "key", "")
    if key and len(key) < MIN_KEY_LENGTH:
        raise ValueError(key)
    return Claim(_text(fields, "code"), key)


def _propose(fields: Fields) -> Propose:
    proposal = fields["proposal"]
    what, actions = proposal["is"], proposal.get("actions", [])
    offer = proposal.get("offer", "")
    if what not in PROPOSALS or not isinstance(actions, list) or len(actions) > MAX_ACTIONS:
        raise ValueError(what)
    if (what == OFFER) != (offer in OFFERS) or (what == PLAY) != bool(actions):
        raise ValueError(what)
    if not all(isinstance(word, str) and len(word) <= MAX_ACTION_LENGTH for word in actions):
        raise ValueError(what)
    return Propose(
        _number(fields["number"]),
        _text(fields, "run"),
        _number(fields["seen"]),
        what,
        tuple(actions),
        offer,
    )


def _deed(fields: Fields) -> PlayerRequest:
    deed = fields["deed"]
    what: str = deed["is"]
    read: dict[str, str | int] = {"is": what}
    if what != ARRIVE:
        read |= {"round": _number(deed["round"]), "game": _number(deed["game"])}
    if what == RESULT:
        read |= {"outcome": deed["outcome"], "margin": _number(deed.get("margin", 0))}
        if deed["outcome"] not in (WON, DRAWN, LOST) or deed.get("margin", 0) > MAX_MARGIN:
            raise ValueError(what)
    elif what == CONFIRM:
        read["score"] = _text(deed, "score")
    elif what != ARRIVE:
        raise ValueError(what)
    return PlayerRequest(_number(fields["number"]), read)


_READERS: dict[str, Callable[[Fields], Message]] = {
    "follow": _follow,
    "claim": _claim,
    "resume": lambda fields: Resume(_text(fields, "key")),
    "propose": _propose,
    "leave": lambda fields: Leave(),
    "enter": lambda fields: Enter(_text(fields, "code")),
    "deed": _deed,
    "ping": lambda fields: ClientPing(_number(fields.get("number", 0))),
}


def _text(fields: Fields, name: str, default: str | None = None) -> str:
    value = fields.get(name, default)
    if not isinstance(value, str) or len(value) > MAX_TEXT_LENGTH:
        raise ValueError(value)
    return value


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= HIGHEST:
        raise ValueError(value)
    return value
