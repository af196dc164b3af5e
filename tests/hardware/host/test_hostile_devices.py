"""A session stays responsive, and reports devices that are not boards or break the protocol.

For any device, the session shows one sentence that a person can act on, without control characters.
The window, which polls the session in each frame, never waits for it.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from game.rules.registry import parse_setup
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.expected_position import ExpectedPosition
from hardware.wire.codec import encode, payload_of, wrap
from hardware.wire.messages import Ack, BoardState, Message, PointChanged, Welcome
from tests.support.clocks import ManualClock

from .strange_ports import BadLine, StrangePort, Talk, a_welcome

POINTS_AT = 7  # offset in the payload of WELCOME
SECONDS = 12.0  # simulated seconds of each case
FRAMES = 60

Says = Callable[[bytes, float], bytes]


def echo(written: bytes, _now: float) -> bytes:
    return written


def modem(written: bytes, _now: float) -> bytes:
    return b"\r\nERROR\r\n" if written else b""


def nmea(_written: bytes, _now: float) -> bytes:
    return b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"


def silence(_written: bytes, _now: float) -> bytes:
    return b""


def noise(seed: int) -> Says:
    rng = random.Random(seed)
    return lambda _written, _now: rng.randbytes(4096)


def always(data: bytes) -> Says:
    return lambda _written, _now: data


def claims(**fields: object) -> Says:
    """Return a board whose WELCOME has these fields; otherwise it keeps to the protocol."""
    return Talk(lambda number: a_welcome(number, **fields), Steady())


def then(data: Callable[[float], bytes], **fields: object) -> Says:
    return Talk(lambda number: a_welcome(number, **fields), data)


def with_points(number: int, points: int) -> bytes:
    """Return a WELCOME with a number of points that our encoder would refuse."""
    welcome = a_welcome(number)
    payload = bytearray(payload_of(welcome))
    payload[POINTS_AT] = points
    return wrap(bytes((Welcome.type, 0)) + payload)


def many(message: Message) -> bytes:
    return b"".join(encode(message, number) for number in range(100))


def on_a_bad_line(share: float) -> Says:
    """Return an honest board whose bytes are damaged, dropped and inserted."""
    return BadLine(SimulatedBoard(BoardIdentity("hexagon-3", 19)), share)


class Steady:
    """A board that sends an empty STATE every second."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self, now: float) -> bytes:
        if now - self.at < 1.0:
            return b""
        self.at = now
        return encode(BoardState(0, 1, int(1000 * now), (0,) * 19), int(now) & 0xFF)


class Restless:
    """A board that claims in every STATE to have just restarted."""

    def __init__(self) -> None:
        self.boot = 0

    def __call__(self, now: float) -> bytes:
        self.boot = self.boot % 0xFFFF + 1
        return encode(BoardState(0, self.boot, int(1000 * now), (0,) * 19), self.boot & 0xFF)


NO_BOARD = "does not answer like a board"


@dataclass(frozen=True)
class Case:
    says: Callable[[], Says]
    words: str


CASES = {
    "silence": Case(lambda: silence, NO_BOARD),
    "echo": Case(lambda: echo, NO_BOARD),
    "GPS": Case(lambda: nmea, NO_BOARD),
    "modem": Case(lambda: modem, NO_BOARD),
    "flood of noise": Case(lambda: noise(1), NO_BOARD),
    "flood of zeros": Case(lambda: always(bytes(4096)), NO_BOARD),
    "flood without a zero": Case(lambda: always(b"\x55" * 4096), NO_BOARD),
    "flood of answers nobody asked for": Case(lambda: always(many(Ack(7))), NO_BOARD),
    "newer version": Case(lambda: claims(major=2), "protocol 2"),
    "older version": Case(lambda: claims(major=0), "protocol 0"),
    "no points": Case(lambda: Talk(lambda number: with_points(number, 0), Steady()), NO_BOARD),
    "255 points": Case(lambda: Talk(lambda number: with_points(number, 255), Steady()), NO_BOARD),
    "control characters in its name": Case(lambda: claims(name="\x1b[2J\x07\n\x00bad"), "bad"),
    "control characters in its layout": Case(lambda: claims(layout="\x1b[2J\nhex"), "hex"),
    "a layout as large as the world": Case(lambda: claims(layout="hexagon-99999999"), "hexagon-99"),
    "a layout that is no number": Case(lambda: claims(layout="hexagon-\u00b2"), "hexagon-\u00b2"),
    "a layout that is a path": Case(lambda: claims(layout="../../etc/passwd"), "passwd"),
    "events of points it has not": Case(
        lambda: then(lambda now: many(PointChanged(127, 1, int(1000 * now)))), ""
    ),
    "states of another size": Case(
        lambda: then(lambda now: encode(BoardState(0, 1, int(1000 * now), (1,) * 128))), ""
    ),
    "one byte in twenty is bad": Case(lambda: on_a_bad_line(0.05), "A bad line: "),
    "one byte in ten is bad": Case(lambda: on_a_bad_line(0.1), "A bad line: "),
    "it restarts without end": Case(lambda: then(Restless()), ""),
}


def watch(says: Says) -> tuple[set[str], list[float]]:
    """Return everything that a session says about a device, and the waiting time of each frame."""
    clock = ManualClock()
    session = BoardSession.open(
        "strange", opener=lambda _name: StrangePort(clock, says), clock=clock
    )
    game = parse_setup("multiplicity size=3")
    said: set[str] = set()
    waits: list[float] = []
    frame = threading.Event()
    session.set_position(ExpectedPosition(game, game.start()))
    try:
        while clock.now < 100.0 + SECONDS or len(waits) < FRAMES:
            began = time.perf_counter()
            frame.wait(0.001)
            session.poll()
            session.answers()
            said.add(session.view().words)
            waits.append(time.perf_counter() - began)
    finally:
        session.close()
    return said, waits


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_device(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    said, waits = watch(CASES[name].says())
    assert any(CASES[name].words in words for words in said), said
    for words in said:
        assert words
        assert words.isprintable(), repr(words)
    assert statistics.median(waits) < 0.2, "whoever waits for a device does so always"
    assert capsys.readouterr().err == ""  # no thread of the program raised an error
