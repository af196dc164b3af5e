"""Messages from boards of other makers are read correctly, however late and fragmented they are."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from game.table.match import Match
from game.table.spec import two_people
from hardware.drivers.driver import Driver
from hardware.drivers.sensor_board import SensorBoard
from hardware.drivers.text_matrix import TextMatrix
from hardware.drivers.translation import TranslatedBoard
from hardware.host.recording import SessionRecorder, read_recording, replay
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.tracker_events import TurnSoFar
from tests.hardware.drivers.test_chess_boards import (
    KINDS,
    PATIENT,
    SIX,
    AtScreen,
    Device,
    Stepped,
    homeward,
)
from tests.hardware.drivers.text_device import Sketch, SketchDevice, a_picture, one_line
from tests.hardware.host.test_stalls import LONGEST_S, SHORTEST_S, stalled
from tools.rig.exercise import rehearse_at
from tools.rig.table import SteppedDevice

TURNS = 12


class OursThroughADriver:
    """A simulated board of our own, read through the interface of all drivers."""

    def __init__(self) -> None:
        self._device = SimulatedBoard(BoardIdentity("squares-6", len(SIX)))
        self._board = TranslatedBoard(SensorBoard("squares-6", len(SIX)), "made-up")

    def set(self, point: int, face: int) -> None:
        self._device.set(point, face)

    def press(self, now: float) -> None:
        self._device.press(now)

    def feed(self, data: bytes, now: float) -> None:
        self._board.feed(data, now)

    def advance(self, now: float) -> bytes:
        self._board.heard(self._device.advance(now), now)
        self._device.feed(self._board.to_board(now), now)
        return self._board.advance(now)


class Timed(SketchDevice):
    """A sketch that ends each line with its own time in milliseconds, from `millis()`."""

    def __init__(self) -> None:
        super().__init__(Sketch(self._dated))
        self.now = 0.0

    def _dated(self, board: Sketch, square: str) -> str:
        return f"{square} {board.lying[square]} {1000 + round(1000 * self.now)}\r\n"


def text() -> Driver:
    return TextMatrix("squares-6", SIX)


def stepped(device: Callable[[], Device], driver: Callable[[], Driver]) -> SteppedDevice:
    return Stepped(device(), driver())


BOARDS: dict[str, Callable[[], SteppedDevice]] = {
    "ours": OursThroughADriver,
    "text": lambda: Stepped(SketchDevice(Sketch(one_line)), text()),
    "text in pictures": lambda: Stepped(SketchDevice(Sketch(a_picture)), text()),
    **{kind: partial(stepped, device, driver) for kind, (device, driver) in KINDS.items()},
}


class Recorded(AtScreen):
    """A line that records what a session does."""

    def __init__(self, device: SteppedDevice, file: Path) -> None:
        self.recorder = SessionRecorder(file, 0.0)
        super().__init__(device)

    def pass_step(self) -> None:
        self.now += self.step
        if sent := self.device.advance(self.now):
            self.recorder.heard(self.now, sent)
            self.driver.receive(sent, self.now)
        self.device.feed(self.driver.step(self.now), self.now)

    def set_position(self, position: ExpectedPosition) -> None:
        self.recorder.position(self.now, position)
        super().set_position(position)

    def refuse(self, position: ExpectedPosition, why: str) -> None:
        self.recorder.position(self.now, position, why)
        super().refuse(position, why)


@pytest.mark.parametrize("kind", BOARDS)
def test_a_recording_of_each_kind_is_read_alike_however_late_it_comes(
    kind: str, tmp_path: Path
) -> None:
    file = tmp_path / "session.jsonl"
    match = Match(two_people("less seed=4"))
    line = Recorded(BOARDS[kind](), file)
    exercise = rehearse_at(line, match, 4, habits=PATIENT, longest=TURNS, policy=homeward)
    assert exercise.play().wrong == ""
    line.recorder.close()
    lines = read_recording(file)
    read = [one for _now, one in replay(lines)]
    assert len([one for one in read if isinstance(one, TurnSoFar) and one.complete]) >= TURNS - 1
    for seed in (1, 2):
        late = stalled(lines, random.Random(seed))
        assert late != lines
        assert [one for _now, one in replay(late)] == read


class StallingReader(AtScreen):
    """A line whose reading thread sometimes stalls, while the board goes on and dates its lines."""

    def __init__(self, sketch: Timed, seed: int) -> None:
        self._sketch, self._dice, self._stall_s = sketch, random.Random(seed), 0.0
        self._pressed = False
        super().__init__(Stepped(sketch, text()))

    def pass_step(self) -> None:
        self._sketch.now = self.now + self.step
        if self._stall_s > 0:
            self.now += self.step
            self._stall_s -= self.step
        else:
            super().pass_step()
            if self._pressed:
                super().press()
                self._pressed = False
            if self._dice.random() < 0.02:
                self._stall_s = self._dice.uniform(SHORTEST_S, LONGEST_S)

    def press(self) -> None:
        """Press the button on the screen; the thread gets the press after the bytes it has read."""
        self._pressed = True


@pytest.mark.parametrize("seed", [1, 2])
def test_a_sketch_that_tells_its_time_is_read_right_by_a_thread_that_stands_still(
    seed: int,
) -> None:
    match = Match(two_people("less seed=4"))
    line = StallingReader(Timed(), seed)
    exercise = rehearse_at(line, match, seed, habits=PATIENT, longest=20, policy=homeward)
    account = exercise.play()
    assert account.wrong == ""
    assert exercise.recorded == exercise.intended or account.ambiguous
