"""On the systems that need it, boards that are HID devices are opened by the package hidapi."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hardware.drivers.chessnut import Chessnut
from hardware.drivers.driver import SensedPoint
from hardware.host import board_search
from hardware.host.board_search import BoardSearch
from hardware.host.hid_line import FoundDevice, devices, open_device
from hardware.host.ports import PortError
from tests.hardware.drivers.chess_devices import ChessnutDevice
from tests.hardware.host.strange_ports import a_welcome

KEYBOARD, OWN = 1, 0xFF00  # usage pages


class Hid(ModuleType):
    """A stand-in for the package, with a Chessnut that has two interfaces."""

    def __init__(self) -> None:
        super().__init__("hid")
        self.board, self.there, self.now = ChessnutDevice(), True, 0.0

    def enumerate(self) -> list[dict[str, Any]]:
        about = {"vendor_id": 0x2D80, "product_id": 0x8003, "serial_number": None}
        named = {**about, "product_string": "Chessnut Air"}
        return [
            {**named, "path": b"keys", "usage_page": KEYBOARD},
            {**named, "path": b"squares", "usage_page": OWN},
            {**named, "path": b"another", "usage_page": OWN, "vendor_id": 0x046D},
        ]

    def device(self) -> HidDevice:
        return HidDevice(self)


class HidDevice:
    def __init__(self, system: Hid) -> None:
        self._system, self._open = system, False

    def open_path(self, path: bytes) -> None:
        if path != b"squares" or not self._system.there:
            raise OSError("open failed")
        self._open = True

    def read(self, size: int, _timeout_ms: int) -> list[int]:
        self._check()
        self._system.now += 0.1
        return list(self._system.board.says(self._system.now)[:size])

    def write(self, data: bytes) -> int:
        self._check()
        self._system.board.heard(data)
        return len(data)

    def close(self) -> None:
        self._open = False

    def _check(self) -> None:
        if not self._open or not self._system.there:
            raise ValueError("not open")


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Hid:
    made = Hid()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "hid", made)
    return made


def test_the_package_finds_the_board_and_neither_its_keys_nor_another_device(system: Hid) -> None:
    assert [(one.path, one.word, one.usb, one.name) for one in devices()] == [
        ("squares", "chessnut", "2d80:8003:", "Chessnut Air")
    ]


def test_a_board_is_read_and_lit_through_the_package(system: Hid) -> None:
    line, driver = open_device("chessnut", "auto"), Chessnut()
    system.board.put("c4", 1)
    line.write(driver.ask())
    told = [one for _n in range(3) for one in driver.feed(line.read())]
    assert told == [SensedPoint(2 + 8 * 3, 1)]
    line.write(driver.light([7] + 63 * [0]))
    assert system.board.lamps == {"a1"}
    system.there = False
    for lost in (line.read, lambda: line.write(b"\x21\x01\x00")):
        with pytest.raises(OSError, match="not open"):
            lost()
    line.close()


def test_what_cannot_be_opened_is_named_without_the_words_of_the_package(system: Hid) -> None:
    system.there = False
    with pytest.raises(PortError) as told:
        open_device("chessnut", "squares")
    assert "open failed" not in str(told.value)


def test_without_the_package_one_sentence_says_how_to_get_it(
    system: Hid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hid", None)
    with pytest.raises(PortError, match=r"Chessnut needs a package .* pip install hidapi"):
        open_device("chessnut", "auto")
    # A different package of the same name.
    monkeypatch.setitem(sys.modules, "hid", ModuleType("hid"))
    with pytest.raises(PortError, match="pip install hidapi"):
        open_device("chessnut", "auto")


@pytest.mark.parametrize("target", ["chessnut:auto", "chessnut:/dev/hidraw1", "auto"])
def test_a_device_is_found_again_under_another_name(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = [FoundDevice("/dev/hidraw1", "chessnut", "2d80:8003:77", "Chessnut Air")]
    monkeypatch.setattr(board_search, "devices", lambda: list(there))
    search = BoardSearch(target, found=lambda: [])
    [name, *_rest] = search.names(0.0)
    assert search.takes(name, a_welcome(1))
    there[:] = [FoundDevice("/dev/hidraw4", "chessnut", "2d80:8003:77", "Chessnut Air")]
    assert search.names(1.0)[0] == "chessnut:/dev/hidraw4"


def test_linux_tells_of_a_device_in_files_of_which_some_may_be_odd(tmp_path: Path) -> None:
    own, keys = b"\x06\x00\xff\x09\x01", b"\x05\x01\x09\x06"
    chessnut = "DRIVER=hid-generic\nHID_ID=0003:00002D80:00008003\nHID_NAME=Chessnut Air\n"
    for name, uevent, descriptor in (
        ("hidraw0", chessnut, keys),
        ("hidraw1", chessnut + "HID_UNIQ=77\n", own),
        ("hidraw2", chessnut + "a line of no kind\n", own),
        ("hidraw3", chessnut.replace("2D80", "046D"), own),
        ("hidraw4", chessnut.replace("HID_ID", "OTHER"), own),
        ("hidraw5", chessnut.replace("0003:", "0003-"), own),
        ("hidraw6", chessnut, None),
    ):
        (tmp_path / name / "device").mkdir(parents=True)
        (tmp_path / name / "device/uevent").write_text(uevent, encoding="utf-8")
        if descriptor is not None:
            (tmp_path / name / "device/report_descriptor").write_bytes(descriptor)
    assert devices(tmp_path, Path("/dev")) == [
        FoundDevice("/dev/hidraw1", "chessnut", "2d80:8003:77", "Chessnut Air"),
        FoundDevice("/dev/hidraw2", "chessnut", "2d80:8003:", "Chessnut Air"),
    ]
