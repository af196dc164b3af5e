"""A board is recognised by its id on any port, and no other device is disturbed."""

from __future__ import annotations

from pathlib import Path

import pytest
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from hardware.host import known_boards
from hardware.host.board_search import LEFT_ALONE_S, BoardSearch
from hardware.host.known_boards import KnownBoard
from hardware.host.link import Port, open_first
from hardware.host.ports import FoundPort, PortError, candidates, nothing_found, ports
from hardware.host.session import BoardSession
from hardware.simulator.board import BoardIdentity, SimulatedBoard
from tests.hardware.host.strange_ports import StrangePort, a_welcome
from tests.support.clocks import ManualClock
from tests.support.waiting import until

CH340, PRUSA = (0x1A86, 0x7523), (0x2C99, 0x0002)


def port(device: str, ids: tuple[int, int] = CH340, serial: str = "", **told: str) -> ListPortInfo:
    """Return a serial port as the system describes it."""
    info = ListPortInfo(device)
    info.vid, info.pid = ids
    info.serial_number = serial or None
    for name, words in told.items():
        setattr(info, name, words)
    return info


class Machine:
    """A computer with ports that come and go, and the devices behind them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = ManualClock()
        self.there: list[ListPortInfo] = []
        self.behind: dict[str, SimulatedBoard | bytes] = {}
        self.opened: list[str] = []
        monkeypatch.setattr(list_ports, "comports", lambda: list(self.there))

    def plug(self, info: ListPortInfo, what: SimulatedBoard | bytes) -> None:
        self.behind[info.device] = what
        self.there = [*self.there, info]

    def unplug(self, device: str) -> None:
        self.there = [info for info in self.there if info.device != device]

    def open(self, name: str) -> Port:
        if name not in [info.device for info in self.there]:
            raise PortError(f"There is no port {name}")
        self.opened.append(name)

        def says(written: bytes, now: float) -> bytes:
            if name not in [info.device for info in self.there]:
                raise OSError(5, "device reports readiness to read but returned no data")
            what = self.behind[name]
            if isinstance(what, bytes):
                return what
            what.feed(written, now)
            return what.advance(now)

        opened = StrangePort(self.clock, says)
        opened.name = name
        return opened

    def session(self, target: str, known: Path | None = None) -> BoardSession:
        return BoardSession.open(
            target, opener=self.open, clock=self.clock, window=False, known=known
        )


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


def board(number: int) -> SimulatedBoard:
    return SimulatedBoard(BoardIdentity("hexagon-3", 19, board_id=number))


def connected(session: BoardSession) -> bool:
    return session.view().connection == "connected"


def test_a_board_that_returns_under_another_name_is_found_within_two_seconds(
    machine: Machine,
) -> None:
    ours = board(7)
    machine.plug(port("/dev/ttyUSB0"), ours)
    session = machine.session("/dev/ttyUSB0")
    try:
        assert until(lambda: connected(session))
        machine.unplug("/dev/ttyUSB0")
        assert until(lambda: session.view().connection == "lost")
        assert "readiness" not in session.view().words
        back = machine.clock.now
        machine.plug(port("/dev/ttyUSB1"), ours)
        assert until(lambda: connected(session))
        assert machine.clock.now - back < 2.0
    finally:
        session.close()


def test_another_board_beside_it_is_not_taken_for_it(machine: Machine) -> None:
    machine.plug(port("/dev/ttyUSB0"), board(7))
    session = machine.session("/dev/ttyUSB0")
    try:
        assert until(lambda: connected(session))
        machine.plug(port("/dev/ttyUSB1"), board(8))
        machine.unplug("/dev/ttyUSB0")
        assert until(lambda: "/dev/ttyUSB1" in machine.opened)
        assert until(lambda: session.view().connection == "lost")
        machine.plug(port("/dev/ttyACM3", (0x2E8A, 0x000A)), board(7))
        assert until(lambda: connected(session))
        assert machine.opened[-1] == "/dev/ttyACM3"
        assert machine.opened.count("/dev/ttyUSB1") == 1
    finally:
        session.close()


def test_auto_tries_the_known_board_first_and_leaves_printers_alone(
    machine: Machine, tmp_path: Path
) -> None:
    file = tmp_path / "known-boards.json"
    known_boards.note(file, KnownBoard("00000007", "", "/dev/ttyUSB9", "0403:6001:A1"))
    machine.plug(port("/dev/ttyACM0", (0x2341, 0x0042)), b"start\n")
    machine.plug(port("/dev/ttyACM1", PRUSA, product="Original Prusa MK4"), b"start\n")
    machine.plug(port("/dev/ttyUSB0", product="Ender-3 3D Printer"), b"start\n")
    machine.plug(port("/dev/ttyUSB1"), board(8))
    machine.plug(port("/dev/ttyUSB2", (0x0403, 0x6001), "A1"), board(7))
    session = machine.session("auto", file)
    try:
        assert until(lambda: connected(session))
        assert machine.opened == ["/dev/ttyUSB2"]
    finally:
        session.close()
    assert known_boards.read(file).boards[0].link == "/dev/ttyUSB2"


def test_a_device_that_says_what_no_board_says_is_left_alone_from_then_on(
    machine: Machine, tmp_path: Path
) -> None:
    file = tmp_path / "known-boards.json"
    machine.plug(port("/dev/ttyUSB0", (0x0403, 0x6001), "PRN77"), b"ok T:21.4 /0.0 B:22.0\n")
    machine.plug(port("/dev/ttyUSB1"), board(8))
    session = machine.session("auto", file)
    try:
        assert until(lambda: connected(session))
    finally:
        session.close()
    assert known_boards.read(file).others == ("0403:6001:PRN77",)
    machine.opened.clear()
    session = machine.session("auto", file)
    try:
        assert until(lambda: connected(session))
        assert machine.opened == ["/dev/ttyUSB1"]
    finally:
        session.close()


def test_a_port_named_by_a_person_is_tried_whatever_it_calls_itself() -> None:
    mega = BoardSearch("/dev/ttyACM0", found=list)
    assert mega.names(0.0) == ["/dev/ttyACM0"]


def test_a_board_known_by_a_port_is_looked_for_elsewhere_at_the_next_start(
    machine: Machine, tmp_path: Path
) -> None:
    file = tmp_path / "known-boards.json"
    known_boards.note(file, KnownBoard("00000007", "", "/dev/ttyUSB0", "0403:6001:A1"))
    machine.plug(port("/dev/ttyUSB3", (0x0403, 0x6001), "A1"), board(7))
    search = BoardSearch("/dev/ttyUSB0", file)
    assert search.names(0.0)[0] == "/dev/ttyUSB3"
    assert search.takes("/dev/ttyUSB3", a_welcome(1, board_id=7))
    assert not search.takes("/dev/ttyUSB3", a_welcome(1, board_id=9))


def test_an_address_the_board_had_is_tried_too(tmp_path: Path) -> None:
    file = tmp_path / "known-boards.json"
    for link in ("socket://192.168.1.20:7000", "/dev/ttyUSB0"):
        known_boards.note(file, KnownBoard("00000007", "", link, ""))
    search = BoardSearch("/dev/ttyUSB0", file, found=list)
    assert search.names(0.0) == ["/dev/ttyUSB0", "socket://192.168.1.20:7000"]


def test_the_board_of_a_session_is_looked_for_at_its_address_whatever_else_is_there() -> None:
    there = [FoundPort("/dev/ttyUSB0", "ttyUSB0", True, usb="0403:6001:A1")]
    search = BoardSearch("auto", found=lambda: there, others=False)
    assert search.takes("socket://192.168.1.20:7000", a_welcome(1, board_id=7))
    assert search.names(0.0) == ["socket://192.168.1.20:7000", "/dev/ttyUSB0"]


def test_a_board_by_name_is_any_of_that_name() -> None:
    search = BoardSearch("auto:Club", found=list)
    assert search.is_auto
    assert not search.takes("/dev/ttyUSB0", a_welcome(1, name="Other"))
    assert search.takes("/dev/ttyUSB0", a_welcome(1, name="Club"))


def test_what_a_person_has_named_is_opened_again_at_once(machine: Machine) -> None:
    machine.there = [port("/dev/ttyUSB0"), port("/dev/ttyUSB1")]
    for target, left in (
        ("/dev/ttyUSB0", ["/dev/ttyUSB0"]),
        ("auto", ["/dev/ttyUSB1"]),
        ("socket://192.168.1.20:7000", ["socket://192.168.1.20:7000"]),
    ):
        search = BoardSearch(target)
        search.is_another(search.names(0.0)[0], 0.0)
        assert search.names(1.0) == left


def test_the_first_port_that_opens_is_taken_that_of_a_known_board_before_others(
    machine: Machine, tmp_path: Path
) -> None:
    file = tmp_path / "known-boards.json"
    with pytest.raises(PortError, match="No board was found"):
        open_first("auto", machine.open, file)
    for number in range(3):
        machine.plug(port(f"/dev/ttyUSB{number}", (0x0403, 0x6001), f"A{number}"), b"")
    assert open_first("auto", machine.open, file).name == "/dev/ttyUSB0"
    known_boards.note(file, KnownBoard("00000007", "", "/dev/ttyUSB2", "0403:6001:A2"))
    assert open_first("auto", machine.open, file).name == "/dev/ttyUSB2"
    assert open_first("/dev/ttyUSB1", machine.open, file).name == "/dev/ttyUSB1"
    with pytest.raises(PortError, match="There is no port /dev/ttyUSB9"):
        open_first("/dev/ttyUSB9", machine.open, file)


def test_a_port_without_usb_is_not_tried_for_a_board_without() -> None:
    there = [FoundPort("/dev/ttyS0", "ttyS0", False)]
    search = BoardSearch("socket://192.168.1.20:7000", found=lambda: there)
    assert search.takes("socket://192.168.1.20:7000", a_welcome(1, board_id=7))
    assert search.names(0.0) == ["socket://192.168.1.20:7000"]


def test_something_else_is_not_opened_again_for_a_while(machine: Machine) -> None:
    machine.plug(port("/dev/ttyUSB0"), b"")
    search = BoardSearch("auto")
    assert search.names(0.0) == ["/dev/ttyUSB0"]
    search.is_another("/dev/ttyUSB0", 0.0)
    assert search.names(1.0) == []
    assert search.names(LEFT_ALONE_S + 1) == ["/dev/ttyUSB0"]


def test_what_is_known_survives_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "known-boards.json"
    file.write_text("{")
    assert known_boards.read(file).boards == ()
    known_boards.note(file, KnownBoard("00000007", "Club", "COM3", ""))
    assert [one.name for one in known_boards.read(file).boards] == ["Club"]


def test_ports_tell_what_is_something_else(machine: Machine) -> None:
    machine.there = [
        port("/dev/ttyUSB0", serial="S"),
        port("/dev/ttyUSB1", product="SkyConnect v1.0"),
        port("/dev/ttyACM0", (0x2341, 0x0043)),
        port("/dev/ttyACM1", (0x2341, 0x0042)),
    ]
    assert {one.port: one.likely for one in ports()} == {
        "/dev/ttyUSB0": True,
        "/dev/ttyUSB1": False,
        "/dev/ttyACM0": True,
        "/dev/ttyACM1": False,
    }
    assert [one.usb for one in ports() if one.port == "/dev/ttyUSB0"] == ["1a86:7523:S"]


def test_who_has_only_a_mega_is_told_to_name_its_port(machine: Machine) -> None:
    machine.there = [port("/dev/ttyACM1", (0x2341, 0x0042))]
    assert list(candidates("auto")) == []
    assert "/dev/ttyACM1" in nothing_found("auto")
    assert list(candidates("/dev/ttyACM1")) == ["/dev/ttyACM1"]
    machine.there = []
    assert "No board was found" in nothing_found("auto")
