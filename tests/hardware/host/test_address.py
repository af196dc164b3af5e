"""Addresses of boards are read as people type them, and impossible ones get clear messages."""

from __future__ import annotations

import errno
import socket
import sys
from collections.abc import Callable
from typing import NoReturn

import pytest
from serial import SerialException
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.cli import main as program
from hardware.commands.cli import main as cli
from hardware.commands.console import list_all
from hardware.host.address import AddressError, checked, kind_of, problem_with
from hardware.host.link import open_serial
from hardware.host.other_boards import address_of, at_port, kinds_at, port_of
from hardware.host.ports import (
    PortError,
    candidates,
    explain_error,
    identity_of,
    nothing_found,
    only_port,
    ports,
    usb_ids,
)

GOOD = {
    "socket://192.168.1.20:7000": "socket://192.168.1.20:7000",
    " 192.168.1.20:7000 ": "socket://192.168.1.20:7000",
    "board.local:23": "socket://board.local:23",
    "[fe80::1]:7000": "socket://[fe80::1]:7000",
    "rfc2217://garden:2217": "rfc2217://garden:2217",
    "RFC2217://garden:2217/": "RFC2217://garden:2217/",
    "rfc2217://garden:2217?ign_set_control&timeout=5": None,
    "/dev/ttyUSB0": None,
    "/dev/serial/by-path/pci-0000:00:14.0-usb-0:2:1.0": None,
    "COM3": None,
    "auto": None,
    "auto:7000": None,
    "auto:Club board 2": None,
    "sim": None,
}
BAD = {
    "http://192.168.1.20:7000": "no kind of address",
    "spy:///dev/ttyUSB0?file=/etc/passwd": "no kind of address",
    "loop://": "no kind of address",
    "hwgrep://1a86": "no kind of address",
    "socket://": "HOST:PORT",
    "socket://192.168.1.20": "HOST:PORT",
    "socket://:7000": "HOST:PORT",
    "socket://host:port": "HOST:PORT",
    "socket://host:70000": "HOST:PORT",
    "socket://host:0": "HOST:PORT",
    "socket://me@host:7000": "HOST:PORT",
    "socket://host:7000/dev/ttyUSB0": "HOST:PORT",
    "rfc2217://host": "HOST:PORT",
    "rfc2217://[::1:2217": "HOST:PORT",
    "socket://host:7000?logging=debug": "no option logging",
    "rfc2217://host:2217?timeout=never": "no option timeout",
    "99999.9:123456": "HOST:PORT",
}


@pytest.mark.parametrize("text", GOOD)
def test_a_good_address(text: str) -> None:
    assert problem_with(text) == ""
    assert checked(text) == (GOOD[text] or text)
    assert list(candidates(text)) == [checked(text)] or text.startswith("auto")


@pytest.mark.parametrize("text", BAD)
def test_a_bad_address_is_refused_before_anything_is_opened(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert BAD[text] in problem_with(text)
    with pytest.raises(AddressError):
        checked(text)
    with pytest.raises(PortError, match=BAD[text]):
        open_serial(text)
    assert cli(["monitor", text]) == 2
    assert BAD[text] in capsys.readouterr().err


def test_the_program_refuses_an_address_before_its_window_opens(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stop:
        program(["play", "libra", "--board", "http://board"])
    assert stop.value.code == 2
    assert "socket:// or rfc2217://" in capsys.readouterr().err


def test_kinds() -> None:
    assert [kind_of(one) for one in ("socket://a:1", "RFC2217://a:1", "COM3", "http://a")] == [
        "socket",
        "rfc2217",
        "",
        "",
    ]


def _wrapped(inner: Exception) -> Callable[[], None]:
    """Return a function that raises this error as pyserial does."""

    def run() -> None:
        try:
            raise inner
        except OSError as error:
            raise SerialException(f"Could not open port: {error}")  # noqa: B904 - as it does

    return run


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        (socket.gaierror(-2, "Name or service not known"), "no computer of that name"),
        (TimeoutError("timed out"), "Nothing answers"),
        (ConnectionRefusedError(111, "Connection refused"), "Nothing answers"),
        (OSError(101, "Network is unreachable"), "Nothing answers"),
    ],
)
def test_why_nobody_is_reached(inner: Exception, words: str) -> None:
    with pytest.raises(SerialException) as raised:
        _wrapped(inner)()
    assert words in explain_error("socket://garden:7000", raised.value)


