"""Boards of other makers are found by their identity, and no other port is opened."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hardware.commands.console import list_all
from hardware.drivers.registry import KINDS
from hardware.host import known_boards
from hardware.host.board_search import BoardSearch
from hardware.host.hid_line import devices
from hardware.host.known_boards import KnownBoard
from hardware.host.link import DriverPort, Port, open_first
from hardware.host.other_boards import address_of
from hardware.host.ports import FoundPort, PortError, identity_of
from hardware.host.session import BoardSession
from hardware.wire.messages import BAUD
from tests.hardware.drivers.chess_devices import CertaboDevice
from tests.hardware.host.strange_ports import StrangePort
from tests.support.clocks import ManualClock
from tests.support.waiting import until

CP210X, CH340 = (0x10C4, 0xEA60), (0x1A86, 0x7523)


class Machine:
    """A computer with ports that come and go; one of them leads to a Certabo."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock, self.opened, self.there = ManualClock(), list[str](), list[ListPortInfo]()
        self.device, self.at, self.refused = CertaboDevice(), "", False
        monkeypatch.setattr(list_ports, "comports", lambda: list(self.there))

    def plug(self, name: str, serial: str = "0001", ids: tuple[int, int] = CP210X) -> None:
        info = ListPortInfo(name)
        (info.vid, info.pid), info.serial_number = ids, serial
        self.there, self.at = [info], name

    def open(self, target: str) -> Port:
        self.opened.append(target)
        other = address_of(target)
        port = other.port if other else target
        if self.refused:
            raise PortError(f"No permission to use {port}")
        if port not in [info.device for info in self.there]:
            raise PortError(f"There is no port {port}")

        def says(written: bytes, now: float) -> bytes:
            if port not in [info.device for info in self.there]:
                raise OSError(5, "gone")
            told = self.device.says(now)
            # At another bit rate, the bytes are garbled.
            return told if other else bytes(byte ^ 0xA5 for byte in told)

        line = StrangePort(self.clock, says)
        line.name = port
        if other is None:
            line.name = target
            return line
        identity = f"{other.word} {identity_of(port)}"
        return DriverPort(target, line, other.driver, identity, self.clock)

    def session(self, target: str, known: Path | None = None) -> BoardSession:
        opened = {"opener": self.open, "clock": self.clock}
        return BoardSession.open(target, window=False, known=known, **opened)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def connected(session: BoardSession) -> bool:
    return session.view().connection == "connected"


def test_auto_asks_what_a_chip_may_be_and_goes_there_first_the_next_time(
    machine: Machine, tmp_path: Path
) -> None:
    machine.plug("/dev/ttyUSB0")
    known = tmp_path / "known.json"
    for tries in (["/dev/ttyUSB0", "certabo:/dev/ttyUSB0"], ["certabo:/dev/ttyUSB3"]):
        session = machine.session("auto", known)
        try:
            assert until(lambda: connected(session))  # noqa: B023
            assert machine.opened == tries
        finally:
            session.close()
        machine.opened.clear()
        machine.plug("/dev/ttyUSB3")


def test_a_hub_that_numbers_its_ports_anew_does_not_lose_the_board(machine: Machine) -> None:
    machine.plug("/dev/ttyUSB0")
    session = machine.session("certabo:/dev/ttyUSB0")
    try:
        assert until(lambda: connected(session))
        machine.there = []
        assert until(lambda: session.view().connection == "lost")
        back = machine.clock.now
        machine.plug("/dev/ttyUSB7")
        assert until(lambda: connected(session))
        assert machine.clock.now - back < 2.0
        assert machine.opened[-1] == "certabo:/dev/ttyUSB7"
    finally:
        session.close()


def test_another_of_the_same_kind_is_not_taken_for_it(machine: Machine) -> None:
    machine.plug("/dev/ttyUSB0", serial="A1")
    session = machine.session("certabo:/dev/ttyUSB0")
    try:
        assert until(lambda: connected(session))
        machine.plug("/dev/ttyUSB1", serial="B2")
        assert until(lambda: session.view().connection == "lost")
        tried = len(machine.opened)
        assert until(lambda: len(machine.opened) > tried + 3)
        assert "certabo:/dev/ttyUSB1" not in machine.opened
    finally:
        session.close()


def test_permission_that_is_lost_while_it_runs_is_named_and_waited_for(machine: Machine) -> None:
    machine.plug("/dev/ttyUSB0")
    session = machine.session("certabo:/dev/ttyUSB0")
    try:
        assert until(lambda: connected(session))
        machine.there, machine.refused = [], True
        assert until(lambda: "No permission" in session.view().words)
        machine.refused = False
        machine.plug("/dev/ttyUSB0")
        assert until(lambda: connected(session))
    finally:
        session.close()


def test_half_lines_for_a_minute_are_a_silent_board_that_comes_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.plug("/dev/ttyUSB0")
    whole = machine.device.says
    session = machine.session("certabo:/dev/ttyUSB0")
    try:
        assert until(lambda: connected(session))
        monkeypatch.setattr(machine.device, "says", lambda now: whole(now)[:50])
        until_then = machine.clock.now + 60
        assert until(lambda: machine.clock.now > until_then)
        assert session.view().connection == "lost"
        monkeypatch.setattr(machine.device, "says", whole)
        assert until(lambda: connected(session))
    finally:
        session.close()


