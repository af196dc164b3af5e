"""The messages between clients and a server. docs/reference/network.md describes their shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from game.network.errors import NetworkError
from game.network.protocol.match_info import LENIENT
from game.platform.codec import read_tagged, rule, shortened
from game.platform.untrusted import parse_json

VERSION = 1
View = Literal["page", "wire"]
MAX_TEXT_LENGTH = 200  # characters of a code, a key or the name of a table
MIN_KEY_LENGTH = 32
MAX_ACTION_LENGTH = 40
MAX_ACTIONS = 200  # maximum number of actions of one turn
MAX_MARGIN = 999
TEXT, COUNT = rule(length=MAX_TEXT_LENGTH), rule(least=0)

Act = Literal["play", "back", "resign", "offer", "accept", "decline", "withdraw", "hint"]


class ClientMessage:
    """A message from a client."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Follow(ClientMessage):
    """Follow a table in a view; "" is the table that was opened last.

    After a cut, `run` and `since` name the event at which to continue.
    """

    view: View = "page"
    table: str = field(default="", metadata=TEXT)
    run: str = field(default="", metadata=TEXT)
    since: int | None = field(default=None, metadata=COUNT)


@dataclass(frozen=True, slots=True)
class FollowAll(ClientMessage):
    """Start (`on`) or stop following the cards of all tables, in addition to the followed table."""

    on: bool


@dataclass(frozen=True, slots=True)
class Look(ClientMessage):
    """Request the match after `turn` turns and, if it is over, after `tried` actions from there."""

    turn: int = field(metadata=COUNT)
    tried: tuple[str, ...] = field(
        default=(), metadata=rule(length=MAX_ACTION_LENGTH, count=MAX_ACTIONS, omit=True)
    )


@dataclass(frozen=True, slots=True)
class Claim(ClientMessage):
    """Take the seat offered under a one-time code, and hold it with a key.

    If the client makes the key, it has the key even if the answer is lost. If the key is empty, the
    server makes one.
    """

    code: str = field(metadata=TEXT)
    key: str = field(default="", metadata=rule(length=MAX_TEXT_LENGTH, omit=True))

    def __post_init__(self) -> None:
        if self.key and len(self.key) < MIN_KEY_LENGTH:
            raise ValueError(self.key)


@dataclass(frozen=True, slots=True)
class Resume(ClientMessage):
    """Return to the seat that this key holds."""

    key: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class SeatProposal:
    """A seat's request to the match, with the `actions` to play or the `offer`, if any."""

    kind: Act = field(metadata=rule(name="is"))
    actions: tuple[str, ...] = field(
        default=(), metadata=rule(length=MAX_ACTION_LENGTH, count=MAX_ACTIONS, omit=True)
    )
    offer: Literal["", "draw", "end"] = field(default="", metadata=rule(omit=True))

    def __post_init__(self) -> None:
        if (self.kind == "play") != bool(self.actions) or (self.kind == "offer") != bool(
            self.offer
        ):
            raise ValueError(self.kind)


@dataclass(frozen=True, slots=True)
class Propose(ClientMessage):
    """Propose something to the match from the seat held.

    `number` counts this seat's proposals from 1; a repeated number is carried out once.  `run` and
    `seen` tell which events the client had: `seen` is the number of the first event that it lacked.
    """

    number: int = field(metadata=COUNT)
    run: str = field(metadata=TEXT)
    seen: int = field(metadata=COUNT)
    proposal: SeatProposal


@dataclass(frozen=True, slots=True)
class Leave(ClientMessage):
    """Give the seat up."""


@dataclass(frozen=True, slots=True)
class ClientPing(ClientMessage):
    """A keep-alive message, answered with the same number."""

    number: int = field(default=0, metadata=COUNT)


