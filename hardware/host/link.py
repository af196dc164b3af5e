"""Ports: the only module that imports pyserial.  Finds them, opens them, says what is wrong.

A target is "sim" (a simulated board in this process), a port ("/dev/ttyUSB0", "COM3"), a URL
("socket://localhost:7000", "loop://"), "auto" (found by USB id), or "auto:NAME" (that board).
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from game.i18n import _
from hardware.simulator.board import SimulatedBoard
from hardware.wire.protocol import BAUD

READ_WAIT = 0.01  # seconds a read may take
WRITE_WAIT = 0.5
AT_ONCE = 4096  # bytes of one read, about

# USB vendors of the serial chips that such controllers carry.
USB_VENDORS = {
    0x1A86: "CH340",
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x0403: "FTDI",
    0x10C4: "CP210x",
    0x067B: "PL2303",
}


class PortError(Exception):
    """A port cannot be used; the message names the port and what helps."""


class Port(Protocol):
    """An open line.  `read` waits a moment at most; both raise OSError when the line is gone."""

    name: str

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port the system knows; `likely` when its USB chip is one that boards have."""

    port: str
    words: str
    likely: bool


class SerialPort:
    """A port or URL through pyserial.

    Raises PortError if it cannot be opened, and OSError later when it has gone.
    """

    def __init__(self, target: str) -> None:
        self.name = target
        options: dict[str, Any] = {"baudrate": BAUD, "timeout": READ_WAIT}
        if "://" not in target:
            options |= {"exclusive": True if os.name == "posix" else None}
            options["write_timeout"] = WRITE_WAIT
        if target.startswith("socket://") and not _is_address(target[9:]):
            raise PortError(
                _("{port} is not an address; write HOST:PORT after the slashes").format(port=target)
            )
        try:
            self._serial = serial.serial_for_url(target, **options)
        except (serial.SerialException, OSError, ValueError) as error:
            raise PortError(explain_error(target, error)) from error

    def read(self) -> bytes:
        """What has come in after 10 ms at most, perhaps nothing.  Raises OSError if it is gone."""
        try:
            data = bytes(self._serial.read(max(1, self._serial.in_waiting)))
            while data and len(data) < AT_ONCE and self._serial.in_waiting:
                data += self._serial.read(self._serial.in_waiting)  # URLs tell of one byte only
            return data
        except (TypeError, ValueError) as error:  # pyserial, when the descriptor is gone
            raise OSError(errno.EIO, str(error)) from error

    def write(self, data: bytes) -> None:
        """Send bytes, waiting half a second at most.  Raises OSError when the line is gone."""
        try:
            self._serial.write(data)
        except (TypeError, ValueError) as error:
            raise OSError(errno.EIO, str(error)) from error

    def close(self) -> None:
        """Let go of the port; never raises."""
        with contextlib.suppress(OSError):  # the device may be gone already
            self._serial.close()


class SimulatedPort:
    """The line to a simulated board in this process.  Hands use `board` under `lock`.

    Raises OSError while the cable is pulled.
    """

    def __init__(self, board: SimulatedBoard, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = "sim"
        self.board = board
        self.lock = threading.Lock()
        self.plugged = True
        self._clock = clock

    def read(self) -> bytes:
        """What the board says, after 10 ms at most.  Raises OSError while the cable is pulled."""
        if not self.plugged:
            raise OSError(errno.EIO, "the simulated cable is pulled")
        with self.lock:
            data = self.board.advance(self._clock())
        if not data:
            time.sleep(READ_WAIT)
        return data

    def write(self, data: bytes) -> None:
        """Bytes for the board.  Raises OSError while the cable is pulled."""
        if not self.plugged:
            raise OSError(errno.EIO, "the simulated cable is pulled")
        with self.lock:
            self.board.feed(data, self._clock())

    def close(self) -> None:
        """Nothing to let go of: the board stays, as a real one would."""


def open_serial(target: str) -> Port:
    """Open a port or URL.  Raises PortError."""
    return SerialPort(target)


def ports() -> list[FoundPort]:
    """The serial ports of this machine, likely boards first."""
    found = [
        FoundPort(info.device, _describe(info), info.vid in USB_VENDORS)
        for info in list_ports.comports()
    ]
    return sorted(found, key=lambda one: (not one.likely, _numbered(one.port)))


def _numbered(port: str) -> tuple[str, int, str]:
    """COM2 comes before COM10."""
    name = port.rstrip("0123456789")
    return name, int(port[len(name) :] or 0), port


def _describe(info: ListPortInfo) -> str:
    chip = USB_VENDORS.get(info.vid, "")
    ids = f"{info.vid:04x}:{info.pid:04x}" if info.vid is not None else ""
    return " ".join(word for word in (info.description or "", chip, ids) if word and word != "n/a")


def candidates(target: str) -> Iterator[str]:
    """The ports to try for a target, in order."""
    if target == "auto" or target.startswith("auto:"):
        yield from (one.port for one in ports() if one.likely)
    else:
        yield target


def explain_error(target: str, error: BaseException) -> str:
    """What is wrong with a port, and what helps, in words."""
    number = getattr(error, "errno", None) or _number_within(error)
    in_use = (errno.EAGAIN, errno.EBUSY, *((errno.EACCES,) if sys.platform == "win32" else ()))
    if number in in_use:
        return _(
            "{port} is in use by another program. Close it (a serial monitor?) and wait"
        ).format(port=target)
    if number == errno.EACCES:
        return _(
            "No permission to use {port}. On Linux add yourself to the group dialout "
            "(sudo usermod -a -G dialout $USER) and log in again"
        ).format(port=target)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return _("There is no port {port}. Is the board plugged in?").format(port=target)
    if number in (errno.ECONNREFUSED, errno.ETIMEDOUT, errno.EHOSTUNREACH):
        return _("Nothing answers at {port}. Is the board there switched on?").format(port=target)
    return _("{port} cannot be opened: {reason}").format(port=target, reason=error)


def _is_address(text: str) -> bool:
    """Is this a host and a port, as socket://HOST:PORT?PARAMETERS wants it?"""
    host, colon, port = text.split("/")[0].split("?")[0].rpartition(":")
    return bool(host and colon) and port.isdigit() and int(port) < 65536


def _number_within(error: BaseException) -> int | None:
    """The error number pyserial leaves in its text or in the cause."""
    for inner in (error.__cause__, error.__context__):
        if isinstance(inner, OSError) and inner.errno:
            return inner.errno
    text = str(error)
    for number in (errno.EACCES, errno.ENOENT, errno.EAGAIN, errno.EBUSY, errno.ECONNREFUSED):
        if f"Errno {number}]" in text or os.strerror(number) in text:
            return number
    if "FileNotFoundError" in text or "PermissionError" in text:  # as Windows puts it
        return errno.ENOENT if "FileNotFound" in text else errno.EACCES
    return None


def nothing_found(target: str) -> str:
    """What to say when no port looks like a board."""
    if target.startswith("auto:"):
        return _("No board called {name} was found. Is it plugged in?").format(name=target[5:])
    return _(
        "No board was found. Plug it in; a CH340 chip may need its driver, and a port can be "
        "named in place of auto"
    )
