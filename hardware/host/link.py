"""Open lines to boards: only this module opens, reads and writes ports, through pyserial.

A target is "sim" (a simulated board in this process), a port ("/dev/ttyUSB0", "COM3"), an address
("socket://192.168.1.20:7000", `hardware.host.address`), "auto" (found by USB id), or "auto:NAME"
(the board of that name).
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import serial
from serial import rfc2217

from hardware.drivers.driver import Driver
from hardware.drivers.registry import KINDS, Line
from hardware.drivers.translation import TranslatedBoard
from hardware.host.address import RFC2217, SOCKET, kind_of, problem_with, tidy
from hardware.host.board_search import BoardSearch
from hardware.host.hid_line import devices, open_device
from hardware.host.known_boards import known_file
from hardware.host.other_boards import DriverAddress, address_of
from hardware.host.ports import PortError, explain_error, identity_of, nothing_found
from hardware.host.websocket_line import WebSocketPort
from hardware.simulator.board import SimulatedBoard
from hardware.wire.messages import BAUD

READ_TIMEOUT_S = 0.01  # longest duration of a read
WRITE_TIMEOUT_S = 0.5
READ_SIZE = 4096  # maximum number of bytes of one read from a socket


class Port(Protocol):
    """An open line.  `read` waits briefly; `read` and `write` raise OSError if the line is gone."""

    name: str

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


Opener = Callable[[str], Port]


class RemotePort(rfc2217.Serial):  # type: ignore[misc]
    """A port of another machine, by RFC 2217."""

    def _telnet_read_loop(self) -> None:
        """Close the line if the other end sends nonsense, without printing anything."""
        try:
            super()._telnet_read_loop()
        except Exception:
            self._read_buffer.put(None)


class SerialPort:
    """A port of this machine, or one of another machine by RFC 2217, through pyserial.

    Raises PortError if it cannot be opened, and OSError later when it has gone.
    """

    def __init__(self, name: str, baud: int = BAUD) -> None:
        self.name = name
        try:
            opener = RemotePort if kind_of(name) == RFC2217 else serial.serial_for_url
            self._serial = opener(name, baudrate=baud, **self._options())
        except Exception as error:  # pyserial may raise any exception if the peer behaves strangely
            raise PortError(explain_error(name, error)) from error

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"timeout": READ_TIMEOUT_S}
        if not kind_of(self.name):
            options["write_timeout"] = WRITE_TIMEOUT_S  # not supported by RFC 2217
            options["exclusive"] = True if os.name == "posix" else None
        return options

    def read(self) -> bytes:
        """Return the bytes that arrive within 10 ms.  Raises OSError if the line is gone."""
        try:
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))
        except (TypeError, ValueError) as error:  # raised by pyserial when the descriptor is gone
            raise OSError(errno.EIO, str(error)) from error

    def write(self, data: bytes) -> None:
        """Send bytes, waiting half a second at most.  Raises OSError when the line is gone.

        A timeout does not mean a lost line: pyserial also raises one when all bytes were sent but
        this thread got no processor time meanwhile.  A command that was not sent gets no answer and
        is sent again; a dead line is recognised by its silence.
        """
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            return
        except (TypeError, ValueError, AttributeError) as error:
            raise OSError(errno.EIO, str(error)) from error

    def close(self) -> None:
        """Close the port; never raises.

        pyserial closes network ports slowly, so a thread does that.
        """
        if kind_of(self.name):
            threading.Thread(target=self._close, name="closing", daemon=True).start()
        else:
            self._close()

    def _close(self) -> None:
        with contextlib.suppress(OSError):  # the device may have gone already
            self._serial.close()


class SocketPort(SerialPort):
    """A board, or a bridge to one, at the end of a TCP connection."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        # A second handle of the same connection sets an option that pyserial does not set.
        with (
            # The line may have gone already, which `read` will report.
            contextlib.suppress(OSError),
            socket.fromfd(self._serial.fileno(), socket.AF_INET, socket.SOCK_STREAM) as same,
        ):
            # Sends small frames without delay.
            same.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _options(self) -> dict[str, Any]:
        return {"timeout": 0, "write_timeout": WRITE_TIMEOUT_S}

    def read(self) -> bytes:
        """Return the bytes that arrive within 10 ms; pyserial itself returns one byte at a time."""
        try:
            ready, _out, _wrong = select.select([self._serial], [], [], READ_TIMEOUT_S)
            return bytes(self._serial.read(READ_SIZE)) if ready else b""
        except (TypeError, ValueError) as error:
            raise OSError(errno.EIO, str(error)) from error


