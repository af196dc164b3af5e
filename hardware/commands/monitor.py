"""`board monitor` and `board record`: a board's messages, line by line.

A board that falls silent or is unplugged is reported, and its line is opened again. The caller
passes clock, sleep and ports.

`board monitor --point` shows one sensor's reading again and again, to measure magnets.  A magnet
raises or lowers the reading, depending on its pole; its strength follows from the sensors' data
sheets.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.platform.i18n import _
from game.platform.storage import free_path
from game.rules.topology import Point
from hardware.host import ports
from hardware.host.board_connection import (
    TALKING,
    BoardConnection,
    ConnectionEvent,
    HandshakeDone,
    VersionRefused,
)
from hardware.host.board_messages import tell
from hardware.host.layouts import LayoutError, labels_of
from hardware.host.link import Opener, Port, open_first, open_serial
from hardware.host.recording import SessionRecorder, read_recording, said_by_board
from hardware.host.recording import replay as replay_recording
from hardware.wire.messages import GetReadings, Readings, SensorReading

# Seconds that a port has to answer the greeting; some boards take two seconds to boot.
HANDSHAKE_TIMEOUT_S = 6.0
LATENCY_PERIOD_S = 10.0  # seconds between two latency lines
RECONNECT_DELAY_S = 1.0  # seconds between closing a line and opening it again

READING_PERIOD_S = 0.3  # seconds between two readings
NOISE_COUNTS = 8  # a smaller change of the reading is noise
MILLIVOLTS = 5000 / 1024  # millivolts of one count
# Millivolts per mT, and the field in mT at which a sensor saturates.
SENSORS = {"DRV5053PA": (23.0, 35.0), "SS49E": (16.0, 100.0)}


@dataclass(frozen=True)
class MonitorTime:
    """The clock and the sleep of a monitor."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class Monitor:
    """A listener to the board of a target: iterate over `lines`; `talked`: a board was there."""

    def __init__(
        self,
        target: str,
        seconds: float,
        opener: Opener = open_serial,
        when: MonitorTime | None = None,
        file: Path | None = None,
        point: str = "",
    ) -> None:
        self.target = target
        self.talked = False
        self._opener = opener
        self._time = when or MonitorTime()
        self._start = self._time.clock()
        self._end = self._start + seconds if seconds else float("inf")
        self.written: Path | None = None  # the recording, once a board has been reached
        self._file = file
        self._recorder: SessionRecorder | None = None
        self._watch = PointWatch(point) if point else None
        self._labels: Sequence[Point] = ()
        self._timed_at = self._start  # when the latency was last reported
        self._problem = ""  # the last reported problem, so that it is not repeated at every try

    def lines(self) -> Iterator[str]:
        """Yield the board's messages and any problems, in words, until the time is over."""
        while not self._over:
            try:
                port = open_first(self.target, self._opener)
            except ports.PortError as problem:
                yield from self._complain(str(problem))
                if not self.talked:
                    return  # No board was ever there: the name is wrong, not the cable loose.
            else:
                self._record()
                yield from self._listen(port)
            if not self._over:
                self._time.sleep(RECONNECT_DELAY_S)

    def _record(self) -> None:
        """Start the recording if one is wanted; earlier recordings are kept."""
        if self._file is not None and self.written is None:
            self.written = free_path(self._file)
            self._recorder = SessionRecorder(self.written, self._start)

    def close(self) -> None:
        """End the recording, if there is one."""
        if self._recorder is not None:
            self._recorder.close()

    @property
    def _over(self) -> bool:
        return self._time.clock() >= self._end

    def _complain(self, problem: str) -> Iterator[str]:
        if problem != self._problem:
            self._problem = problem
            yield problem

    def _listen(self, port: Port) -> Iterator[str]:
        """Yield the messages on one opened line, until the time is over or the line is lost."""
        connection, opened = BoardConnection(), self._time.clock()
        try:
            while not self._over:
                for event in self._exchange(port, connection):
                    if isinstance(event, (HandshakeDone, VersionRefused)):
                        self.talked, self._problem = True, ""
                    yield from self._described(event)
                if self._watch is None:
                    yield from self._tell_latency(connection)
                problem = self._lost(port, connection, opened)
                if problem:
                    yield from self._complain(problem)
                    return
        except OSError:
            yield from self._complain(ports.explain_loss(port.name))
        finally:
            port.close()

    def _exchange(self, port: Port, connection: BoardConnection) -> list[ConnectionEvent]:
        """Write the bytes that are due and read those that have arrived, once."""
        now = self._time.clock()
        if self._watch is not None:
            self._watch.ask(connection, now)
        out = connection.due(now)
        if out:
            port.write(out)
        data = port.read()
        if self._recorder is not None:
            if out:
                self._recorder.sent(now, out)
            if data:
                self._recorder.heard(now, data)
        return connection.feed(data, self._time.clock())

    def _lost(self, port: Port, connection: BoardConnection, opened: float) -> str:
        """Return why the line must be opened again; "" while it works."""
        now = self._time.clock()
        waited = now - max(opened, connection.heard_at or 0.0)
        unanswered = connection.phase == "greeting" and waited > HANDSHAKE_TIMEOUT_S
        if connection.silent(now, opened) or (unanswered and self.talked):
            return ports.explain_silence(port.name)
        return ports.no_board(port.name) if unanswered else ""

    def _tell_latency(self, connection: BoardConnection) -> Iterator[str]:
        """Yield the time that answers take, every LATENCY_PERIOD_S."""
        now = self._time.clock()
        if now - self._timed_at >= LATENCY_PERIOD_S and connection.latency is not None:
            self._timed_at = now
            yield f"{now - self._start:8.3f}  {connection.latency.words}"

    def _described(self, event: ConnectionEvent) -> Iterator[str]:
        """Yield an event in words; with a watched point, only its readings after the handshake."""
        greeting = isinstance(event, (HandshakeDone, VersionRefused))
        if isinstance(event, HandshakeDone):
            welcome = event.welcome
            self._labels = labels_of(welcome.layout, welcome.points)
            if self._watch is not None:
                self._watch.greeted(self._labels, welcome.points)
        words = tell(event, self._labels)
        if self._watch is not None and not greeting:
            words = self._watch.describe(event)
        if words:
            yield f"{self._time.clock() - self._start:8.3f}  {words}"


