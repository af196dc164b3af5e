"""Offers a simulated board to other programs: over a pseudo terminal or a TCP port of this machine.

No thread and no window: `SimulatorServer.pump` moves bytes and returns immediately.  Commands for
the hands come from `hardware.simulator.script` or from the simulator's window.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from hardware.simulator.board import SimulatedBoard

CHUNK = 4096


class SimulatorCable(Protocol):
    """The board's end of a cable.  Its methods never wait, and never raise without a host."""

    name: str  # the port for a host to open
    hung_up: bool  # the host has gone or was replaced; the reader resets this

    def read(self) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def pull(self) -> None: ...
    def plug(self) -> None: ...


class PtyCable:
    """A pseudo terminal.  `link` is a path that always leads to it, even after replugging."""

    hung_up = False  # a terminal does not report this

    def __init__(self, link: Path | None = None) -> None:
        self._link = link
        self._ends: tuple[int, int] | None = None
        self.name = ""
        self.plug()

    def plug(self) -> None:
        """Open a terminal, unless one is open."""
        import tty  # unavailable on Windows, which only has the TCP cable

        if self._ends is not None:
            return
        ours, theirs = os.openpty()
        tty.setraw(theirs)
        os.set_blocking(ours, False)
        self._ends = (ours, theirs)
        self.name = os.ttyname(theirs)
        if self._link is not None:
            with contextlib.suppress(FileNotFoundError):
                self._link.unlink()
            self._link.symlink_to(self.name)
            self.name = str(self._link)

    def pull(self) -> None:
        """Close the terminal: a host that has it open gets an error."""
        if self._ends is not None:
            for end in self._ends:
                os.close(end)
            self._ends = None
        if self._link is not None:
            with contextlib.suppress(FileNotFoundError):
                self._link.unlink()

    def read(self) -> bytes:
        """Return what the host has sent, CHUNK bytes at most; never waits or raises."""
        if self._ends is None:
            return b""
        with contextlib.suppress(BlockingIOError, OSError):
            return os.read(self._ends[0], CHUNK)
        return b""

    def write(self, data: bytes) -> None:
        """Send bytes to the host; they are lost when nobody reads."""
        if self._ends is not None:
            # Without a reader the bytes are lost, as on a wire.
            with contextlib.suppress(BlockingIOError, OSError):
                os.write(self._ends[0], data)


class TcpCable:
    """A TCP port that only this machine can reach; port 0 picks any free one."""

    def __init__(self, port: int = 0) -> None:
        self._port = port
        self._server: socket.socket | None = None
        self._host: socket.socket | None = None
        self.hung_up = False
        self.name = ""
        self.plug()

    def plug(self) -> None:
        """Listen on the port.  Raises OSError if it is in use."""
        if self._server is not None:
            return
        server = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", self._port))
        server.listen(1)
        server.setblocking(False)
        self._server, self._port = server, server.getsockname()[1]
        self.name = f"socket://127.0.0.1:{self._port}"

    def pull(self) -> None:
        """Hang up and stop listening."""
        self._drop()
        if self._server is not None:
            self._server.close()
        self._server = None

    def read(self) -> bytes:
        """Return what the host has sent, CHUNK bytes at most; never waits or raises."""
        self._accept()
        if self._host is None:
            return b""
        try:
            data = self._host.recv(CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._drop()
        return data

    def write(self, data: bytes) -> None:
        """Send bytes to the host; hang up if it does not accept them."""
        if self._host is not None:
            try:
                self._host.sendall(data)
            except OSError:
                self._drop()

    def _drop(self) -> None:
        if self._host is not None:
            self._host.close()
            self._host = None
            self.hung_up = True

    def _accept(self) -> None:
        if self._server is None:
            return
        with contextlib.suppress(BlockingIOError, OSError):
            host, _address = self._server.accept()
            host.setblocking(False)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._drop()  # a new host replaces the old one, which may be dead
            self._host = host


class SimulatorServer:
    """A simulated board on a cable."""

    def __init__(
        self,
        board: SimulatedBoard,
        cable: SimulatorCable,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.board = board
        self.cable = cable
        self.clock = clock
        self.plugged = True

    def pump(self) -> None:
        """Move received bytes to the board, and the board's bytes to the host."""
        now = self.clock()
        data = self.cable.read()
        if self.cable.hung_up:
            self.cable.hung_up = False
            self.board.host_gone()
        if data:
            self.board.feed(data, now)
        sent = self.board.advance(now)
        if sent and self.plugged:
            self.cable.write(sent)

    def pull(self) -> None:
        """Pull the cable.  The board runs on, as if it had its own power supply."""
        if self.plugged:
            self.plugged = False
            self.cable.pull()

    def plug(self) -> None:
        """Plug the cable in again."""
        if not self.plugged:
            self.cable.plug()
            self.plugged = True

    def press(self, seconds: float = 0.0) -> None:
        """Press the button for this many seconds."""
        self.board.press(self.clock(), seconds)

    def reset(self) -> None:
        """Restart the controller."""
        self.board.reset(self.clock())


def wait_for_input(descriptor: int, seconds: float) -> bool:
    """Return whether `descriptor` can be read, waiting at most this many seconds."""
    ready, _out, _wrong = select.select([descriptor], [], [], seconds)
    return bool(ready)
