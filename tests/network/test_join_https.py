"""Joining a table that uses HTTPS works by fingerprint or by trust, and failures are explained."""

from __future__ import annotations

import hashlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.server

from game.network.errors import NetworkError
from game.network.guest.guest import Guest
from game.network.host.broadcast import ServerSupervisor
from game.network.host.channel import Channel
from game.network.lines import ws_client
from game.network.lines.addresses import TRUSTED, Address, parse_invitation
from game.network.lines.tickets import Ticket, load_ticket
from game.network.lines.tls import Certificate, context, fingerprint, own_certificate
from game.network.lines.ws_client import WebSocketClient
from game.network.protocol.match_info import MatchDetails
from game.rules.proposals import Play
from game.screen.app.remote_match import RemoteMatch
from game.screen.menus.phones import JoinScene
from game.screen.play.scene import PlayScene
from game.screen.ui.text_field import TextField
from game.table.match import Match
from game.table.spec import two_people
from tests.network.served import HEARD, HERE
from tests.screen.screens import make_app, texts
from tests.support.tools import needs
from tests.support.waiting import COSTLY_BREATH, PATIENCE, until

pytestmark = needs("openssl")
DIGITS = "3f2a" * 6


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ws_client, "LONGEST_RETRY_S", ws_client.FIRST_RETRY_S)


class Table:
    """A table with its server, with or without HTTPS."""

    def __init__(self, certificate: Certificate | None) -> None:
        self.match = Match(two_people("libra size=3"))
        self.broadcast = ServerSupervisor(HERE, certificate)
        self.channel: Channel = self.broadcast.open(self.match, MatchDetails("Libra"))
        assert until(lambda: self.broadcast.on, step=self.update), self.broadcast.problem

    def update(self) -> None:
        self.broadcast.update(time.monotonic())

    def offer_seat(self) -> str:
        """Offer a seat and wait until the server knows its code."""
        code = self.channel.offer_seat(0)
        until(lambda: False, HEARD, step=self.update, breath=COSTLY_BREATH)
        return code

    def invitation(self) -> str:
        return self.broadcast.invitation(self.offer_seat())

    def until(self, visit: RemoteMatch, met: Callable[[], bool]) -> bool:
        def step() -> None:
            self.update()
            visit.update(time.monotonic())

        return until(met, step=step)


@contextmanager
def table(certificate: Certificate | None) -> Iterator[Table]:
    made = Table(certificate)
    try:
        yield made
    finally:
        made.broadcast.close()


@contextmanager
def visiting(invitation: str) -> Iterator[RemoteMatch]:
    code, address, pin = parse_invitation(invitation)
    visit = RemoteMatch(address, Ticket(code, pin=pin))
    try:
        yield visit
    finally:
        visit.guest.line.close()


def test_an_invitation_says_how_the_line_is_encrypted() -> None:
    place = Address("192.168.1.20")
    assert parse_invitation("K7QM-X2RD@192.168.1.20") == ("K7QM-X2RD", place, "")
    assert parse_invitation("K@https://192.168.1.20/") == ("K", place, TRUSTED)
    shown = "3F2A-3F2A-3F2A-3F2A-3F2A-3F2A"
    for before in ("", "https://"):
        assert parse_invitation(f" K@{before}192.168.1.20/{shown}/ ") == ("K", place, DIGITS)
    whole = ":".join(["3F"] * 32)
    assert parse_invitation(f"K@192.168.1.20:88/{whole}")[1:] == (
        Address("192.168.1.20", 88),
        "3f" * 32,
    )


@pytest.mark.parametrize("wrong", ["3F2A", "x" * 24, "3f" * 33, "\u0663" * 24])
def test_what_is_no_fingerprint_is_no_invitation_without_one(wrong: str) -> None:
    with pytest.raises(NetworkError) as refused:
        parse_invitation(f"K7QM-X2RD@192.168.1.20/{wrong}")
    assert refused.value.code == "bad-place"


def test_the_fingerprint_of_an_invitation_leads_to_a_seat_and_back(home: Path) -> None:
    with table(own_certificate(HERE)) as there:
        invitation = there.invitation()
        with visiting(invitation) as visit:
            assert there.until(visit, lambda: visit.match is not None), visit.problem
            assert visit.match is not None
            visit.match.submit_or_raise(Play((visit.match.legal()[0],)))
            assert there.until(visit, lambda: len(there.match.entries) == 1)
            assert not visit.problem
            assert visit.guest.ticket.pin
            kept = load_ticket()
            assert kept is not None
        address, ticket = kept
        assert (ticket.pin, ticket.code) == (visit.guest.ticket.pin, "")
        back = RemoteMatch(address, ticket)
        try:
            assert there.until(back, lambda: back.match is not None and not back.problem)
        finally:
            back.guest.line.close()


def test_a_fingerprint_is_of_the_certificate_alone(home: Path, tmp_path: Path) -> None:
    own, other = own_certificate(HERE), own_certificate(Address("127.0.0.2"))
    chain = tmp_path / "chain.pem"
    chain.write_bytes(own.key.read_bytes() + own.file.read_bytes() + other.file.read_bytes())
    assert fingerprint(chain) == fingerprint(own.file) != fingerprint(other.file)
    der = ssl.PEM_cert_to_DER_cert(own.file.read_text())
    assert fingerprint(own.file).replace("-", "") == hashlib.sha256(der).hexdigest()[:24].upper()


