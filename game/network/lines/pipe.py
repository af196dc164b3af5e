"""The pipe between the program and its server process: lines of JSON, a thread for each direction.

A line is an object with `is`, the name of a message here, and its fields.  Neither side ever waits
for the other: messages are queued, and received ones are handed over.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Generic, Literal, TypeVar

from game.network.lines.cards import Place
from game.network.protocol.match_info import LENIENT, MatchInfo, Words
from game.network.protocol.messages import REQUESTS, Request, SeatProposal
from game.platform.codec import read_tagged, rule, write_tagged
from game.platform.untrusted import parse_json

MAX_LINE_BYTES = 64 << 20  # a snapshot of a long match has less than one

# -- to the server ---------------------------------------------------------------------------------


class ToServer:
    """What the program says."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TableMessage(ToServer):
    """What concerns the match at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class OpenTable(TableMessage):
    """A match as it is now.  `run` changes each time; `holders` are digests of keys by seat.

    `look` is the folder of boards and pieces of one's own, on this computer.
    """

    run: str
    snapshot: Any
    about: MatchInfo
    holders: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)
    words: Words = field(default_factory=dict, metadata=LENIENT)
    look: str = ""


@dataclass(frozen=True, slots=True)
class EventHappened(TableMessage):
    """Something has happened, as `wire_events` writes it."""

    event: Any
    words: Words = field(default_factory=dict, metadata=LENIENT)


@dataclass(frozen=True, slots=True)
class StateChange(TableMessage):
    """One of `match_info.STATES` has changed."""

    what: str
    fields: Any


@dataclass(frozen=True, slots=True)
class OfferSeat(TableMessage):
    """A seat may be claimed under a code for `lasts` seconds: once, or again and again."""

    seat: int
    code: str
    lasts: float
    again: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawSeat(TableMessage):
    """The seat is played at the table again."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatAnswer(TableMessage):
    """The answer to the proposal `number` of a seat."""

    seat: int
    number: int
    accepted: bool
    code: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeatHint(TableMessage):
    """A hint for a seat: a sentence by language, points, arrows from point to point."""

    seat: int
    words: Mapping[str, str]
    points: tuple[str, ...] = ()
    arrows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Begin(ToServer):
    """What is open at the start has been said: people may come.

    Whoever comes back to a seat sooner would be told that nobody knows the key.
    """


@dataclass(frozen=True, slots=True)
class CloseTable(TableMessage):
    """The match is followed no longer."""


@dataclass(frozen=True, slots=True)
class TournamentState(ToServer):
    """The state of the tournament; `keys` has the player of each digest of a personal code."""

    state: Mapping[str, Any] | None
    keys: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RequestDone(ToServer):
    """The answer to a player's request."""

    asked: int
    accepted: bool
    code: str
    words: Mapping[str, str]


# -- from the server -------------------------------------------------------------------------------


class FromServer:
    """What the server says."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Listening(FromServer):
    """The port is open."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class PlacesFound(FromServer):
    """Where other machines reach this one now, best first."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class NoNetwork(FromServer):
    """The address cannot be opened before this machine has a network; the server waits for it."""


@dataclass(frozen=True, slots=True)
class VisitorCame(FromServer):
    """Another machine has reached the server, for the first time."""


@dataclass(frozen=True, slots=True)
class ListenFailed(FromServer):
    """The port could not be opened."""

    errno: int
    why: str


@dataclass(frozen=True, slots=True)
class PackagesMissing(FromServer):
    """The packages of the club are missing."""


@dataclass(frozen=True, slots=True)
class Followers(FromServer):
    """The number of followers."""

    count: int


@dataclass(frozen=True, slots=True)
class RequestAsked(FromServer):
    """A request of the player `entrant`; `asked` comes back with the answer."""

    asked: int
    entrant: int
    tournament: int
    deed: Request = field(metadata=rule(kinds=REQUESTS))


@dataclass(frozen=True, slots=True)
class ProposalAsked(FromServer):
    """A proposal of a seat, which knew the events before `seen`."""

    table: str
    seat: int
    number: int
    seen: int
    proposal: SeatProposal


@dataclass(frozen=True, slots=True)
class SeatState(FromServer):
    """Whether anybody holds a seat and is there; `key` is the digest of the holder's.

    `lag` is the round trip of their line, in seconds.
    """

    table: str
    seat: int
    state: Literal["free", "here", "away"]
    key: str
    lag: float = 0.0


@dataclass(frozen=True, slots=True)
class UseBroker(ToServer):
    """Seats can be claimed through a broker, too; `table` is what `Broker.link` returns."""

    table: str
    password: str = field(repr=False)
    authority: str


TO_SERVER: Mapping[str, type[ToServer]] = {
    "table": OpenTable,
    "event": EventHappened,
    "change": StateChange,
    "offer": OfferSeat,
    "withdraw": WithdrawSeat,
    "answer": SeatAnswer,
    "hint": SeatHint,
    "close": CloseTable,
    "begin": Begin,
    "tournament": TournamentState,
    "done": RequestDone,
    "broker": UseBroker,
}
FROM_SERVER: Mapping[str, type[FromServer]] = {
    "listening": Listening,
    "places": PlacesFound,
    "waiting": NoNetwork,
    "visitor": VisitorCame,
    "failed": ListenFailed,
    "lacking": PackagesMissing,
    "followers": Followers,
    "deed": RequestAsked,
    "ask": ProposalAsked,
    "seat": SeatState,
}


Sent = TypeVar("Sent")
Received = TypeVar("Received")
log = logging.getLogger("network")


class Pipe(Generic[Sent, Received]):
    """Sends messages of the classes `sends` and receives those of `receives`, by name.

    `on_message` is called with every message, `on_end` once at the end, both in the reader's
    thread.
    """

    def __init__(
        self,
        streams: tuple[IO[str], IO[str]],
        sends: Mapping[str, type[Sent]],
        receives: Mapping[str, type[Received]],
        on_message: Callable[[Received], None],
        on_end: Callable[[], None],
    ) -> None:
        self._out, self._into = streams
        self._sends, self._receives = sends, receives
        self._on_message, self._on_end = on_message, on_end
        self._queue: queue.SimpleQueue[Sent | Callable[[], Sent] | None] = queue.SimpleQueue()
        threading.Thread(target=self._write, name="network out", daemon=True).start()
        threading.Thread(target=self._read, name="network in", daemon=True).start()

    def send(self, message: Sent | Callable[[], Sent]) -> None:
        """Queue a message; one that takes a moment to make is made by the writer's thread."""
        self._queue.put(message)

    def close(self) -> None:
        """Send what is queued, then end the other side's input."""
        self._queue.put(None)

    def _write(self) -> None:
        while (message := self._queue.get()) is not None:
            made = message() if callable(message) else message
            try:
                self._out.write(json.dumps(write_tagged(self._sends, made)) + "\n")
                self._out.flush()
            except (OSError, ValueError):
                return  # the reader sees the end, too
        try:
            self._out.close()
        except OSError:
            return

    def _read(self) -> None:
        try:
            for line in self._into:
                try:
                    data = parse_json(line, "pipe", MAX_LINE_BYTES)
                    self._on_message(read_tagged(self._receives, data))
                except ValueError as why:  # one damaged line ends nothing
                    log.warning("a line of the pipe was not understood: %s", why)
        except (OSError, ValueError):
            pass
        self._on_end()
