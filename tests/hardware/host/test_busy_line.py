"""A thread without processor time for a while loses neither the line nor the data on it."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from game.table.match import Match
from game.table.spec import two_people
from hardware.host.link import SerialPort
from hardware.host.recording import read_recording
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.expected_position import position_of
from hardware.wire.codec import Decoder
from hardware.wire.messages import Hello
from tests.hardware.host.strange_ports import StrangePort
from tests.support.clocks import ManualClock
from tests.support.waiting import until

OFF_THE_CPU = 0.7  # seconds without processor time


@pytest.fixture
def terminal() -> Iterator[tuple[int, SerialPort]]:
    """Yield the board's end and the host's end of a pseudo terminal."""
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    port = SerialPort(os.ttyname(theirs))
    yield ours, port
    port.close()
    os.close(ours)
    os.close(theirs)


def test_a_write_that_went_through_late_is_no_lost_line(
    terminal: tuple[int, SerialPort], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, port = terminal
    seconds = iter(range(100))  # the thread may stall between any two readings of this clock

    def clock() -> float:
        return next(seconds) * OFF_THE_CPU

    with monkeypatch.context() as standing_still:
        standing_still.setattr(serial.serialutil.Timeout, "TIME", staticmethod(clock))
        port.write(b"all of it")
    assert os.read(ours, 100) == b"all of it"
    os.write(ours, b"!")
    assert port.read() == b"!"


class Starved:
    """A simulated board whose host stalls for some seconds after one of its reads."""

    def __init__(self, clock: ManualClock) -> None:
        self.board = SimulatedBoard(BoardIdentity("hexagon-3", 19))
        self.clock, self.greetings, self.opened = clock, 0, 0
        self.stands_still: list[float] = [104.0, 110.0]
        self._decoder = Decoder()

    def open(self, _name: str) -> StrangePort:
        self.opened += 1
        return StrangePort(self.clock, self._says)

    def _says(self, written: bytes, now: float) -> bytes:
        self.greetings += sum(isinstance(item, Hello) for item in self._decoder.feed(written))
        self.board.feed(written, now)
        said = self.board.advance(now)
        if self.stands_still and now > self.stands_still[0] and not said:
            self.stands_still.pop(0)
            self.clock.now += 4.0
        return said


def test_a_host_that_was_away_does_not_take_the_board_for_lost() -> None:
    clock = ManualClock()
    starved = Starved(clock)
    session = BoardSession("made-up", opener=starved.open, clock=clock, window=False)
    session.start()
    try:
        assert until(lambda: not starved.stands_still and clock.now > 116.0)
    finally:
        session.close()
    assert (starved.opened, starved.greetings) == (1, 1)


def test_what_was_read_is_kept_when_the_line_breaks_in_the_same_moment(tmp_path: Path) -> None:
    clock, file = ManualClock(), tmp_path / "line.jsonl"
    board = SimulatedBoard(BoardIdentity("hexagon-3", 19))
    last_words: list[bytes] = []

    class Breaking(StrangePort):
        """A port that breaks at the first write after 3 s, just when the board sends something."""

        def write(self, data: bytes) -> None:
            super().write(data)
            if last_words:
                raise OSError("pulled")

    def says(written: bytes, now: float) -> bytes:
        board.feed(written, now)
        said = board.advance(now) if not last_words else b""
        if said and now > 103.0:
            last_words.append(said)
            session.mark({1: 1})  # makes the session write
        return said

    session = BoardSession(
        "made-up", opener=lambda _n: Breaking(clock, says), clock=clock, record=file, window=False
    )
    session.start()
    try:
        assert until(lambda: session.view().connection == "lost")
    finally:
        session.close()
    heard = [line["in"] for line in read_recording(file) if "in" in line]
    assert last_words[0].hex() in heard


def test_a_recording_goes_on_where_the_thread_stood_still_at_an_order(tmp_path: Path) -> None:
    """Otherwise a replay would get data later than the session did, and miss a turn."""
    clock, file = ManualClock(), tmp_path / "line.jsonl"
    board = SimulatedBoard(BoardIdentity("hexagon-3", 19))
    position = position_of(Match(two_people("multiplicity size=3")))

    def look() -> float:
        clock.now += OFF_THE_CPU  # a stall between any two readings of the clock
        return clock.now

    def says(written: bytes, now: float) -> bytes:
        board.feed(written, now)
        session.set_position(position)
        return board.advance(now)

    session = BoardSession("made-up", clock=look, record=file, window=False)
    port = StrangePort(clock, says)
    session.driver.opened()
    for _ in range(6):
        session.exchange(port)
    session.close()
    lines = read_recording(file)
    assert {"in", "out", "position"} <= {key for line in lines for key in line}
    times = [line["t"] for line in lines]
    assert times == sorted(times)
