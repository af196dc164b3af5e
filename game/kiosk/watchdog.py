"""The watchdog of a kiosk: messages to systemd through its socket, and a file for others.

The frame loop calls `beat`, so a loop that hangs sends nothing. Nothing here raises or blocks:
without a socket, or with a file that cannot be written, messages are just missing.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

from game.platform import storage

FILE_INTERVAL_S = 10.0  # seconds between two writes of the file
READY, STOPPING = "READY=1", "STOPPING=1"


class Watchdog:
    """Signs of life for systemd and a file.

    `environment` has systemd's socket and interval; a `path` of "" means no file.  `put` runs a job
    outside the frame loop.
    """

    def __init__(
        self,
        path: str,
        put: Callable[[Callable[[], object]], None],
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._path = path
        self._put = put
        self._address = environment.get("NOTIFY_SOCKET", "")
        wanted = environment.get("WATCHDOG_USEC", "")
        # Half of the allowed interval, as sd_watchdog_enabled(3) advises.
        self._every = int(wanted) / 2e6 if wanted.isdecimal() and int(wanted) else FILE_INTERVAL_S
        self._told = self._written = -1e9

    def beat(self, now: float, status: str) -> None:
        """Report that the frame loop runs at `now` seconds; `status` describes what is shown."""
        if now - self._told >= self._every:
            first, self._told = self._told < 0, now
            words = [READY] if first else []
            self.notify("\n".join([*words, "WATCHDOG=1", f"STATUS={status}"]))
        if self._path and now - self._written >= FILE_INTERVAL_S:
            self._written = now
            stamp = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
            self._put(lambda: storage.write_text(Path(self._path), f"{stamp} {status}\n"))

    def notify(self, message: str) -> None:
        """Send `message` to systemd, if it listens; see sd_notify(3)."""
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address[0] == "@" else self._address
        with contextlib.suppress(OSError, AttributeError), _datagrams() as line:
            line.sendto(message.encode(), address)


def _datagrams() -> socket.socket:
    """Return a datagram socket.  Raises AttributeError on systems without such sockets."""
    found = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    found.setblocking(False)
    return found
