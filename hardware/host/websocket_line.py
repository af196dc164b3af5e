"""A line to a program on this machine that serves a board over a WebSocket.

Each line of text is one message.
"""

from __future__ import annotations

import contextlib
from typing import Any

from game.platform.i18n import _
from game.platform.paths import install_advice
from hardware.host.ports import PortError, explain_error

READ_TIMEOUT_S = 0.01
OPEN_TIMEOUT_S = 3.0
CLOSE_TIMEOUT_S = 0.5
MOST_BYTES = 100_000  # longest message
PATH = "/api/v1.0"


class WebSocketPort:
    """A line over a WebSocket.

    Raises PortError if it cannot be opened, and OSError later when it has gone.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            from websockets.sync.client import connect
        except ImportError:
            words = _("{kind} needs a package that is not installed: {advice}")
            advice = install_advice("websockets")
            raise PortError(words.format(kind="LiveChess", advice=advice)) from None
        try:
            self._opened = contextlib.ExitStack()
            made: Any = connect(
                f"ws://{name}{PATH}",
                open_timeout=OPEN_TIMEOUT_S,
                close_timeout=CLOSE_TIMEOUT_S,
                max_size=MOST_BYTES,
                proxy=None,
            )
            self._line = self._opened.enter_context(made)
        except (ConnectionError, TimeoutError) as error:
            words = _("LiveChess does not answer at {port}. Is the program running there?")
            raise PortError(words.format(port=name)) from error
        except Exception as error:  # an invalid name, or a peer without WebSocket
            raise PortError(explain_error(name, error)) from error

    def read(self) -> bytes:
        """Return a message that arrives within 10 ms; b"" if none does."""
        try:
            told = self._line.recv(timeout=READ_TIMEOUT_S)
        except TimeoutError:
            return b""
        except Exception as error:  # anything may end the connection
            raise OSError(str(error)) from error
        data = told if isinstance(told, bytes) else told.encode()
        return data.replace(b"\n", b" ") + b"\n"

    def write(self, data: bytes) -> None:
        """Send each line as a message."""
        try:
            for line in data.splitlines():
                self._line.send(line.decode())
        except Exception as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._opened.close()
