"""Two places play over a real line, with a server process, a WebSocket and a cable that is cut."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import websockets.sync.server
from websockets.asyncio.client import connect

from game.network.errors import NetworkError
from game.network.guest.guest import Guest
from game.network.host.broadcast import ServerSupervisor
from game.network.lines import ws_client
from game.network.lines.addresses import Address
from game.network.lines.tickets import Ticket
from game.network.lines.ws_client import WebSocketClient
from game.network.protocol.match_info import MatchDetails
from game.rules.proposals import Play
from game.screen.app.remote_match import OFFLINE_WARNING_S
from game.table.match import Match
from game.table.spec import two_people
from tests.support.waiting import until

CUTS = 50


class Cable:
    """A proxy from its own port to `target`; a cut breaks all lines, but new lines work."""

    def __init__(self, target: Address) -> None:
        self._target = target
        self._ends: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = Address("127.0.0.1", self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        ends, self._ends = self._ends, []
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        self._listening.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                near, _where = self._listening.accept()
                far = socket.create_connection((self._target.host, self._target.port))
            except OSError:
                return
            self._ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    try:
        while data := one.recv(4096):
            other.sendall(data)
    except OSError:
        pass
    for end in (one, other):
        end.close()


def seated(guest: Guest, code: str, frame: Callable[[], None]) -> None:
    """Seat the guest, repeating its claim until the offer has reached the server."""

    def come_in() -> None:
        frame()
        # Both are possible until the table has processed the offer.
        if guest.problem in ("wrong-code", "too-many"):
            guest.claim(code)

    assert until(lambda: guest.match is not None, step=come_in)


@pytest.fixture
def table() -> Iterator[ServerSupervisor]:
    broadcast = ServerSupervisor(Address("127.0.0.1", 0))
    assert until(lambda: broadcast.on, step=lambda: broadcast.update(time.monotonic()))
    yield broadcast
    broadcast.close()


def test_a_match_goes_on_over_a_line_that_is_cut_fifty_times(
    table: ServerSupervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        ws_client, "LONGEST_RETRY_S", ws_client.FIRST_RETRY_S
    )  # no backoff, as the server is never down
    guest_seat, dice, cuts = 1, random.Random(5), 0
    match = Match(two_people("libra size=4"))
    channel = table.open(match, MatchDetails("Libra"))
    cable = Cable(table.address)
    near = partial(connect, host=cable.address.host, port=cable.address.port)
    monkeypatch.setattr(ws_client, "connect", near)
    guest = Guest(WebSocketClient(table.address), Ticket(code=channel.offer_seat(guest_seat)))

    def frame() -> None:
        table.update(time.monotonic())
        guest.update(time.monotonic())

    try:
        seated(guest, channel.places[guest_seat].code, frame)
        mine = guest.match
        assert mine is not None
        while not match.over:
            if cuts < CUTS and dice.random() < 0.9:
                cable.cut()
                cuts += 1
            here = match if match.to_move == 0 else mine
            assert until(lambda: here.to_move == match.to_move, step=frame)  # noqa: B023
            before = len(match.entries)
            here.submit_or_raise(Play((dice.choice(here.legal()),)), time.monotonic())
            if cuts < CUTS and dice.random() < 0.7:
                frame()
                cable.cut()
                cuts += 1
            assert until(
                lambda: (
                    len(match.entries) > before  # noqa: B023
                    and len(mine.entries) == len(match.entries)
                ),
                step=frame,
            )
        assert until(lambda: mine.over, step=frame)
        assert [one.text for one in mine.entries] == [one.text for one in match.entries]
        assert mine.outcome == match.outcome
        assert cuts == CUTS
    finally:
        guest.line.close()
        cable.close()


def test_a_server_that_is_killed_is_started_again_and_the_guest_comes_back(
    table: ServerSupervisor,
) -> None:
    match, guest_seat = Match(two_people("libra size=3")), 0
    channel = table.open(match, MatchDetails("Libra"))
    guest = Guest(WebSocketClient(table.address), Ticket(code=channel.offer_seat(guest_seat)))

    def frame() -> None:
        table.update(time.monotonic())
        guest.update(time.monotonic())

    try:
        seated(guest, channel.places[guest_seat].code, frame)
        mine = guest.match
        assert mine is not None
        table.process.kill()
        mine.submit_or_raise(Play((mine.legal()[0],)), time.monotonic())
        assert until(lambda: len(match.entries) == 1, step=frame)
        assert [one.text for one in mine.entries] == [one.text for one in match.entries]
    finally:
        guest.line.close()


def test_a_server_that_stands_still_is_cut_off_and_come_back_to(
    table: ServerSupervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = ws_client.PING_EVERY_S + ws_client.PONG_TIMEOUT_S + OFFLINE_WARNING_S
    assert wait < 10, "a window says within ten seconds that there is no connection"
    monkeypatch.setattr(ws_client, "PING_EVERY_S", 0.1)
    monkeypatch.setattr(ws_client, "PONG_TIMEOUT_S", 0.3)
    monkeypatch.setattr(ws_client, "CONNECT_TIMEOUT_S", 0.5)
    match = Match(two_people("libra size=3"))
    channel = table.open(match, MatchDetails("Libra"))
    guest = Guest(WebSocketClient(table.address), Ticket(code=channel.offer_seat(0)))

    def frame() -> None:
        table.update(time.monotonic())
        guest.update(time.monotonic())

    try:
        seated(guest, channel.places[0].code, frame)
        os.kill(table.process.pid, signal.SIGSTOP)
        assert until(lambda: not guest.online, step=frame)
        os.kill(table.process.pid, signal.SIGCONT)
        assert until(lambda: guest.online and guest.seat == 0 and not guest.problem, step=frame)
    finally:
        os.kill(table.process.pid, signal.SIGCONT)
        guest.line.close()


def test_text_that_is_no_message_ends_no_line(table: ServerSupervisor) -> None:
    said = [b"\xff\xfe", "no JSON", '{"v": 1, "type": "error"}']

    def talk(line: Any) -> None:
        for text in said:
            line.send(text)
        line.recv()

    with websockets.sync.server.serve(talk, "127.0.0.1", 0, compression=None) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        line = WebSocketClient(Address(*server.socket.getsockname()))
        guest = Guest(line, Ticket(code="x"))
        update = partial(guest.update, 0.0)
        assert until(lambda: guest.problem == "message", step=update)
        assert line.alive
        guest.line.close()
        server.shutdown()


def test_a_package_without_the_clubs_packages_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ws_client, "connect", None)
    with pytest.raises(NetworkError, match=r"install .*websockets"):
        WebSocketClient(Address("127.0.0.1", 1))
