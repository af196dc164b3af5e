"""Pseudo terminals of emulated boards, which behave like an operating system's serial ports.

A terminal exists while its board does (`follow`). Nothing blocks: input is read when it comes, and
output that nobody reads is lost, as on a real line.

A `UsbCable` gives real time to a board that is a USB device, whose bench has neither clock nor
terminal. It reports the terminal's speed to the device, and whether a program has it open.
"""

from __future__ import annotations

import os
import pty
import select
import termios
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

ATTRIBUTE_SPEED = 5  # index in the result of tcgetattr
# Only this speed has a meaning; all others count as USUAL.
SPEEDS = {termios.B1200: 1200}
USUAL = 115200

SLICE_S = 0.002  # seconds
# Maximum seconds that are made up for after the machine was busy.
CATCH_UP_S = 0.05
PORT_TIMEOUT_S = 60.0


class PseudoTerminal:
    """A terminal with the name `link`, which exists only while the board is there."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._master: int | None = None
        self._baud, self._closed = USUAL, False

    def follow(self, there: bool) -> None:
        """Create the terminal when the board appears; remove it when the board is gone."""
        if there and self._master is None:
            self._install()
        elif not there and self._master is not None:
            self.link.unlink(missing_ok=True)
            os.close(self._master)
            self._master = None

    def _install(self) -> None:
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._master, self._baud, self._closed = master, USUAL, False
        name = os.ttyname(slave)
        os.close(slave)
        waiting = self.link.with_name(self.link.name + ".new")
        # A run that was killed here may have left this link.
        waiting.unlink(missing_ok=True)
        waiting.symlink_to(name)
        waiting.replace(self.link)

    def line_changes(self) -> Iterator[int]:
        """Yield each speed at which it was opened since the last call, and 0 if it was closed."""
        if self._master is None:
            return
        look = select.poll()
        look.register(self._master, 0)
        closed = any(event & select.POLLHUP for _, event in look.poll(0))
        speed = termios.tcgetattr(self._master)[ATTRIBUTE_SPEED]
        baud = SPEEDS.get(speed, USUAL)
        if baud != self._baud or (self._closed and not closed):
            yield baud
            self._closed = False
        if closed and not self._closed:
            yield 0
        self._baud, self._closed = baud, closed

    def read(self) -> bytes:
        """Return the bytes that the computer has sent; empty if there are none."""
        if self._master is not None:
            with suppress(OSError):  # nobody has it open, or nothing came
                return os.read(self._master, 4096)
        return b""

    def write(self, data: bytes) -> int:
        """Send bytes to the computer, and return how many it accepted."""
        if self._master is not None and data:
            with suppress(OSError):  # nobody reads the terminal
                return os.write(self._master, data)
        return 0


class EmulatedUsbDevice(Protocol):
    """The part of the emulator that a cable needs."""

    def send(self, data: bytes) -> None: ...
    def run(self, ms: int) -> bytes: ...
    def line(self, baud: int) -> None: ...
    @property
    def there(self) -> bool: ...


class UsbCable:
    """A thread that advances a device's time along with real time."""

    def __init__(self, device: EmulatedUsbDevice, link: Path) -> None:
        self._device, self._terminal = device, PseudoTerminal(link)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live, name="usb cable", daemon=True)
        self._thread.start()
        self.wait_for_port()

    def wait_for_port(self, there: bool = True) -> None:
        """Wait until the device's port exists, or is gone. Raises TimeoutError."""
        end = time.monotonic() + PORT_TIMEOUT_S
        while os.path.lexists(self._terminal.link) is not there:
            if time.monotonic() > end:
                raise TimeoutError(f"{self._terminal.link} is {'not ' * there}there")
            time.sleep(SLICE_S)

    def close(self) -> None:
        """Stop the thread and remove the terminal."""
        self._ended.set()
        self._thread.join(PORT_TIMEOUT_S)
        self._terminal.follow(there=False)

    def _live(self) -> None:
        done = time.monotonic()
        while not self._ended.wait(SLICE_S):
            now = time.monotonic()
            done = max(done, now - CATCH_UP_S)
            ms = int(1000 * (now - done))
            if ms:
                self._exchange(ms)
                done += ms / 1000

    def _exchange(self, ms: int) -> None:
        terminal, device = self._terminal, self._device
        terminal.follow(device.there)
        for baud in terminal.line_changes():
            device.line(baud)
        device.send(terminal.read())
        terminal.write(device.run(ms))