def watch(target: str, seconds: float, file: Path | None = None, point: str = "") -> int:
    """Print a board's messages, and write them into `file` if it is given.

    `point`: only the readings of this point.  Raises LayoutError if the board has no such point,
    and OSError if `file` cannot be written.
    """
    if file is not None and not os.access(file.absolute().parent, os.W_OK):
        with file.open("a"):  # opening the file raises the error that explains the reason
            pass
    monitor = Monitor(target, seconds, file=file, point=point)
    try:
        for line in monitor.lines():
            print(line, flush=True)
    finally:
        monitor.close()
        if monitor.written is not None:
            print(_("Written to {file}.").format(file=monitor.written))
    return 0 if monitor.talked else 1


def replay(file: Path, slow: bool) -> int:
    """Feed a recording to the tracker and print its readings; `slow` replays it in real time."""
    lines = read_recording(file)
    # The recording was made by `board record`, which has no match.
    if not any("position" in line for line in lines):
        for now, words in said_by_board(lines):
            print(f"{now:8.2f}  {words}")
    for now, reading in replay_recording(lines, time.sleep if slow else None):
        print(f"{now:8.2f}  {reading}")
    return 0


class PointWatch:
    """The readings of the point `name`: a label, or a number if the labels are unknown."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._number: int | None = None
        self._asked = float("-inf")

    def greeted(self, labels: Sequence[Point], points: int) -> None:
        """Find the number of the point on this board.  Raises LayoutError if the board lacks it."""
        number = int(self.name) if self.name.isdecimal() and len(self.name) <= 3 else -1
        if self.name in labels:
            number = list(labels).index(self.name)
        if not 0 <= number < points:
            words = _("{name}: no point of this board of {count}")
            if not labels:
                words = _(
                    "{name}: no point of this board of {count}; of a board of your own name its "
                    "number, from 0"
                )
            raise LayoutError(words.format(name=self.name, count=points))
        self._number = number

    def ask(self, connection: BoardConnection, now: float) -> None:
        """Request a reading when it is time."""
        if (
            self._number is not None
            and connection.phase == TALKING
            and now - self._asked >= READING_PERIOD_S
        ):
            self._asked = now
            connection.put(GetReadings(first=self._number, count=1))

    def describe(self, event: ConnectionEvent) -> str:
        """Return the reading in words; "" for other events."""
        if not isinstance(event, Readings) or not event.readings:
            return ""
        return f"{self.name}: {_words(event.readings[0])}"


def _words(reading: SensorReading) -> str:
    counts = reading.value - reading.baseline
    if abs(counts) < NOISE_COUNTS:
        return _("{counts} counts, no magnet").format(counts=f"{counts:+d}")
    pole = _("one pole") if counts > 0 else _("the other pole")
    strong = ", ".join(_strength(abs(counts) * MILLIVOLTS, *sensor) for sensor in SENSORS.items())
    words = _("{counts} counts, {pole}, about {strong}")
    return words.format(counts=f"{counts:+d}", pole=pole, strong=strong)


def _strength(millivolts: float, sensor: str, kind: tuple[float, float]) -> str:
    """Return the field that a sensor of this kind has measured, in mT."""
    each, full = kind
    field = millivolts / each
    return f"{field:.0f} mT ({sensor})" if field < full else f"{full:.0f}+ mT ({sensor})"
