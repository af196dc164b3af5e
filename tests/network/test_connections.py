"""Each TCP connection of a server has a deadline or is a WebSocket, so nobody can hold them all."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import socket
import ssl
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import h11
import pytest
import websockets

from game.network.host.channel import Channel
from game.network.http.uvicorn_server import (
    MAX_HEADER_FIELDS,
    PIECE_BYTES,
    LiveProtocol,
    UvicornServer,
    open_server,
    own_limits,
)
from game.network.lines.addresses import Address
from game.network.lines.pipe import ToServer
from game.network.lines.tickets import digest, new_key
from game.network.lines.tls import Certificate, own_certificate
from game.network.protocol.match_info import MatchDetails
from game.network.rate_limits import FRAME_RATE, MAX_MESSAGE_BYTES, ConnectionLimits
from game.network.server.client import TRY_AGAIN_LATER
from game.network.server.match_server import MatchServer
from game.table.match import Match
from game.table.spec import two_people
from tests.support.tools import needs
from tests.support.waiting import PATIENCE, until_async

HERE = Address("127.0.0.1", 0)
TIMEOUT_S = 1.0
SHORT = ConnectionLimits(request_timeout_s=TIMEOUT_S)
LONG = ConnectionLimits(request_timeout_s=3600.0)
KEY = new_key()
Json = dict[str, Any]


class Site:
    """A server in this process with one match, whose seat 0 is held with KEY."""

    def __init__(self, limits: ConnectionLimits, certificate: Certificate | None = None) -> None:
        self.hall = self.hall_of(limits)
        match, held = Match(two_people("multiplicity size=3")), {0: digest(KEY)}
        self.channel = Channel(match, MatchDetails("a game"), self._send, held)
        self.channel.open()
        self.server: UvicornServer = open_server(self.hall, HERE, certificate)

    @staticmethod
    def hall_of(limits: ConnectionLimits) -> MatchServer:
        return MatchServer(lambda _said: None, time.monotonic, limits)

    def _send(self, made: ToServer | Callable[[], ToServer]) -> None:
        self.hall.apply(made() if callable(made) else made)

    @property
    def address(self) -> Address:
        return self.server.address

    @property
    def waiting(self) -> int:
        """The number of connections that are not open WebSockets."""
        return self.server.waiting

    async def open(self, source: str = "127.0.0.1", sent: str = "") -> Stream:
        reader, writer = await asyncio.open_connection(
            self.address.host, self.address.port, local_addr=(source, 0)
        )
        writer.write(sent.replace("HOST", str(self.address)).encode("latin-1"))
        return Stream(reader, writer)

    @asynccontextmanager
    async def live(
        self, source: str = "127.0.0.1", compression: str | None = None, **options: Any
    ) -> AsyncIterator[Live]:
        url = f"{'wss' if 'ssl' in options else 'ws'}://{self.address}/live"
        options |= {"local_addr": (source, 0), "compression": compression}
        options |= {"open_timeout": PATIENCE}
        async with websockets.connect(url, **options) as line:
            yield Live(line)

    async def until(self, met: Callable[[], bool]) -> None:
        assert await until_async(met)


class Stream:
    """A raw TCP connection for an attacker."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def pause(self) -> None:
        """Stop reading, so that sent data piles up on the way."""
        cast(asyncio.ReadTransport, self.writer.transport).pause_reading()

    def resume(self) -> None:
        cast(asyncio.ReadTransport, self.writer.transport).resume_reading()

    async def rest(self) -> bytes:
        """Return everything that arrives until the connection is closed."""
        try:
            return await asyncio.wait_for(self.reader.read(), PATIENCE)
        except ConnectionError:
            return b""
        finally:
            self.writer.close()