@dataclass(frozen=True, slots=True)
class Enter(ClientMessage):
    """Log in as the player of the tournament with this personal code; "" logs out."""

    code: str = field(metadata=TEXT)


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Check in at the tournament: oneself, or `person` if check-in by name is allowed."""

    person: int = field(default=0, metadata=rule(least=0, omit=True))


@dataclass(frozen=True, slots=True)
class ReportResult:
    """Report the result of the player's own game."""

    round: int = field(metadata=COUNT)
    game: int = field(metadata=COUNT)
    outcome: Literal["won", "drawn", "lost"]
    margin: int = field(default=0, metadata=rule(least=0, most=MAX_MARGIN))


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """Confirm the result that the other side has reported; `score` is the result as shown."""

    round: int = field(metadata=COUNT)
    game: int = field(metadata=COUNT)
    score: str = field(metadata=TEXT)


Request = CheckIn | ReportResult | ConfirmResult
REQUESTS: Mapping[str, type[Request]] = {
    "arrive": CheckIn,
    "result": ReportResult,
    "confirm": ConfirmResult,
}


@dataclass(frozen=True, slots=True)
class PlayerRequest(ClientMessage):
    """A request of a tournament's player; the answer repeats `number`."""

    number: int = field(metadata=COUNT)
    deed: Request = field(metadata=rule(kinds=REQUESTS))


MESSAGES: Mapping[str, type[ClientMessage]] = {
    "follow": Follow,
    "mosaic": FollowAll,
    "look": Look,
    "claim": Claim,
    "resume": Resume,
    "propose": Propose,
    "leave": Leave,
    "enter": Enter,
    "deed": PlayerRequest,
    "ping": ClientPing,
}


def read_message(text: str) -> ClientMessage:
    """Return the message of a text.  Raises NetworkError for anything else."""
    try:
        data = parse_json(text, "message")
        if not isinstance(data, Mapping) or data.get("v") != VERSION:
            raise ValueError(VERSION)
        return read_tagged(MESSAGES, data, "type")
    except ValueError:
        raise NetworkError("message", found=shortened(text)) from None


# -- from the server to a program that has the rules -----------------------------------------------

MAX_MESSAGE_BYTES = 2 << 20  # bytes; a snapshot of a long match needs a tenth of it


class ServerMessage:
    """A message from a server to a program."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Seated(ServerMessage):
    """The client has a seat.

    `key` is sent if the server made it; `asked` is the highest number of a proposal so far.
    """

    table: str
    seat: int
    key: str = field(default="", metadata=rule(omit=True), kw_only=True)
    asked: int


@dataclass(frozen=True, slots=True)
class Unseated(ServerMessage):
    """The table has taken the seat back."""

    table: str = ""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class ErrorMessage(ServerMessage):
    """The last request was refused."""

    code: str


@dataclass(frozen=True, slots=True)
class SnapshotMessage(ServerMessage):
    """The match when the table was opened, and all `events` since; the next event is `seq`."""

    table: str
    run: str
    seq: int
    data: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class EventMessage(ServerMessage):
    """An event of the match, in the form of `wire_events`."""

    table: str
    seq: int
    data: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalAnswer(ServerMessage):
    """The answer to the proposal `number`; `words` give the reason of a refusal by language."""

    table: str = ""
    words: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)
    number: int
    accepted: bool
    code: str = ""


@dataclass(frozen=True, slots=True)
class ClockMessage(ServerMessage):
    """The table's clock, read `ago` seconds before the message was sent."""

    running: int | None
    left: tuple[float | None, ...] | None
    ago: float


SERVER_MESSAGES: Mapping[str, type[ServerMessage]] = {
    "seated": Seated,
    "unseated": Unseated,
    "error": ErrorMessage,
    "snapshot": SnapshotMessage,
    "event": EventMessage,
    "answer": ProposalAnswer,
    "clock": ClockMessage,
}


def read_server_message(text: str) -> ServerMessage | None:
    """Return the message of a text; None for an unknown kind. Raises ValueError."""
    data = parse_json(text, "message", MAX_MESSAGE_BYTES)
    kind = data.get("type") if isinstance(data, Mapping) else None
    if not isinstance(kind, str):
        raise NetworkError("message", found=shortened(data))
    return read_tagged(SERVER_MESSAGES, data, "type") if kind in SERVER_MESSAGES else None
