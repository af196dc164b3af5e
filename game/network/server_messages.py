"""What a server sends to a program that has the rules (the view `wire`), and to all clients.

The shapes are in docs/reference/network.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.network.errors import NetworkError
from game.network.match_info import LENIENT
from game.platform.codec import read_tagged, rule, shortened
from game.platform.untrusted import parse_json

MAX_MESSAGE_BYTES = 16 << 20  # a snapshot of a long match is far below


@dataclass(frozen=True, slots=True)
class Seated:
    """The client has a seat.

    `key` is sent if the server made it; `asked` is the highest number of a proposal so far.
    """

    table: str
    seat: int
    key: str = field(default="", metadata=rule(omit=True), kw_only=True)
    asked: int


@dataclass(frozen=True, slots=True)
class Unseated:
    """The table has taken the seat back."""

    table: str = ""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class ErrorMessage:
    """The last request was refused."""

    code: str


@dataclass(frozen=True, slots=True)
class SnapshotMessage:
    """The match when the table was opened and all `events` since; `seq` numbers the next."""

    table: str
    run: str
    seq: int
    data: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class EventMessage:
    """Something has happened, as `wire_events` writes it."""

    table: str
    seq: int
    data: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalAnswer:
    """The answer to the proposal `number`; `words` say by language why it was refused."""

    table: str = ""
    words: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)
    number: int
    accepted: bool
    code: str = ""


@dataclass(frozen=True, slots=True)
class ClockMessage:
    """The table's clock as it was `ago` seconds before."""

    running: int | None
    left: tuple[float | None, ...] | None
    ago: float


ServerMessage = (
    Seated
    | Unseated
    | ErrorMessage
    | SnapshotMessage
    | EventMessage
    | ProposalAnswer
    | ClockMessage
)
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
    """Return the message of a text, None for a kind that is not listed.  Raises ValueError."""
    data = parse_json(text, "message", MAX_MESSAGE_BYTES)
    kind = data.get("type") if isinstance(data, Mapping) else None
    if not isinstance(kind, str):
        raise NetworkError("message", found=shortened(data))
    return read_tagged(SERVER_MESSAGES, data, "type") if kind in SERVER_MESSAGES else None
