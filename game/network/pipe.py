"""The pipe between the program and its server process: lines of JSON, a thread for each direction.

Neither side ever waits for the other: messages are queued, and received ones are handed over.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
from collections.abc import Callable, Mapping
from typing import IO, Generic, TypeVar

from game.network.pipe_messages import MAX_LINE_BYTES
from game.platform.codec import read_tagged, write_tagged
from game.platform.untrusted import parse_json

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
