"""A queue that sends the engine's answers in the order of the commands.

Lines that answer no command skip the queue.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(eq=False)
class OwedAnswer:
    """An answer to a command: its lines so far, and whether it is complete.

    If the answer has to be given early, the line `early` is sent; "" means that it cannot be early.
    """

    early: str = ""
    lines: list[str] = field(default_factory=list)
    whole: bool = False


class AnswerQueue:
    """A queue of answers that `write` sends. Safe to use from any thread."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._owed: deque[OwedAnswer] = deque()
        self._lock = threading.Lock()

    def say(self, line: str) -> None:
        """Send a line immediately that answers no command, such as progress."""
        with self._lock:
            self._write(line)

    def owe(self, early: str = "") -> OwedAnswer:
        """Return a new answer, which will be sent after all answers owed at present."""
        with self._lock:
            owed = OwedAnswer(early)
            self._owed.append(owed)
            return owed

    def give(self, owed: OwedAnswer, *lines: str, whole: bool = True) -> bool:
        """Add lines to an answer; return False, and add nothing, if it was already complete."""
        with self._lock:
            if owed.whole:
                return False
            owed.lines += lines
            owed.whole = whole
            self._flush()
            return True

    def hurry(self, last: OwedAnswer | None = None) -> None:
        """Complete all answers up to `last` (None: all) that can be given early."""
        with self._lock:
            for owed in self._owed if last is None or last in self._owed else ():
                if owed.early and not owed.whole:
                    owed.lines.append(owed.early)
                    owed.whole = True
                if owed is last:
                    break
            self._flush()

    def _flush(self) -> None:
        while self._owed:
            first = self._owed[0]
            for line in first.lines:
                self._write(line)
            first.lines.clear()
            if not first.whole:
                return
            self._owed.popleft()
