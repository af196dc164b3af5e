"""The text mode of boards works for lines between frames and for a person at a terminal.

The simulated board uses the firmware's words; they are compared with the firmware's source and with
its output.
"""

from __future__ import annotations

import os
import re
import select
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.wire.codec import Decoder, Undecodable, encode
from hardware.wire.messages import BoardState, Hello, Lights, Ping, Welcome
from hardware.wire.text_mode import HELP, TextLines
from tests.hardware.firmware_bench import needs_bench
from tests.support.waiting import PATIENCE
from tools.rig.emulator.emulator import Emulator

FRAME = encode(Ping(), 7)


def parts(*pieces: bytes) -> list[str | bytes]:
    lines = TextLines()
    return [part for piece in pieces for part in lines.feed(piece)]


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        ((b"?\r",), ["?"]),
        ((b"?\r\n", b"v\n"), ["?", "v"]),
        ((b"\r\n\r\nv\n",), ["v"]),
        ((b"\0?\r",), [b"\0", "?"]),
        ((b"he", b"ll", b"o\n"), ["hello"]),
        ((FRAME,), [FRAME]),
        ((FRAME + b"?\r" + FRAME,), [FRAME, "?", FRAME]),
        ((b"\x05?\r\n\0",), [b"\x05?\r\n\0"]),  # a line cannot begin within a chunk
        ((b"?", b"\0"), [b"?\0"]),  # without a line end, it is a damaged chunk
        ((b"x" * 81 + b"\r",), ["x" * 81]),
        ((b"x" * 82 + b"\r\0",), [b"x" * 82 + b"\r\0"]),  # longer than any line
        ((b"a ~\n",), ["a ~"]),  # the first and the last printable character
        ((b"a\x1f\n\0",), [b"a\x1f\n\0"]),
        ((b"a\x7f\n\0",), [b"a\x7f\n\0"]),
    ],
)
def test_lines_are_told_from_frames(pieces: tuple[bytes, ...], found: list[str | bytes]) -> None:
    assert parts(*pieces) == found


def test_no_golden_frame_is_taken_for_text_wherever_it_is_cut() -> None:
    document = (ROOT / "hardware" / "wire" / "golden_frames.json").read_text(encoding="utf-8")
    for wire in map(bytes.fromhex, re.findall(r'"hex": "([0-9a-f ]+)"', document)):
        if wire == b"?\r\n\0":
            continue
        for cut in range(len(wire)):
            assert b"".join(map(bytes, parts(wire[:cut], wire[cut:]))) == wire  # type: ignore[arg-type]


def test_the_words_are_those_of_the_firmware() -> None:
    source = (ROOT / "hardware" / "firmware" / "core" / "text.c").read_text(encoding="utf-8")
    for line in (
        *HELP,
        "unknown; ? lists the letters",
        "calibrating; r shows the result",
        "not now",
    ):
        assert f'{line}\\r\\n"' in source


def said(board: SimulatedBoard, data: bytes, now: float = 1.0) -> bytes:
    board.feed(data, now)
    return board.advance(now)


def test_a_line_ends_the_stream_and_hello_starts_it_again() -> None:
    board = SimulatedBoard(BoardIdentity("squares-6", 36, name="Desk"))
    board.set(2, 2)
    board.advance(0.0)
    board.advance(1.0)
    said(board, encode(Hello(), 1))
    text = said(board, b"s\r\nv\r\n", 2.0).decode("ascii")
    assert text.splitlines() == [
        "..2" + "." * 33,
        "protocol 1.2 firmware 1.0.0 points 36 senses side boot 1 layout squares-6 name Desk",
    ]
    board.set(3, 1)
    assert board.advance(5.0) == b""  # the board is silent
    again = said(board, b"\0" + encode(Hello(), 2), 5.0)
    assert again[0] == 0  # a zero ends the text, so that the next frame is whole
    assert [type(item) for item in Decoder().feed(again)] == [Welcome, BoardState]


