"""`board test`: point after point, at a terminal."""

from __future__ import annotations

import pytest

from hardware.commands import console
from hardware.commands.console import try_joints
from hardware.host.layouts import points_of
from hardware.host.link import Port, SimulatedPort
from hardware.simulator.board import BoardIdentity, SimulatedBoard


class Fast:
    """Time that goes ten times as fast."""

    def __init__(self) -> None:
        from time import monotonic

        self.monotonic = lambda: 10 * monotonic()


class Obedient(SimulatedBoard):
    """A board over which a hand goes, as the terminal asks."""

    def __init__(self) -> None:
        super().__init__(BoardIdentity("squares-6", 36))
        self.said: list[str] = []

    def advance(self, now: float) -> bytes:
        asked = [line[-3:-1] for line in self.said if line.startswith("Put the magnet on")]
        lying = [point for point, face in enumerate(self.truth) if face]
        if asked:
            point = points_of("squares-6").index(asked[-1])
            if lying != [point]:
                for one in lying:
                    self.set(one, 0)
                self.set(point, 1)
        return super().advance(now)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Obedient:
    clock, board = Fast(), Obedient()
    monkeypatch.setattr(console, "time", clock)

    def say(words: str, **_more: object) -> None:
        board.said.append(words)

    monkeypatch.setattr(console, "print", say, raising=False)

    class NoInput:
        def __init__(self, _file: object) -> None: ...

        def lines(self, _seconds: float) -> list[str]:
            return []

    monkeypatch.setattr(console, "LineReader", NoInput)
    return board


def opened(board: SimulatedBoard) -> Port:
    return SimulatedPort(board, Fast().monotonic)


def test_all_points_are_heard(board: Obedient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.host.joint_test.OPEN_S", 1000.0)  # on a machine that is busy
    assert try_joints("port", lambda _name: opened(board)) == 0
    assert board.said[-1] == "Ready: every point is heard."


def test_an_open_joint_is_named(board: Obedient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.host.joint_test.OPEN_S", 60.0)
    board.troubles.wired[7] = ()
    assert try_joints("port", lambda _name: opened(board)) == 1
    assert board.said[-1] == "b2: nothing is heard\n1 point to check"
