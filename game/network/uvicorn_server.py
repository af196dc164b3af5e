"""Serving a hall at a port: uvicorn for the protocols, our own listener for the connections."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import time
from typing import Any

import uvicorn

from game.network.addresses import Address, host_headers
from game.network.connections import Connection, Listener
from game.network.match_server import MatchServer
from game.network.rate_limits import MAX_MESSAGE_BYTES, ConnectionLimits, open_files
from game.network.tls import Certificate, context
from game.network.uvicorn_protocols import HttpProtocol, LiveProtocol
from game.network.web_app import make_app

log = logging.getLogger("network")


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
    hall: MatchServer, address: Address, certificate: Certificate | None = None
) -> UvicornServer:
    """Open the one port; `serve` of what is returned serves there.

    Raises OSError for the address, NetworkError for the certificate.
    """
    tls = context(certificate) if certificate is not None else None
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    port = socket.create_server((address.host, address.port), family=family, backlog=256)
    return UvicornServer(hall, Address(address.host, port.getsockname()[1]), port, tls)


class UvicornServer(uvicorn.Server):
    """uvicorn, which is given every connection that the listener lets in."""

    def __init__(
        self, hall: MatchServer, address: Address, port: socket.socket, tls: ssl.SSLContext | None
    ) -> None:
        super().__init__(_config(hall, address, "http" if tls is None else "https"))
        self.config.load()
        self.address, self._port = address, port
        self._listener = Listener(port, self._protocol, hall.limits, time.monotonic, tls)

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


def _config(hall: MatchServer, address: Address, scheme: str) -> uvicorn.Config:
    """How uvicorn is run: small messages, quick to let go, nothing said of itself."""
    return uvicorn.Config(
        make_app(hall, host_headers(address), time.monotonic, scheme),
        http=HttpProtocol,
        ws=LiveProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_ping_interval=15.0,
        ws_ping_timeout=15.0,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        h11_max_incomplete_event_size=8192,
    )