class SimulatedPort:
    """The line to a simulated board in this process.  Code that plays the hands locks `lock`.

    Raises OSError while the cable is pulled.
    """

    def __init__(self, board: SimulatedBoard, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = "sim"
        self.board = board
        self.lock = threading.Lock()
        self.plugged = True
        self._clock = clock

    def read(self) -> bytes:
        """Return the bytes that the board has sent, after 10 ms at most.

        Raises OSError while the cable is pulled.
        """
        if not self.plugged:
            raise OSError(errno.EIO, "the simulated cable is pulled")
        with self.lock:
            data = self.board.advance(self._clock())
        if not data:
            time.sleep(READ_TIMEOUT_S)
        return data

    def write(self, data: bytes) -> None:
        """Pass bytes to the board.  Raises OSError while the cable is pulled."""
        if not self.plugged:
            raise OSError(errno.EIO, "the simulated cable is pulled")
        with self.lock:
            self.board.feed(data, self._clock())

    def close(self) -> None:
        """Do nothing: the simulated board stays, like a real one."""


def touch(name: str, baud: int) -> None:
    """Open a port of this machine at this speed and close it: a signal to some controllers.

    Raises PortError if it cannot be opened.
    """
    try:
        serial.Serial(name, baud).close()
    except (OSError, ValueError) as error:
        raise PortError(explain_error(name, error)) from error


def open_first(target: str, opener: Opener | None = None, known: Path | None = None) -> Port:
    """Return the first port of a target that opens; "auto" tries the last used board first.

    A named port is never replaced by another one: the caller may change a board's settings, so it
    must be the board at that port. `known` is the file of known boards; None means the program's
    own. Raises the last PortError if no port opens.
    """
    problem = PortError(nothing_found(target))
    search = BoardSearch(target, known or known_file(), others=False)
    for name in search.names(time.monotonic()) if search.is_auto else [search.target]:
        try:
            return (opener or open_serial)(name)
        except PortError as error:
            problem = error
    raise problem


class DriverPort:
    """A line to a board of another kind, translated so that it reads and writes our protocol.

    `identity` distinguishes the board from others of its kind; `kind` is the name of the board.
    """

    def __init__(
        self,
        name: str,
        line: Port,
        driver: Driver,
        identity: str,
        clock: Callable[[], float],
        kind: str = "",
    ) -> None:
        self.name = name
        self._line, self._clock = line, clock
        self._board = TranslatedBoard(driver, identity, kind)

    def read(self) -> bytes:
        """Return the received data in our protocol.  Raises OSError if the line is gone."""
        data = self._line.read()
        now = self._clock()  # read the clock immediately: most such boards send no times
        self._board.heard(data, now)
        self._send(now)
        return self._board.advance(now)

    def write(self, data: bytes) -> None:
        """Translate and send bytes of our protocol.  Raises OSError when the line is gone."""
        now = self._clock()
        self._board.feed(data, now)
        self._send(now)

    def _send(self, now: float, last: bool = False) -> None:
        if out := self._board.to_board(now, last):
            self._line.write(out)

    def close(self) -> None:
        """Close the line, after sending the last lights, which are dark."""
        with contextlib.suppress(OSError):
            self._send(self._clock(), last=True)
        self._line.close()


def open_line(other: DriverAddress) -> Port:
    """Open the untranslated line of a board of another kind.  Raises PortError."""
    if other.line is Line.SERIAL:
        return SerialPort(other.port, other.baud)
    if other.line is Line.HID:
        return open_device(other.word, other.port)
    return WebSocketPort(other.port)


def _open_other(target: str, other: DriverAddress) -> DriverPort:
    """Open the translated line of a board of another kind.  Raises PortError."""
    line = open_line(other)
    identity = next((one.usb for one in devices() if one.path == line.name), "")
    identity = f"{other.word} {identity or identity_of(line.name)}"
    kind = KINDS[other.word].words
    return DriverPort(target, line, other.driver, identity, time.monotonic, kind)


def open_serial(target: str) -> Port:
    """Open a port, an address, or the port of another kind of board.  Raises PortError."""
    other = address_of(target.strip())
    if other is not None:
        return _open_other(target, other)
    name = tidy(target)
    problem = problem_with(name)
    if problem:
        raise PortError(problem)
    return SocketPort(name) if kind_of(name) == SOCKET else SerialPort(name)
