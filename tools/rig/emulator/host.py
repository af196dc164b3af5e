"""A small host that talks to a board in lockstep: for tests and measurements of the firmware."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hardware.wire.codec import Decoder, Undecodable, encode
from hardware.wire.messages import Ack, BoardState, Hello, Message, PointChanged, Welcome, reply_of
from hardware.wire.send_window import SequenceNumbers
from tools.rig.emulator.emulator import Emulator

MessageKind = TypeVar("MessageKind", bound=Message)
# The emulated EEPROM is written in no time; a real first boot takes 2 s.
BOOT_MS = 300


class NoAnswerError(RuntimeError):
    """The board did not answer a command in time."""


class LockstepHost:
    """A host that sends commands and keeps every message of the board in `heard`."""

    def __init__(self, board: Emulator) -> None:
        self.board = board
        self.heard: list[Message | Undecodable] = []
        self._unseen: list[Message | Undecodable] = []
        self._decoder = Decoder()
        self._numbers = SequenceNumbers(1)

    def run(self, ms: int) -> list[Message | Undecodable]:
        """Let time pass, and return the messages received."""
        self._unseen.clear()
        return self._take(self.board.run(ms))

    def wait_for(
        self, wanted: Callable[[Message | Undecodable], bool], ms: int
    ) -> Message | Undecodable:
        """Let time pass until a wanted message comes; NoAnswerError after `ms` milliseconds.

        Messages received after the previously awaited one are checked first.
        """
        end = self.board.ms + ms
        while True:
            while self._unseen:
                item = self._unseen.pop(0)
                if wanted(item):
                    return item
            if self.board.ms >= end:
                raise NoAnswerError(f"nothing within {ms} ms")
            self._unseen += self._take(self.board.until_frame(20))

    def send(self, message: Message) -> int:
        """Send a command without waiting, and return its number."""
        number = self._numbers.next()
        self.board.send(encode(message, number))
        return number

    def ask(self, message: Message, ms: int = 400) -> Message:
        """Send a command, and return its answer."""
        number = self.send(message)
        answer = self.wait_for(
            lambda item: isinstance(item, Message) and reply_of(item) == number, ms
        )
        assert isinstance(answer, Message)
        return answer

    def end_text(self) -> None:
        """End text received outside frames, as a delimiter would."""
        self._decoder.feed(b"\0")

    def ask_for(self, kind: type[MessageKind], message: Message, ms: int = 400) -> MessageKind:
        """Send a command, and return its answer. Raises NoAnswerError unless it is of this kind."""
        answer = self.ask(message, ms)
        if not isinstance(answer, kind):
            raise NoAnswerError(f"{answer} came, {kind.__name__} expected")
        return answer

    def order(self, message: Message, ms: int = 400) -> None:
        """Send a command that is only acknowledged."""
        self.ask_for(Ack, message, ms)

    def greet(self, boot_ms: int = BOOT_MS) -> Welcome:
        """Wait for the boot, say hello, and wait for the first state."""
        self.run(boot_ms)
        self.board.send(b"\0")
        welcome = self.ask_for(Welcome, Hello())
        self.wait_for(lambda item: isinstance(item, BoardState), 100)
        return welcome

    def events(self) -> list[tuple[int, int]]:
        """Return points and states of all events so far, in order."""
        return [(one.point, one.state) for one in self.heard if isinstance(one, PointChanged)]

    def last(self, kind: type[MessageKind]) -> MessageKind:
        """Return the latest message of a kind."""
        return next(one for one in reversed(self.heard) if isinstance(one, kind))

    def _take(self, data: bytes) -> list[Message | Undecodable]:
        items = self._decoder.feed(data)
        self.heard += items
        return items
