"""Ports in simulated time for tests of the session: faulty boards and other devices.

A read that finds no data moves the clock on, so that timeouts of seconds take no real time.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

from hardware.wire.codec import Decoder, encode
from hardware.wire.messages import Hello, Message, Welcome
from tests.support.clocks import ManualClock
from tools.rig.table import SteppedDevice

STEP = 0.02  # simulated seconds that a read takes
MOMENT = 0.0005  # real seconds, in which other threads can run


class StrangePort:
    """A port behind which something answers.

    At every read, `says` gets the time and the bytes that the program has written since the last
    read.
    """

    def __init__(self, clock: ManualClock, says: Callable[[bytes, float], bytes]) -> None:
        self.name = "strange"
        self._clock, self._says = clock, says
        self._written = b""
        self._moment = threading.Event()

    def read(self) -> bytes:
        self._clock.now += STEP
        written, self._written = self._written, b""
        data = self._says(written, self._clock.now)
        if not data:
            self._moment.wait(MOMENT)
        return data

    def write(self, data: bytes) -> None:
        self._written += data

    def close(self) -> None:
        """Do nothing, as there is nothing to close."""


class Talk:
    """A device that answers a HELLO with `welcome(its sequence)`, and always adds `then(now)`."""

    def __init__(
        self, welcome: Callable[[int], Message | bytes], then: Callable[[float], bytes]
    ) -> None:
        self._welcome, self._then = welcome, then
        self._decoder = Decoder()
        self._sent = 0

    def __call__(self, written: bytes, now: float) -> bytes:
        out = b""
        for item in self._decoder.feed(written):
            if isinstance(item, Hello):
                out += self._frame(self._welcome(item.sequence))
        return out + self._then(now)

    def _frame(self, message: Message | bytes) -> bytes:
        if isinstance(message, bytes):
            return message
        self._sent += 1
        return encode(message, self._sent - 1 & 0xFF)


def a_welcome(reply_to: int, **other: Any) -> Welcome:
    """Return the WELCOME of an ordinary board, except for the fields in `other`."""
    fields: dict[str, object] = {
        "reply_to": reply_to,
        "major": 1,
        "minor": 0,
        "firmware": (1, 0, 0),
        "points": 19,
        "sensing": 1,
        "features": 0,
        "boot": 1,
        "board_id": 1,
        "layout": "hexagon-3",
        "name": "strange",
    }
    return Welcome(**{**fields, **other})


class SpoiltLine:
    """A board in simulated time behind a line that damages, drops and inserts bytes."""

    def __init__(self, board: SteppedDevice, share: float, seed: int = 0) -> None:
        self.board, self.share = board, share
        self.set, self.press = board.set, board.press
        self._random = random.Random(seed)

    def feed(self, data: bytes, now: float) -> None:
        self.board.feed(bytes(self._spoilt(data)), now)

    def advance(self, now: float) -> bytes:
        return bytes(self._spoilt(self.board.advance(now)))

    def _spoilt(self, data: bytes) -> Iterator[int]:
        for byte in data:
            if self._random.random() >= self.share:
                yield byte
                continue
            what = self._random.choice(("damaged", "dropped", "inserted"))
            if what == "damaged":
                yield byte ^ 1 << self._random.randrange(8)
            elif what == "inserted":
                yield byte
                yield self._random.randrange(256)


class BadLine(SpoiltLine):
    """A `SpoiltLine` as the `says` of a port: it gets the host's bytes, returns the board's."""

    def __call__(self, written: bytes, now: float) -> bytes:
        self.feed(written, now)
        return self.advance(now)