@pytest.mark.parametrize(
    ("target", "error", "words"),
    [
        ("COM3", OSError(errno.EBUSY, "busy"), "COM3 is in use by another program"),
        ("COM3", OSError(errno.EACCES, "no"), "No permission to use COM3"),
        ("COM3", OSError(errno.ENOENT, "gone"), "There is no port COM3"),
        ("COM3", OSError(errno.EIO, "odd"), "COM3 cannot be opened"),
        ("COM3", SerialException("not RFC2217"), "COM3 cannot be opened"),
        ("socket://a:1", SerialException("not RFC2217"), "socket://a:1 cannot be opened"),
        ("rfc2217://a:1", SerialException("not RFC2217"), "rfc2217://a:1 does not speak RFC 2217"),
        ("rfc2217://a:1", SerialException("odd"), "rfc2217://a:1 cannot be opened"),
    ],
)
def test_why_a_port_does_not_open(
    target: str, error: OSError, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")  # on Windows, the same error means a port in use
    assert explain_error(target, error).startswith(words)


# -- boards of other kinds -------------------------------------------------------------------------


def test_a_target_names_its_port_and_keeps_all_else_at_another() -> None:
    moved = {
        "text:COM3?baud=9600": ("COM3", "text:COM4?baud=9600"),
        "certabo:COM3": ("COM3", "certabo:COM4"),
        "COM3": ("COM3", "COM4"),
        "socket://a:1": ("socket://a:1", "COM4"),
    }
    for target, (port, elsewhere) in moved.items():
        assert (port_of(target), at_port(target, "COM4")) == (port, elsewhere)


@pytest.mark.parametrize(
    ("options", "sides"), [("", False), ("?sides=1", True), ("?sides=0", False)]
)
def test_whether_a_board_tells_sides_is_said_in_its_target(options: str, sides: bool) -> None:
    found = address_of(f"text:COM3{options}")
    assert found is not None
    assert (found.port, found.driver.abilities.sides) == ("COM3", sides)


@pytest.mark.parametrize("target", ["text:", "text:COM3?baud=", "text:COM3?baud=7", "text:a?b=1"])
def test_a_target_that_cannot_be_meant_is_refused(target: str) -> None:
    with pytest.raises(PortError, match="write text:PORT"):
        address_of(target)


# -- ports that are found --------------------------------------------------------------------------


def an_info(device: str, words: str = "n/a", vid: int | None = None) -> ListPortInfo:
    info = ListPortInfo(device)
    info.description, info.vid, info.pid = words, vid, None if vid is None else 0x000A
    return info


MACHINE = [
    an_info("/dev/ttyS0"),
    an_info("/dev/rfcomm0"),
    an_info("COM5", "Standard Serial over Bluetooth link (COM5)"),
    an_info("/dev/cu.LessIsMore-SPPDev"),
    an_info("/dev/cu.Bluetooth-Incoming-Port"),
    an_info("/dev/ttyACM0", "Pico", 0x2E8A),
    an_info("/dev/ttyACM1", "USB JTAG/serial debug unit", 0x303A),
    an_info("/dev/ttyUSB0", "CP2102 USB to UART", 0x10C4),
]


def test_ports_over_the_air_and_new_families_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: MACHINE)
    found = ports()
    assert [one.port for one in found if one.likely] == [
        "/dev/ttyACM0",
        "/dev/ttyACM1",
        "/dev/ttyUSB0",
    ]
    network = {one.port: one.words for one in found if one.bluetooth}
    assert set(network) == {"/dev/rfcomm0", "COM5", "/dev/cu.LessIsMore-SPPDev"}
    assert all(words.startswith("Bluetooth") for words in network.values())
    words = {one.port: one.words for one in found}
    assert words["/dev/ttyACM0"] == "Pico Raspberry Pi 2e8a:000a"
    assert "Espressif" in words["/dev/ttyACM1"]
    assert "/dev/cu.Bluetooth-Incoming-Port" not in words, "nobody is ever behind it"
    assert list(candidates("auto")) == ["/dev/ttyACM0", "/dev/ttyACM1", "/dev/ttyUSB0"], (
        "opening a line over the air may take seconds: only who names it does"
    )


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> list[ListPortInfo]:
    """Return the devices plugged in, a list for tests to fill."""
    there: list[ListPortInfo] = []
    monkeypatch.setattr(list_ports, "comports", lambda: there)
    return there