def test_lights_readings_self_test_and_nonsense() -> None:
    board = SimulatedBoard(BoardIdentity("squares-6", 36))
    board.advance(0.0)
    assert said(board, b"l\r") == b""
    assert {board.light_of(point) for point in range(36)} == {15}
    assert board.brightness == 64
    said(board, b"o\r")
    assert {board.light_of(point) for point in range(36)} == {0}
    lines = said(board, b"r\r").decode("ascii").splitlines()
    assert len(lines) == 36
    assert re.fullmatch(r"35 \d+ 512 \d+", lines[-1])
    assert said(board, b"t\r").startswith(b"supply mV 5000 scan us ")
    assert said(board, b"hello\r") == b"unknown; ? lists the letters\r\n"
    assert said(board, b"c\r") == b"calibrating; r shows the result\r\n"
    assert said(board, b"?\r").decode("ascii").splitlines() == list(HELP)
    blind = SimulatedBoard(BoardIdentity("squares-6", 36, sensing=0))
    blind.advance(0.0)
    assert said(blind, b"c\r") == b"not now\r\n"
    assert b" points 36 senses occupancy boot 1 " in said(blind, b"v\r")


def test_only_valid_commands_keep_the_lights_on() -> None:
    board = SimulatedBoard()
    board.advance(0.0)
    said(board, encode(Lights(255, (5,)), 1), 1.0)
    # Calibration step 9 does not exist, nor does version 2.
    bad = (b"\x04\x06\x22\x09\x03\xf1\x67\0", encode(Hello(major=2), 3))
    for second in range(2, 6):
        said(board, b"".join(bad) + b"?\r", float(second))
    assert board.light_of(0) == 5
    said(board, bad[0], 6.5)
    assert board.light_of(0) == 0


@needs_bench
def test_the_firmware_and_the_simulated_board_say_the_same() -> None:
    board = SimulatedBoard(BoardIdentity("squares-6", 36, name=""))
    board.set(2, 2)
    board.advance(0.0)
    with Emulator(options={"POINTS": "36", "LAYOUT": "squares-6"}) as firmware:
        firmware.set_point(2, 2)
        firmware.run(1000)
        for line in (b"?\r", b"s\r", b"v\r", b"t\r", b"r\r", b"x\r"):
            firmware.send(b"\0" + line)
            one, other = firmware.run(1000), said(board, line)
            assert shape(one) == shape(other), line


def shape(text: bytes) -> list[str]:
    """Return the lines after the boot's frame, with all numbers except states replaced by 0."""
    lines = text.split(b"\0")[-1].decode("ascii").splitlines()
    return [line if set(line) <= set(".12x") else re.sub(r"\d+", "0", line) for line in lines]


# -- a person at a terminal ----------------------------------------------------------------------


def until(read: Callable[[], bytes], wanted: bytes, seconds: float = PATIENCE) -> bytes:
    """Return everything read until it contains `wanted` or the time is up."""
    got, end = b"", time.monotonic() + seconds
    while wanted not in got and time.monotonic() < end:
        got += read()
    return got


@pytest.mark.skipif(os.name != "posix", reason="needs pseudo terminals")
@pytest.mark.parametrize("kind", ["pty", "tcp"])
def test_a_terminal_session_with_the_simulated_board(kind: str, tmp_path: Path) -> None:
    line = ["--link", str(tmp_path / "board")] if kind == "pty" else ["--tcp", "0"]
    command = [sys.executable, "main.py", "board", "simulate", "--headless", *line]
    with subprocess.Popen(
        [*command, "--layout", "squares-6", "--name", "Desk"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as program:  # fmt: skip
        assert program.stdin is not None
        assert program.stdout is not None
        name = program.stdout.readline().strip()
        program.stdin.write("set a1 one\n")
        program.stdin.flush()
        assert program.stdout.readline() == "ok\n"
        if kind == "pty":
            terminal = os.open(name, os.O_RDWR | os.O_NOCTTY)
        else:
            address = ("127.0.0.1", int(name.rpartition(":")[2]))
            terminal = socket.create_connection(address).detach()

        def read() -> bytes:
            ready, _out, _wrong = select.select([terminal], [], [], 0.2)
            return os.read(terminal, 4096) if ready else b""

        try:
            os.write(terminal, b"?\r\n")
            assert b"? this help" in until(read, b"must be empty\r\n")
            os.write(terminal, b"v\r\n")
            assert b"layout squares-6 name Desk\r\n" in until(read, b"Desk\r\n")
            until(read, b"nothing", 0.3)  # waits as long as three scans
            os.write(terminal, b"s\r\n")
            assert b"1" + b"." * 35 in until(read, b".\r\n")
            os.write(terminal, b"\0" + encode(Hello(), 1))  # a program takes over
            decoder = Decoder()
            items = [item for _try in range(20) for item in decoder.feed(read())]
            assert (
                next(type(item) for item in items if not isinstance(item, Undecodable)) is Welcome
            )
        finally:
            os.close(terminal)
            program.stdin.write("quit\n")
            program.stdin.flush()
            assert program.wait(PATIENCE) == 0
