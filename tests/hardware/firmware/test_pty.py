"""The emulated firmware works in real time behind a pty, through the real pyserial."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import serial

from hardware.wire.codec import Decoder, encode
from hardware.wire.messages import BAUD, BoardState, Hello, PointChanged, Welcome
from tests.hardware.firmware_bench import both, both_slowly, needs_bench
from tests.support.waiting import PATIENCE
from tools.conformance import print_findings
from tools.rig.emulator.emulator import ONE, Emulator
from tools.rig.emulator.host import MessageKind

pytestmark = needs_bench


def wait_for(
    port: serial.Serial, decoder: Decoder, kind: type[MessageKind], seconds: float = PATIENCE
) -> MessageKind:
    """Return the next message of a kind; fail after a time limit if the board is broken."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for item in decoder.feed(port.read(max(1, port.in_waiting))):
            if isinstance(item, kind):
                return item
    raise AssertionError(f"no {kind.__name__} within {seconds} s")


def use(port: serial.Serial) -> None:
    for _ in range(100):
        port.read(64)
        port.write(b"\0")


def greet(board: Emulator) -> tuple[serial.Serial, Decoder, Welcome]:
    """Send HELLO until it is answered; a welcome sent at boot does not count."""
    port = serial.Serial(board.port, BAUD, timeout=0.05)
    decoder = Decoder()
    for number in range(1, 100):
        port.write(b"\0" + encode(Hello(), number))
        try:
            welcome = wait_for(port, decoder, Welcome, 0.5)
        except AssertionError:
            continue
        if welcome.reply_to:
            return port, decoder, welcome
    raise AssertionError("never welcomed")


@both
def test_events_over_a_real_port_and_after_pulling_the_cable(mcu: str, tmp_path: Path) -> None:
    with Emulator(mcu=mcu, terminal=tmp_path / "board") as board:
        port, decoder, welcome = greet(board)
        wait_for(port, decoder, BoardState)
        board.set_point(40, ONE)
        event = wait_for(port, decoder, PointChanged)
        assert (event.point, event.state) == (40, ONE)
        board.unplug()
        with pytest.raises((serial.SerialException, OSError)):
            use(port)
        port.close()
        board.plug()
        port, decoder, again = greet(board)
        assert again.boot == welcome.boot + 1
        assert wait_for(port, decoder, BoardState).states[40] == ONE
        port.close()


@both_slowly
def test_the_port_is_gone_while_the_cable_is_out(mcu: str, tmp_path: Path) -> None:
    with Emulator(mcu=mcu, terminal=tmp_path / "board") as board:
        board.unplug()
        with pytest.raises(serial.SerialException):
            serial.Serial(board.port, BAUD)


@both
@pytest.mark.slow
def test_the_board_keeps_to_the_protocol(mcu: str, tmp_path: Path) -> None:
    with Emulator(mcu=mcu, terminal=tmp_path / "board") as board:
        assert print_findings(board.port) == 0
