"""Serving at a port: uvicorn for the protocols, our own listener for the connections.

uvicorn passes every upgrade request to the package websockets, which accepts fewer requests than
HTTP allows. A method other than GET, bytes outside ASCII or too many header fields each end in a
traceback. Our subclasses refuse such requests first.
"""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import socket
import ssl
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from game.network.http.connections import Connection, Listener
from game.network.http.web_app import make_app
from game.network.lines.addresses import NO_PROXY, WILDCARD_HOSTS, Address, Proxy, host_headers
from game.network.lines.cards import Place, list_places
from game.network.lines.tls import Certificate, context
from game.network.rate_limits import (
    FRAME_RATE,
    MAX_MESSAGE_BYTES,
    ConnectionLimits,
    TokenBucket,
    open_files,
)
from game.network.server.match_server import MatchServer

log = logging.getLogger("network")
FIRST_PING_S, PING_EVERY_S = 1.0, 15.0  # seconds between pings
INVALID_DATA = 1007  # closing code of a WebSocket, from RFC 6455
LOOK_EVERY_S = 2.0  # seconds between two checks of this machine's addresses
MAX_PORT_TRIES = 16  # maximum number of tries to find a port that is free for IPv4 and IPv6
NO_IPV6 = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)
# Maximum number of received bytes that are parsed before the next check whether to go on.
PIECE_BYTES = 1024
MAX_HEADER_FIELDS = 64  # maximum number of header fields of a handshake; websockets allows 128


def own_limits() -> ConnectionLimits:
    """Return limits that fit this process's file descriptors; log a warning if they are reduced."""
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
    """Open the port at one address or all, and return the server; its `serve` serves there.

    Raises OSError for the address, NetworkError for the certificate.
    """
    tls = context(certificate) if certificate is not None else None
    ports = _open_ports(address)
    address = Address(address.host, ports[0].getsockname()[1])
    return UvicornServer(match_server, address, ports, tls, proxy)


def _open_ports(address: Address) -> tuple[socket.socket, ...]:
    """Return the listening sockets; for all addresses one of IPv4 and, if possible, one of IPv6."""
    if not address.everywhere or address.host in WILDCARD_HOSTS:
        family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
        return (_open_port((address.host, address.port), family),)
    for _try in range(MAX_PORT_TRIES):
        port = _open_port(("0.0.0.0", address.port), socket.AF_INET)
        try:
            return port, _open_port(("::", port.getsockname()[1]), socket.AF_INET6)
        except OSError as why:
            if why.errno in NO_IPV6:
                return (port,)
            port.close()
            if why.errno != errno.EADDRINUSE or address.port:
                raise
    raise OSError(errno.EADDRINUSE, "no port is free for IPv4 and IPv6")


def _open_port(where: tuple[str, int], family: socket.AddressFamily) -> socket.socket:
    return socket.create_server(where, family=family, backlog=256)


