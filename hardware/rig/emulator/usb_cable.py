"""Real time and a pseudo terminal for a bench that has neither: the cable of a board with USB of
its own.  The terminal is there while the device is, as under an operating system; what the terminal
is set to (its speed, whether anybody has it open) the device is told.
"""

from __future__ import annotations

import os
import pty
import select
import termios
import threading
import time
import tty
from contextlib import suppress
from pathlib import Path
from typing import Protocol

SLICE = 0.002  # seconds
CATCH_UP = 0.05  # a machine that was busy catches up so much
PATIENCE = 60.0
ATTRIBUTE_SPEED = 5  # where tcgetattr has it
SPEEDS = {termios.B1200: 1200}  # the one that means something; all others are alike
USUAL = 115200


class Device(Protocol):
    """What a cable asks of the emulator."""

    def send(self, data: bytes) -> None: ...
    def run(self, ms: int) -> bytes: ...
    def line(self, baud: int) -> None: ...
    def usb(self) -> Greeted: ...


class Greeted(Protocol):
    """Of `usb`: is the device there?"""

    @property
    def configured(self) -> bool: ...


class UsbCable:
    """Lets a device's time pass beside ours, in a thread."""

    def __init__(self, device: Device, link: Path) -> None:
        self._device, self._link = device, link
        self._master: int | None = None
        self._baud, self._closed = USUAL, False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live, name="usb cable", daemon=True)
        self._thread.start()
        self.wait_for_port()

    def wait_for_port(self, there: bool = True) -> None:
        """Until the device has been greeted, or has gone.  Raises TimeoutError if that never is."""
        end = time.monotonic() + PATIENCE
        while os.path.lexists(self._link) is not there:
            if time.monotonic() > end:
                raise TimeoutError(f"{self._link} is {'not ' * there}there")
            time.sleep(SLICE)

    def close(self) -> None:
        """Pull it for good."""
        self._ended.set()
        self._thread.join(PATIENCE)
        self._remove()

    def _live(self) -> None:
        done = time.monotonic()
        while not self._ended.wait(SLICE):
            now = time.monotonic()
            done = max(done, now - CATCH_UP)
            ms = int(1000 * (now - done))
            if ms:
                self._exchange(ms)
                done += ms / 1000

    def _exchange(self, ms: int) -> None:
        if self._device.usb().configured:
            self._install()
        else:
            self._remove()
        self._tell_line()
        self._device.send(self._read())
        self._write(self._device.run(ms))

    # -- the terminal ----------------------------------------------------------------------------

    def _install(self) -> None:
        if self._master is not None:
            return
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._master, self._baud, self._closed = master, USUAL, False
        name = os.ttyname(slave)
        os.close(slave)
        waiting = self._link.with_name(self._link.name + ".new")
        waiting.symlink_to(name)
        waiting.replace(self._link)

    def _remove(self) -> None:
        if self._master is None:
            return
        self._link.unlink(missing_ok=True)
        os.close(self._master)
        self._master = None

    def _tell_line(self) -> None:
        if self._master is None:
            return
        look = select.poll()
        look.register(self._master, 0)
        closed = any(event & select.POLLHUP for _, event in look.poll(0))
        speed = termios.tcgetattr(self._master)[ATTRIBUTE_SPEED]
        baud = SPEEDS.get(speed, USUAL)
        if baud != self._baud or (self._closed and not closed):
            self._device.line(baud)
            self._closed = False
        if closed and not self._closed:
            self._device.line(0)
        self._baud, self._closed = baud, closed

    def _read(self) -> bytes:
        if self._master is not None:
            with suppress(OSError):  # nobody has it open, or nothing came
                return os.read(self._master, 4096)
        return b""

    def _write(self, data: bytes) -> None:
        if self._master is not None and data:
            with suppress(OSError):  # nobody reads: it is gone, as on a real line
                os.write(self._master, data)
