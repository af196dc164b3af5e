"""A board of any kind, translated into our protocol.  Sans I/O; the caller passes the time.

A driver's events become EVENT and BUTTON, dated by the board's clock or else by their arrival.
Requests of the host are answered as PROTOCOL.md requires of a simple board.  Some boards answer
every request: for these, nothing is answered before their first valid message or after they fall
silent.
"""

from __future__ import annotations

import zlib

from hardware.drivers.driver import ButtonPress, Driver
from hardware.wire import messages as wire
from hardware.wire.codec import Decoder, Undecodable, encode
from hardware.wire.send_window import SequenceNumbers

STATE_PERIOD_S = 1.0  # seconds between two unrequested states
SILENCE_S = 4.0  # seconds of silence after which a board that answers requests has gone
LIGHTS_PERIOD_S = 0.2  # seconds between two pictures of lights, because such boards are slow


class TranslatedBoard:
    """Answers a host for the board behind `driver`.

    `identity` distinguishes the board from others of its kind; `name` is shown to people.
    """

    def __init__(self, driver: Driver, identity: str, name: str = "") -> None:
        self._driver, self._identity, self._name = driver, identity, name
        self.states = [0] * driver.abilities.points
        self._decoder, self._numbers = Decoder(once=False), SequenceNumbers()
        self._out, self._to_board = bytearray(), bytearray()
        self._start: float | None = None
        # The last time on the board's clock, and when it arrived.
        self._told: tuple[int, float] | None = None
        self._streaming, self._state_at = False, 0.0
        self._asked_at: float | None = None
        self._heard_at = 0.0  # when the last whole message arrived
        self._codes: tuple[int, ...] | None = None  # lights that have not been sent yet
        self._lit_at = -LIGHTS_PERIOD_S

    def heard(self, data: bytes, now: float) -> None:
        """Read bytes that the board has sent at `now`."""
        before = self._driver.understood
        for one in self._driver.feed(data):
            if one.ms:
                self._told = one.ms, now
            if isinstance(one, ButtonPress):
                self._tell(wire.Button(pressed=1, ms=self._ms(now)))
                self._tell(wire.Button(pressed=0, ms=self._ms(now)))
            else:
                self.states[one.point] = one.state
                self._tell(wire.PointChanged(one.point, one.state, self._ms(now)))
        if self._driver.understood != before:
            self._heard_at = now

    def feed(self, data: bytes, now: float) -> None:
        """Read bytes of the host."""
        for item in self._decoder.feed(data):
            if not isinstance(item, Undecodable) and self._is_there(now):
                self._answer(item, now)

    def advance(self, now: float) -> bytes:
        """Return the bytes for the host so far."""
        if not self._is_there(now):
            self._streaming = False
        if self._streaming and now - self._state_at >= STATE_PERIOD_S:
            self._send_state(0, now)
        out, self._out = bytes(self._out), bytearray()
        return out

    def to_board(self, now: float, last: bool = False) -> bytes:
        """Return the bytes for the board; `last`: the line is closed afterwards."""
        wait = self._driver.abilities.ask_s
        heard = max(self._heard_at, self._asked_at or 0.0)
        if self._asked_at is None or (wait and now - heard >= wait and not last):
            self._asked_at = now
            self._to_board += self._driver.ask()
        if self._codes is not None and (last or now - self._lit_at >= LIGHTS_PERIOD_S):
            self._to_board += self._driver.light(self._codes)
            self._codes, self._lit_at = None, now
        out, self._to_board = bytes(self._to_board), bytearray()
        return out

    def _is_there(self, now: float) -> bool:
        if not self._driver.abilities.answers:
            return True
        return bool(self._driver.understood) and now - self._heard_at < SILENCE_S

    def _answer(self, message: wire.Message, now: float) -> None:
        number = message.sequence
        if isinstance(message, wire.Hello):
            if message.major != wire.MAJOR:
                return self._send(wire.Error(number, wire.ErrorCode.VERSION, wire.MAJOR))
            self._send(self._welcome(number))
            self._streaming = True
            self._send_state(0, now)
        elif isinstance(message, wire.GetState):
            self._send_state(number, now)
        elif isinstance(message, (wire.Ping, wire.Lights, wire.Palette)):
            if isinstance(message, wire.Lights):
                self._codes = message.codes
            self._send(wire.Ack(number))
        elif message.type < wire.FROM_BOARD:
            self._send(wire.Error(number, wire.ErrorCode.NOT_POSSIBLE, message.type))

    def _welcome(self, number: int) -> wire.Welcome:
        has = self._driver.abilities
        features = int(wire.Feature.CALIBRATED)
        features += wire.Feature.LIGHTS * has.lights + wire.Feature.BUTTON * has.button
        own = zlib.crc32(f"{self._identity} {has.layout}".encode()) or 1
        sensing = wire.Sensing.SIDE if has.sides else wire.Sensing.OCCUPANCY
        return wire.Welcome(
            *(number, wire.MAJOR, 0, (1, 0, 0), has.points, int(sensing), features),
            *(1, own, has.layout, self._name),
        )

    def _send_state(self, reply_to: int, now: float) -> None:
        self._state_at = now
        self._send(wire.BoardState(reply_to, 1, self._ms(now), tuple(self.states)))

    def _tell(self, event: wire.PointChanged | wire.Button) -> None:
        if self._streaming:
            self._send(event)

    def _send(self, message: wire.Message) -> None:
        self._out += encode(message, self._numbers.next())

    def _ms(self, now: float) -> int:
        """Return the board's time, never 0: by its own clock, or else since the first call."""
        if self._told is not None:
            ms, then = self._told
            return (ms + round(1000 * (now - then))) & 0xFFFFFFFF or 1
        if self._start is None:
            self._start = now
        return 1 + round(1000 * (now - self._start))