def test_a_certificate_that_this_computer_trusts_needs_no_fingerprint(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = own_certificate(HERE)
    monkeypatch.setenv("SSL_CERT_FILE", str(own.file))
    with table(own) as there:
        code = there.offer_seat()
        with visiting(f"{code}@{there.broadcast.url}") as visit:
            assert there.until(visit, lambda: visit.match is not None), visit.problem


@pytest.mark.parametrize(
    ("encrypted", "written", "code", "said"),
    [
        (True, "{code}@{place}", "table-https", "uses HTTPS"),
        (True, "{code}@https://{place}", "table-untrusted", "not trusted"),
        (True, "{code}@{place}/" + DIGITS, "table-other", "not the one of the invitation"),
        (False, "{code}@{place}/" + DIGITS, "table-plain", "does not use HTTPS"),
        (False, "{code}@https://{place}", "table-plain", "does not use HTTPS"),
    ],
)
def test_where_a_line_cannot_be_trusted_the_guest_says_what_to_do(
    home: Path,
    capsys: pytest.CaptureFixture[str],
    encrypted: bool,
    written: str,
    code: str,
    said: str,
) -> None:
    with table(own_certificate(HERE) if encrypted else None) as there:
        offered = there.offer_seat()
        invitation = written.format(code=offered, place=there.broadcast.address)
        with visiting(invitation) as visit:
            assert there.until(visit, lambda: bool(visit.problem))
            assert visit.guest.line_problem is not None
            assert visit.guest.line_problem.code == code
            assert said in visit.problem
            visit.guest.line_problem = None
            assert there.until(visit, lambda: bool(visit.problem)), "it tries again"
            assert there.channel.places[0].state == "offered"
    [line] = capsys.readouterr().err.splitlines()
    assert str(NetworkError(code)) in line, "once, however often it is tried"


def test_the_window_says_why_it_cannot_join_and_takes_the_whole_invitation(home: Path) -> None:
    with table(own_certificate(HERE)) as there:
        whole = there.invitation()
        scene = JoinScene(whole.partition("/")[0], at_once=True)
        app = make_app(scene, animation_speed=0.0)
        try:

            def step() -> None:
                there.update()
                app.frame(0.05)

            assert until(lambda: bool(scene.wrong), step=step)
            assert "This table uses HTTPS. Enter the whole invitation that it shows." in texts(app)
            field = scene.form.get("invitation")
            assert isinstance(field, TextField)
            field.on_change(whole)
            assert not scene.wrong
            scene.join()
            assert until(lambda: isinstance(app.scene, PlayScene), step=step)
        finally:
            app.close()


def test_a_server_with_another_certificate_receives_nothing(home: Path) -> None:
    received: list[Any] = []
    secure = context(own_certificate(HERE))
    connected = threading.Event()

    def talk(line: websockets.sync.server.ServerConnection) -> None:
        connected.set()
        received.extend(line)

    with websockets.sync.server.serve(talk, "127.0.0.1", 0, ssl=secure) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        guest = Guest(WebSocketClient(Address(*server.socket.getsockname()), DIGITS), Ticket("x"))
        update = partial(guest.update, 0.0)
        assert until(lambda: guest.line_problem is not None, step=update)
        problem = guest.line_problem
        assert problem is not None
        assert problem.code == "table-other"
        assert connected.wait(PATIENCE)
        assert not guest.online
        guest.line.close()
        server.shutdown()
    assert not received


@pytest.mark.parametrize(
    "answer",
    [
        "302 Found\r\nLocation: ws://127.0.0.1:99999/",
        "302 Found\r\nLocation: http://[",
        "301 Moved\r\nLocation: {elsewhere}",
        "101 Switching Protocols\r\nUpgrade: \xff",
        "999999999999 x",
    ],
)
def test_whatever_answers_the_guest_goes_nowhere_else_and_tries_again(answer: str) -> None:
    tries: list[bytes] = []
    with (
        socket.create_server(("127.0.0.1", 0)) as port,
        socket.create_server((HERE.host, 0)) as other,
    ):
        other.setblocking(False)
        words = answer.format(elsewhere="ws://{}:{}/live".format(*other.getsockname()))

        def serve() -> None:
            with suppress(OSError):
                while True:
                    line, _peer = port.accept()
                    with line:
                        tries.append(line.recv(4096))
                        line.sendall(f"HTTP/1.1 {words}\r\n\r\n".encode("latin-1"))

        threading.Thread(target=serve, daemon=True).start()
        line = WebSocketClient(Address(*port.getsockname()))
        assert until(lambda: len(tries) >= 3)
        assert line.alive
        with pytest.raises(BlockingIOError):
            other.accept()
        line.close()


def test_who_tries_in_vain_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the connecting thread would outlive the program's end, and OpenSSL would crash."""
    monkeypatch.setattr(ws_client, "CONNECT_TIMEOUT_S", 10 * PATIENCE)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        line = WebSocketClient(Address(*silent.getsockname()), DIGITS)
        silent.accept()
        ws_client.end_clients()
        line.join(PATIENCE)
        assert not line.alive
