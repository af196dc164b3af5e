"""Real time and a pseudo terminal for a bench that has neither: the cable of a board with USB of
its own.  What the terminal is set to (its speed, whether anybody has it open) the device is told.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Protocol

from tools.rig.emulator.terminal import PseudoTerminal

SLICE_S = 0.002  # seconds
CATCH_UP_S = 0.05  # a machine that was busy catches up so much
PORT_TIMEOUT_S = 60.0


class EmulatedUsbDevice(Protocol):
    """What a cable asks of the emulator."""

    def send(self, data: bytes) -> None: ...
    def run(self, ms: int) -> bytes: ...
    def line(self, baud: int) -> None: ...
    @property
    def there(self) -> bool: ...


class UsbCable:
    """Lets a device's time pass beside ours, in a thread."""

    def __init__(self, device: EmulatedUsbDevice, link: Path) -> None:
        self._device, self._terminal = device, PseudoTerminal(link)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live, name="usb cable", daemon=True)
        self._thread.start()
        self.wait_for_port()

    def wait_for_port(self, there: bool = True) -> None:
        """Until the device has been greeted, or has gone.  Raises TimeoutError if that never is."""
        end = time.monotonic() + PORT_TIMEOUT_S
        while os.path.lexists(self._terminal.link) is not there:
            if time.monotonic() > end:
                raise TimeoutError(f"{self._terminal.link} is {'not ' * there}there")
            time.sleep(SLICE_S)

    def close(self) -> None:
        """Pull it for good."""
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
