"""Boards on a network work, however their lines fail.

Boards answer through a bridge like ser2net (raw and RFC 2217) and on a TCP port of their own. Lines
are cut at any moment, die silently, and lead to strange devices.
"""

from __future__ import annotations

import random
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager

import pytest

from game.rules.registry import parse_setup
from game.table.match import Match
from game.table.spec import two_people
from hardware.host.link import Port, open_serial
from hardware.host.session import BoardSession
from hardware.tracking.expected_position import ExpectedPosition, actions_of, position_of
from hardware.tracking.tracker_events import Agreed
from tests.support.waiting import PATIENCE, until
from tools.rig.bridge import (
    Bridge,
    LivingBoard,
    bridged,
    on_tcp,
)
from tools.rig.clumsy import Gesture, Habits
from tools.rig.exercise import Exercise
from tools.rig.table import BoardTable, LiveLine

# pyserial causes these warnings.
pytestmark = pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")

KINDS = ("socket", "rfc2217")
SETUP = "multiplicity size=3"
QUICK = 0.2  # maximum seconds that a window may wait
CONNECTING = 5.0  # seconds after which pyserial stops connecting
HASTY = Habits(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, pace=(0.05, 0.15))


@pytest.fixture(params=KINDS)
def line(request: pytest.FixtureRequest) -> Iterator[tuple[LivingBoard, Bridge]]:
    with bridged(request.param) as both:
        yield both


def state_of(session: BoardSession) -> str:
    return session.view().connection


def turns_of(match: Match) -> list[str]:
    return [match.game.turn_text(actions_of(turn)) for turn in match.turns]


def test_a_match_goes_on_where_it_stood_however_the_line_breaks(
    line: tuple[LivingBoard, Bridge],
) -> None:
    board, bridge = line
    match = Match(two_people(SETUP))
    session = BoardSession.open(bridge.url)
    table = BoardTable(match, LiveLine(session, board))
    point = match.game.topology.index
    try:
        assert until(lambda: state_of(session) == "connected")
        table.run_until(lambda: any(reading == Agreed() for _t, reading in table.readings), 10)
        board.set(point["c3"], 1)
        table.run_until(lambda: len(match.turns) == 1, 10)
        assert turns_of(match) == ["c3"]

        bridge.cut()
        assert until(lambda: state_of(session) == "lost" or bridge.served == 2)
        board.set(point["c4"], 2)  # while the line is still cut, or already open again
        assert until(lambda: state_of(session) == "connected")
        table.run_until(lambda: len(match.turns) == 2, 10)
        assert turns_of(match) == ["c3", "c4"]

        bridge.frozen = True  # a dead line that stays open
        assert until(lambda: state_of(session) == "lost")
        assert "is silent" in session.view().words
        assert "network" in session.view().words
        bridge.frozen = False
        assert until(lambda: state_of(session) == "connected")
        assert turns_of(match) == ["c3", "c4"]
    finally:
        session.close()


class Cutting:
    """A hand that cuts the line at random moments, between and during its movements."""

    def __init__(self, table: BoardTable, bridge: Bridge, seed: int) -> None:
        self._table, self._bridge = table, bridge
        self._perform = table.perform
        self._random = random.Random(seed)
        self.cuts = 0
        table.perform = self.perform  # type: ignore[method-assign]

    def perform(self, gestures: Iterable[Gesture]) -> None:
        self._perform(self._torn(gestures))

    def _torn(self, moves: Iterable[Gesture]) -> Iterator[Gesture]:
        for move in moves:
            yield move
            if self._random.random() < 0.25:
                self._bridge.cut()
                self.cuts += 1
                self._table.run(self._random.uniform(0.0, 0.4))


@pytest.mark.parametrize(
    ("kind", "turns"),
    [
        ("socket", 5),
        pytest.param("socket", 100, marks=pytest.mark.slow),
        pytest.param("rfc2217", 100, marks=pytest.mark.slow),
    ],
)
def test_a_game_on_a_line_that_is_cut_again_and_again(kind: str, turns: int) -> None:
    match = Match(two_people(SETUP))
    with bridged(kind) as (board, bridge):
        session = BoardSession.open(bridge.url)
        made: list[Exercise] = []
        table = BoardTable(
            match, LiveLine(session, board), answer=lambda said: made[0].answer(said)
        )
        exercise = Exercise(table, 5, HASTY, turns)
        made.append(exercise)
        cutting = Cutting(table, bridge, 5)
        try:
            assert until(lambda: state_of(session) == "connected")
            account = exercise.play()
        finally:
            session.close()
    assert account.wrong == ""
    assert exercise.recorded == exercise.intended
    assert cutting.cuts > account.turns // 3
    assert bridge.served > 1


