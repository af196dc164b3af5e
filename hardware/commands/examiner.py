"""Asks a board questions and keeps what came back: what the checks of `conformance` are made of."""

from __future__ import annotations

import time
from typing import Protocol

from hardware.host.link import open_serial
from hardware.wire.protocol import (
    Ack,
    Decoder,
    Message,
    Ping,
    SequenceNumbers,
    Undecodable,
    Welcome,
    encode,
    reply_of,
)

POLL_PERIOD_S = 0.02  # seconds between two looks at the line
ANSWER_TIMEOUT_S = 1.0  # seconds an answer may take


class ExaminedLine(Protocol):
    """A line to a board."""

    def send(self, data: bytes) -> None: ...
    def wait(self, seconds: float) -> bytes:
        """Let time pass; what came in."""


class Examiner:
    """Sends commands and keeps what came back."""

    def __init__(self, line: ExaminedLine) -> None:
        self.line = line
        self.welcome: Welcome | None = None
        self.heard: list[Message | Undecodable] = []
        self._decoder = Decoder()
        self._numbers = SequenceNumbers(1)

    def listen(self, seconds: float) -> list[Message | Undecodable]:
        """What the board says within so many seconds; kept in `heard`."""
        items = self._decoder.feed(self.line.wait(seconds))
        self.heard += items
        return items

    def number(self) -> int:
        """The next sequence number of a command, 1 to 255."""
        return self._numbers.next()

    def send(self, message: Message) -> int:
        """Send a command; its sequence number."""
        number = self.number()
        self.line.send(encode(message, number))
        return number

    def answers(self, number: int, patience: float = ANSWER_TIMEOUT_S) -> list[Message]:
        """All answers to a command that come before, and shortly after, the first of them."""
        found: list[Message] = []
        left = patience
        while left > 0:
            for item in self.listen(POLL_PERIOD_S):
                if isinstance(item, Message) and reply_of(item) == number:
                    found.append(item)
            left = (
                left - POLL_PERIOD_S if not found else min(left - POLL_PERIOD_S, 3 * POLL_PERIOD_S)
            )
        return found

    def ask(self, message: Message) -> Message | None:
        """Send a command; its answer, None unless it gets exactly one in ANSWER_TIMEOUT_S."""
        found = self.answers(self.send(message))
        return found[0] if len(found) == 1 else None

    def ask_wire(self, wire: bytes, number: int) -> list[Message]:
        """Send bytes as they are; all answers to that number."""
        self.listen(POLL_PERIOD_S)
        self.line.send(wire)
        return self.answers(number)

    def alive(self) -> bool:
        """Does a PING get its ACK?"""
        return isinstance(self.ask(Ping()), Ack)


class PortLine:
    """A line over an open port, in real time."""

    def __init__(self, target: str) -> None:

        self._port = open_serial(target)

    def send(self, data: bytes) -> None:
        """Write to the port.  Raises OSError when the line is gone."""
        self._port.write(data)

    def wait(self, seconds: float) -> bytes:
        """Read for so long, at least once; `read` itself waits a moment at most."""
        end = time.monotonic() + seconds
        data = self._port.read()
        while time.monotonic() < end:
            data += self._port.read()
        return data
