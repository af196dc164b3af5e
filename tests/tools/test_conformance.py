"""The firmware and the simulated board pass the checks that any board must pass."""

from __future__ import annotations

import pytest

from hardware.simulator.board import SimulatedBoard
from hardware.wire.codec import Decoder, encode
from hardware.wire.messages import (
    Ack,
    Calibrate,
    Error,
    ErrorCode,
    Feature,
    Hello,
    Message,
    Palette,
    PaletteColour,
    Ping,
    PointChanged,
    SetWiring,
    Welcome,
)
from hardware.wire.palette import COLOURS
from hardware.wire.send_window import SequenceNumbers
from tests.hardware.firmware_bench import needs_bench
from tools.conformance import CHECKS, Examiner, check, keeps_its_events, main
from tools.rig.emulator.emulator import Emulator


class EmulatedLine:
    def __init__(self, board: Emulator) -> None:
        self._board = board

    def send(self, data: bytes) -> None:
        self._board.send(data)

    def wait(self, seconds: float) -> bytes:
        return self._board.run(max(1, round(seconds * 1000)))


class SimulatedLine:
    """A line to the simulated board that checks the board every millisecond."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._now = 100.0
        self._board.advance(self._now)

    def send(self, data: bytes) -> None:
        self._board.feed(data, self._now)

    def wait(self, seconds: float) -> bytes:
        data = b""
        for _ in range(max(1, round(seconds * 1000))):
            self._now += 0.001
            data += self._board.advance(self._now)
        return data


class DeafLine:
    """A faulty board that sends only WELCOME and acknowledgements."""

    def __init__(self) -> None:
        self._decoder, self._numbers, self._out = Decoder(), SequenceNumbers(), b""

    def send(self, data: bytes) -> None:
        for item in self._decoder.feed(data):
            if isinstance(item, Hello):
                answer = Welcome(item.sequence, 1, 0, (1,), 9, 1, 0, 1, 1, "squares-3", "")
                self._out += encode(answer, self._numbers.next())
            elif isinstance(item, Ping):
                self._out += encode(Ack(item.sequence), self._numbers.next())

    def wait(self, seconds: float) -> bytes:
        out, self._out = self._out, b""
        return out


@needs_bench
@pytest.mark.parametrize("sensing", ["side", "occupancy"])
def test_the_firmware_conforms(sensing: str) -> None:
    with Emulator(sensing=sensing) as board:
        board.run(300)
        assert [problem for _words, problem in check(EmulatedLine(board)) if problem] == []


def test_the_simulated_board_conforms() -> None:
    findings = list(check(SimulatedLine(SimulatedBoard())))
    assert [problem for _words, problem in findings if problem] == []
    assert len(findings) == len(CHECKS)


def test_a_board_that_keeps_no_events_conforms() -> None:
    board = SimulatedBoard()
    board.identity.features &= ~Feature.EVENTS
    assert [problem for _words, problem in check(SimulatedLine(board)) if problem] == []


@pytest.mark.parametrize("lost", [0, 5])
def test_a_board_that_tells_another_event_does_not_conform(
    lost: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def last_one(board: SimulatedBoard, number: int, reply_to: int) -> None:
        board.send(PointChanged(1, 1, 0, (number + lost) % 256, reply_to))

    monkeypatch.setattr(SimulatedBoard, "tell_again", last_one)
    findings = dict(check(SimulatedLine(SimulatedBoard())))
    assert findings[CHECKS[keeps_its_events]] != ""


def test_a_board_that_answers_little_is_found_out() -> None:
    findings = [problem for _words, problem in check(DeafLine())]
    assert "no STATE" in findings[0]
    assert "ERROR with code 3 expected" in findings[1]
    assert "lights_five has 0 answers" in findings[2]
    assert sum(map(bool, findings)) >= 6


class StopsForStrangers(SimulatedBoard):
    """A faulty board that stops serving its host after a HELLO of another version."""

    def answer(self, message: Message, now: float) -> None:
        super().answer(message, now)
        self._streaming = getattr(message, "major", 1) == 1


class CountsLineEnds(SimulatedBoard):
    """A faulty board that counts the rest of a line of text as damage."""

    def feed(self, data: bytes, now: float) -> None:
        self._bad_frames += data.count(b"\n\0")
        super().feed(data, now)


class SaysNothing(SimulatedBoard):
    """A faulty board that does not report damaged frames."""

    def _tell_trouble(self, now: float) -> None:
        pass


class HasNoBounds(SimulatedBoard):
    """A faulty board that answers about points that do not exist."""

    def refuses(self, message: Message) -> bool:
        return False


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (StopsForStrangers, "stopped the stream"),
        (CountsLineEnds, "line ends alone"),
        (SaysNothing, "was reported as []"),
        (HasNoBounds, "GetWiring(sequence=0, line=0, first=81) was answered by"),
    ],
)
def test_a_board_with_one_fault_is_found_out(kind: type[SimulatedBoard], words: str) -> None:
    problems = [problem for _words, problem in check(SimulatedLine(kind())) if problem]
    assert 1 <= len(problems) <= 2
    assert words in problems[0]


def test_what_lies_beyond_the_board_is_bad_payload() -> None:
    line = SimulatedLine(SimulatedBoard())
    board = Examiner(line)
    for command in (SetWiring(0, 120, (1,) * 9), SetWiring(1, 0, (128,)), Calibrate(1, 81)):
        answer = board.ask(command)
        assert isinstance(answer, Error)
        assert (answer.code, answer.detail) == (ErrorCode.BAD_PAYLOAD, command.type)
    assert isinstance(board.ask(SetWiring(0, 120, (1,) * 8)), Ack)


def test_a_reset_brings_the_standard_palette_back_and_hello_does_not() -> None:
    board = SimulatedBoard()
    line = SimulatedLine(board)
    examiner = Examiner(line)
    red = PaletteColour(200, 0, 0)
    assert isinstance(examiner.ask(Palette(6, (red,))), Ack)
    assert isinstance(examiner.ask(Hello()), Welcome)
    assert board.palette[6] == red
    board.reset(200.0)
    assert board.palette == list(COLOURS)


def test_a_silent_line_is_found_out_in_bounded_time() -> None:
    class Silent:
        waited = 0.0

        def send(self, data: bytes) -> None:
            assert data

        def wait(self, seconds: float) -> bytes:
            Silent.waited += seconds
            return b""

    assert Examiner(Silent()).ask(Ping()) is None
    assert Silent.waited <= 1.1


@pytest.mark.parametrize(("port", "code"), [("/no/such/port", 1), ("socket://nonsense", 2)])
def test_a_wrong_port_is_said_in_words(
    port: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([port]) == code
    told = capsys.readouterr().err
    assert told.strip()
    assert "Traceback" not in told