class UvicornServer(uvicorn.Server):
    """uvicorn, which gets every connection that the listener has accepted.

    The callback `moved` gets the addresses of this machine whenever they change; `visited` is
    called when the first other machine connects.
    """

    def __init__(
        self,
        match_server: MatchServer,
        address: Address,
        ports: tuple[socket.socket, ...],
        tls: ssl.SSLContext | None,
        proxy: Proxy,
    ) -> None:
        self.address, self._ports = address, list(ports)
        self.places = list_places()
        self._hosts = set(host_headers(address, self.places))
        scheme = "http" if tls is None else "https"
        super().__init__(_config(match_server, self._hosts, scheme, proxy))
        self.config.load()
        self.moved: Callable[[tuple[Place, ...]], None] = lambda _places: None
        self.visited: Callable[[], None] = lambda: None
        self._seen = False  # True if another machine has connected
        self._listener = Listener(
            *(ports, self._protocol, match_server.limits, time.monotonic, tls, proxy.trusted),
            came=self._came,
        )

    @property
    def waiting(self) -> int:
        """Return the number of connections that are not open WebSockets."""
        return self._listener.waiting

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until `should_exit` is set."""
        tasks = [asyncio.create_task(self._listener.serve())]
        tasks.append(asyncio.create_task(self._follow_places()))
        try:
            await super().serve(sockets=sockets or [])  # no sockets: uvicorn must not open its own
        finally:
            for task in tasks:
                task.cancel()
            for port in self._ports:
                port.close()

    async def _follow_places(self) -> None:
        """Watch the addresses of this machine; the look-up may be slow, so it uses a thread."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            places = self.places
            with suppress(OSError):
                places = await asyncio.to_thread(list_places)
            self._follow_ipv6(places)
            if places != self.places:
                self.places = places
                self._hosts.clear()
                self._hosts.update(host_headers(self.address, places))
                self.moved(places)

    def _follow_ipv6(self, places: tuple[Place, ...]) -> None:
        """Listen at IPv6 addresses, too, if IPv6 was switched on after the start."""
        known = any(port.family == socket.AF_INET6 for port in self._ports)
        wanted = self.address.everywhere and self.address.host not in WILDCARD_HOSTS
        if known or not wanted or not any(":" in place.host for place in places):
            return
        with suppress(OSError):  # the next check tries again
            port = _open_port(("::", self.address.port), socket.AF_INET6)
            self._ports.append(port)
            self._listener.add(port)

    def _came(self, address: str, local: str) -> None:
        """Call `visited` at the first connection that comes from another machine."""
        own = address == local or ipaddress.ip_address(address.partition("%")[0]).is_loopback
        if not self._seen and not own and address not in [place.host for place in self.places]:
            self._seen = True
            self.visited()

    def _protocol(self, connection: Connection) -> asyncio.Protocol:
        return HttpProtocol(self.config, self.server_state, {"connection": connection})


def _config(
    match_server: MatchServer, hosts: Collection[str], scheme: str, proxy: Proxy
) -> uvicorn.Config:
    """Return uvicorn's settings: small messages, short timeouts, no header naming the server."""
    return uvicorn.Config(
        make_app(match_server, hosts, time.monotonic, scheme, proxy),
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
    """Handles one request at a time, until a WebSocket opens."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _connection(self.app_state).made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        _connection(self.app_state).lost()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse request heads piece by piece, but no body: a request with a body is refused."""
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
        """Refuse if an answer is still possible: not to HEAD, and not after another answer."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # suppresses an earlier request's late answer
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.close()


class LiveProtocol(WebSocketsSansIOProtocol):
    """An open WebSocket, or one whose handshake is being answered.

    The app counts messages only. A flood of other frames, or of data after the close, would take
    time from all other clients.
    """

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._frames = TokenBucket(FRAME_RATE, self.loop.time())
        self.ping_interval = FIRST_PING_S

    def data_received(self, data: bytes) -> None:
        """Parse data piece by piece; abort when there are more frames than the rate allows."""
        for start in range(0, len(data), PIECE_BYTES):
            if not self._frames.any_left(self.loop.time()):
                self.transport.abort()
                return
            super().data_received(data[start : start + PIECE_BYTES])

    def handle_events(self) -> None:
        self._frames.spend(len(self.conn.events), self.loop.time())
        super().handle_events()

    def handle_pong(self, event: Frame) -> None:
        """Report the round trip of our ping; after the first, pings become rarer."""
        pinged, self.ping_interval = self.pending_ping_payload, PING_EVERY_S
        super().handle_pong(event)
        if pinged is not None and self.pending_ping_payload is None:
            _connection(self.app_state).measured(self.last_ping_rtt)

    def pause_writing(self) -> None:
        """Stop reading from a client that does not read: the answers to its pings would pile up."""
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
        """Pass a message on; close for invalid UTF-8, for which uvicorn would log a traceback."""
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
            self.transport.abort()  # without a handshake no frames can be sent


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _connection(state: Mapping[str, object]) -> Connection:
    found = state["connection"]
    assert isinstance(found, Connection)
    return found
