"""The pipe between the program and its server process: lines of JSON, a thread for each direction.

A line is an object with its message name in `is`, and the message's fields. Neither side waits for
the other: messages to send are queued, and received ones are passed on.
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

# bytes of the longest line; a snapshot of a long match has less than 1 MiB
MAX_LINE_BYTES = 64 << 20

# -- to the server ---------------------------------------------------------------------------------


class ToServer:
    """A message from the program to the server."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class TableMessage(ToServer):
    """A message about the match at a table."""

    table: str


@dataclass(frozen=True, slots=True)
class OpenTable(TableMessage):
    """The present state of a match; `run` is different each time.

    The `holders` are digests of keys by seat. The folder `look` on this computer contains the
    user's own boards and pieces.
    """

    run: str
    snapshot: Any
    about: MatchInfo
    holders: Mapping[str, str] = field(default_factory=dict, metadata=LENIENT)
    words: Words = field(default_factory=dict, metadata=LENIENT)
    look: str = ""


@dataclass(frozen=True, slots=True)
class EventHappened(TableMessage):
    """An event of the match, in the form of `wire_events`."""

    event: Any
    words: Words = field(default_factory=dict, metadata=LENIENT)


@dataclass(frozen=True, slots=True)
class StateChange(TableMessage):
    """One of `match_info.STATES` has changed."""

    what: str
    fields: Any


@dataclass(frozen=True, slots=True)
class OfferSeat(TableMessage):
    """The seat may be claimed with a code for `lasts` seconds; with `again`, repeatedly."""

    seat: int
    code: str
    lasts: float
    again: bool = False


@dataclass(frozen=True, slots=True)
class WithdrawSeat(TableMessage):
    """The seat is now played on the host's machine again."""

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
    """Everything open at the start has been sent, so that clients may connect.

    A guest who returned earlier would be told that the key is unknown.
    """


@dataclass(frozen=True, slots=True)
class CloseTable(TableMessage):
    """The match is no longer followed."""


@dataclass(frozen=True, slots=True)
class TournamentState(ToServer):
    """The state of the tournament; `keys` maps digests of personal codes to players."""

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
    """A message from the server to the program."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Listening(FromServer):
    """The port is open."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class PlacesFound(FromServer):
    """The addresses at which other machines now reach this one, best first."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class NoNetwork(FromServer):
    """The address cannot be opened until this machine has a network; the server is waiting."""


@dataclass(frozen=True, slots=True)
class VisitorCame(FromServer):
    """Another machine has reached the server for the first time."""


@dataclass(frozen=True, slots=True)
class ListenFailed(FromServer):
    """The port could not be opened."""

    errno: int
    why: str


@dataclass(frozen=True, slots=True)
class PackagesMissing(FromServer):
    """The packages for the network are not installed."""


@dataclass(frozen=True, slots=True)
class Followers(FromServer):
    """The number of followers."""

    count: int


@dataclass(frozen=True, slots=True)
class RequestAsked(FromServer):
    """A request of the player `entrant`; the answer will repeat the number `asked`."""

    asked: int
    entrant: int
    tournament: int
    deed: Request = field(metadata=rule(kinds=REQUESTS))


@dataclass(frozen=True, slots=True)
class ProposalAsked(FromServer):
    """A proposal of a seat that had seen all events before number `seen`."""

    table: str
    seat: int
    number: int
    seen: int
    proposal: SeatProposal


@dataclass(frozen=True, slots=True)
class SeatState(FromServer):
    """Whether a seat is held and its holder connected; `key` is the digest of the holder's key.

    `lag` is the round trip of the holder's line, in seconds.
    """

    table: str
    seat: int
    state: Literal["free", "here", "away"]
    key: str
    lag: float = 0.0


@dataclass(frozen=True, slots=True)
class UseBroker(ToServer):
    """Seats can be claimed through a broker, too; `table` is the result of `Broker.link`."""

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
    """Sends messages of the classes in `sends` and receives those in `receives`, both by name.

    The reader's thread calls `on_message` with every message, and `on_end` once at the end.
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
        """Queue a message; a callable is called in the writer's thread to make the message."""
        self._queue.put(message)

    def close(self) -> None:
        """Send the queued messages, then end the other side's input."""
        self._queue.put(None)

    def _write(self) -> None:
        while (message := self._queue.get()) is not None:
            made = message() if callable(message) else message
            try:
                self._out.write(json.dumps(write_tagged(self._sends, made)) + "\n")
                self._out.flush()
            except (OSError, ValueError):
                return  # the reader detects the end, too
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
                except ValueError as why:  # One damaged line is skipped.
                    log.warning("a line of the pipe was not understood: %s", why)
        except (OSError, ValueError):
            pass
        self._on_end()
