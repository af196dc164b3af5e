"""Sequence numbers, gaps and the two commands in flight: the state beside the codec.

Sans I/O and without a clock: the caller passes the time, in seconds.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from hardware.wire.codec import encode
from hardware.wire.messages import Calibrate, Hello, Message, SetName, SetWiring, reply_of

IN_FLIGHT = 2
RETRY_TIMEOUT_S = 0.4  # seconds until an unanswered command is sent again
BAD_LINE_RETRY_S = 0.1  # seconds until the retry on a line with recent damage
STORE_RETRY_TIMEOUT_S = 6.0  # seconds until the retry of a command that stores something
MAX_TRIES = 3
ROUND_TRIPS_KEPT = 100  # number of kept round-trip times


class SequenceNumbers:
    """Sequence numbers: 0 to 255 for a board, 1 to 255 for a host (0 means "nobody asked")."""

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self._next = first

    def next(self) -> int:
        """Return the number of the next frame."""
        number = self._next
        self._next = number + 1 if number < 255 else self.first
        return number


class SequenceGaps:
    """Detects missing frames of the board: each number must be one above the last."""

    def __init__(self) -> None:
        self._last: int | None = None

    def missed(self, sequence: int) -> bool:
        """Note a received frame; return whether any frame was lost before it."""
        last, self._last = self._last, sequence
        return last is not None and sequence != (last + 1) & 0xFF

    def reset(self) -> None:
        """Forget the last number, as after a new connection or a Welcome."""
        self._last = None


class SendWindow:
    """The commands of a host: at most two unanswered ones, the rest wait in order.

    `put` commands, call `due(now)` for the bytes to send, give every incoming message to
    `answered`.  A command without answer is sent again with the same number, so that a late answer
    still counts (commands are idempotent).  After three tries it is given up.
    """

    def __init__(self, limit: int = IN_FLIGHT) -> None:
        self.limit = limit
        # Seconds from commands to their answers.
        self.trips: deque[float] = deque(maxlen=ROUND_TRIPS_KEPT)
        self._numbers = SequenceNumbers(1)
        self._waiting: deque[Message] = deque()
        self._flying: dict[int, tuple[Message, float, int]] = {}

    def put(self, message: Message, replace_same: bool = False) -> None:
        """Queue a command; with `replace_same` it replaces a waiting command of its type."""
        if replace_same:
            kept = [one for one in self._waiting if type(one) is not type(message)]
            self._waiting = deque(kept)
        self._waiting.append(message)

    def due(self, now: float, bad_line: bool = False) -> bytes:
        """Return the bytes to send now: retries first, then new commands up to the limit."""
        out = bytearray()
        for number, (message, since, tries) in list(self._flying.items()):
            wait = retry_timeout(message)
            if bad_line and wait < STORE_RETRY_TIMEOUT_S:
                wait = BAD_LINE_RETRY_S
            if now - since < wait:
                continue
            if tries >= MAX_TRIES:
                del self._flying[number]
                continue
            self._flying[number] = (message, now, tries + 1)
            out += encode(message)
        while self._waiting and len(self._flying) < self.limit:
            message = replace(self._waiting.popleft(), sequence=self._numbers.next())
            self._flying[message.sequence] = (message, now, 1)
            out += encode(message)
        return bytes(out)

    def answered(self, message: Message, now: float | None = None) -> Message | None:
        """Return the command that this message answers, now done; None if it answers none of ours.

        With `now`, its round-trip time is noted, unless the command was sent twice.
        """
        found = self._flying.pop(reply_of(message), None)
        if found is None:
            return None
        command, sent, tries = found
        if now is not None and tries == 1:
            self.trips.append(now - sent)
        return command

    def clear(self) -> None:
        """Forget all commands, because the line was lost."""
        self._waiting.clear()
        self._flying.clear()

    @property
    def idle(self) -> bool:
        """True if every queued command has been sent and answered."""
        return not self._waiting and not self._flying

    def holds(self, kind: type[Message]) -> bool:
        """Return whether a command of this type is waiting or in flight."""
        flying = (message for message, _since, _tries in self._flying.values())
        return any(isinstance(one, kind) for one in (*self._waiting, *flying))


def retry_timeout(message: Message) -> float:
    """Return the seconds to wait for the answer to a command."""
    if isinstance(message, (Calibrate, SetName, SetWiring)):
        return STORE_RETRY_TIMEOUT_S
    return 0.25 if isinstance(message, Hello) else RETRY_TIMEOUT_S
