"""`board monitor` and `board record`: what a board says, line by line.

A board that falls silent or is unplugged is reported, and its line is opened again.  Clock, sleep
and ports are passed in.

`board monitor --point` shows one sensor's reading again and again, for the gauge of magnets.  A
magnet's pole is the sign of what it adds to the reading at rest; its strength follows from the
sensors' data sheets.
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

HANDSHAKE_TIMEOUT_S = 6.0  # seconds a port has to answer the greeting; some boards boot for two
LATENCY_PERIOD_S = 10.0  # seconds between two lines about the latency
RECONNECT_DELAY_S = 1.0  # seconds between closing a line and opening it again

READING_PERIOD_S = 0.3  # seconds between two readings
NOISE_COUNTS = 8  # counts: less is noise
MILLIVOLTS = 5000 / 1024  # in a count
# Millivolts for each mT, and the field in mT where a sensor says no more.
SENSORS = {"DRV5053PA": (23.0, 35.0), "SS49E": (16.0, 100.0)}


@dataclass(frozen=True)
class MonitorTime:
    """The clock and the sleep of a monitor."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


class Monitor:
    """A listener to the board of a target: iterate over `lines`; `talked` says if one was there."""

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
        self._timed_at = self._start  # when latency was told
        self._problem = ""  # said last, so that it is not said at every try

    def lines(self) -> Iterator[str]:
        """Return what the board says and what is wrong, in words; ends when the time is over."""
        while not self._over:
            try:
                port = open_first(self.target, self._opener)
            except ports.PortError as problem:
                yield from self._complain(str(problem))
                if not self.talked:
                    return  # nothing was ever there: a wrong name, not a loose cable
            else:
                self._record()
                yield from self._listen(port)
            if not self._over:
                self._time.sleep(RECONNECT_DELAY_S)

    def _record(self) -> None:
        """Begin the recording that is wanted, beside any earlier one."""
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
        """Yield what is said on one opened line, until it is over, lost or silent."""
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
        """Write what is due and read what has come, once."""
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
        """Return why the line has to be opened again; empty while all is well."""
        now = self._time.clock()
        waited = now - max(opened, connection.heard_at or 0.0)
        unanswered = connection.phase == "greeting" and waited > HANDSHAKE_TIMEOUT_S
        if connection.silent(now, opened) or (unanswered and self.talked):
            return ports.explain_silence(port.name)
        return ports.no_board(port.name) if unanswered else ""

    def _tell_latency(self, connection: BoardConnection) -> Iterator[str]:
        """Yield now and then how long answers take."""
        now = self._time.clock()
        if now - self._timed_at >= LATENCY_PERIOD_S and connection.latency is not None:
            self._timed_at = now
            yield f"{now - self._start:8.3f}  {connection.latency.words}"

    def _described(self, event: ConnectionEvent) -> Iterator[str]:
        """Yield an event in words; of a watched point only its readings after the handshake."""
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
    """Print what a board says, and write it into `file` if one is given.

    `point`: only the readings of this point.  Raises LayoutError if the board has no such point;
    OSError where `file` cannot be written.
    """
    if file is not None and not os.access(file.absolute().parent, os.W_OK):
        with file.open("a"):  # fails for the reason that is to be told
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
    """Give a recording to the tracker and print its readings; `slow` takes the time it took."""
    lines = read_recording(file)
    if not any("position" in line for line in lines):  # of `board record`: no match
        for now, words in said_by_board(lines):
            print(f"{now:8.2f}  {words}")
    for now, reading in replay_recording(lines, time.sleep if slow else None):
        print(f"{now:8.2f}  {reading}")
    return 0


class PointWatch:
    """The readings of the point `name`: a label, or a number where labels are unknown."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._number: int | None = None
        self._asked = float("-inf")

    def greeted(self, labels: Sequence[Point], points: int) -> None:
        """Find the number of the point on this board.  Raises LayoutError if there is none."""
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
        """Put the question when it is time."""
        if (
            self._number is not None
            and connection.phase == TALKING
            and now - self._asked >= READING_PERIOD_S
        ):
            self._asked = now
            connection.put(GetReadings(first=self._number, count=1))

    def describe(self, event: ConnectionEvent) -> str:
        """Return the reading in words; nothing for whatever else the board says."""
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
    """Return what a sensor of this kind has seen, in mT."""
    each, full = kind
    field = millivolts / each
    return f"{field:.0f} mT ({sensor})" if field < full else f"{full:.0f}+ mT ({sensor})"
