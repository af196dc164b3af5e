"""The simulated board, and the program that serves it, behave like a real board.

The tests cover debouncing, noise, commands and lines.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from game.rules.registry import parse_setup
from hardware.commands.cli import main
from hardware.host.board_connection import BoardConnection, HandshakeDone
from hardware.host.link import Port, open_serial
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.simulator.script import SimulatorScript
from hardware.simulator.server import PtyCable, SimulatorServer, TcpCable
from hardware.wire.codec import Decoder, encode
from hardware.wire.messages import BoardState, Hello, Lights, Message, PointChanged, Welcome
from tests.support.clocks import ManualClock
from tests.support.waiting import PATIENCE


def streaming(board: SimulatedBoard) -> Decoder:
    board.advance(0.0)
    board.feed(encode(Hello(), 1), 0.0)
    decoder = Decoder()
    decoder.feed(board.advance(0.0))
    return decoder


def events(board: SimulatedBoard, decoder: Decoder, until: float) -> list[tuple[int, int]]:
    items = decoder.feed(board.advance(until))
    return [(item.point, item.state) for item in items if isinstance(item, PointChanged)]


def test_a_change_counts_after_three_equal_scans() -> None:
    board = SimulatedBoard()
    decoder = streaming(board)
    board.set(7, 2)
    assert events(board, decoder, 0.025) == []
    assert events(board, decoder, 0.035) == [(7, 2)]


def test_a_short_touch_is_no_event() -> None:
    board = SimulatedBoard()
    decoder = streaming(board)
    board.set(7, 1)
    board.advance(0.02)
    board.set(7, 0)
    assert events(board, decoder, 1.0) == []


def test_a_sensor_out_of_order_is_told_by_the_whole_board() -> None:
    board = SimulatedBoard()
    decoder = streaming(board)
    board.troubles.stuck[7] = 3
    items = decoder.feed(board.advance(0.1))
    assert not any(isinstance(item, PointChanged) for item in items)
    states = [item.states[7] for item in items if isinstance(item, BoardState)]
    assert states[-1] == 3
    assert abs(board.sensors.reading(7).value - 512) <= 2, "as if nothing were near"


def test_one_per_cent_of_bad_samples_makes_no_events_in_a_minute() -> None:
    board = SimulatedBoard(seed=5)
    board.troubles.noise = 0.01
    decoder = streaming(board)
    assert len(events(board, decoder, 60.0)) <= 1


def test_a_board_blind_to_sides_tells_occupancy_only() -> None:
    board = SimulatedBoard(BoardIdentity(sensing=0))
    decoder = streaming(board)
    board.set(7, 2)
    assert events(board, decoder, 0.1) == [(7, 1)]


def test_lights_go_dark_when_the_host_is_silent() -> None:
    board = SimulatedBoard()
    talk = BoardConnection()
    talk.light([5] * 81)
    now = 0.0
    while now < 1.0:
        now += 0.01
        talk.feed(board.advance(now), now)
        board.feed(talk.due(now), now)
    assert board.light_of(3) == 5
    board.advance(now + 6.0)
    assert board.light_of(3) == 0


def test_a_restart_counts_and_is_announced() -> None:
    board = SimulatedBoard()
    streaming(board)
    board.reset(1.0)
    items = Decoder().feed(board.advance(2.0))
    (welcome,) = [item for item in items if isinstance(item, Welcome)]
    assert (welcome.boot, welcome.reply_to) == (2, 0)


class Nowhere:
    name = "nowhere"
    hung_up = False
    pulled = 0

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes) -> None: ...

    def pull(self) -> None:
        self.pulled += 1

    def plug(self) -> None: ...


def test_commands() -> None:
    line = Nowhere()
    host = SimulatorServer(SimulatedBoard(), line, clock=lambda: 0.0)
    script = SimulatorScript(host, parse_setup("more-or-less").topology)
    assert [script.do(text) for text in ("set a1 one", "turn a1", "move a1 b1")] == ["ok"] * 3
    assert script.do("show") == "board b1 two"
    assert script.do("move a1 b1") == "error: nothing lies on a1"
    assert script.do("set a1 three").startswith("error: 'three' is no face")
    assert script.do("set zz one") == "error: 'zz' is no point of decagon-81"
    assert "is no point of" in script.do("set " + "9" * 5000 + " one")
    assert script.do("noise 2") == "error: '2' found, a number from 0 to 1 expected"
    assert script.do("turn") == "error: turn takes 1 words, 0 found"
    assert "'jump' is no command" in script.do("jump a1")
    assert script.do("weak") == "error: weak takes 1 or 2 words, 0 found"
    assert script.do("weak a1 off again") == "error: weak takes 1 or 2 words, 3 found"
    assert script.do("# a remark") == ""
    assert script.do("unplug") == "ok"
    assert line.pulled == 1
    assert not host.plugged
    assert script.do("help").startswith("set POINT FACE")


def talk_on(port: Port) -> None:
    for _try in range(100):
        port.write(b"\0")
        port.read()


@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_lines_carry_a_greeting_and_survive_a_pulled_cable(kind: str, tmp_path: Path) -> None:
    line = PtyCable(tmp_path / "board") if kind == "pty" else TcpCable(0)
    host = SimulatorServer(SimulatedBoard(), line)
    for _round in range(2):
        port = open_serial(line.name)
        talk = BoardConnection()
        greeted = False
        until = time.monotonic() + PATIENCE
        while not greeted and time.monotonic() < until:
            port.write(talk.due(time.monotonic()))
            host.pump()
            greeted = any(
                isinstance(item, HandshakeDone) for item in talk.feed(port.read(), time.monotonic())
            )
        assert greeted
        host.pull()
        with pytest.raises(OSError):  # noqa: PT011 - pyserial's own errors differ by line
            talk_on(port)
        port.close()
        host.plug()
    host.pull()


def heard(host: SimulatorServer, clock: ManualClock, port: Port, seconds: float) -> list[str]:
    """Return the kinds of messages that arrive in this many simulated seconds."""
    decoder, data = Decoder(), b""
    for _step in range(round(seconds * 10)):
        clock.now += 0.1
        host.pump()
        while more := port.read():
            data += more
    return [type(item).__name__ for item in decoder.feed(data)]


def test_over_tcp_a_new_host_is_greeted_only_when_it_says_hello() -> None:
    clock = ManualClock()
    line = TcpCable(0)
    host = SimulatorServer(SimulatedBoard(), line, clock=clock)
    host.pump()  # the board boots, and its welcome reaches nobody
    first = open_serial(line.name)
    assert heard(host, clock, first, 2.0) == []
    first.write(b"\0" + encode(Hello(), 1) + encode(Lights(255, (5,)), 2))
    kinds = heard(host, clock, first, 2.5)
    assert kinds[:3] == ["Welcome", "BoardState", "Ack"]
    assert kinds.count("BoardState") == 3
    second = open_serial(line.name)  # the first connection is still open
    assert heard(host, clock, second, 2.0) == []
    with pytest.raises(OSError):  # noqa: PT011 - pyserial's own errors differ by line
        talk_on(first)
    assert host.board.light_of(0) == 5  # the lights stay on for their five seconds
    second.close()
    third = open_serial(line.name)
    assert heard(host, clock, third, 2.0) == []
    assert host.board.light_of(0) == 0
    third.close()
    host.pull()


def test_a_stranger_scripts_it_from_outside() -> None:
    commands = "set a1 one\nset b1 two\nshow\npress\nquit\n"
    result = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "board", "simulate", "--tcp", "0", "--headless"],
        input=commands,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    lines = result.stdout.splitlines()
    assert result.returncode == 0
    assert lines[0].startswith("socket://127.0.0.1:")
    assert lines[1:] == ["ok", "ok", "board a1 one, b1 two", "ok", "ok"]


def test_bad_input_ends_with_a_sentence_and_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--layout", "hexagon-99", "--headless"]) == 2
    assert "hexagon-99 is no layout" in capsys.readouterr().err
    assert main(["replay", "/nowhere.jsonl"]) == 2
    assert "/nowhere.jsonl" in capsys.readouterr().err
    assert main(["monitor", "/dev/nowhere", "--seconds", "1"]) == 1
    assert "/dev/nowhere" in capsys.readouterr().out


def test_flashing_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", "/dev/ttyUSB0", "--board", "nano-old", "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert "-p m328p -c arduino -P /dev/ttyUSB0 -b 57600" in out
    assert "-U flash:w:" in out
    assert main(["flash", "/dev/ttyUSB0", "--board", "nano-old", "--image", "/nowhere.hex"]) == 2
    assert "/nowhere.hex is missing" in capsys.readouterr().out
    assert main(["flash", "/dev/nowhere"]) == 1  # a missing board is not a wrong argument


def test_messages_know_their_numbers() -> None:
    decoder = streaming(SimulatedBoard())
    board = SimulatedBoard()
    streaming(board)
    board.set(1, 1)
    items = [item for item in decoder.feed(board.advance(3.5)) if isinstance(item, Message)]
    numbers = [item.sequence for item in items]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
