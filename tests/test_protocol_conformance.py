"""The firmware and the simulated board pass the checks that any board must pass."""

from __future__ import annotations

import pytest

from hardware.bench.emulator import Emulator
from hardware.conformance import CHECKS, Examiner, check
from hardware.protocol import Ack, Decoder, Hello, Numbers, Ping, Welcome, encode
from hardware.simulator import SimulatedBoard
from tests.bench import needs_bench


class EmulatedLine:
    def __init__(self, board):
        self.send = board.send
        self._board = board

    def wait(self, seconds):
        return self._board.run(max(1, round(seconds * 1000)))


class SimulatedLine:
    """The simulated board looks at its line every millisecond."""

    def __init__(self, board):
        self._board = board
        self._now = 100.0
        self._board.advance(self._now)

    def send(self, data):
        self._board.feed(data, self._now)

    def wait(self, seconds):
        data = b""
        for _ in range(max(1, round(seconds * 1000))):
            self._now += 0.001
            data += self._board.advance(self._now)
        return data


class DeafLine:
    """A board with a fault: it says welcome and acknowledges, and answers nothing else."""

    def __init__(self):
        self._decoder, self._numbers, self._out = Decoder(), Numbers(), b""

    def send(self, data):
        for item in self._decoder.feed(data):
            if isinstance(item, Hello):
                answer = Welcome(item.sequence, 1, 0, (1,), 9, 1, 0, 1, 1, "squares-3", "")
                self._out += encode(answer, self._numbers.next())
            elif isinstance(item, Ping):
                self._out += encode(Ack(item.sequence), self._numbers.next())

    def wait(self, _seconds):
        out, self._out = self._out, b""
        return out


@needs_bench
@pytest.mark.parametrize("sensing", ["side", "occupancy"])
def test_the_firmware_conforms(sensing):
    with Emulator(sensing=sensing) as board:
        board.run(300)
        assert [problem for _words, problem in check(EmulatedLine(board)) if problem] == []


def test_the_simulated_board_conforms():
    findings = list(check(SimulatedLine(SimulatedBoard())))
    assert [problem for _words, problem in findings if problem] == []
    assert len(findings) == len(CHECKS)


def test_a_board_that_answers_little_is_found_out():
    findings = [problem for _words, problem in check(DeafLine())]
    assert "no STATE" in findings[0]
    assert "ERROR with code 3 expected" in findings[1]
    assert "lights_five has 0 answers" in findings[2]
    assert sum(map(bool, findings)) >= 6


def test_a_silent_line_is_found_out_in_bounded_time():
    class Silent:
        waited = 0.0

        def send(self, data):
            assert data

        def wait(self, seconds):
            Silent.waited += seconds
            return b""

    assert Examiner(Silent()).ask(Ping()) is None
    assert Silent.waited <= 1.1