def test_a_chip_that_no_such_board_has_is_asked_for_ours_alone() -> None:
    there = [
        FoundPort("/dev/ttyUSB0", "", True, usb="1a86:7523:"),
        FoundPort("/dev/ttyUSB1", "", True, usb="10c4:ea60:7"),
        FoundPort("/dev/ttyUSB2", "printer", False, usb="10c4:ea60:8"),
    ]
    search = BoardSearch("auto", found=lambda: there)
    assert search.names(0.0) == ["/dev/ttyUSB0", "/dev/ttyUSB1", "certabo:/dev/ttyUSB1"]
    named = BoardSearch("millennium:/dev/ttyUSB0", found=lambda: there)
    assert named.names(0.0) == ["millennium:/dev/ttyUSB0"]


def test_the_command_line_opens_the_board_used_last_before_all_others(
    machine: Machine, tmp_path: Path
) -> None:
    known = tmp_path / "known.json"
    infos = []
    for name, serial in (("/dev/ttyUSB0", "1"), ("/dev/ttyUSB1", "2"), ("/dev/ttyUSB2", "3")):
        machine.plug(name, serial, CH340)
        infos += machine.there
    machine.there = infos
    known_boards.note(known, KnownBoard("00000007", "", "/dev/ttyUSB9", "1a86:7523:2"))
    known_boards.note(known, other="1a86:7523:1")
    assert open_first("auto", machine.open, known).name == "/dev/ttyUSB1"
    machine.there = [infos[0]]
    with pytest.raises(PortError):  # the device has answered as something else
        open_first("auto", machine.open, known)
    assert open_first("/dev/ttyUSB0", machine.open, known).name == "/dev/ttyUSB0"


def test_a_command_for_a_port_opens_that_port_whatever_board_was_there_before(
    machine: Machine, tmp_path: Path
) -> None:
    known = tmp_path / "known.json"
    known_boards.note(known, KnownBoard("00000007", "", "/dev/ttyUSB0", "1a86:7523:2"))
    infos = []
    for name, serial in (("/dev/ttyUSB0", "1"), ("/dev/ttyUSB1", "2")):
        machine.plug(name, serial, CH340)
        infos += machine.there
    machine.there = infos
    assert open_first("/dev/ttyUSB0", machine.open, known).name == "/dev/ttyUSB0"


def test_the_list_asks_ports_for_what_they_may_be(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(time, "monotonic", machine.clock)
    machine.plug("/dev/ttyUSB0")
    assert list_all(opener=machine.open) == 0
    assert "certabo:/dev/ttyUSB0: " in capsys.readouterr().out
    machine.plug("/dev/ttyUSB0", ids=CH340)
    machine.opened.clear()
    assert list_all(opener=machine.open) == 0
    assert machine.opened == ["/dev/ttyUSB0"]
    assert list_all(True, opener=machine.open) == 0
    assert machine.opened[1:] == ["/dev/ttyUSB0", "certabo:/dev/ttyUSB0"]


def test_devices_that_are_no_ports_are_known_by_what_they_say_of_themselves(tmp_path: Path) -> None:
    def device(name: str, uevent: str, descriptor: bytes) -> None:
        folder = tmp_path / name / "device"
        folder.mkdir(parents=True)
        (folder / "uevent").write_text(uevent)
        (folder / "report_descriptor").write_bytes(descriptor)

    told = "HID_ID=0003:00002D80:00008003\nHID_NAME=Chessnut Air\nHID_UNIQ=77\n"
    device("hidraw0", told, b"\x05\x01\x09\x06")  # the keyboard interface of the board
    device("hidraw1", told, b"\x06\x00\xff\x09\x01")
    device("hidraw2", told.replace("2D80", "046D"), b"\x06\x00\xff")
    device("hidraw3", "HID_ID=nonsense\n", b"\x06\x00\xff")
    [found] = devices(tmp_path, Path("/dev"))
    assert (found.path, found.word, found.usb) == ("/dev/hidraw1", "chessnut", "2d80:8003:77")


@pytest.mark.parametrize(
    "target",
    [
        "certabo:/dev/x?sides=1",
        "chessnut:/dev/x?baud=9600",
        "dgt:?serial=3",
        "millennium:/dev/x?layout=squares-6",
        "text:/dev/x?serial=3",
    ],
)
def test_options_that_a_kind_has_not_are_named(target: str) -> None:
    with pytest.raises(PortError, match=target.partition(":")[0]):
        address_of(target)


def test_each_kind_makes_its_driver_by_its_word() -> None:
    for word, kind in KINDS.items():
        found = address_of(f"{word}:somewhere")
        assert found is not None
        assert found.driver.abilities.layout == kind.layout
        assert found.driver.light([0] * found.driver.abilities.points) is not None
    found = address_of("ours:/dev/ttyUSB0?layout=hexagon-3&sides=0")
    assert found is not None
    assert (found.baud, found.driver.abilities.points) == (BAUD, 19)
