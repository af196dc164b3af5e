"""The emulated firmware as a board at a table: in lockstep, or on a terminal in real time."""

from __future__ import annotations

import threading
import time

from tools.rig.emulator.emulator import Emulator

BOOT_S = 0.2  # seconds
PRESS_S = 0.08  # seconds a finger stays on the button


class LockstepDevice:
    """For a `SteppedLine` of `tools.rig.table`: its time is that of the line."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self._ms = 0
        self._release: int | None = None

    def set(self, point: int, face: int) -> None:
        """A face (0 none, 1, 2) lies on a point, by its number."""
        self.emulator.set_point(point, face)

    def press(self, now: float) -> None:
        """The button goes down, and up again after PRESS_S seconds."""
        self.emulator.button(True)
        self._release = self._ms + round(1000 * PRESS_S)

    def reset(self, now: float) -> None:
        """The controller restarts."""
        self.emulator.reset()

    def feed(self, data: bytes, now: float) -> None:
        """Bytes of the host, for its UART."""
        self.emulator.send(data)

    def advance(self, now: float) -> bytes:
        """Run the controller up to `now`."""
        ms = round(1000 * now)
        if self._release is not None and ms >= self._release:
            self.emulator.button(False)
            self._release = None
        passed, self._ms = ms - self._ms, ms
        return self.emulator.run(passed) if passed > 0 else b""


class TerminalHands:
    """For a `LiveLine` of `tools.rig.table`: the emulator runs by itself in real time."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self._lock = threading.Lock()

    def set(self, point: int, face: int) -> None:
        """A face (0 none, 1, 2) lies on a point, by its number."""
        with self._lock:
            self.emulator.set_point(point, face)

    def press(self) -> None:
        """Hold the button down for PRESS_S seconds of real time."""
        with self._lock:
            self.emulator.button(True)
        time.sleep(PRESS_S)
        with self._lock:
            self.emulator.button(False)

    def pull(self) -> None:
        """Pull the cable."""
        with self._lock:
            self.emulator.unplug()

    def plug(self) -> None:
        """Put the cable in again."""
        with self._lock:
            self.emulator.plug()

    def reset(self) -> None:
        """The controller restarts."""
        with self._lock:
            self.emulator.reset()
