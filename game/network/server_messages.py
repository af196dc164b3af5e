"""What a server says to a program that has the rules (the view `wire`), read into frozen values.

The shapes are in docs/reference/network.md.  Messages that a guest has no use for are
`UnusedMessage`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.network.errors import NetworkError
from game.network.typed import LENIENT, read, shortened


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat is ours.  `key` is told where the server made it; `asked` proposals had numbers."""

    table: str
    seat: int
    asked: int
    key: str = ""


@dataclass(frozen=True, slots=True)
class Unseated:
    """The table has taken the seat back."""


@dataclass(frozen=True, slots=True)
class ErrorMessage:
    """What was asked last cannot be."""

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
    """What has happened, as `wire_events` writes it."""

    table: str
    seq: int
    data: Any


@dataclass(frozen=True, slots=True)
class ProposalAnswer:
    """What the proposal `number` came to; `words` say by language why it was refused."""

    number: int
    accepted: bool
    words: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)


@dataclass(frozen=True, slots=True)
class ClockMessage:
    """The table's clock as it was `ago` seconds before."""

    running: int | None
    left: tuple[float | None, ...] | None
    ago: float


@dataclass(frozen=True, slots=True)
class UnusedMessage:
    """Something that is of no use to a guest, or that a newer server says."""


ServerMessage = (
    Seated
    | Unseated
    | ErrorMessage
    | SnapshotMessage
    | EventMessage
    | ProposalAnswer
    | ClockMessage
    | UnusedMessage
)

KINDS: Mapping[str, type[ServerMessage]] = {
    "seated": Seated,
    "unseated": Unseated,
    "error": ErrorMessage,
    "snapshot": SnapshotMessage,
    "event": EventMessage,
    "answer": ProposalAnswer,
    "clock": ClockMessage,
}


def read_from_table(said: Any) -> ServerMessage:
    """Return the message of what a server has said.  Raises NetworkError."""
    kind = said.get("type") if isinstance(said, Mapping) else None
    if not isinstance(kind, str):
        raise NetworkError("message", found=shortened(said))
    return read(KINDS.get(kind, UnusedMessage), said)
