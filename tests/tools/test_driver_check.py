"""The checks for drivers pass our drivers, and find the usual mistakes in faulty drivers."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from hardware.drivers.certabo import Certabo
from hardware.drivers.chessnut import Chessnut
from hardware.drivers.driver import Driver, Sensed, SensedPoint
from hardware.drivers.livechess import LiveChess
from hardware.drivers.millennium import Millennium
from hardware.drivers.sensor_board import SensorBoard
from hardware.drivers.text_matrix import TextMatrix
from hardware.host.layouts import points_of
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from tests.hardware.drivers.chess_devices import (
    AtTerminal,
    CertaboDevice,
    ChessLinkDevice,
    ChessnutDevice,
    LiveChessDevice,
    TabutronicDevice,
)
from tests.hardware.drivers.text_device import Sketch, SketchDevice, one_line
from tools.driver_check import CHECKS, Chunk, Make, Trial, findings, main

SIX = points_of("squares-6")
Put: TypeAlias = Callable[[str, int], object]
Says: TypeAlias = Callable[[float], bytes]
Heard: TypeAlias = Callable[[bytes], object]


def recorded(driver: Driver, put: Put, says: Says, heard: Heard) -> list[Chunk]:
    """Return what a device sends in twenty seconds while somebody fidgets with its pieces."""
    dice, lying, chunks = random.Random(2), set[str](), []
    for tick in range(100):
        now = tick / 5
        if tick % round(5 * (driver.abilities.ask_s or 1)) == 0 or tick == 95:
            heard(driver.ask())
        if tick % 5 == 3 and tick < 75:
            square = dice.choice(sorted(lying) if len(lying) > 5 else SIX)
            put(square, 0 if square in lying else dice.choice((1, 2)))
            lying ^= {square}
        if told := says(now):
            chunks.append((now, told))
            driver.feed(told)
    return chunks


def ours() -> tuple[Make, list[Chunk]]:
    board = SimulatedBoard(BoardIdentity("squares-6", 36))

    def make() -> Driver:
        return SensorBoard("squares-6", 36)

    clock = [0.0]

    def says(now: float) -> bytes:
        clock[0] = now
        return board.advance(now)

    def put(square: str, face: int) -> None:
        board.set(SIX.index(square), face)

    return make, recorded(make(), put, says, lambda data: board.feed(data, clock[0]))


def text() -> tuple[Make, list[Chunk]]:
    device = SketchDevice(Sketch(one_line))

    def make() -> Driver:
        return TextMatrix("squares-6", SIX)

    return make, recorded(make(), device.put, device.says, device.heard)


def chess(
    kind: type[ChessLinkDevice | CertaboDevice | ChessnutDevice | LiveChessDevice], make: Make
) -> Callable[[], tuple[Make, list[Chunk]]]:
    def made() -> tuple[Make, list[Chunk]]:
        device = kind()
        return make, recorded(make(), device.put, device.says, device.heard)

    return made


KINDS = {
    "ours": ours,
    "text": text,
    "millennium": chess(ChessLinkDevice, Millennium),
    "certabo": chess(CertaboDevice, Certabo),
    "tabutronic": chess(TabutronicDevice, Certabo),
    "chessnut": chess(ChessnutDevice, Chessnut),
    "dgt": chess(LiveChessDevice, LiveChess),
}


@pytest.mark.parametrize("kind", KINDS)
def test_our_drivers_pass(kind: str) -> None:
    make, chunks = KINDS[kind]()
    assert dict(findings(Trial(make, chunks))) == dict.fromkeys(CHECKS, "")


class Cut(Certabo):
    """A faulty driver that forgets the earlier part of a line."""

    def feed(self, data: bytes) -> list[Sensed]:
        self._rest = b""
        return super().feed(data)


class Raises(Certabo):
    def feed(self, data: bytes) -> list[Sensed]:
        data.decode("ascii")
        return super().feed(data)


class Repeats(Certabo):
    def feed(self, data: bytes) -> list[Sensed]:
        found = super().feed(data)
        return [one for one in found for _twice in range(2)]


class Keeps(Certabo):
    def __init__(self) -> None:
        super().__init__()
        self.all = b""

    def feed(self, data: bytes) -> list[Sensed]:
        self.all += data
        return super().feed(data)


class Outside(Certabo):
    def feed(self, data: bytes) -> list[Sensed]:
        found = (one for one in super().feed(data) if isinstance(one, SensedPoint))
        return [SensedPoint(one.point + 40, one.state) for one in found]


class Dark(Certabo):
    def light(self, codes: object) -> bytes:
        return b""


class EventsOnly(TextMatrix):
    """A faulty driver that ignores later messages, and so never learns what it has missed."""

    def feed(self, data: bytes) -> list[Sensed]:
        return super().feed(data) if self.understood < 60 else []


@pytest.mark.parametrize(
    ("make", "check"),
    [
        (Cut, "pieces"),
        (Raises, "noise"),
        (Repeats, "whole"),
        (Keeps, "floods"),
        (Outside, "whole"),
        (Dark, "lights"),
    ],
)
def test_a_driver_with_a_mistake_is_found(make: Make, check: str) -> None:
    _make, chunks = KINDS["certabo"]()
    [(_check, words)] = findings(Trial(make, chunks), [check])
    assert words != ""


def test_a_driver_that_does_not_recover_is_found() -> None:
    _make, chunks = KINDS["text"]()
    trial = Trial(lambda: EventsOnly("squares-6", SIX), chunks)
    found = dict(findings(trial, ["restart", "noise"]))
    assert found["restart"] != "" or found["noise"] != ""


def test_the_command_records_and_judges(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    device = ChessLinkDevice()
    end = AtTerminal(device)
    file = tmp_path / "mine.jsonl"
    try:
        device.put("c4", 1)
        words = [f"millennium:{end.port}", "--seconds", "1", "--file", str(file)]
        assert main(words) == 0
        assert main(["millennium:x", "--file", str(file)]) == 0
    finally:
        end.close()
    assert "noise: passed" in capsys.readouterr().out
    assert main(["certabo:x", "--file", str(file)]) == 1
    assert "nothing of the recording was understood" in capsys.readouterr().out
    assert main(["/dev/ttyUSB0", "--file", str(file)]) == 2
    assert main(["text:x", "--file", str(tmp_path / "none.jsonl")]) == 2