def test_how_long_answers_take_is_measured() -> None:
    with on_tcp() as board:
        session = BoardSession.open(board.server.cable.name)
        game = parse_setup(SETUP)
        session.set_position(ExpectedPosition(game, game.start()))
        try:
            assert until(lambda: state_of(session) == "connected")

            def measured() -> bool:
                session.mark({random.randrange(19): 15})  # makes the board answer
                return session.view().latency is not None

            assert until(measured)
            latency = session.view().latency
            assert latency is not None
            assert 0 < latency.median <= latency.longest < 5
            assert "answers in" in latency.words
        finally:
            session.close()


# -- nobody waits ----------------------------------------------------------------------------------


def test_a_window_never_waits_for_a_connection() -> None:
    """If nothing answers at an address, pyserial is busy for seconds."""
    connecting, answer = threading.Event(), threading.Event()
    waited = list[bool]()

    def opener(name: str) -> Port:
        connecting.set()
        waited.append(answer.wait(PATIENCE))
        return open_serial(name)

    session = BoardSession.open("socket://192.0.2.1:7000", opener=opener)
    game = parse_setup(SETUP)
    assert connecting.wait(PATIENCE)
    session.set_position(ExpectedPosition(game, game.start()))
    session.poll()
    session.view()
    session.close()
    assert waited == [], "all that was done before the connection was tried to its end"
    answer.set()


Peer = Callable[[socket.socket], None]


def silent(peer: socket.socket) -> None:
    peer.recv(4096)


def hangs_up(peer: socket.socket) -> None:
    raise ConnectionResetError


def echoes(peer: socket.socket) -> None:
    peer.sendall(peer.recv(4096))


def serves_pages(peer: socket.socket) -> None:
    peer.recv(4096)
    peer.sendall(b"HTTP/1.1 400 Bad Request\r\nServer: nginx\r\n\r\n<html></html>")


def floods(peer: socket.socket) -> None:
    peer.sendall(random.Random(1).randbytes(1 << 16))


def negotiates_nonsense(peer: socket.socket) -> None:
    """Send endless telnet commands, and options that are cut in the middle."""
    peer.sendall(b"\xff\xfa\x2c\xff\xf0\xff\xfd\x2c\xff\xfa\xff\xff\xf0\xff\xfb\x00\xff" * 50)
    peer.recv(4096)


@contextmanager
def a_stranger(behaves: Peer) -> Iterator[int]:
    """Open a port of this machine to a device that is no board; yield its number."""
    door = socket.create_server(("127.0.0.1", 0))
    door.settimeout(0.1)
    over = threading.Event()

    def serve(peer: socket.socket) -> None:
        peer.settimeout(0.1)
        with closing(peer):
            while not over.wait(0.002):
                try:
                    behaves(peer)
                except TimeoutError:
                    continue
                except OSError:
                    return

    def answer() -> None:
        while not over.is_set():
            try:
                serve(door.accept()[0])
            except TimeoutError:
                continue

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    try:
        yield door.getsockname()[1]
    finally:
        over.set()
        thread.join(5.0)
        door.close()


@pytest.mark.parametrize(
    ("kind", "behaves"),
    [
        ("socket", silent),
        ("socket", hangs_up),
        ("socket", echoes),
        ("socket", serves_pages),
        ("socket", floods),
        ("rfc2217", silent),
        ("rfc2217", hangs_up),
        ("rfc2217", serves_pages),
        ("rfc2217", floods),
        ("rfc2217", negotiates_nonsense),
    ],
)
def test_strangers_on_the_network(
    kind: str, behaves: Peer, capsys: pytest.CaptureFixture[str]
) -> None:
    game, match = parse_setup(SETUP), Match(two_people(SETUP))
    waits: list[float] = []
    frame = threading.Event()
    with a_stranger(behaves) as number:
        session = BoardSession.open(f"{kind}://127.0.0.1:{number}")
        session.set_position(position_of(match))
        said = set()
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            began = time.perf_counter()
            frame.wait(0.001)
            session.poll()
            session.answers()
            said.add(session.view().words)
            waits.append(time.perf_counter() - began)
        began = time.perf_counter()
        session.close()
        closed = time.perf_counter() - began
    assert all(words and words.isprintable() for words in said)
    # The median counts, since a busy machine may be late sometimes; a window that waits would
    # always be late.
    assert statistics.median(waits) < QUICK
    assert closed < CONNECTING
    assert match.state == game.start()
    assert capsys.readouterr().err == "", "nothing of ours or of pyserial fell over"
