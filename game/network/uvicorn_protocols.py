"""uvicorn's protocols, tied to our connections, and deaf to requests that they fail at.

uvicorn hands every upgrade on to websockets, which knows fewer requests than HTTP has: another
method than GET, bytes that are no ASCII or too many fields each end in a traceback.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from game.network.connections import Connection

INVALID_DATA = 1007  # why a WebSocket is closed, as RFC 6455 numbers it
MAX_HEADER_FIELDS = 64  # in the head of a handshake: websockets stops at 128


class HttpProtocol(H11Protocol):
    """A request at a time, until a WebSocket opens."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _connection(self.app_state).made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        _connection(self.app_state).lost()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        _connection(self.app_state).answered()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        text = all(value.isascii() for _name, value in event.headers)
        modern = event.method == b"GET" and event.http_version == b"1.1"
        if text and modern and len(event.headers) <= MAX_HEADER_FIELDS:
            super().handle_websocket_upgrade(event)
        else:
            self.send_400_response("A handshake is a GET of HTTP/1.1, short and in ASCII.")

    def send_400_response(self, msg: str) -> None:
        """Refuse where that can still be said: not to HEAD, nor behind an answer."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # its own answer, if it has none yet, comes too late
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()


class LiveProtocol(WebSocketsSansIOProtocol):
    """An open WebSocket, or one whose handshake is being answered."""

    def connection_lost(self, exc: Exception | None) -> None:
        _connection(self.app_state).lost()
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; close for a text that is no UTF-8, which uvicorn logs at length."""
        text = self.curr_msg_data_type == "text"
        if self.close_sent or not text or _is_utf8(b"".join(self.frames)):
            super().send_receive_event_to_app()
        else:
            self.conn.send_close(INVALID_DATA)
            super().handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.handshake_complete:
            super().handle_parser_exception()
        else:
            self.transport.abort()  # no handshake: there is nobody to be told in frames


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _connection(state: dict[str, Any]) -> Connection:
    found = state["connection"]
    assert isinstance(found, Connection)
    return found
