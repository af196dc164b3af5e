"""Reads the messages of a table in order; what takes long in a thread, beside whoever asks.

A window has a sixtieth of a second to draw.  A message of 2 MiB takes a quarter of a second to
parse, and a match of 100 turns takes as long to be played through.
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

MAX_READ_AT_ONCE = 8 << 10  # characters of a message that is parsed by whoever asks
MAX_TURNS_AT_ONCE = 4  # of a match that is played through by whoever asks
MAX_TAKEN_CHARS, MAX_TAKEN = 64 << 10, 100  # characters and messages parsed in one look

Other = TypeVar("Other")  # what else comes on the line, between the messages


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A message that cannot be read."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A whole match as a table has told it: its mirror, and a match of one's own like it."""

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
    """Return whether nothing of a message takes long."""
    if not isinstance(message, messages.SnapshotMessage):
        return True
    record = message.data.get("record") if isinstance(message.data, dict) else None
    turns = record.get("turns") if isinstance(record, dict) else None
    count = len(turns) if isinstance(turns, list) else 0
    return count + len(message.events) <= MAX_TURNS_AT_ONCE


class _Reading:
    """A message that takes long, in a thread of its own."""

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
    """Return what a text says, or the thread that finds out."""
    if len(text) > MAX_READ_AT_ONCE:
        return _Reading(lambda: _play_through(_read(text)))
    message = _read(text)
    if _is_short(message):
        return _play_through(message)
    return _Reading(lambda: _play_through(message))


class MessageReader(Generic[Other]):
    """Messages on their way from a line, in order.  Used from one thread."""

    def __init__(self) -> None:
        self._waiting: deque[str | _Reading | Other] = deque()

    @property
    def idle(self) -> bool:
        """Return whether nothing waits here, so that the line can be asked for more."""
        return not self._waiting

    def put(self, received: Iterable[str | Other]) -> None:
        self._waiting.extend(received)

    def take(self) -> list[Understood | Other]:
        """Return what has been understood so far, up to a message that is being read.

        The rest of very many messages waits for the next look.
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
