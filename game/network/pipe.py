"""Lines of JSON between the program and its server process: written by one thread, read by one.

Neither side ever waits for the other: what is said is queued, what is heard is handed over.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from collections.abc import Callable
from typing import IO, Any

from game.network.typed import loads

Json = dict[str, Any]
Line = (
    Json | Callable[[], Json]
)  # what takes a moment to put into words is worked out by the writer


class Pipe:
    """`heard` is called with every line that comes in, `ended` once when none can come any more:
    both in the reader's thread."""

    def __init__(
        self,
        out: IO[str],
        into: IO[str],
        heard: Callable[[Json], None],
        ended: Callable[[], None],
    ) -> None:
        self._out, self._into = out, into
        self._heard, self._ended = heard, ended
        self._lines: queue.SimpleQueue[Line | None] = queue.SimpleQueue()
        threading.Thread(target=self._write, name="network out", daemon=True).start()
        threading.Thread(target=self._read, name="network in", daemon=True).start()

    def say(self, line: Line) -> None:
        self._lines.put(line)

    def close(self) -> None:
        """Nothing more is said; the other side hears the end."""
        self._lines.put(None)

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            said = line() if callable(line) else line
            try:
                self._out.write(json.dumps(said) + "\n")
                self._out.flush()
            except (OSError, ValueError):
                return  # the reader hears the end, too
        try:
            self._out.close()
        except OSError:
            return

    def _read(self) -> None:
        try:
            for line in self._into:
                with contextlib.suppress(ValueError):  # one damaged line ends nothing
                    self._heard(loads(line))
        except (OSError, ValueError):
            pass
        self._ended()