def test_a_port_of_usb_has_an_identity(machine: list[ListPortInfo]) -> None:
    machine += [an_info("/dev/ttyS0"), an_info("/dev/ttyUSB0", vid=0x10C4)]
    machine[1].serial_number = "7"
    told = {
        name: (usb_ids(name), identity_of(name)) for name in ("/dev/ttyS0", "/dev/ttyUSB0", "x")
    }
    assert told == {
        "/dev/ttyS0": (None, "/dev/ttyS0"),
        "/dev/ttyUSB0": ((0x10C4, 0x000A), "10c4:000a:7"),
        "x": (None, "x"),
    }


def test_a_port_may_be_of_the_kinds_with_its_chip(machine: list[ListPortInfo]) -> None:
    machine += [an_info("COM1"), an_info("COM2", vid=0x10C4), an_info("COM3", vid=0x2E8A)]
    machine[1].pid = 0xEA60
    found = {one.port: kinds_at(one) for one in ports()}
    assert found == {"COM1": [], "COM2": ["certabo:COM2"], "COM3": []}
    (plain,) = (one for one in ports() if one.port == "COM1")
    assert kinds_at(plain, anything=True) == ["certabo:COM1", "millennium:COM1"]


def test_ports_stand_in_the_order_of_their_numbers_boards_first(
    machine: list[ListPortInfo],
) -> None:
    machine += [an_info(f"COM{number}") for number in (11, 3)]
    machine += [an_info("COM4", "Standard Serial over Bluetooth link (COM4)")]
    machine += [an_info(f"COM{number}", vid=0x1A86) for number in (10, 2)]
    assert [one.port for one in ports()] == ["COM2", "COM10", "COM4", "COM3", "COM11"]


def test_a_board_that_cannot_say_what_it_is_is_at_the_only_port_there_is(
    machine: list[ListPortInfo],
) -> None:
    air = an_info("COM4", "Standard Serial over Bluetooth link (COM4)")
    machine += [air]
    with pytest.raises(PortError, match="No board was found"):
        only_port()
    machine += [an_info("COM1")]
    assert only_port() == "COM1"
    machine += [an_info("COM2")]
    with pytest.raises(PortError, match=r"may be the board: COM1, COM2\. Name one"):
        only_port()
    machine += [an_info("COM3", vid=0x1A86)]
    assert only_port() == "COM3"


def test_what_may_be_a_printer_is_left_alone_and_named(machine: list[ListPortInfo]) -> None:
    machine += [an_info(f"COM{number}", vid=0x2341) for number in (1, 2)]
    for mega in machine:
        mega.pid = 0x0042
    assert list(candidates("auto")) == []
    assert nothing_found("auto").startswith("COM1, COM2 may be a printer")
    assert nothing_found("auto:Club").startswith("No board called Club was found")


def test_the_list_asks_on_lines_over_the_air(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(list_ports, "comports", lambda: MACHINE[:2])
    asked: list[str] = []

    def opener(name: str) -> NoReturn:
        asked.append(name)
        raise PortError("nobody is near")

    assert list_all(opener=opener) == 0
    assert asked == ["/dev/rfcomm0"]
    assert "/dev/rfcomm0  Bluetooth\n    nobody is near" in capsys.readouterr().out
