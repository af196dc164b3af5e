"""A session on a real line, at the pace of an emulated board's time. For whole games in tests.

The session reads, thinks and writes in its own thread and through pyserial; meanwhile the board's
time stops. So no machine is too slow for a game, and no machine waits for a clock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from hardware.host.link import Port, open_serial
from hardware.host.ports import PortError
from hardware.host.session import BoardSession
from hardware.tracking.track import MarkerHint
from hardware.wire.messages import Feature
from tools.rig.emulator.terminal import PseudoTerminal
from tools.rig.table import STEP_S

# Maximum seconds of real time for a session to open its port, or to run its loop once.
SESSION_TIMEOUT_S = 60.0


class Turnstile:
    """A barrier that lets the session through once for each step of the board's time."""

    def __init__(self) -> None:
        self._moved = threading.Condition()
        self._inside = self._waiting = self._ended = False
        self._owed = 0

    def come(self) -> int:
        """Wait in the session's thread for the next step; return how many bytes the board sends."""
        with self._moved:
            self._inside = self._waiting = not self._ended
            self._moved.notify_all()
            self._moved.wait_for(lambda: not self._waiting)
            return self._owed

    def leave(self) -> None:
        """Note that the session has lost its port."""
        with self._moved:
            self._inside = False
            self._moved.notify_all()

    def arrived(self) -> None:
        """Wait until the session waits for its next step. Raises TimeoutError if it never does."""
        self._until(lambda: self._waiting)

    def let_through(self, owed: int) -> None:
        """Let the session run its loop once; the loop begins by reading this many bytes."""
        with self._moved:
            self._owed, self._waiting = owed, False
            self._moved.notify_all()

    def left(self) -> None:
        """Wait until the session knows that the port is gone.  Raises TimeoutError."""
        # Without the lock the session could arrive in between.
        with self._moved:
            if self._inside:
                # This byte never comes, so the session's read fails.
                self.let_through(1)
            self._until(lambda: not self._inside)

    def end(self) -> None:
        """Never block the session again."""
        with self._moved:
            self._ended = True
        self.let_through(0)

    def _until(self, done: Callable[[], bool]) -> None:
        with self._moved:
            if not self._moved.wait_for(done, SESSION_TIMEOUT_S):
                raise TimeoutError("the session does not come to read")


class PacedPort:
    """A port whose `read` waits for the board's next step, then returns all its bytes."""

    def __init__(self, port: Port, turnstile: Turnstile) -> None:
        self._port, self._turnstile = port, turnstile
        self.name = port.name
        self.write = port.write

    def read(self) -> bytes:
        """Return what the board sends in its next step of time. Raises OSError without a board."""
        owed, data = self._turnstile.come(), b""
        while len(data) < owed:
            data += self._port.read()
        return data

    def close(self) -> None:
        self._port.close()
        self._turnstile.leave()


class PacedDevice(Protocol):
    """A board in simulated time, on a cable."""

    @property
    def there(self) -> bool: ...
    def plug(self) -> None: ...
    def unplug(self) -> None: ...
    def set(self, point: int, face: int) -> None: ...
    def press(self, now: float, seconds: float = 0.0) -> None: ...
    def reset(self, now: float) -> None: ...
    def feed(self, data: bytes, now: float) -> None: ...
    def advance(self, now: float) -> bytes: ...


class PacedBoard:
    """A board in lockstep behind a pseudo terminal `link`, and the session that reads it."""

    step = STEP_S  # seconds of the board's time in one round of the session

    def __init__(self, device: PacedDevice, link: Path) -> None:
        self.now = 0.0
        self.link = link
        self._device, self._terminal, self._turnstile = device, PseudoTerminal(link), Turnstile()
        self.set, self.plug, self.unplug = device.set, device.plug, device.unplug

    def clock(self) -> float:
        """Return the board's time, for the session."""
        return self.now

    def open(self, name: str) -> Port:
        """Open the session's port; raise PortError for any other name."""
        if name != str(self.link):
            raise PortError(f"{name} is not on the bench")
        return PacedPort(open_serial(name), self._turnstile)

    def pass_step(self) -> None:
        """Advance the board's time by one step; run one round of the session if it has a port."""
        self.now += self.step
        said = self._device.advance(self.now)
        there = self._device.there
        self._terminal.follow(there)
        if not there:
            return self._turnstile.left()
        self._turnstile.arrived()  # the session may still be opening the port
        self._turnstile.let_through(self._terminal.write(said))
        self._turnstile.arrived()
        self._device.feed(self._terminal.read(), self.now)

    def let_go(self) -> None:
        """Stop blocking the session, so that it can be closed; the next session is paced again."""
        self._turnstile.end()
        self._turnstile = Turnstile()

    def press(self) -> None:
        self._device.press(self.now)

    def restart(self) -> None:
        self._device.reset(self.now)

    def close(self) -> None:
        self._terminal.follow(there=False)


class PacedLine(PacedBoard):
    """A line of `tools.rig.table`: a session at `link`, with a board in lockstep behind it."""

    step = 2 * STEP_S  # a window does not poll more often

    def __init__(self, device: PacedDevice, link: Path) -> None:
        super().__init__(device, link)
        self._session = session = BoardSession.open(str(link), clock=self.clock, opener=self.open)
        self.view, self.poll, self.distrust = session.view, session.poll, session.distrust
        self.set_position, self.refuse = session.set_position, session.refuse
        self.choose, self.decline = session.choose, session.decline

    def press(self) -> None:
        """Press the board's button, or the one on the screen if the board has none."""
        if self._session.driver.has(Feature.BUTTON):
            self._device.press(self.now)
        else:
            self._session.press()

    @property
    def hints(self) -> Sequence[MarkerHint]:
        """Return the session's hints about forgotten markers."""
        return self._session.driver.marker_hints

    def close(self) -> None:
        self.let_go()
        self._session.close()
        super().close()