class Live:
    """A WebSocket that sends and receives messages."""

    def __init__(self, line: Any) -> None:
        self.line = line

    async def say(self, kind: str, **fields: Any) -> None:
        await self.line.send(json.dumps({"v": 1, "type": kind, **fields}))

    async def hear(self, kind: str) -> Json:
        """Return the next message of a kind."""
        while True:
            said: Json = json.loads(await asyncio.wait_for(self.line.recv(), PATIENCE))
            if said["type"] == kind:
                return said


def run(
    limits: ConnectionLimits,
    talk: Callable[[Site], Coroutine[Any, Any, None]],
    certificate: Certificate | None = None,
) -> None:
    """Run `talk` with a server in the same event loop."""

    async def both() -> None:
        site = Site(limits, certificate)
        serving = asyncio.create_task(site.server.serve())
        try:
            await talk(site)
        finally:
            site.server.should_exit = site.server.force_exit = True
            await serving

    asyncio.run(both())


@pytest.fixture(autouse=True)
def quiet_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that no attack of these tests leaves an error in the log."""
    yield
    records = caplog.get_records("call")
    assert not [one.getMessage() for one in records if one.levelno >= logging.ERROR]


GET = "GET /icon.svg HTTP/1.1\r\nHost: HOST\r\n"
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HTTP/1.1\r\nHost: 127",
        f"{GET}Content-Length: 9\r\n\r\nx",
        f"{GET}Transfer-Encoding: chunked\r\n\r\n5\r\nab",
        "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\nx",
        "HEAD / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\nx",
        f"{GET}\r\n{GET}",
        f"{GET}Expect: 100-continue\r\nContent-Length: 9\r\n\r\nx",
    ],
)
def test_a_connection_that_is_no_websocket_ends_at_its_deadline(begun: str) -> None:
    async def talk(site: Site) -> None:
        await (await site.open(sent=begun)).rest()
        await site.until(lambda: site.waiting == 0)

    run(SHORT, talk)


@pytest.mark.parametrize("begun", ["GET / HTTP/1.1\r\nx: ", f"{GET}Content-Length: 999\r\n\r\n"])
def test_a_byte_now_and_then_does_not_prolong_it(begun: str) -> None:
    async def talk(site: Site) -> None:
        stream = await site.open(sent=begun)

        ended = asyncio.create_task(stream.rest())
        while not ended.done():
            stream.writer.write(b"a")
            await asyncio.wait({ended}, timeout=TIMEOUT_S / 10)

    run(SHORT, talk)


def test_answers_that_are_not_read_are_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    # A hundred such answers exceed the system's buffers.
    large = {"/large": ("text/plain", bytes(100_000))}
    monkeypatch.setattr("game.network.http.web_app.page_files", lambda: large)

    async def talk(site: Site) -> None:
        stream = await site.open(sent="GET /large HTTP/1.1\r\nHost: HOST\r\n\r\n" * 100)
        stream.pause()
        await site.until(lambda: site.waiting == 1)
        await site.until(lambda: site.waiting == 0)
        stream.writer.close()

    run(SHORT, talk)


def test_a_websocket_that_was_closed_and_reads_nothing_is_cut_off() -> None:
    async def talk(site: Site) -> None:
        async with site.live() as live:
            live.line.transport.pause_reading()
            await site.until(lambda: len(site.hall.clients) == 1)
            [client] = site.hall.clients
            client.send("x" * 10_000_000)  # more than the system's buffers hold
            client.cut(1008)
            await site.until(lambda: not site.hall.clients)
            assert site.server.server_state.connections, "it is being closed"
            assert site.waiting == 1
            await site.until(lambda: not site.server.server_state.connections)
            assert site.waiting == 0
            live.line.transport.abort()

    run(replace(SHORT, send_timeout_s=TIMEOUT_S), talk)


def test_a_websocket_that_has_gone_waits_for_nothing() -> None:
    async def talk(site: Site) -> None:
        async with site.live():
            await site.until(lambda: len(site.hall.clients) == 1)
            assert site.waiting == 0
        await site.until(lambda: not site.hall.clients)
        assert site.waiting == 0
        assert not site.server.server_state.connections

    run(LONG, talk)


def test_every_request_has_a_deadline_of_its_own() -> None:
    seconds = 3 * TIMEOUT_S

    async def talk(site: Site) -> None:
        stream = await site.open()
        for _request in range(3):
            stream.writer.write(f"{GET}\r\n".replace("HOST", str(site.address)).encode())
            await stream.reader.readuntil(b"</svg>\n")
            await until_async(lambda: False, 0.6 * seconds)
        assert not stream.reader.at_eof()
        stream.writer.close()

    run(ConnectionLimits(request_timeout_s=seconds), talk)


def test_requests_and_live_lines_are_left_alone() -> None:
    async def talk(site: Site) -> None:
        stream = await site.open()
        for last in ("", "Connection: close\r\n"):
            stream.writer.write(f"{GET}{last}\r\n".replace("HOST", str(site.address)).encode())
            assert b" 200 " in await stream.reader.readline()
            if not last:
                await stream.reader.readuntil(b"</svg>\n")
        await stream.rest()
        async with site.live() as live:
            silent = await site.open()
            await silent.rest()  # takes the connection's whole deadline
            await live.say("ping", number=1)
            assert (await live.hear("pong"))["number"] == 1

    run(SHORT, talk)


KEYED = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


@pytest.mark.parametrize(
    ("method", "added"),
    [
        ("GET", "Sec-WebSocket-Key: \xe9\r\n"),
        ("HEAD", KEYED),
        ("HEAD", "X: \xe9\r\n"),
        ("POST", "X: y\r\n"),
        ("GET", KEYED + "X: y\r\n" * (MAX_HEADER_FIELDS - 4)),
        ("GET", "X: y\r\n" * 200),
    ],
)
def test_an_impossible_handshake_is_a_bad_request(method: str, added: str) -> None:
    async def talk(site: Site) -> None:
        head = f"{method} /live HTTP/1.1\r\nHost: HOST\r\n{UPGRADE}{added}\r\n"
        answer = await (await site.open(sent=head)).rest()
        assert answer.startswith(b"HTTP/1.1 400 ")
        said = b"\r\nA handshake is a GET of HTTP/1.1, short and in ASCII.\r\n" in answer
        assert said == (method != "HEAD")

    run(LONG, talk)


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_a_body_that_is_none_ends_the_connection(method: str) -> None:
    async def talk(site: Site) -> None:
        head = f"{method} /icon.svg HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
        for sent in (f"{head}ZZ\r\n", f"{head}ZZ\r\n" * 3):
            await (await site.open(sent=sent)).rest()
        stream = await site.open(sent=head)
        assert b" 4" in await stream.reader.readline()
        stream.writer.write(b"ZZ\r\n")
        await stream.rest()

    run(LONG, talk)


def test_of_a_body_no_more_is_parsed_than_came_with_its_head(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed: list[int] = []
    receive = h11.Connection.receive_data

    def counted(connection: h11.Connection, data: bytes) -> None:
        parsed.append(len(data))
        receive(connection, data)

    monkeypatch.setattr(h11.Connection, "receive_data", counted)

    async def talk(site: Site) -> None:
        for head in (
            f"{GET}Transfer-Encoding: chunked\r\n\r\n",
            f"{GET}Content-Length: 999999\r\n\r\n",
        ):
            parsed.clear()
            await (await site.open(sent=head + "1\r\na\r\n" * 100_000)).rest()
            assert sum(parsed) <= PIECE_BYTES

    run(LONG, talk)


def test_a_handshake_with_as_many_fields_as_may_be_opens() -> None:
    async def talk(site: Site) -> None:
        fields = KEYED + "X: y\r\n" * (MAX_HEADER_FIELDS - 5)
        stream = await site.open(sent=f"GET /live HTTP/1.1\r\nHost: HOST\r\n{UPGRADE}{fields}\r\n")
        assert b" 101 " in await stream.reader.readline()
        stream.writer.close()

    run(LONG, talk)


def test_what_is_no_text_ends_the_line_and_a_text_may_come_in_parts() -> None:
    async def talk(site: Site) -> None:
        async with site.live() as live:
            parts = '{"v": 1, "type": "ping", "number": 1, "x": "\xe9"}'.encode()
            cut = parts.index("\xe9".encode()) + 1
            await live.line.send([parts[:cut], parts[cut:]], text=True)
            await live.hear("pong")
            for sent, code in ((b"\xff", 1007), (b"{}", 1003), (b"\xfe", 1003)):
                async with site.live() as other:
                    await other.line.send(sent, text=code == 1007)
                    with pytest.raises(websockets.ConnectionClosed) as closed:
                        await other.hear("nothing")
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == code
            await live.say("ping")
            await live.hear("pong")

    run(LONG, talk)


def test_a_message_may_have_four_kilobytes_and_no_more() -> None:
    async def talk(site: Site) -> None:
        async with site.live() as live:
            ping = json.dumps({"v": 1, "type": "ping", "number": 1})
            await live.line.send(ping.ljust(MAX_MESSAGE_BYTES))
            await live.hear("pong")
            await live.line.send(ping.ljust(MAX_MESSAGE_BYTES + 1))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await live.hear("pong")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009

    run(LONG, talk)


def test_a_long_head_is_refused_before_it_is_complete() -> None:
    async def talk(site: Site) -> None:
        head = "GET / HTTP/1.1\r\nHost: HOST\r\n" + "X: y\r\n" * 1500
        assert (await (await site.open(sent=head)).rest()).startswith(b"HTTP/1.1 400 ")

    run(LONG, talk)


def test_answers_say_nothing_of_the_server_and_requests_name_no_other_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    async def talk(site: Site) -> None:
        answer = await (await site.open(sent=f"{GET}Connection: close\r\n\r\n")).rest()
        names = {line.partition(b":")[0].lower() for line in answer.split(b"\r\n")}
        assert b"etag" in names
        assert not names & {b"server", b"date"}
        forwarded = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https"}
        async with site.live(compression="deflate", additional_headers=forwarded) as live:
            await live.say("ping")
            await live.hear("pong")
            [client] = site.hall.clients
            assert client.address == "127.0.0.1"
            assert not live.line.protocol.extensions, "nothing is compressed: frames stay small"
        assert not site.server.servers, "uvicorn has no port of its own"

    run(LONG, talk)
    said = [record.name for record in caplog.records]
    assert "uvicorn.access" not in said
    assert not logging.getLogger("uvicorn").handlers, "the log is the program's"


def test_a_silent_line_is_asked_every_quarter_of_a_minute() -> None:
    config = Site(LONG).server.config
    assert (config.ws_ping_interval, config.ws_ping_timeout) == (15.0, 15.0)
    assert config.timeout_keep_alive == 5
    assert config.lifespan == "off"


@needs("openssl")
@pytest.mark.parametrize("secure", [False, True])
def test_a_page_is_of_the_scheme_it_is_served_with(home: Path, secure: bool) -> None:
    own = own_certificate(HERE) if secure else None
    trusting: dict[str, Any] = (
        {} if own is None else {"ssl": ssl.create_default_context(cafile=own.file)}
    )
    here, other = ("https", "http") if secure else ("http", "https")

    async def talk(site: Site) -> None:
        async with site.live(origin=f"{here}://{site.address}", **trusting) as live:
            await live.say("ping")
            await live.hear("pong")
        with pytest.raises(websockets.InvalidStatus, match="403"):
            async with site.live(origin=f"{other}://{site.address}", **trusting):
                pass

    run(LONG, talk, own)


@pytest.mark.parametrize(
    ("host", "family"), [("::1", socket.AF_INET6), ("127.0.0.1", socket.AF_INET)]
)
def test_a_port_is_of_the_family_of_its_address_and_many_may_wait_at_it(
    monkeypatch: pytest.MonkeyPatch, host: str, family: socket.AddressFamily
) -> None:
    asked: list[dict[str, Any]] = []
    port = socket.create_server(("127.0.0.1", 0))

    def listen(_address: object, **options: Any) -> socket.socket:
        asked.append(options)
        return port

    monkeypatch.setattr(socket, "create_server", listen)
    server = open_server(Site.hall_of(LONG), Address(host, 0))
    assert server.address == Address(host, port.getsockname()[1])
    assert asked == [{"family": family, "backlog": 256}]
    port.close()


def test_limits_are_what_this_process_has_files_for_and_said_where_they_are_short(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    wanted = ConnectionLimits()
    monkeypatch.setattr("game.network.http.uvicorn_server.open_files", lambda files: files)
    assert own_limits() == wanted
    assert not caplog.records
    monkeypatch.setattr("game.network.http.uvicorn_server.open_files", lambda _files: 256)
    assert own_limits() == wanted.within(256)
    assert [record.getMessage() for record in caplog.records] == [
        f"256 open files allowed, {wanted.files} expected: "
        f"at most {wanted.within(256).clients} WebSockets at once (ulimit -n)"
    ]


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_the_browser_has_is_not_sent_again(packed: bool) -> None:
    get = f"{GET}{'Accept-Encoding: gzip' if packed else 'X: y'}\r\nConnection: close\r\n"

    async def talk(site: Site) -> None:
        first = await (await site.open(sent=f"{get}\r\n")).rest()
        head, _gap, body = first.partition(b"\r\n\r\n")
        assert (b"content-encoding: gzip" in head) == packed
        assert b"vary: accept-encoding" in head
        page = gzip.decompress(body) if packed else body
        assert page.startswith(b"<svg")
        tag = head.partition(b"etag: ")[2].partition(b"\r\n")[0].decode()
        answer = await (await site.open(sent=f"{get}If-None-Match: {tag}\r\n\r\n")).rest()
        assert answer.startswith(b"HTTP/1.1 304 ")
        assert answer.endswith(b"\r\n\r\n")
        other = await (await site.open(sent=f'{get}If-None-Match: "x"\r\n\r\n')).rest()
        assert other.endswith(body)

    run(LONG, talk)


def test_an_address_is_sent_no_more_than_its_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.network.server.match_server.SEND_RATE", (0.001, 50_000))

    async def talk(site: Site) -> None:
        async with site.live("127.0.0.9") as greedy, site.live("127.0.0.9") as near:
            await greedy.say("follow")
            snapshot = await greedy.hear("snapshot")
            clients = list(site.hall.clients)
            spent = 50_000 - clients[0].sending.left(time.monotonic())
            assert spent >= len(json.dumps(snapshot, ensure_ascii=False, separators=(",", ":")))
            clients[0].sending.spend(50_000, time.monotonic())
            await greedy.say("ping")
            await near.say("ping")
            await site.until(lambda: all(one.queued for one in clients))
            assert all(one.sending.wait(time.monotonic()) > 1000 for one in clients)
            async with site.live("127.0.0.2") as other:
                await other.say("ping")
                await other.hear("pong")
            assert all(one.queued for one in clients), "it is still waiting"
            await near.say("follow")
            await near.say("resume", key=KEY)
            assert (await near.hear("seated"))["seat"] == 0  # a seat has a budget of its own

    run(LONG, talk)


UNMASKED = b"\0\0\0\0"
PING = bytes([0x89, 0x80 | 125]) + UNMASKED + b"a" * 125
PONG = bytes([0x8A, 0x80]) + UNMASKED
TEXT, BEGUN, EMPTY_PART = (bytes([opcode, 0x80]) + UNMASKED for opcode in (0x81, 0x01, 0x00))


async def flooding(site: Site, sent: bytes) -> Stream:
    """Return a WebSocket that has sent these frames in one write."""
    stream = await site.open(sent=f"GET /live HTTP/1.1\r\nHost: HOST\r\n{UPGRADE}{KEYED}\r\n")
    await stream.reader.readuntil(b"\r\n\r\n")
    stream.writer.write(sent)
    return stream


@pytest.mark.parametrize(
    "frames",
    [PING * 9_000, PONG * 90_000, TEXT * 90_000, BEGUN + EMPTY_PART * 90_000],
    ids=["pings", "pongs", "texts", "parts"],
)
def test_who_sends_frames_faster_than_any_client_is_cut_off(
    monkeypatch: pytest.MonkeyPatch, frames: bytes
) -> None:
    read: list[int] = []
    handle = LiveProtocol.handle_events

    def counted(protocol: LiveProtocol) -> None:
        read.append(len(protocol.conn.events))
        handle(protocol)

    monkeypatch.setattr(LiveProtocol, "handle_events", counted)

    async def talk(site: Site) -> None:
        await (await flooding(site, frames)).rest()
        await site.until(lambda: not site.hall.clients)

    run(LONG, talk)
    a_second, at_once = FRAME_RATE
    assert at_once <= sum(read) <= at_once + PIECE_BYTES / len(PONG) + 10 * a_second


def test_as_many_frames_as_a_client_may_send_are_read() -> None:
    async def talk(site: Site) -> None:
        stream = await flooding(site, PONG * (FRAME_RATE[1] - 10))
        stream.writer.write(bytes([0x89, 0x80]) + UNMASKED)
        assert await stream.reader.readexactly(2) == bytes([0x8A, 0])
        stream.writer.close()

    run(LONG, talk)


def test_of_who_reads_nothing_nothing_more_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.network.http.uvicorn_server.FRAME_RATE", (1e9, 10**9))
    # No ping comes during this test, because nobody would answer it.
    monkeypatch.setattr("game.network.http.uvicorn_server.FIRST_PING_S", 3600.0)

    async def talk(site: Site) -> None:
        stream = await flooding(site, b"")
        stream.pause()
        stream.writer.write(PING * 150_000)  # 20 MB
        [protocol] = site.server.server_state.connections
        transport = protocol.transport
        assert transport is not None
        await site.until(lambda: not transport.is_reading())
        assert transport.get_write_buffer_size() < 1_000_000
        stream.resume()
        await stream.reader.readexactly(150_000 * (2 + 125))
        stream.writer.close()

    run(LONG, talk)


# -- many ------------------------------------------------------------------------------------------

FEW = replace(LONG, waiting=12, waiting_of_one=5, clients=4, clients_of_one=3, newcomers=2)


def test_who_holds_connections_of_one_address_loses_the_oldest() -> None:
    async def talk(site: Site) -> None:
        attackers = [await site.open("127.0.0.9") for _number in range(8)]
        await site.until(lambda: site.waiting == 5)
        for stream in attackers[:3]:
            assert await stream.rest() == b""
        for stream in attackers[3:]:
            assert not stream.reader.at_eof()
            stream.writer.close()

    run(FEW, talk)


@needs("openssl")
def test_who_never_shakes_hands_is_cut_off(home: Path) -> None:
    async def talk(site: Site) -> None:
        attackers = [await site.open("127.0.0.9") for _number in range(8)]
        await site.until(lambda: site.waiting == 5)
        for stream in attackers[:3]:
            assert await stream.rest() == b""
        for stream in attackers[3:]:
            assert not stream.reader.at_eof()
            stream.writer.close()
        await site.until(lambda: site.waiting == 0)
        nonsense = await site.open("127.0.0.9", "GET / HTTP/1.1\r\n\r\n")
        await nonsense.rest()
        await site.until(lambda: site.waiting == 0)

    run(FEW, talk, own_certificate(HERE))


@needs("openssl")
def test_a_handshake_has_the_deadline_of_a_request(home: Path) -> None:
    async def talk(site: Site) -> None:
        assert await (await site.open()).rest() == b""
        await site.until(lambda: site.waiting == 0)

    run(SHORT, talk, own_certificate(HERE))


def test_who_is_gone_before_being_accepted_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(site: Site) -> None:
        loop = asyncio.get_running_loop()
        accept, gone = loop.sock_accept, [ConnectionAbortedError(103, "aborted")] * 2

        async def aborted(port: Any) -> Any:
            found = await accept(port)
            if gone:
                found[0].close()
                raise gone.pop()
            return found

        monkeypatch.setattr(loop, "sock_accept", aborted)
        for _number in range(3):  # one accept was pending before the patch
            await (await site.open(sent=f"{GET}Connection: close\r\n\r\n")).rest()
        async with site.live() as live:
            await live.say("ping")
            await live.hear("pong")

    run(LONG, talk)


def test_many_addresses_do_not_hold_all_connections() -> None:
    async def talk(site: Site) -> None:
        attackers = [
            await site.open(f"127.0.1.{number % 6 + 1}", "GET / HTTP/1.1\r\n")
            for number in range(24)
        ]
        await site.until(lambda: site.waiting == 12)
        async with site.live("127.0.0.2") as live:
            await live.say("follow")
            assert (await live.hear("snapshot"))["table"] == site.channel.table
        for stream in attackers:
            stream.writer.close()

    run(FEW, talk)


def test_more_connections_than_an_address_may_open_are_closed_unread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.network.http.connections.CONNECTION_RATE", (0.001, 3))

    async def talk(site: Site) -> None:
        streams = [await site.open("127.0.0.9", GET) for _number in range(5)]
        for stream in streams[3:]:
            assert await stream.rest() == b""
        assert site.waiting == 3
        for stream in streams[:3]:
            stream.writer.close()
        async with site.live("127.0.0.2") as live:  # another address has a rate limit of its own
            await live.say("ping")
            await live.hear("pong")

    run(LONG, talk)


def test_a_process_without_descriptors_cuts_off_whoever_waits_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def talk(site: Site) -> None:
        loop = asyncio.get_running_loop()
        attacker = await site.open("127.0.0.9")
        await site.until(lambda: site.waiting == 1)
        accept, failures = loop.sock_accept, [OSError(24, "Too many open files")] * 3

        async def short(port: Any) -> Any:
            found = await accept(port)
            if failures:
                found[0].close()
                raise failures.pop()
            return found

        monkeypatch.setattr(loop, "sock_accept", short)
        for _number in range(4):  # one accept was pending before the patch
            with suppress(OSError):
                await (await site.open("127.0.0.3", "\r\n\r\n")).rest()
        assert await attacker.rest() == b""
        async with site.live("127.0.0.2") as live:
            await live.say("ping")
            await live.hear("pong")

    run(LONG, talk)
    [record] = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert record.getMessage() == (
        "a connection could not be accepted: Too many open files (said once)"
    )
    caplog.clear()


def test_beyond_the_limit_only_the_key_of_a_seat_gets_in() -> None:
    async def talk(site: Site) -> None:
        async with (
            site.live("127.0.0.2") as first,
            site.live("127.0.0.3") as second,
            site.live("127.0.0.3") as third,
            site.live("127.0.0.4") as fourth,
            site.live("127.0.0.5") as refused,
        ):
            for one in (first, second, third, fourth):
                await one.say("follow")
                await one.hear("tables")
            await refused.say("follow")
            assert (await refused.hear("error"))["code"] == "full"
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await refused.hear("snapshot")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == TRY_AGAIN_LATER
            async with site.live("127.0.0.5") as holder:
                await holder.say("follow")
                await holder.say("resume", key=KEY)
                assert (await holder.hear("seated"))["seat"] == 0
                await holder.say("ping")
                await holder.hear("pong")
                with pytest.raises(websockets.ConnectionClosed):
                    # The address with the most connections loses its oldest one.
                    await second.hear("nothing")
                await third.say("ping")
                await third.hear("pong")

    run(replace(FEW, key_timeout_s=TIMEOUT_S), talk)
