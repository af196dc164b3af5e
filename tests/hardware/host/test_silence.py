"""A silent board is treated as lost: the person is told, and the line is opened again.

Ports and clock are simulated: a read that finds no data moves the clock on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from hardware.commands.monitor import Monitor, MonitorTime
from hardware.host.layouts import labels_of
from hardware.host.link import Port
from hardware.host.ports import PortError
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from tests.support.clocks import ManualClock

STEP = 0.02


class Cable:
    """Lines to a simulated board that can be silenced or pulled, now or (`at`) at a later time."""

    def __init__(self, board: SimulatedBoard, clock: ManualClock) -> None:
        self.name = "made-up"
        self.board, self.clock = board, clock
        self.opened: list[float] = []
        self.closed: list[float] = []
        self.plans: list[tuple[float, Callable[[], None]]] = []
        self.mute = self.pulled = False
        self.muted_at = 0.0

    def at(self, seconds: float, plan: Callable[[], None]) -> None:
        self.plans.append((100.0 + seconds, plan))

    def silence(self) -> None:
        self.mute, self.muted_at = True, self.clock.now

    def talk(self) -> None:
        self.mute = False

    def open(self, _name: str) -> Cable:
        if self.pulled:
            raise PortError("there is no such port")
        self.opened.append(self.clock.now)
        return self

    def read(self) -> bytes:
        self.clock.now += STEP
        for plan in [plan for plan in self.plans if plan[0] <= self.clock.now]:
            self.plans.remove(plan)
            plan[1]()
        if self.pulled:
            raise OSError("pulled")
        data = self.board.advance(self.clock.now)
        return b"" if self.mute else data

    def write(self, data: bytes) -> None:
        self.board.feed(data, self.clock.now)

    def close(self) -> None:
        self.closed.append(self.clock.now)


def a_cable(layout: str = "hexagon-3", points: int = 19) -> Cable:
    return Cable(SimulatedBoard(BoardIdentity(layout, points)), ManualClock())


def monitored(cable: Cable, seconds: float) -> tuple[Monitor, list[str]]:
    when = MonitorTime(cable.clock, cable.clock.sleep)
    monitor = Monitor("made-up", seconds, cable.open, when)
    return monitor, list(monitor.lines())


def test_monitor_tells_of_silence_and_opens_the_line_again() -> None:
    cable = a_cable()
    cable.at(4.0, cable.silence)
    cable.at(20.0, cable.talk)
    monitor, lines = monitored(cable, 30.0)
    assert monitor.talked
    assert [line for line in lines if "silent" in line] == [
        "The board on made-up is silent. Is it powered?"
    ]
    # The silence began up to a second after the last state.
    assert 2.0 < cable.closed[0] - cable.muted_at <= 3.2
    assert len(cable.opened) >= 2
    (silent,) = (number for number, line in enumerate(lines) if "silent" in line)
    assert any("Simulated board: hexagon-3" in line for line in lines[silent:])
    assert "On the board: nothing" in lines[-1]


def test_monitor_tells_of_a_pulled_cable_once_and_goes_on() -> None:
    cable = a_cable()
    cable.at(2.0, lambda: setattr(cable, "pulled", True))
    tries: list[str] = []

    def opener(name: str) -> Cable:
        tries.append(name)
        if len(tries) == 4:
            cable.pulled = False
        return cable.open(name)

    monitor = Monitor("made-up", 12.0, opener, MonitorTime(cable.clock, cable.clock.sleep))
    lines = list(monitor.lines())
    assert sum("made-up was lost." in line for line in lines) == 1
    assert not any("(pulled)" in line for line in lines), "no words of a library"
    assert lines.count("there is no such port") == 1
    assert len(tries) == 4
    assert "On the board: nothing" in lines[-1]


def test_monitor_ends_when_there_is_no_port_at_all() -> None:
    cable = a_cable()
    cable.pulled = True
    monitor, lines = monitored(cable, 0.0)
    assert lines == ["there is no such port"]
    assert not monitor.talked


def test_monitor_says_when_something_else_answers_nothing() -> None:
    cable = a_cable()
    cable.mute = True
    monitor, lines = monitored(cable, 20.0)
    assert len(lines) == 1
    assert "does not answer like a board" in lines[0]
    assert not monitor.talked
    assert len(cable.opened) >= 2


@pytest.mark.parametrize(
    ("layout", "points", "label"),
    [("hexagon-3", 19, "c1"), ("decagon-81", 81, "b7"), ("my-board", 19, "7")],
)
def test_monitor_calls_points_by_their_labels(layout: str, points: int, label: str) -> None:
    cable = a_cable(layout, points)
    cable.at(2.5, lambda: cable.board.set(7, 2))
    _monitor, lines = monitored(cable, 5.0)
    assert any(line.endswith(f"{label}: face two up") for line in lines)
    assert lines[-1].endswith(f"face two up: {label}")


def test_labels_are_those_of_known_layouts_alone() -> None:
    assert labels_of("squares-6", 36)[:7] == ("a1", "b1", "c1", "d1", "e1", "f1", "a2")
    for name, count in (("squares-6", 35), ("squares-x", 36), ("/dev/zero", 36), ("", 36)):
        assert labels_of(name, count) == ()


@pytest.mark.parametrize("name", ["made-up", "socket://192.168.1.20:7000"])
def test_a_session_takes_a_silent_board_for_lost_after_three_seconds(name: str) -> None:
    """A session first repeats HELLO on a local port, since reopening it may reset the board."""
    cable = a_cable()
    cable.name = name
    told: list[str] = []

    def opened(name: str) -> Port:
        told.append(session.view().words)
        cable.talk()
        return cable.open(name)

    session = BoardSession(name, opener=opened, clock=cable.clock, window=False)
    held = threading.Event()
    cable.at(4.0, cable.silence)
    cable.at(20.0, held.set)
    session.start()
    try:
        assert held.wait(20.0)
        assert "is silent. Is it powered" in told[1]
        patience = (2.0, 3.2) if name.startswith("socket") else (8.0, 9.3)
        assert patience[0] < cable.closed[0] - cable.muted_at <= patience[1]
        assert len(cable.opened) == 2
        assert session.view().connection == "connected"
    finally:
        session.close()


def test_a_silent_board_that_answers_again_keeps_its_line() -> None:
    cable = a_cable()
    session = BoardSession("made-up", opener=cable.open, clock=cable.clock, window=False)
    held = threading.Event()
    cable.at(4.0, cable.silence)
    seen: list[tuple[str, str]] = []
    cable.at(7.8, lambda: seen.append((session.view().connection, session.view().words)))
    cable.at(8.0, cable.talk)
    cable.at(12.0, held.set)
    session.start()
    try:
        assert held.wait(20.0)
        assert session.view().connection == "connected"
        assert (len(cable.opened), cable.closed) == (1, [])
        assert seen == [("lost", "The board on made-up is silent. Is it powered?")]
    finally:
        session.close()
