"""Boards reached over a network, all on this machine.

A simulated board runs in real time on a pseudo terminal. A bridge like ser2net connects this
terminal to TCP; the bridge's connections can be cut or freeze.
"""

from __future__ import annotations

import contextlib
import select
import socket
import struct
import threading
from collections.abc import Iterator

import serial
from serial.rfc2217 import PortManager

from hardware.simulator.board import BoardIdentity, SimulatedBoard
from hardware.simulator.server import PtyCable, SimulatorCable, SimulatorServer, TcpCable

STEP_S = 0.002  # seconds
CHUNK = 4096


class RepeatingThread:
    """A thread that repeats `step` until it is stopped."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.wait(STEP_S):
            self.step()

    def step(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(5.0)


class LivingBoard(RepeatingThread):
    """A simulated board on a cable, in real time. Pieces are moved by `set`."""

    def __init__(self, cable: SimulatorCable, layout: str, points: int) -> None:
        super().__init__()
        self.board = SimulatedBoard(BoardIdentity(layout, points))
        self.server = SimulatorServer(self.board, cable)
        self._lock = threading.Lock()

    def step(self) -> None:
        with self._lock:
            self.server.pump()

    def set(self, point: int, face: int) -> None:
        with self._lock:
            self.board.set(point, face)

    def press(self) -> None:
        with self._lock:
            self.server.press()

    def pull(self) -> None:
        with self._lock:
            self.server.pull()

    def plug(self) -> None:
        with self._lock:
            self.server.plug()


class _Terminal(serial.Serial):  # type: ignore[misc]
    """A pseudo terminal as a serial port; it has no control lines, so this class simulates them."""

    cts = dsr = True
    ri = cd = False

    def _update_dtr_state(self) -> None:
        pass

    def _update_rts_state(self) -> None:
        pass


class _Talk:
    """The connection to which a `PortManager` writes."""

    def __init__(self, connection: socket.socket) -> None:
        self.write = connection.sendall


class Bridge(RepeatingThread):
    """A serial port offered on TCP, raw or by RFC 2217; the newest client replaces an older one."""

    def __init__(self, port: str, rfc2217: bool = False) -> None:
        super().__init__()
        self.served = 0  # number of clients so far
        self.frozen = False  # while true, connections stay open but carry no data
        self._rfc2217 = rfc2217
        self._line = _Terminal(port, 115200, timeout=0)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.setblocking(False)
        self._client: socket.socket | None = None
        self._manager: PortManager | None = None
        self._cut = threading.Event()
        kind = "rfc2217" if rfc2217 else "socket"
        self.url = f"{kind}://127.0.0.1:{self._door.getsockname()[1]}"

    def cut(self) -> None:
        """Reset the connection, as a router does that is switched off and on."""
        self._cut.set()

    def step(self) -> None:
        if self._cut.is_set():
            self._cut.clear()
            self._hang_up()
        with contextlib.suppress(BlockingIOError):
            self._take(self._door.accept()[0])
        if self._client is not None and not self.frozen:
            with contextlib.suppress(BlockingIOError):
                try:
                    self._carry(self._client)
                except (OSError, serial.SerialException):
                    self._hang_up()

    def _take(self, client: socket.socket) -> None:
        self._hang_up()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.served += 1
        self._client = client
        self._manager = PortManager(self._line, _Talk(client)) if self._rfc2217 else None

    def _carry(self, client: socket.socket) -> None:
        if select.select([client], [], [], 0)[0]:
            data = client.recv(CHUNK)
            if not data:
                raise ConnectionResetError
            if self._manager is not None:
                data = b"".join(self._manager.filter(data))
            self._line.write(data)
        data = self._line.read(CHUNK)
        if data:
            if self._manager is not None:
                data = b"".join(self._manager.escape(data))
            client.sendall(data)

    def _hang_up(self) -> None:
        if self._client is not None:
            rudely = struct.pack("ii", 1, 0)
            with contextlib.suppress(OSError):
                self._client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, rudely)
            self._client.close()
            self._client = None

    def stop(self) -> None:
        super().stop()
        self._hang_up()
        self._door.close()
        self._line.close()


@contextlib.contextmanager
def bridged(
    kind: str, layout: str = "hexagon-3", points: int = 19
) -> Iterator[tuple[LivingBoard, Bridge]]:
    """Yield a board and the bridge in front of it, of kind "socket" or "rfc2217"."""
    board = LivingBoard(PtyCable(), layout, points)
    assert isinstance(board.server.cable, PtyCable)
    bridge = Bridge(board.server.cable.name, kind == "rfc2217")
    board.start()
    bridge.start()
    try:
        yield board, bridge
    finally:
        bridge.stop()
        board.stop()
        board.pull()


@contextlib.contextmanager
def on_tcp(layout: str = "hexagon-3", points: int = 19) -> Iterator[LivingBoard]:
    """Yield a board with a TCP port of its own."""
    board = LivingBoard(TcpCable(0), layout, points)
    board.start()
    try:
        yield board
    finally:
        board.stop()
        board.pull()
