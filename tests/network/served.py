"""A match on a real server: another process, a real port, and a line that can be cut."""

from __future__ import annotations

import json
import select
import socket
import ssl
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from types import TracebackType
from typing import Any

import websockets.sync.client

from game.network.host.broadcast import ServerSupervisor
from game.network.lines.addresses import Address
from game.network.lines.tls import Certificate
from game.network.protocol.match_info import MatchDetails, SeatInfo
from game.rules.base import Action
from game.rules.proposals import Play
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec
from tests.support.waiting import COSTLY_BREATH, PATIENCE, until

Json = dict[str, Any]
HERE = Address("127.0.0.1", 0)
NAMES = ("Ada", "Mira", "Ben", "Tom")


def about(match: Match, **changes: Any) -> MatchDetails:
    """Return the details of a match of named people."""
    seats = []
    for number, name in enumerate(NAMES[: match.game.seats]):
        kind = next((kind for kind in match.game.kinds if kind.seat == number), None)
        piece = None if kind is None else [kind.colour, kind.seat, kind.mark]
        seats.append(SeatInfo({"en": name}, "person", piece))
    return MatchDetails(match.game.title, tuple(seats), **changes)


def named(details: MatchDetails, *names: str) -> MatchDetails:
    """Return the details with other names, from the first seat on."""
    seats = tuple(replace(seat, name={"en": name}) for seat, name in zip(details.seats, names))
    return replace(details, seats=(*seats, *details.seats[len(seats) :]))


# Seconds in which the server reads a line of the pipe, even on a busy machine.
HEARD = 1.0


def secure_line(own: Certificate) -> ssl.SSLContext:
    """Return an SSL context that trusts a certificate, for lines read and written by two threads.

    The threaded clients of websockets read and write that way. With TLS 1.3, a server sends its
    session tickets after the handshake. While OpenSSL read these and another thread wrote, 18 of
    3,200 requests were never sent (Python 3.11); with TLS 1.2, none of 1,600.
    """
    context = ssl.create_default_context(cafile=str(own.file))
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


class Served:
    """A context manager for a program with one match on the network."""

    def __init__(
        self, setup: str = "multiplicity size=3", match: Match | None = None, look: str = ""
    ) -> None:
        self.match = match or Match(
            MatchSpec(setup, (SeatSpec(),) * (4 if "seats=4" in setup else 2))
        )
        self.broadcast = ServerSupervisor(HERE)
        self.channel = self.broadcast.open(self.match, about(self.match, back=True, look=look))
        self.lines = ExitStack()

    def __enter__(self) -> Served:
        assert self.until(lambda: self.broadcast.on), self.broadcast.problem
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.lines.close()
        self.broadcast.close()

    def go_on(self) -> None:
        """Run a frame of the program."""
        self.broadcast.update(time.monotonic())

    def until(self, met: Callable[[], bool]) -> bool:
        return until(met, step=self.go_on, breath=COSTLY_BREATH)

    def offer_seat(self, seat: int) -> str:
        """Offer a seat and wait until the server knows its code."""
        code = self.channel.offer_seat(seat)
        until(lambda: False, HEARD, step=self.go_on)
        return code

    def play(self, *actions: Action) -> None:
        """Play actions as somebody at the table."""
        self.match.submit_or_raise(Play(actions))
        self.go_on()

    @property
    def host(self) -> str:
        return str(self.broadcast.address)

    def line(self, **headers: str) -> ServedLine:
        """Return a new connection to the server that uses no browser."""
        url = f"ws://{self.host}/live"
        connecting = websockets.sync.client.connect(
            url, additional_headers=headers or None, open_timeout=PATIENCE
        )
        return ServedLine(self, self.lines.enter_context(connecting))

    def ask(self, request: bytes) -> bytes:
        """Return all that the server answers to these bytes until it closes the line."""
        address = (self.broadcast.address.host, self.broadcast.address.port)
        with socket.create_connection(address, 10) as line:
            with suppress(OSError):
                line.sendall(request)
            answer = b""
            with suppress(OSError):
                while part := line.recv(65536):
                    answer += part
        return answer


class ServedLine:
    """A connection to the server, and all messages received on it."""

    def __init__(self, served: Served, socket: Any) -> None:
        self._served, self.socket = served, socket
        self.heard: list[Json] = []

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"v": 1, "type": kind, **fields}))

    def wait_for(self, kind: str, count: int = 1) -> Json:
        """Wait for `count` messages of a kind and return the last one."""
        assert self._served.until(lambda: len(self.of(kind)) >= count), (kind, self.heard[-3:])
        return self.of(kind)[-1]

    def of(self, kind: str) -> list[Json]:
        with suppress(TimeoutError):
            while True:
                self.heard.append(json.loads(self.socket.recv(0)))
        return [said for said in self.heard if said["type"] == kind]


class Cable:
    """A proxy to the server whose lines can be cut.

    It listens at 127.0.0.2 with the server's port. In requests, it replaces 127.0.0.2 with the
    server's 127.0.0.1.
    """

    def __init__(self, server: Address) -> None:
        self.address = Address("127.0.0.2", server.port)
        self._server = server
        self._listening = socket.create_server((self.address.host, self.address.port))
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return self.address.url

    def cut(self) -> None:
        """Break all lines through the proxy without a closing message."""
        self.cuts += 1
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            _shut(*pair)

    def close(self) -> None:
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _from = self._listening.accept()
                far = socket.create_connection((self._server.host, self._server.port))
                with self._lock:
                    self._pairs.append((near, far))
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError, ValueError):
            while True:
                for one in select.select([near, far], [], [])[0]:
                    data = one.recv(65536)
                    if not data:
                        raise OSError
                    if one is near:
                        data = data.replace(b"127.0.0.2", b"127.0.0.1")
                    (far if one is near else near).sendall(data)
        _shut(near, far)


def _shut(*lines: socket.socket) -> None:
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        with suppress(OSError):
            line.close()
