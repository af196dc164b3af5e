"""The host's end of the protocol, sans I/O: handshake, state, keep-alive.

`feed` takes the received bytes, `due` returns the bytes to send; the caller passes the time, in
seconds.  A connection lasts as long as one opened port; `hardware.host.link` has the port itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.host.event_order import EventOrder
from hardware.host.line_quality import Latency, LineQuality, latency_of
from hardware.wire import messages as wire
from hardware.wire.codec import Decoder, Undecodable, encode
from hardware.wire.palette import standard
from hardware.wire.send_window import BAD_LINE_RETRY_S, SendWindow, SequenceGaps

SILENCE_TIMEOUT_S = 3.0  # a connected board sends a state every second
BAD_LINE_S = 2.0  # seconds for which a line counts as bad after damage
KEEP_ALIVE_S = 2.0  # the board turns its lights off after 5 s without the host
HANDSHAKING, TALKING, REFUSED = "greeting", "talking", "refused"


@dataclass(frozen=True, slots=True)
class HandshakeDone:
    """The board has answered the greeting, for the first time or after a restart."""

    welcome: wire.Welcome


@dataclass(frozen=True, slots=True)
class VersionRefused:
    """The board speaks a version this program does not know."""

    major: int


@dataclass(frozen=True, slots=True)
class MessagesLost:
    """Messages were lost on the way; the state has been requested."""


ConnectionEvent = wire.Message | Undecodable | HandshakeDone | VersionRefused | MessagesLost


class BoardConnection:
    """The handshake and the messages after it.  `phase` is HANDSHAKING, TALKING or REFUSED."""

    def __init__(self, palette: wire.Palette | None = None) -> None:
        self.phase = HANDSHAKING
        self.welcome: wire.Welcome | None = None
        self.heard_at: float | None = None  # time of the board's last message
        # Time of the first greeting that has no answer yet.
        self.greeting_since: float | None = None
        self.quality = LineQuality()
        self._palette = palette or standard()
        self._decoder = Decoder()
        self._window = SendWindow()
        self._gaps = SequenceGaps()
        self._order = EventOrder()
        self.answers_state = False  # the board has answered a GetState, so it answers later ones
        self._hello_at: float | None = None
        self._hellos = 0
        self._sent_at = 0.0
        self._damaged_at = -BAD_LINE_S  # time of the last damage on the line
        self._state_at = 0.0  # time of the last state
        self._lights: wire.Lights | None = None

    # -- what goes out ---------------------------------------------------------------------------

    def put(self, command: wire.Message) -> None:
        """Send a command when there is room; its answer comes out of `feed`."""
        self._window.put(command)

    def light(self, codes: Sequence[int], brightness: int = 255) -> None:
        """Show these lights from now on; a new frame replaces one that still waits."""
        lights = wire.Lights(brightness=brightness, codes=tuple(codes))
        if lights != self._lights:
            self._lights = lights
            if self.phase == TALKING:
                self._window.put(lights, replace_same=True)

    def due(self, now: float) -> bytes:
        """Return the bytes to send now."""
        if self.phase == HANDSHAKING:
            return self._greet(now)
        if self.phase == REFUSED:
            return b""
        if now - self._sent_at >= KEEP_ALIVE_S and self._window.idle:
            self._window.put(self._lights or wire.Ping())
        if self._damaged_at - self._state_at > SILENCE_TIMEOUT_S:
            # Damage that looked like a line of text has stopped the board's stream.
            self._state_at = now
            self._window.put(wire.Hello())
        missing = self._order.missing
        if missing is not None and not self._window.holds(wire.GetEvent):
            self._window.put(wire.GetEvent(missing))
        out = self._window.due(now, self._is_bad(now))
        if out:
            self._sent_at = now
        return out

    def _is_bad(self, now: float) -> bool:
        return now - self._damaged_at < BAD_LINE_S

    def _greet(self, now: float) -> bytes:
        wait = BAD_LINE_RETRY_S if self._is_bad(now) else wire.HELLO_PERIOD_S
        if self._hello_at is not None and now - self._hello_at < wait:
            return b""
        self._hello_at = self._sent_at = now
        if self.greeting_since is None:
            self.greeting_since = now
        self._hellos = self._hellos % 255 + 1
        # The leading zero ends any incomplete frame that the board may hold.
        return b"\0" + encode(wire.Hello(), sequence=self._hellos)

    # -- what comes in ---------------------------------------------------------------------------

    def feed(self, data: bytes, now: float) -> list[ConnectionEvent]:
        """Return the events that the received bytes contain, in order."""
        out: list[ConnectionEvent] = []
        for item in self._decoder.feed(data):
            self._judge(item, now)
            if isinstance(item, (wire.BoardState, wire.Welcome)):
                self._state_at = now
            if isinstance(item, Undecodable):
                out += self._damaged(item)
            else:
                self.heard_at = now
                out += self._on_message(item, now)
        return [*out, *self._order.due(now)]

    def silent(self, now: float, since: float) -> bool:
        """Return whether the board has sent nothing for too long.

        `since` is when the port was opened.
        """
        last = since if self.heard_at is None else self.heard_at
        return self.phase == TALKING and now - last > SILENCE_TIMEOUT_S

    def unanswered(self, now: float) -> float:
        """Return for how many seconds greetings have had no answer; 0 while the board talks."""
        return 0.0 if self.greeting_since is None else now - self.greeting_since

    @property
    def idle(self) -> bool:
        """True if everything that was sent has been answered."""
        return self._window.idle

    @property
    def latency(self) -> Latency | None:
        """The time that answers take; None until a few have come."""
        return latency_of(self._window.trips)

    def _judge(self, item: wire.Message | Undecodable, now: float) -> None:
        """Count this item for the quality of the line."""
        if isinstance(item, wire.Message) and item.type >= wire.FROM_BOARD:
            self.quality.received(now)
            if isinstance(item, wire.Error) and item.code == wire.ErrorCode.BAD_FRAMES:
                self.quality.damaged_there(item.detail, now)
        elif isinstance(item, Undecodable) and item.damaged and item.kind != "payload":
            self.quality.damaged(item.data, now)
            self._damaged_at = now

    def _damaged(self, chunk: Undecodable) -> list[ConnectionEvent]:
        if not chunk.damaged or self.phase != TALKING:
            return [chunk]
        return [chunk, *self._lost()]

    def _on_message(self, message: wire.Message, now: float) -> list[ConnectionEvent]:
        if isinstance(message, wire.Welcome):
            return self._welcomed(message)
        if self.phase == HANDSHAKING:
            if isinstance(message, wire.Error) and message.code == wire.ErrorCode.VERSION:
                self.phase = REFUSED
                return [VersionRefused(message.detail)]
            return []
        out: list[ConnectionEvent] = []
        if self._gaps.missed(message.sequence):
            out += self._lost()
        command = self._window.answered(message, now)
        self.answers_state |= isinstance(command, wire.GetState)
        if isinstance(command, wire.GetEvent) and isinstance(message, wire.Error):
            return self._lost() if self._order.gone(command.number) else []
        if (
            isinstance(message, wire.BoardState)
            and self.welcome
            and message.boot != self.welcome.boot
        ):
            self.greet_again()
            return [*out, MessagesLost()]
        return out + self._order.take(message, now)

    def _welcomed(self, welcome: wire.Welcome) -> list[ConnectionEvent]:
        if welcome.major != wire.MAJOR:
            self.phase = REFUSED
            return [VersionRefused(welcome.major)]
        self._gaps.reset()
        self._gaps.missed(welcome.sequence)
        # The board has just booted and needs a greeting to start its stream.
        if welcome.reply_to == 0:
            known, self.welcome = self.welcome, self.welcome or welcome
            self.greet_again()
            return [MessagesLost()] if known else []
        if self.phase == TALKING:
            self._window.answered(welcome)
            return []
        self.welcome, self.phase, self.greeting_since = welcome, TALKING, None
        self._order.reset()
        self._window.clear()
        self._window.put(self._palette)
        self._window.put(wire.GetState())
        if self._lights is not None:
            self._window.put(self._lights)
        return [HandshakeDone(welcome)]

    def greet_again(self) -> None:
        """Send HELLO until the board answers: it has restarted or fallen silent."""
        self.phase = HANDSHAKING
        self._hello_at = None
        self._window.clear()

    def _lost(self) -> list[ConnectionEvent]:
        """Request what was lost: an event, or the state of a board that keeps no events."""
        if self._order.doubt():
            return []
        if not self._window.holds(wire.GetState):
            self._window.put(wire.GetState())
        return [MessagesLost()]
