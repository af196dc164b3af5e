"""Boards that speak our protocol, read through the interface of all drivers.  Sans I/O.

The program reads its own boards in full without this driver: coloured lights, lost events requested
again, calibration, self-test.  The driver serves firmware that implements PROTOCOL.md in part, and
shows that the driver interface can carry our protocol.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.drivers.driver import Abilities, ButtonPress, Sensed, Senses
from hardware.wire import messages as wire
from hardware.wire.codec import Decoder, Undecodable, encode
from hardware.wire.send_window import SequenceNumbers

ASK_S = 1.0  # seconds without a message before the next request
BRIGHT = 255


class SensorBoard:
    """A board that speaks our protocol."""

    def __init__(self, layout: str, points: int, sides: bool = True) -> None:
        self.abilities = Abilities(
            layout, points, sides, lights=True, button=True, ask_s=ASK_S, answers=True
        )
        self.understood = 0
        self._senses = Senses(points, sides)
        self._decoder, self._numbers = Decoder(once=False), SequenceNumbers()

    def ask(self) -> bytes:
        """Greet the board, which then sends its state, now and each second."""
        return b"\0" + self._frame(wire.Hello())

    def feed(self, data: bytes) -> list[Sensed]:
        """Return the changes in the frames that are complete."""
        return [
            one
            for message in self._decoder.feed(data)
            if not isinstance(message, Undecodable)
            for one in self._read(message)
        ]

    def _read(self, message: wire.Message) -> list[Sensed]:
        points = self.abilities.points
        if isinstance(message, wire.Welcome):
            self.understood += message.points == points
        elif not self.understood:
            return []  # another board, or one not yet greeted
        elif isinstance(message, wire.BoardState) and len(message.states) == points:
            self.understood += 1
            return self._senses.picture(message.states, message.ms)
        elif isinstance(message, wire.PointChanged) and message.point < points:
            return self._senses.change(message.point, message.state, message.ms)
        elif isinstance(message, wire.Button) and not message.pressed:
            return [ButtonPress(message.ms)]
        return []

    def light(self, codes: Sequence[int]) -> bytes:
        """Return the message that shows these codes."""
        shown = [*codes, *[0] * self.abilities.points][: self.abilities.points]
        return self._frame(wire.Lights(brightness=BRIGHT, codes=tuple(shown)))

    def _frame(self, command: wire.Message) -> bytes:
        return encode(command, self._numbers.next())
