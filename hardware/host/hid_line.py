"""Boards that connect as HID devices, like a mouse, instead of as serial ports.

Linux has a file for each such device. Elsewhere the package `hidapi` opens them. A report begins
with its number, which is the type of its message.
"""

from __future__ import annotations

import errno
import os
import select
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from game.platform import untrusted
from game.platform.i18n import _
from game.platform.paths import install_advice
from hardware.drivers.registry import KINDS, Line
from hardware.host.neighbours import rule_command
from hardware.host.ports import PortError, explain_error

PACKAGE = "hidapi"  # part of the extra `boards`
READ_TIMEOUT_S = 0.01
REPORT_BYTES = 256  # largest report
# Beginning of the report descriptor of an interface that is neither keyboard nor mouse.
OWN_PAGE = b"\x06\x00\xff"
OWN_PAGE_NUMBER = 0xFF00
MOST_BYTES = 4096  # maximum number of bytes read from a file of the kernel
SYSTEM = Path("/sys/class/hidraw")
DEVICES = Path("/dev")


@dataclass(frozen=True, slots=True)
class FoundDevice:
    """A device: the path that opens it, the word of its kind, its USB identity and its name."""

    path: str
    word: str
    usb: str
    name: str


def devices(system: Path = SYSTEM, folder: Path = DEVICES) -> list[FoundDevice]:
    """Return the boards among this machine's HID devices; empty where they cannot be listed."""
    if sys.platform == "linux" or system != SYSTEM:
        return list(_of_linux(system, folder))
    return list(_of_hidapi())


def _of_linux(system: Path, folder: Path) -> Iterator[FoundDevice]:
    for place in sorted(system.glob("hidraw*")):
        try:
            text = untrusted.read_text(place / "device" / "uevent", MOST_BYTES)
            with (place / "device" / "report_descriptor").open("rb") as file:
                if file.read(len(OWN_PAGE)) != OWN_PAGE:
                    continue
            told = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
            vendor, product = (int(one, 16) for one in told["HID_ID"].split(":")[1:])
        except (OSError, ValueError, KeyError):
            continue
        serial, name = told.get("HID_UNIQ", ""), told.get("HID_NAME", "")
        yield from _kinds(vendor, product, str(folder / place.name), serial, name)


def _of_hidapi() -> Iterator[FoundDevice]:
    found = _hidapi()
    for one in found.enumerate() if found is not None else ():
        if one.get("usage_page") == OWN_PAGE_NUMBER:
            path, ids = (
                one["path"].decode("utf-8", "replace"),
                (one["vendor_id"], one["product_id"]),
            )
            serial, name = one.get("serial_number") or "", one.get("product_string") or ""
            yield from _kinds(*ids, path, serial, name)


def _kinds(vendor: int, product: int, path: str, serial: str, name: str) -> Iterator[FoundDevice]:
    for word, kind in KINDS.items():
        if kind.line is Line.HID and kind.fits(vendor, product):
            yield FoundDevice(path, word, f"{vendor:04x}:{product:04x}:{serial}", name)


def has_hidapi() -> bool:
    """Return whether hidapi is installed, the package that opens such devices outside Linux."""
    return _hidapi() is not None


def _hidapi() -> ModuleType | None:
    try:
        found = import_module("hid")
    except ImportError:
        return None
    return found if hasattr(found, "device") else None  # Another package has the same name.


class HidPort:
    """A HID device, opened by its file in Linux.

    Raises PortError if it cannot be opened, and OSError later when it has gone.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self._file = os.open(name, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY)
        except OSError as error:
            raise PortError(_explain(name, error)) from error

    def read(self) -> bytes:
        """Return a report that arrives within 10 ms; b"" if none does."""
        ready, _out, _wrong = select.select([self._file], [], [], READ_TIMEOUT_S)
        if not ready:
            return b""
        data = os.read(self._file, REPORT_BYTES)
        if not data:
            raise OSError(errno.ENODEV, "the device has gone")
        return data

    def write(self, data: bytes) -> None:
        """Send a report; its first byte is its number."""
        os.write(self._file, data)

    def close(self) -> None:
        os.close(self._file)


class HidapiPort:
    """A HID device, opened by the package hidapi.  Raises the same errors as `HidPort`."""

    def __init__(self, name: str, found: ModuleType) -> None:
        self.name = name
        self._device: Any = found.device()
        try:
            self._device.open_path(name.encode())
        except OSError as error:
            raise PortError(_explain(name, error)) from error

    def read(self) -> bytes:
        """Return a report that arrives within 10 ms; b"" if none does."""
        try:
            return bytes(self._device.read(REPORT_BYTES, int(1000 * READ_TIMEOUT_S)))
        except ValueError as error:  # the device is not open
            raise OSError(errno.ENODEV, str(error)) from error

    def write(self, data: bytes) -> None:
        """Send a report; its first byte is its number."""
        try:
            sent = self._device.write(data)
        except ValueError as error:
            raise OSError(errno.ENODEV, str(error)) from error
        if sent < 0:
            raise OSError(errno.ENODEV, "the device has gone")

    def close(self) -> None:
        self._device.close()


def open_device(word: str, name: str) -> HidPort | HidapiPort:
    """Open a device by its name; "auto" opens the first of its kind.  Raises PortError."""
    if name == "auto":
        found = [one for one in devices() if one.word == word]
        name = found[0].path if found else ""
    package = _hidapi() if sys.platform != "linux" else None
    if sys.platform != "linux" and package is None:
        words = _("{kind} needs a package that is not installed: {advice}")
        kind, advice = _(KINDS[word].words), install_advice(PACKAGE)
        raise PortError(words.format(kind=kind, advice=advice))
    if not name:
        words = _("No board of this kind was found: {kind}. Is it plugged in and switched on?")
        raise PortError(words.format(kind=_(KINDS[word].words)))
    return HidapiPort(name, package) if package is not None else HidPort(name)


def _explain(name: str, error: OSError) -> str:
    if error.errno == errno.EACCES:
        words = _(
            "No permission to use {port}. On Linux: sudo {command}, then plug the board in again"
        )
        return words.format(port=name, command=rule_command())
    return explain_error(name, error)
