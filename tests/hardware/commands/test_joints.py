"""`board test`, used at a terminal, goes from point to point."""

from __future__ import annotations

import pytest

from hardware.commands import console
from hardware.commands.console import try_joints
from hardware.host.layouts import LayoutError, points_of
from hardware.host.link import Port, SimulatedPort
from hardware.simulator.board import BoardIdentity, SimulatedBoard

LONGEST_STEP_S = 0.2  # seconds, the largest step of the fast clock


class Fast:
    """A clock ten times as fast, with limited steps, so that a stall does not look like silence."""

    def __init__(self) -> None:
        from time import monotonic

        self._real = monotonic
        self._looked = self._now = monotonic()

    def monotonic(self) -> float:
        before, self._looked = self._looked, self._real()
        self._now += min(10 * (self._looked - before), LONGEST_STEP_S)
        return self._now


class Obedient(SimulatedBoard):
    """A simulated board whose magnet is always where the terminal asks for it."""

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
    monkeypatch.setattr("hardware.host.joint_test.OPEN_S", 1000.0)  # enough for a busy machine
    assert try_joints("port", lambda _name: opened(board)) == 0
    assert board.said[-1] == "Ready: every point is heard."


def test_an_open_joint_is_named(board: Obedient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.host.joint_test.OPEN_S", 60.0)
    board.troubles.wired[7] = ()
    assert try_joints("port", lambda _name: opened(board)) == 1
    assert board.said[-1] == "b2: nothing is heard\n1 point to check"


class Cuttable(SimulatedPort):
    """A line that breaks when the magnet is first requested on `point`."""

    def __init__(self, board: Obedient, point: str) -> None:
        super().__init__(board, Fast().monotonic)
        self._said, self._point = board.said, f"Put the magnet on {point}."

    def read(self) -> bytes:
        if self._said.count(self._point) == 1 and self._said[-1] == self._point:
            raise OSError(5, "read failed: socket disconnected")
        return super().read()


def test_a_cut_line_is_made_again_and_the_test_goes_on(
    board: Obedient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.host.joint_test.OPEN_S", 1000.0)
    monkeypatch.setattr(Fast, "sleep", lambda _self, _seconds: None, raising=False)
    opens: list[str] = []

    def opener(name: str) -> Port:
        opens.append(name)
        return Cuttable(board, "c2")

    assert try_joints("port", opener) == 0
    asked = [line for line in board.said if line.startswith("Put")]
    assert asked.count("Put the magnet on c2.") == 2
    assert len(asked) == 37
    assert len(opens) == 2
    assert not any("read failed" in line for line in board.said)
    assert board.said[-1] == "Ready: every point is heard."


def test_only_the_points_that_are_named_are_tried(
    board: Obedient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.host.joint_test.OPEN_S", 60.0)
    board.troubles.wired[7] = ()
    assert try_joints("port", lambda _name: opened(board), ["c3", "b2"]) == 1
    asked = [line for line in board.said if line.startswith("Put")]
    assert asked == ["Put the magnet on b2.", "Put the magnet on c3."]
    assert board.said[-1] == "b2: nothing is heard\n1 point to check"


def test_a_point_that_the_board_has_not_is_named(board: Obedient) -> None:
    with pytest.raises(LayoutError, match="z9 is no point of this board"):
        try_joints("port", lambda _name: opened(board), ["z9"])
