"""Serving at a port: uvicorn for the protocols, our own listener for the connections.

uvicorn hands every upgrade on to websockets, which knows fewer requests than HTTP has: another
method than GET, bytes that are no ASCII or too many fields each end in a traceback.  Our subclasses
refuse such requests before.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import time
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from game.network.addresses import NO_PROXY, Address, Proxy, host_headers
from game.network.connections import Connection, Listener
from game.network.match_server import MatchServer
from game.network.rate_limits import (
    FRAME_RATE,
    MAX_MESSAGE_BYTES,
    ConnectionLimits,
    TokenBucket,
    open_files,
)
from game.network.tls import Certificate, context
from game.network.web_app import make_app

log = logging.getLogger("network")
FIRST_PING_S, PING_EVERY_S = 1.0, 15.0  # seconds
INVALID_DATA = 1007  # why a WebSocket is closed, as RFC 6455 numbers it
PIECE_BYTES = 1024  # parsed at once of what was received, before it is asked whether to go on
MAX_HEADER_FIELDS = 64  # in the head of a handshake: websockets stops at 128


def own_limits() -> ConnectionLimits:
    """Return limits that this process has descriptors for, and say where they are short."""
    wanted = ConnectionLimits()
    files = open_files(wanted.files)
    limits = wanted.within(files)
    if limits != wanted:
        log.warning(
            "%s open files allowed, %s expected: at most %s WebSockets at once (ulimit -n)",
            *(files, wanted.files, limits.clients),
        )
    return limits


def open_server(
    match_server: MatchServer,
    address: Address,
    certificate: Certificate | None = None,
    proxy: Proxy = NO_PROXY,
) -> UvicornServer:
    """Open the one port; `serve` of what is returned serves there.

    Raises OSError for the address, NetworkError for the certificate.
    """
    tls = context(certificate) if certificate is not None else None
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    port = socket.create_server((address.host, address.port), family=family, backlog=256)
    return UvicornServer(
        match_server, Address(address.host, port.getsockname()[1]), port, tls, proxy
    )


class UvicornServer(uvicorn.Server):
    """uvicorn, which is given every connection that the listener lets in."""

    def __init__(
        self,
        match_server: MatchServer,
        address: Address,
        port: socket.socket,
        tls: ssl.SSLContext | None,
        proxy: Proxy,
    ) -> None:
        super().__init__(_config(match_server, address, "http" if tls is None else "https", proxy))
        self.config.load()
        self.address, self._port = address, port
        self._listener = Listener(
            port, self._protocol, match_server.limits, time.monotonic, tls, proxy.trusted
        )

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until `should_exit` is set."""
        accepting = asyncio.create_task(self._listener.serve())
        try:
            await super().serve(sockets=sockets or [])  # uvicorn opens none of its own
        finally:
            accepting.cancel()
            self._port.close()

    def _protocol(self, connection: Connection) -> asyncio.Protocol:
        state: dict[str, Any] = {"connection": connection}
        return HttpProtocol(self.config, self.server_state, state)


def _config(
    match_server: MatchServer, address: Address, scheme: str, proxy: Proxy
) -> uvicorn.Config:
    """How uvicorn is run: small messages, quick to let go, nothing said of itself."""
    return uvicorn.Config(
        make_app(match_server, host_headers(address), time.monotonic, scheme, proxy),
        http=HttpProtocol,
        ws=LiveProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_ping_interval=PING_EVERY_S,
        ws_ping_timeout=15.0,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=bool(proxy.trusted),
        forwarded_allow_ips=list(proxy.trusted),
        timeout_keep_alive=5,
        h11_max_incomplete_event_size=8192,
    )


# -- protocols -------------------------------------------------------------------------------------


class HttpProtocol(H11Protocol):
    """A request at a time, until a WebSocket opens."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _connection(self.app_state).made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        _connection(self.app_state).lost()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read heads piece by piece, and no body: its request is being refused."""
        for start in range(0, len(data), PIECE_BYTES):
            if self.conn.their_state is h11.SEND_BODY or self.transport.get_protocol() is not self:
                return
            super().data_received(data[start : start + PIECE_BYTES])

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
    """An open WebSocket, or one whose handshake is being answered.

    The app counts messages only; whoever floods it with other frames, or goes on after it was
    closed, costs time that all others wait for.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._frames = TokenBucket(FRAME_RATE, self.loop.time())
        self.ping_interval = FIRST_PING_S

    def data_received(self, data: bytes) -> None:
        """Read piece by piece; abort once there have been more frames than the rate allows."""
        for start in range(0, len(data), PIECE_BYTES):
            if not self._frames.any_left(self.loop.time()):
                self.transport.abort()
                return
            super().data_received(data[start : start + PIECE_BYTES])

    def handle_events(self) -> None:
        self._frames.spend(len(self.conn.events), self.loop.time())
        super().handle_events()

    def handle_pong(self, event: Frame) -> None:
        """Report how long an answer to our ping took; all pings after the first are rarer."""
        pinged, self.ping_interval = self.pending_ping_payload, PING_EVERY_S
        super().handle_pong(event)
        if pinged is not None and self.pending_ping_payload is None:
            _connection(self.app_state).measured(self.last_ping_rtt)

    def pause_writing(self) -> None:
        """Read nothing of whom too much is waiting for: every ping has an answer."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

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
