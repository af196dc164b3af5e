"""HTTP of uvicorn with an end to patience: whoever takes long to say what they want is cut off.

uvicorn itself waits without end for the rest of a request's head, so that a few hundred lines which
send a byte now and then would keep everybody else out. It also hands a head with bytes that are no
ASCII on to websockets, whose versions before 17 fail at it instead of saying what is wrong.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0  # seconds that a request may take until all of its head is there


class PatientProtocol(H11Protocol):
    """Time runs while nothing, or part of a head, has come; not while a request is answered."""

    _cutting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        if all(value.isascii() for _name, value in event.headers):
            super().handle_websocket_upgrade(event)
        else:
            self.send_400_response("The head of a request is written in ASCII.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """Begin to count, go on, or stop: a line of WebSocket is another protocol's by now."""
        ours = self.transport.get_protocol() is self
        if not ours or self.conn.their_state is not h11.IDLE:
            self._forget()
        elif self._cutting is None:
            self._cutting = self.loop.call_later(HEAD, self._cut)

    def _cut(self) -> None:
        self._cutting = None
        if self.transport.get_protocol() is self and self.conn.their_state is h11.IDLE:
            self.transport.abort()

    def _forget(self) -> None:
        if self._cutting is not None:
            self._cutting.cancel()
            self._cutting = None
