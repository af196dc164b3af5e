"""What the program and its server process say to each other, read into frozen values.

A line of the pipe is an object with `is`, the name of a message here, and its fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from game.network.errors import NetworkError
from game.network.match_info import MatchInfo, Words
from game.network.typed import LENIENT, read, shortened

Json = Mapping[str, Any]

# -- to the server ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A match as it is now.  `run` is another one each time; `holders` are digests of keys."""

    table: str
    run: str
    snapshot: Any
    about: MatchInfo
    words: Words = field(default_factory=dict, metadata=LENIENT)
    holders: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)


@dataclass(frozen=True, slots=True)
class EventHappened:
    """Something has happened, as `wire_events` writes it."""

    table: str
    event: Any
    words: Words = field(default_factory=dict, metadata=LENIENT)


@dataclass(frozen=True, slots=True)
class StateChange:
    """One of `match_info.STATES` has changed."""

    table: str
    what: str
    fields: Any


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """A seat may be claimed under a code for `lasts` seconds."""

    table: str
    seat: int
    code: str
    lasts: float


@dataclass(frozen=True, slots=True)
class WithdrawSeat:
    """The seat is played at the table again."""

    table: str
    seat: int


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What the proposal `number` of a seat came to."""

    table: str
    seat: int
    number: int
    accepted: bool
    code: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CloseTable:
    """The match is followed no longer."""

    table: str


@dataclass(frozen=True, slots=True)
class TournamentState:
    """How the tournament stands; `keys` has the player of each digest of a personal code."""

    state: Any
    keys: Mapping[str, int]

    def __post_init__(self) -> None:
        if self.state is not None and not isinstance(self.state, Mapping):
            found = shortened(self.state)
            raise NetworkError("field", where="state", found=found, wanted="an object or null")


@dataclass(frozen=True, slots=True)
class RequestDone:
    """What came of a player's wish."""

    asked: int
    accepted: bool
    code: str
    words: Mapping[str, str]


# -- from the server -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listening:
    """The port is open."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class ListenFailed:
    """The port could not be opened."""

    errno: int
    why: str


@dataclass(frozen=True, slots=True)
class PackagesMissing:
    """The packages of the club are missing."""


@dataclass(frozen=True, slots=True)
class Followers:
    """How many follow."""

    count: int


@dataclass(frozen=True, slots=True)
class RequestAsked:
    """What the player `entrant` wishes; `deed` is as `messages.read` has let it through."""

    asked: int
    entrant: int
    tournament: int
    deed: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatProposal:
    """What a seat asks the match for."""

    kind: Literal["play", "back", "resign", "offer", "accept", "decline", "withdraw"]
    actions: tuple[str, ...] = ()
    offer: Literal["", "draw", "end"] = ""


@dataclass(frozen=True, slots=True)
class ProposalAsked:
    """A seat asks, and knew the events before `seen`."""

    table: str
    seat: int
    number: int
    seen: int
    proposal: SeatProposal


@dataclass(frozen=True, slots=True)
class SeatState:
    """Whether anybody holds a seat and is there; `key` is the digest of the holder's."""

    table: str
    seat: int
    state: Literal["free", "here", "away"]
    key: str


ToServer = (
    OpenTable
    | EventHappened
    | StateChange
    | OfferSeat
    | WithdrawSeat
    | SeatAnswer
    | CloseTable
    | TournamentState
    | RequestDone
)
FromServer = (
    Listening
    | ListenFailed
    | PackagesMissing
    | Followers
    | RequestAsked
    | ProposalAsked
    | SeatState
)

TO_SERVER: Mapping[str, type[ToServer]] = {
    "table": OpenTable,
    "event": EventHappened,
    "change": StateChange,
    "offer": OfferSeat,
    "withdraw": WithdrawSeat,
    "answer": SeatAnswer,
    "close": CloseTable,
    "tournament": TournamentState,
    "done": RequestDone,
}
FROM_SERVER: Mapping[str, type[FromServer]] = {
    "listening": Listening,
    "failed": ListenFailed,
    "lacking": PackagesMissing,
    "followers": Followers,
    "deed": RequestAsked,
    "ask": ProposalAsked,
    "seat": SeatState,
}


def read_to_server(line: Any) -> ToServer:
    """Return the message of a line of the program.  Raises NetworkError."""
    return read(TO_SERVER[_name(TO_SERVER, line)], line)


def read_from_server(line: Any) -> FromServer:
    """Return the message of a line of the server.  Raises NetworkError."""
    return read(FROM_SERVER[_name(FROM_SERVER, line)], line)


def _name(known: Mapping[str, Any], line: Any) -> str:
    name = line.get("is") if isinstance(line, Mapping) else None
    if not isinstance(name, str) or name not in known:
        raise NetworkError("message", found=shortened(line))
    return name
