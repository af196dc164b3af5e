"""A reader of a table's messages in order, which does slow work in a thread.

A window has a sixtieth of a second to draw. Parsing a message of 2 MiB takes a quarter of a second,
and so does playing through a match of 100 turns.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.network.protocol import messages
from game.network.protocol.mirror import Mirror
from game.table.match import Match
from game.table.wire_events import from_snapshot

# Maximum length of a message that is parsed in the caller's thread, in characters.
MAX_READ_AT_ONCE = 8 << 10
# Maximum number of turns of a match that is played through in the caller's thread.
MAX_TURNS_AT_ONCE = 4
# maximum number of characters and of messages parsed in one call
MAX_TAKEN_CHARS, MAX_TAKEN = 64 << 10, 100

Other = TypeVar("Other")  # the type of the line's other items, which are not messages


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A message that cannot be read."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A whole match as a table sent it: its mirror, and a local match without the latest events."""

    message: messages.SnapshotMessage
    mirror: Mirror
    match: Match


Understood = messages.ServerMessage | Snapshot | NotUnderstood | None


def _read(text: str) -> Understood | messages.SnapshotMessage:
    """Return the message of a text, without playing a match through."""
    try:
        return messages.read_server_message(text)
    except ValueError:
        return NotUnderstood()


def _play_through(message: Understood | messages.SnapshotMessage) -> Understood:
    if not isinstance(message, messages.SnapshotMessage):
        return message
    try:
        mirror = Mirror(message.data)
        for data in message.events:
            mirror.apply(data)
        return Snapshot(message, mirror, from_snapshot(message.data)[1])
    except ValueError:
        return NotUnderstood()


def _is_short(message: Understood | messages.SnapshotMessage) -> bool:
    """Return whether a message can be processed quickly."""
    if not isinstance(message, messages.SnapshotMessage):
        return True
    record = message.data.get("record") if isinstance(message.data, dict) else None
    turns = record.get("turns") if isinstance(record, dict) else None
    count = len(turns) if isinstance(turns, list) else 0
    return count + len(message.events) <= MAX_TURNS_AT_ONCE


class _Reading:
    """A slow message, which is being read in a thread of its own."""

    def __init__(self, read: Callable[[], Understood]) -> None:
        self._read, self.done = read, threading.Event()
        self.result: Understood = NotUnderstood()
        threading.Thread(target=self._work, name="read message", daemon=True).start()

    def _work(self) -> None:
        try:
            self.result = self._read()
        finally:
            self.done.set()


def _begun(text: str) -> Understood | _Reading:
    """Return the message of a text, or the thread that is reading it."""
    if len(text) > MAX_READ_AT_ONCE:
        return _Reading(lambda: _play_through(_read(text)))
    message = _read(text)
    if _is_short(message):
        return _play_through(message)
    return _Reading(lambda: _play_through(message))


class MessageReader(Generic[Other]):
    """A queue that reads the messages of a line in order. Use it from one thread."""

    def __init__(self) -> None:
        self._waiting: deque[str | _Reading | Other] = deque()

    @property
    def idle(self) -> bool:
        """Return whether the queue is empty, so that the line may be asked for more."""
        return not self._waiting

    def put(self, received: Iterable[str | Other]) -> None:
        self._waiting.extend(received)

    def take(self) -> list[Understood | Other]:
        """Return the messages read so far, up to the first one that is still being read.

        If there are very many, the rest follows in later calls.
        """
        found: list[Understood | Other] = []
        chars = 0
        while self._waiting and len(found) < MAX_TAKEN and chars < MAX_TAKEN_CHARS:
            first = self._waiting.popleft()
            begun: Understood | _Reading | Other
            if isinstance(first, str):
                chars += len(first)
                begun = _begun(first)
            else:
                begun = first
            if not isinstance(begun, _Reading):
                found.append(begun)
            elif begun.done.is_set():
                found.append(begun.result)
            else:
                self._waiting.appendleft(begun)
                break
        return found
